"""Pages of the desk: inbox and staff."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...models import Staff
from ...results.actions.reports import accept_report
from ...results.pages.entry import describe_entered_result
from ...web.forms import (
    done,
    form_errors_text,
    get_actor,
    get_violation,
    new_idempotency_key,
    require_form_post,
    run_action,
)
from ...web.layout import get_page_layout
from ...web.links import absolute_url, is_local_only, qr
from ...web.shared_forms import MAX_NUMBER
from ...web.wording import message_text
from .. import actions as staff_actions
from ..actions import close_message
from ..forms import RoleForm
from ..pages.dashboard import ROLE_SUMMARIES, list_pending_invitations, list_staff


@access.requires(accept_report.permission)
@require_form_post
def take_report(request, event, phase, number, table):
    """Store a player's report of a table as the result."""
    if max(phase, number, table) > MAX_NUMBER:
        raise Http404
    notation = request.POST.get("result_text", "")[:60]
    if run_action(request, accept_report, event, get_actor(request), phase, number, table, notation):
        done(request, event, describe_entered_result(event, phase, number, table))
    return redirect("desk", event.slug)


@access.requires(close_message.permission)
@require_form_post
def close(request, event, pk):
    run_action(request, close_message, event, get_actor(request), pk, done=gettext("Done"))
    return redirect("desk", event.slug)


@require_safe
@access.requires(access.SEE_PRIVATE)
def staff_page(request, event):
    return show(request, event)


def show(request, event, status=200, token="", error=""):
    """Show the staff page; `token` is the secret of a new invitation link, shown only once."""
    link = absolute_url(request, reverse("invitation", args=[token])) if token else ""
    context = {
        "layout": get_page_layout(request, event, "staff"),
        "event": event,
        "staff": [(row, ROLE_SUMMARIES[row.role]) for row in list_staff(event)],
        "roles": [(role, label, ROLE_SUMMARIES[role]) for role, label in Staff.ROLES if role != Staff.OWNER],
        "invitations": list_pending_invitations(event),
        "link": link,
        "qr_code": qr(link) if link else "",
        "is_local_only": is_local_only(request),
        "days": staff_actions.INVITATION_DAYS,
        "error": error,
        "keys": new_idempotency_key,
    }
    response = render(request, "desk/staff.jinja", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@access.requires(staff_actions.invite.permission)
@require_form_post
def invite(request, event):
    """Create an invitation and show its link."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return show(request, event, status=422, error=form_errors_text(form))
    tokens = []
    violation = get_violation(
        lambda: tokens.append(staff_actions.invite(event, get_actor(request), form.cleaned_data["role"]))
    )
    event.refresh_from_db()
    if violation:
        return show(request, event, status=422, error=message_text(violation))
    # A repeated request: its link has been shown already.
    return show(request, event, token=tokens[0]) if tokens else redirect("desk_staff", event.slug)


def staff_action(action, toast):
    """Return a view that runs an action on a staff member or invitation."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, pk):
        run_action(request, action, event, get_actor(request), pk, done=gettext(toast))
        return redirect("desk_staff", event.slug)

    return view


revoke = staff_action(staff_actions.revoke_invitation, gettext_noop("Invitation revoked"))
remove = staff_action(staff_actions.remove_staff, gettext_noop("Removed from the staff"))


@access.requires(staff_actions.change_role.permission)
@require_form_post
def change_role(request, event, pk):
    role = request.POST.get("role", "")[:20]
    run_action(
        request, staff_actions.change_role, event, get_actor(request), pk, role, done=gettext("Role changed")
    )
    return redirect("desk_staff", event.slug)


@access.requires(staff_actions.leave_event.permission)
@require_form_post
def leave(request, event):
    """Give up one's own role."""
    if run_action(
        request, staff_actions.leave_event, event, get_actor(request), done=gettext("You left the staff")
    ):
        return redirect("home")
    return redirect("desk_staff", event.slug)


@access.requires(staff_actions.pass_ownership.permission)
def pass_on(request, event, pk):
    """Pass ownership on, after a page that explains it."""
    row = next((row for row in list_staff(event) if row.pk == pk and row.role != Staff.OWNER), None)
    if request.method == "POST":
        toast = gettext("Ownership transferred")
        run_action(request, staff_actions.pass_ownership, event, get_actor(request), pk, done=toast)
        return redirect("desk_staff", event.slug)
    if row is None:
        raise Http404
    context = {
        "layout": get_page_layout(request, event, "staff"),
        "event": event,
        "row": row,
        "key": new_idempotency_key(),
    }
    return render(request, "desk/pass_on.jinja", context)
