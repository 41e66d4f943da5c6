"""Pages of the desk: inbox and staff."""

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from ... import access
from ...models import Staff
from ...results.actions.reports import accept_report
from ...results.pages.entry import describe_entered_result
from ...web.answers import (
    attempt,
    button_view,
    get_actor,
    new_idempotency_key,
    require_form_post,
    respond_done,
    run_action,
    undo_address,
)
from ...web.forms import form_errors_text
from ...web.layout import render_page
from ...web.links import absolute_url, is_local_only, qr
from ...web.shared_forms import MAX_NUMBER
from .. import actions
from ..actions import close_message
from ..forms import RoleForm
from ..pages.dashboard import ROLE_SUMMARIES, list_pending_invitations, list_staff, names_of_club_staff
from .desk_page import row_response


@access.requires(accept_report.permission)
@require_form_post
def take_report(request, event, phase, number, table):
    """Store a player's report of a table as the result."""
    if max(phase, number, table) > MAX_NUMBER:
        raise Http404
    notation = request.POST.get("result_text", "")[:60]
    if not run_action(request, accept_report, event, phase, number, table, notation):
        address = reverse("desk", args=[event.slug])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if request.htmx:
        event.refresh_from_db()
        return row_response(request, event, phase, number, table, undo=undo_address(event, request, "desk"))
    return respond_done(request, event, describe_entered_result(event, phase, number, table))


close = button_view(close_message, gettext_noop("Done"))


def show(request, event, token="", error=""):
    """Show the staff page; `token` is the secret of a new invitation link, shown only once."""
    link = absolute_url(request, reverse("invitation", args=[token])) if token else ""
    context = {
        "staff": [(row, ROLE_SUMMARIES[row.role]) for row in list_staff(event)],
        "roles": [(role, label, ROLE_SUMMARIES[role]) for role, label in Staff.ROLES if role != Staff.OWNER],
        "in_club": names_of_club_staff(event),
        "invitations": list_pending_invitations(event),
        "link": link,
        "qr_code": qr(link) if link else "",
        "is_local_only": is_local_only(request),
        "days": actions.INVITATION_DAYS,
        "error": error,
        "keys": new_idempotency_key,
    }
    status = 200 if token else None
    response = render_page(request, event, "staff", "desk/staff.jinja", context, status)
    response["Cache-Control"] = "private, no-store"
    return response


staff_page = require_safe(access.requires(access.SEE_PRIVATE)(show))


@access.requires(actions.invite.permission)
@require_form_post
def invite(request, event):
    """Create an invitation and show its link."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return show(request, event, error=form_errors_text(form))
    outcome = attempt(actions.invite, event, get_actor(request), form.cleaned_data["role"])
    event.refresh_from_db()
    if not outcome:
        return show(request, event, error=outcome.error)
    if outcome.is_repeated:
        # A repeated request: its link has been shown already.
        return redirect("desk_staff", event.slug)
    return show(request, event, token=outcome.result)


revoke = button_view(actions.revoke_invitation, gettext_noop("Invitation revoked"), "desk_staff")
remove = button_view(actions.remove_staff, gettext_noop("Removed from the staff"), "desk_staff")


@access.requires(actions.change_role.permission)
@require_form_post
def change_role(request, event, pk):
    role = request.POST.get("role", "")[:20]
    run_action(request, actions.change_role, event, pk, role, done=gettext("Role changed"))
    return redirect("desk_staff", event.slug)


@access.requires(actions.leave_event.permission)
@require_form_post
def leave(request, event):
    """Give up one's own role."""
    if run_action(request, actions.leave_event, event, done=gettext("You left the staff")):
        return redirect("home")
    return redirect("desk_staff", event.slug)


@access.requires(actions.pass_ownership.permission)
def pass_on(request, event, pk):
    """Pass ownership on, after a page that explains it."""
    row = next((row for row in list_staff(event) if row.pk == pk and row.role != Staff.OWNER), None)
    if request.method == "POST":
        toast = gettext("Ownership transferred")
        run_action(request, actions.pass_ownership, event, pk, done=toast)
        return redirect("desk_staff", event.slug)
    if row is None:
        raise Http404
    return render_page(request, event, "staff", "desk/pass_on.jinja", {"row": row})
