"""An invitation's link: what it gives is shown, and taken with a press by whoever has an account."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.desk.staff import take_invitation
from ...models import Staff
from ...queries.desk.staff import GIVES, invitation_at, taken_by
from ...queries.wording.formats import in_words
from ..http.forms import by, new_key, refusal_of


def invitation_page(request, token):
    """GET shows what the link gives, POST takes it; a link that gives nothing any more says
    so, and who has taken it is where it leads."""
    found = invitation_at(token)
    if found is None:
        if request.user.is_authenticated and (taken := taken_by(request.user, token)):
            return to_event(taken)
        return shown(request, "invitations/none.html", {}, 404)
    wrong = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return access.to_sign_in(request, request.path)
        refused = refusal_of(take_invitation, found.event, by(request), token)
        if refused is None:
            words = gettext("You are here as {role} now")
            messages.success(request, words.format(role=found.get_role_display()))
            return to_event(found)
        wrong = in_words(refused)
    context = {
        "event": found.event,
        "role": found.get_role_display(),
        "gives": GIVES[found.role],
        "rights": [gettext(words) for words, roles in access.POLICY.values() if found.role in roles],
        "found": found,
        "may_sign_up": access.may_sign_up(request.path),
        "wrong": wrong,
        "key": new_key(),
    }
    return shown(request, "invitations/page.html", context, 422 if wrong else 200)


def to_event(taken):
    return redirect("desk" if taken.role != Staff.VIEWER else "event", taken.event.slug)


def shown(request, template, context, status):
    """The page, whose secret address no search engine keeps; nor does any cache (headers.PRIVATE)."""
    response = render(request, template, context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
