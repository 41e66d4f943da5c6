"""Invitations to the final of a series: accepted and declined with one button."""

from django.shortcuts import redirect

from ...access import secret_links
from ...changes.change import Actor
from ...rules.history import PHONE
from ...web.answers import attempt, idempotency_key
from ...web.layout import render_page
from ..actions import invitations
from ..pages.entries import get_registration_page
from .entries import render_registration, secret_of


@secret_links.requires_personal_link
def accept(request, event, player, row):
    """Accept the invitation of a link; a GET leads to its page."""
    return answer(request, event, player, row, invitations.accept_invitation)


@secret_links.requires_personal_link
def decline(request, event, player, row):
    """Ask whether the player wants to decline the invitation of a link, then decline it."""
    if request.method != "POST" and row and get_registration_page(row, player).can_answer:
        context = {"token": secret_of(request)}
        return render_page(request, event, "pairings", "registration/decline_invitation.jinja", context)
    return answer(request, event, player, row, invitations.decline_invitation)


def answer(request, event, player, row, action):
    if request.method == "POST" and row:
        actor = Actor(row.name, key=idempotency_key(request), source=PHONE)
        if error := attempt(action, event, actor, secret_of(request)).error:
            return render_registration(request, event, player, row, error)
    return redirect("me", event.slug, secret_of(request))
