"""The page of an invitation link."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.desk.staff import take_invitation
from ...models import Staff
from ...queries.desk.staff import GIVES, invitation_at, taken_by
from ...queries.wording.formats import in_words
from ..http.forms import get_actor, get_violation, new_idempotency_key


def invitation_page(request, token):
    """Show what the invitation gives; POST accepts it.

    A link that is no longer valid says so, and leads the user who has taken it to the event.
    """
    invitation = invitation_at(token)
    if invitation is None:
        if request.user.is_authenticated and (taken := taken_by(request.user, token)):
            return to_event(taken)
        return render_unindexed(request, "invitations/none.html", {}, 404)
    error = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return access.redirect_to_sign_in(request, request.path)
        violation = get_violation(take_invitation, invitation.event, get_actor(request), token)
        if violation is None:
            words = gettext("You are here as {role} now")
            messages.success(request, words.format(role=invitation.get_role_display()))
            return to_event(invitation)
        error = in_words(violation)
    context = {
        "event": invitation.event,
        "role": invitation.get_role_display(),
        "gives": GIVES[invitation.role],
        "rights": [gettext(words) for words, roles in access.POLICY.values() if invitation.role in roles],
        "found": invitation,
        "can_sign_up": access.can_sign_up(request.path),
        "wrong": error,
        "key": new_idempotency_key(),
    }
    return render_unindexed(request, "invitations/page.html", context, 422 if error else 200)


def to_event(taken):
    return redirect("desk" if taken.role != Staff.VIEWER else "event", taken.event.slug)


def render_unindexed(request, template, context, status):
    """Render the page without indexing; headers.PRIVATE_PATHS keeps it out of caches."""
    response = render(request, template, context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
