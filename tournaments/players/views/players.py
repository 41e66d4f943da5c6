"""Public pages of players, their data, and picking one’s own name."""

import json

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from ... import access
from ...access import secret_links
from ...access.clubs import can_see_people
from ...changes.change import Actor
from ...history.cache import load_history
from ...models import Registration
from ...models.player import new_token
from ...rules.errors import RuleViolation
from ...rules.history import PICK
from ...web.answers import attempt, get_actor, json_download
from ...web.forms import search_text
from ...web.layout import render_live, render_page
from ...web.middleware.limits import client_ip
from ..actions import erasure, picks
from ..pages import personal_data, profile
from ..pages.entry_list import get_player_list
from ..pages.roster import can_contest


@require_safe
def players_page(request, slug):
    """List all players with record and points; `find` filters them."""
    event = access.get_visible_event(request, slug)
    find = search_text(request, "find")

    def fragment_context():
        roster = get_player_list(event)
        listed = roster.matching(find) if find else roster.players
        return {"roster": roster, "find": find, "listed": listed}

    return render_live(
        request,
        event,
        "players",
        "players/list.jinja",
        {"list": "players/_list.jinja", "head": "players/_head.jinja"},
        fragment_context,
        lambda _layout: {"find": find},
        params={"find": find},
        cached=not find,
    )


@require_safe
def player_page(request, slug, key):
    """Show a player's record and rounds."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        player = profile.get_player_profile(event, key)
        if player is None:
            raise Http404
        return {"player": player}

    return render_live(
        request,
        event,
        "players",
        "players/page.jinja",
        {"player": "players/_profile.jinja"},
        fragment_context,
        lambda _layout: {"name": get_name(event, key)},
        params={"player": key},
        # An event has thousands of players.
        cached=False,
    )


@require_safe
@access.requires(access.MANAGE)
def export(request, event, key):
    """Download all personal data of a player."""
    person = person_or_404(event, key)
    may_manage = event.club_id is None or can_see_people(request, event)
    data = personal_data.export_person(event, key, with_former_names=may_manage)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return json_download(text, f"{event.slug}.player-{person.number}.json")


@access.requires(erasure.erase_player.permission)
def erase(request, event, key):
    """Erase a player, after a page that explains it; the name must be typed."""
    person, typed, error = person_or_404(event, key), request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        outcome = attempt(erasure.erase_player, event, get_actor(request), key, typed)
        if outcome:
            messages.success(request, gettext("Name erased"))
            return redirect("desk_players", event.slug)
        error = outcome.error
    context = {"person": person, "player_key": key, "typed": typed, "error": error}
    return render_page(request, event, "desk_players", "players/erase.jinja", context)


@access.requires(erasure.erase_registration.permission)
def erase_registration(request, event, pk):
    """Erase the person of an entry who is no player, after a page that explains it."""
    row = Registration.objects.filter(event=event, pk=pk).first()
    if row is None and request.method == "POST":
        # The form was sent twice.
        return redirect("desk_registration", event.slug)
    if row is None:
        raise Http404
    if row.present_player:
        return redirect("erase_player", event.slug, row.player.public_id)
    typed, error = request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        outcome = attempt(erasure.erase_registration, event, get_actor(request), pk, typed)
        if outcome:
            messages.success(request, gettext("Name erased"))
            return redirect("desk_registration", event.slug)
        error = outcome.error
    context = {"name": row.name, "typed": typed, "error": error}
    return render_page(request, event, "desk_registration", "registration/desk/erase.jinja", context)


def person_or_404(event, key):
    try:
        return personal_data.find_person(event, key)
    except RuleViolation:
        raise Http404 from None


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
    context = {"find": find, "players": [player for player in listed if not player.has_left]}
    return render_page(request, event, "pairings", "players/pick.jinja", context)


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
    actor = Actor(name, source=PICK)
    outcome = attempt(picks.pick_name, event, actor, key, secret, hash_origin(request, event))
    if not outcome:
        contestable_key = key if can_contest(event, key) else ""
        return refuse(request, event, outcome.error, contestable_key, name)
    token = outcome.result or secret
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
        return refuse(request, event, text.format(name=get_name(event, contested.player.public_id)))
    outcome = attempt(picks.contest_pick, event, Actor(name, source=PICK), key)
    if not outcome:
        return refuse(request, event, outcome.error)
    context = {"name": name}
    response = render_page(request, event, "pairings", "players/contested.jinja", context, status=200)
    if outcome.result:
        secret_links.set_contest_cookie(request, response, event, outcome.result)
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
    return refuse(
        request, event, text.format(name=get_name(event, own_pick.player.public_id)), own_pick=own_pick
    )


def refuse(request, event, error: str, contestable_key="", name="", own_pick=None):
    """Respond with the reason, status 409; a name that another phone has can be contested."""
    context = {"error": error, "key": contestable_key, "name": name, "own_pick": own_pick}
    return render_page(request, event, "pairings", "players/pick_refused.jinja", context, status=409)
