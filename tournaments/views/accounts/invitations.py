"""The page of an invitation link."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.desk.staff import take_invitation
from ...models import Staff
from ...queries.desk.staff import ROLE_SUMMARIES, find_accepted_invitation, find_invitation
from ...queries.wording.formats import message_text
from ..http.forms import get_actor, get_violation, new_idempotency_key


def invitation_page(request, token):
    """Show the role that the invitation gives; POST accepts it.

    A used link redirects the user who has accepted it to the event.
    """
    invitation = find_invitation(token)
    if invitation is None:
        if request.user.is_authenticated and (accepted := find_accepted_invitation(request.user, token)):
            return redirect_to_event(accepted)
        return render_unindexed(request, "accounts/invitation_invalid.jinja", {}, 404)
    error = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return access.redirect_to_sign_in(request, request.path)
        violation = get_violation(take_invitation, invitation.event, get_actor(request), token)
        if violation is None:
            text = gettext("You are now {role} of this event")
            messages.success(request, text.format(role=invitation.get_role_display()))
            return redirect_to_event(invitation)
        error = message_text(violation)
    context = {
        "event": invitation.event,
        "role": invitation.get_role_display(),
        "gives": ROLE_SUMMARIES[invitation.role],
        "rights": [gettext(label) for label, roles in access.POLICY.values() if invitation.role in roles],
        "invitation": invitation,
        "can_sign_up": access.can_sign_up(request.path),
        "error": error,
        "key": new_idempotency_key(),
    }
    return render_unindexed(request, "accounts/invitation.jinja", context, 422 if error else 200)


def redirect_to_event(invitation):
    return redirect("desk" if invitation.role != Staff.VIEWER else "event", invitation.event.slug)


def render_unindexed(request, template, context, status):
    """Render the page without indexing; headers.PRIVATE_PATHS keeps it out of caches."""
    response = render(request, template, context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response
