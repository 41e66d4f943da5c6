"""Turns push messages on and off on this phone, from the own pages of events and clubs."""

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from ..access import people_links, secret_links
from ..models import SiteKey
from ..models.keys import site_key
from ..rules.errors import RuleViolation
from ..web.forms import form_errors_text, violation_text
from .actions.subscriptions import Page, subscribe, unsubscribe
from .encryption import decode, encode, private_key_from, public_bytes
from .forms import OFF, SubscriptionForm


def change_subscription(request, page: Page, secret: str) -> HttpResponse:
    """Turn the messages on or off as the form says; an error has status 422."""
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": form_errors_text(form)}, status=422)
    data = form.cleaned_data
    if data["do"] == OFF:
        unsubscribe(page, data["endpoint"])
        return HttpResponse(status=204)
    choices = {"language": get_language(), "shows_names": data["shows_names"]}
    try:
        subscribe(page, secret, data["endpoint"], form.keys, timezone.now(), **choices)
    except RuleViolation as violation:
        return JsonResponse({"error": violation_text(violation)}, status=422)
    return HttpResponse(status=204)


@require_POST
@secret_links.requires_personal_link
def change_own(request, event, player, row):
    """Turn push messages about a player, or an entry that waits, on or off on this phone."""
    return change_subscription(request, player or row, player.secret if player else row.token)


@require_POST
@secret_links.requires_pick
def change_picked(request, event, pick):
    """Turn push messages about the table of a picked name on or off on this phone."""
    return change_subscription(request, pick, pick.token)


@require_POST
@people_links.requires_person_link
def change_person(request, club, person, token):
    """Turn push messages about a person, at all events of the club, on or off on this phone."""
    return change_subscription(request, person, person.token or token)


@require_safe
def public_key(request):
    """Respond with the site's public key, with which browsers subscribe: base64url, without padding."""
    key = private_key_from(decode(site_key(SiteKey.PUSH)))
    return HttpResponse(encode(public_bytes(key)), content_type="text/plain")
