"""The staff page at the desk: roles, invitations, ownership."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.desk import staff as staff_actions
from ...forms.events.staff import RoleForm
from ...models import Staff
from ...queries.desk import staff
from ...queries.paper.qr_codes import qr
from ...queries.wording.formats import in_words
from ..http.forms import (
    form_errors_text,
    get_actor,
    get_violation,
    new_idempotency_key,
    require_form_post,
    run_action,
)
from ..http.page_frame import get_page_layout
from ..http.urls import absolute_url, is_local_only


@require_safe
@access.requires(access.SEE)
def staff_page(request, event):
    return show(request, event)


def show(request, event, status=200, invited="", wrong=""):
    """The staff page; `invited` is the secret of a new invitation link, shown only once."""
    link = absolute_url(request, reverse("invitation", args=[invited])) if invited else ""
    context = {
        "frame": get_page_layout(request, event, "settings"),
        "event": event,
        "staff": [(row, staff.GIVES[row.role]) for row in staff.staff_of(event)],
        "roles": [(role, label, staff.GIVES[role]) for role, label in Staff.ROLES if role != Staff.OWNER],
        "asked": staff.get_pending_invitations(event),
        "link": link,
        "code": qr(link) if link else "",
        "leads_here": is_local_only(request),
        "days": staff_actions.INVITATION_DAYS,
        "wrong": wrong,
        "keys": new_idempotency_key,
    }
    response = render(request, "desk/staff.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@access.requires(access.STAFF)
@require_form_post
def invite(request, event):
    """Create an invitation and show its link."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return show(request, event, status=422, wrong=form_errors_text(form))
    tokens = []
    wrong = get_violation(
        lambda: tokens.append(staff_actions.invite(event, get_actor(request), form.cleaned_data["role"]))
    )
    event.refresh_from_db()
    if wrong:
        return show(request, event, status=422, wrong=in_words(wrong))
    # A repeated request: its link has been shown already.
    return show(request, event, invited=tokens[0]) if tokens else redirect("desk_staff", event.slug)


def staff_action(action, words):
    """Return a view that runs an action on a staff member or invitation."""

    @access.requires(access.STAFF)
    @require_form_post
    def view(request, event, pk):
        run_action(request, action, event, get_actor(request), pk, done=gettext(words))
        return redirect("desk_staff", event.slug)

    return view


revoke = staff_action(staff_actions.revoke_invitation, gettext_noop("The invitation is revoked"))
remove = staff_action(staff_actions.remove_staff, gettext_noop("Removed"))


@access.requires(access.STAFF)
@require_form_post
def change_role(request, event, pk):
    role = request.POST.get("role", "")[:20]
    run_action(
        request, staff_actions.change_role, event, get_actor(request), pk, role, done=gettext("Changed")
    )
    return redirect("desk_staff", event.slug)


@access.requires(access.SEE)
@require_form_post
def leave(request, event):
    """Give up one's own role."""
    if run_action(
        request, staff_actions.leave_event, event, get_actor(request), done=gettext("You have left the staff")
    ):
        return redirect("home")
    return redirect("desk_staff", event.slug)


@access.requires(access.OWN)
def pass_on(request, event, pk):
    """Pass ownership on, after a page that explains it."""
    row = next((row for row in staff.staff_of(event) if row.pk == pk and row.role != Staff.OWNER), None)
    if request.method == "POST":
        words = gettext("The event is passed on")
        run_action(request, staff_actions.pass_ownership, event, get_actor(request), pk, done=words)
        return redirect("desk_staff", event.slug)
    if row is None:
        raise Http404
    context = {
        "frame": get_page_layout(request, event, "settings"),
        "event": event,
        "row": row,
        "key": new_idempotency_key(),
    }
    return render(request, "desk/pass_on.html", context)
