"""Picking a name: phones that came through the venue's QR code report without a personal link."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from ... import access
from ...access import secret_links
from ...actions.change import Actor, DuplicateRequest
from ...actions.players import picks
from ...models.player import new_token
from ...queries.history.cache import load_history
from ...queries.players.entry_list import get_player_list
from ...queries.players.picks import can_contest
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import PICK
from ..events.public import search_text
from ..http.page_layout import get_page_layout
from ..middleware.client_ip import client_ip


@require_safe
def open_venue_code(request, slug, code):
    """Remember that this device came through the venue's QR code, and show the event."""
    event = access.get_visible_event(request, slug)
    if not secret_links.is_venue_code(event, code):
        return render(request, "players/old_code.jinja", {"event": event}, status=404)
    response = redirect("event", event.slug)
    secret = secret_links.pick_secret(request)
    if secret_links.get_pick(event, secret) is None:
        # That of a freed pick is not used again.
        secret = new_token()
    secret_links.set_phone_cookie(request, response, event, secret_links.VENUE_COOKIE, code)
    secret_links.set_phone_cookie(request, response, event, secret_links.PICK_COOKIE, secret)
    response["Cache-Control"] = "private, no-store"
    return response


@secret_links.requires_venue_code
def pick_page(request, event):
    """Pick a name; without a script it is chosen from a list, which `find` filters."""
    if request.method == "POST":
        return pick(request, event)
    find = search_text(request, "find")
    roster = get_player_list(event)
    listed = roster.matching(find) if find else roster.players
    context = {
        "layout": get_page_layout(request, event, "pairings"),
        "event": event,
        "find": find,
        "players": [player for player in listed if not player.has_left],
    }
    return render(request, "players/pick.jinja", context)


def pick(request, event):
    """Let this device report for the player in the form; one that has picked a name keeps it."""
    key = request.POST.get("player", "")
    secret = secret_links.pick_secret(request)
    own_pick = secret_links.get_pick(event, secret)
    if own_pick and own_pick.player.public_id == key:
        return redirect("picked", event.slug, own_pick.token)
    if own_pick:
        return refuse_second_name(request, event, own_pick)
    name = get_name(event, key)
    try:
        token = picks.pick_name(event, Actor(name, source=PICK), key, secret, hash_origin(request, event))
    except DuplicateRequest:
        token = secret
    except RuleViolation as violation:
        contestable_key = key if can_contest(event, key) else ""
        return refuse(request, event, message_text(violation), contestable_key, name)
    response = redirect("picked", event.slug, token)
    secret_links.set_phone_cookie(request, response, event, secret_links.PICK_COOKIE, token)
    return response


@require_POST
@secret_links.requires_venue_code
def contest(request, event):
    """Note that somebody else uses the name in the form: its reports wait for the desk.

    For devices without a name, which contest one at a time.
    """
    key = request.POST.get("player", "")
    name = get_name(event, key)
    own_pick = secret_links.get_pick(event, secret_links.pick_secret(request))
    if own_pick:
        return refuse_second_name(request, event, own_pick)
    contested = secret_links.get_contested_pick(request, event)
    if contested and contested.player.public_id != key:
        text = gettext(
            "The desk already knows that somebody else uses the name {name}. Please come to the desk."
        )
        return refuse(request, event, text.format(name=contested.player.name))
    context = {"layout": get_page_layout(request, event, "pairings"), "event": event, "name": name}
    response = render(request, "players/contested.jinja", context)
    try:
        pick = picks.contest_pick(event, Actor(name, source=PICK), key)
    except DuplicateRequest:
        return response
    except RuleViolation as violation:
        return refuse(request, event, message_text(violation))
    secret_links.set_contest_cookie(request, response, event, pick)
    return response


def hash_origin(request, event) -> str:
    """Return a keyed hash of the client's address and browser for this event; empty without an address."""
    address = client_ip(request)
    if address is None:
        return ""
    browser = request.headers.get("User-Agent", "")
    return salted_hmac(
        "origin of a picked name", f"{event.pk} {address} {browser}", algorithm="sha256"
    ).hexdigest()


def get_name(event, key: str) -> str:
    """Return the name of the player with this id. Http404 if the event has none."""
    name = load_history(event).names.get(key)
    if name is None:
        raise Http404
    return name


def refuse_second_name(request, event, own_pick):
    """Respond that this device has a name already."""
    text = gettext("This phone reports for {name}. If that’s wrong, ask the desk to free the name.")
    return refuse(request, event, text.format(name=own_pick.player.name), own_pick=own_pick)


def refuse(request, event, error: str, contestable_key="", name="", own_pick=None):
    """Respond with the reason, status 409; a name that another phone has can be contested."""
    context = {
        "layout": get_page_layout(request, event, "pairings"),
        "event": event,
        "error": error,
        "key": contestable_key,
        "name": name,
        "own_pick": own_pick,
    }
    return render(request, "players/pick_refused.jinja", context, status=409)
