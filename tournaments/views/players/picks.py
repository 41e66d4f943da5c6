"""Picking a name: phones that came through the QR code of the venue report without a personal link."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from ... import access
from ...access import secret_links
from ...actions.change import Actor
from ...actions.players import picks
from ...models import Pick
from ...queries.history.cache import load_history
from ...queries.players.entry_list import get_player_list
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import PICK
from ..events.public import search_text
from ..http.forms import get_violation
from ..http.page_layout import get_page_layout

MAX_CODE_LENGTH, MAX_KEY_LENGTH = 100, 200


@require_safe
def open_hall_code(request, slug, code):
    """Remember that this device came through the QR code of the venue, and show the event."""
    event = access.get_visible_event(request, slug)
    if not secret_links.is_hall_code(event, code[:MAX_CODE_LENGTH]):
        return render(request, "players/old_code.html", {"event": event}, status=404)
    response = redirect("event", event.slug)
    secret_links.set_phone_cookie(request, response, event, secret_links.HALL_COOKIE, code)
    response["Cache-Control"] = "private, no-store"
    return response


@secret_links.requires_hall_code
def pick_page(request, event):
    """Pick a name; without a script it is chosen from a list, which `find` filters."""
    if request.method == "POST":
        return pick(request, event)
    find = search_text(request, "find")
    roster = get_player_list(event)
    context = {
        "layout": get_page_layout(request, event, "pairings"),
        "event": event,
        "find": find,
        "players": [player for player in roster.matching(find) if not player.has_left],
    }
    return render(request, "players/pick.html", context)


def pick(request, event):
    """Let this device report for the player in the form; one that has picked a name keeps it."""
    key = player_key(request)
    own_pick = secret_links.get_pick(event, request.COOKIES.get(secret_links.PICK_COOKIE, ""))
    if own_pick and own_pick.player.key == key:
        return redirect("picked", event.slug, own_pick.token)
    if own_pick:
        text = gettext("This phone reports for {name}. If that’s wrong, ask the desk to free the name.")
        return refuse(request, event, text.format(name=own_pick.player.name), own_pick=own_pick)
    name = get_name(event, key)
    try:
        token = picks.pick_name(event, Actor(name, source=PICK), key)
    except RuleViolation as violation:
        row = Pick.objects.filter(event=event, player__key=key).first()
        can_contest = row is not None and not (row.by_link or row.is_confirmed)
        return refuse(request, event, message_text(violation), key if can_contest else "", name)
    response = redirect("picked", event.slug, token)
    secret_links.set_phone_cookie(request, response, event, secret_links.PICK_COOKIE, token)
    return response


@require_POST
@secret_links.requires_hall_code
def contest(request, event):
    """Note that somebody else uses the name in the form: its reports wait for the desk."""
    key = player_key(request)
    name = get_name(event, key)
    violation = get_violation(picks.contest_pick, event, Actor(name, source=PICK), key)
    if violation:
        return refuse(request, event, message_text(violation))
    context = {"layout": get_page_layout(request, event, "pairings"), "event": event, "name": name}
    return render(request, "players/contested.html", context)


def player_key(request) -> str:
    return request.POST.get("player", "").replace("\x00", "")[:MAX_KEY_LENGTH]


def get_name(event, key: str) -> str:
    """Return the name of the player with this id. Http404 if the event has none."""
    name = load_history(event).names.get(key)
    if name is None:
        raise Http404
    return name


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
    return render(request, "players/pick_refused.html", context, status=409)
