"""Who runs the event, at the desk: roles, invitations by link, the event passed on."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.desk import staff as staffing
from ...forms.events.staff import RoleForm
from ...models import Staff
from ...queries.desk import staff
from ...queries.paper.qr_codes import qr
from ...queries.wording.formats import in_words
from ..http.forms import attempt, by, new_key, posted, refusal_of, words_in
from ..http.page_frame import frame_for
from ..http.urls import address_of, is_here_alone


@require_safe
@access.may(access.SEE)
def staff_page(request, event):
    return show(request, event)


def show(request, event, status=200, invited="", wrong=""):
    """Who has which role; `invited` is the secret of a link that has just been made, shown this once."""
    link = address_of(request, reverse("invitation", args=[invited])) if invited else ""
    context = {
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "staff": [(row, staff.GIVES[row.role]) for row in staff.staff_of(event)],
        "roles": [(role, label, staff.GIVES[role]) for role, label in Staff.ROLES if role != Staff.OWNER],
        "asked": staff.asked_of(event),
        "link": link,
        "code": qr(link) if link else "",
        "leads_here": is_here_alone(request),
        "days": staffing.DAYS,
        "wrong": wrong,
        "keys": new_key,
    }
    response = render(request, "desk/staff.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@access.may(access.STAFF)
@posted
def invite(request, event):
    """Make an invitation; the answer is the page with its link."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return show(request, event, status=422, wrong=words_in(form))
    made = []
    wrong = refusal_of(lambda: made.append(staffing.invite(event, by(request), form.cleaned_data["role"])))
    event.refresh_from_db()
    if wrong:
        return show(request, event, status=422, wrong=in_words(wrong))
    # Sent twice, its link has been shown already.
    return show(request, event, invited=made[0]) if made else redirect("desk_staff", event.slug)


def one_thing(action, words):
    """A view that does one thing to one of the staff or their invitations."""

    @access.may(access.STAFF)
    @posted
    def view(request, event, pk):
        attempt(request, action, event, by(request), pk, done=gettext(words))
        return redirect("desk_staff", event.slug)

    return view


revoke = one_thing(staffing.revoke_invitation, gettext_noop("The invitation is revoked"))
remove = one_thing(staffing.remove_staff, gettext_noop("Removed"))


@access.may(access.STAFF)
@posted
def change_role(request, event, pk):
    role = request.POST.get("role", "")[:20]
    attempt(request, staffing.change_role, event, by(request), pk, role, done=gettext("Changed"))
    return redirect("desk_staff", event.slug)


@access.may(access.SEE)
@posted
def leave(request, event):
    """Give one's own role up."""
    if attempt(request, staffing.leave_event, event, by(request), done=gettext("You have left the staff")):
        return redirect("home")
    return redirect("desk_staff", event.slug)


@access.may(access.OWN)
def pass_on(request, event, pk):
    """Make somebody the owner: what it does is shown first."""
    row = next((row for row in staff.staff_of(event) if row.pk == pk and row.role != Staff.OWNER), None)
    if request.method == "POST":
        words = gettext("The event is passed on")
        attempt(request, staffing.pass_ownership, event, by(request), pk, done=words)
        return redirect("desk_staff", event.slug)
    if row is None:
        raise Http404
    context = {"frame": frame_for(request, event, "settings"), "event": event, "row": row, "key": new_key()}
    return render(request, "desk/pass_on.html", context)
