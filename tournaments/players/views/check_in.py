"""Check-in and the start of round 1."""

from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from ... import access
from ...history.cache import load_history
from ...rules.history.players import CheckInSettings
from ...rules.registration import OPEN, opening
from ...rules.rounds.pairing_constraints import names_exception
from ...web.answers import (
    attempt,
    get_actor,
    new_idempotency_key,
    post_data,
    require_form_post,
    respond_done,
    run_action,
)
from ...web.forms import draw_options, parse_whole_number
from ...web.jinja import render_template
from ...web.layout import render_live, render_page
from ...web.live import render_out_of_band, version_text
from ...web.status import get_desk_status
from ..actions import check_in as actions
from ..actions.check_in import set_check_in, start_event
from ..actions.players import drop_no_shows
from ..forms import ABSENT, CheckInTimesForm, StartForm
from ..pages.check_in import find_entry, get_check_in, get_start_page
from ..pages.drops import get_no_shows

ROW = "players/_check_in_row.jinja"
FRAGMENTS = {
    "count": "players/_check_in_count.jinja",
    "list": "players/_check_in_list.jinja",
}
MAX_SEARCH_LENGTH = 200


def show(request, event, form=None):
    """Show who is missing and who is checked in; `find` in the address searches for names.

    `form` has refused times.
    """
    find = request.GET.get("find", "").strip()[:MAX_SEARCH_LENGTH]
    permissions = access.get_permissions(request, event)
    settings = load_history(event).check_in

    def fragment_context():
        page = get_check_in(event, find)
        return row_context(request, event) | {"page": page, "permissions": permissions, "find": find}

    def page_context(_layout):
        return {
            "find": find,
            "form": form or CheckInTimesForm(None, settings=settings, zone=event.timezone),
            "has_times": bool(settings.opens_at or settings.closes_at),
            "key": new_idempotency_key(),
        }

    return render_live(
        request,
        event,
        "desk_players",
        "players/check_in.jinja",
        FRAGMENTS,
        fragment_context,
        page_context,
        params={
            "permissions": sorted(permissions),
            "find": find,
            # It also opens and closes by time.
            "opening": opening(settings, timezone.now()),
        },
        address=list_address(event, find),
        get_status=get_desk_status,
        shared=False,
    )


check_in_page = require_safe(access.requires(access.CHECK_IN)(show))


def row_context(request, event) -> dict:
    tokens = {"csrf_token": get_token(request), "key": new_idempotency_key()}
    return {"event": event, "just_stored": False, "error": "", **tokens}


def list_address(event, find="") -> str:
    address = reverse("desk_check_in", args=[event.slug])
    return f"{address}?{urlencode({'find': find})}" if find else address


@access.requires(set_check_in.permission)
@require_form_post
def change_settings(request, event):
    """Open or close check-in now, or store the times at which it opens and closes."""
    settings, now = load_history(event).check_in, timezone.now()
    wanted, form = request.POST.get("check_in"), None
    if wanted == "open":
        settings = CheckInSettings(open=True, closes_at=settings.closes_at)
        if opening(settings, now) != OPEN:
            settings = CheckInSettings(open=True)
        text = gettext("Check-in is open. Players check in on their own pages.")
    elif wanted == "close":
        settings, text = replace(settings, open=False), gettext("Check-in is closed")
    else:
        form = CheckInTimesForm(request.POST, settings=settings, zone=event.timezone)
        if not form.is_valid():
            return show(request, event, form)
        has_times = any(form.cleaned_data.values())
        is_open = has_times or opening(settings, now) == OPEN
        settings, text = CheckInSettings(open=is_open, **form.cleaned_data), gettext("Saved")
    if not run_action(request, set_check_in, event, settings, form=form):
        return show(request, event, form)
    return respond_done(request, event, text, "desk_check_in")


def player_action(action):
    """Return a view that runs an action on one player and responds with the player's row, or their page."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, key):
        if find_entry(event, key) is None:
            raise Http404
        outcome = attempt(action, event, get_actor(request), key)
        if request.htmx:
            return respond_with_row(request, event, key, outcome.error)
        if not outcome:
            messages.error(request, outcome.error)
        if request.POST.get("back") == "scan":
            return redirect("me", event.slug, event.players.get(public_id=key).secret)
        return redirect(back_address(request, event))

    return view


def back_address(request, event) -> str:
    return list_address(event, request.POST.get("find", "")[:MAX_SEARCH_LENGTH])


check_in = player_action(actions.check_in_player)
undo = player_action(actions.undo_check_in)


@access.requires(actions.check_in_waiting.permission)
@require_form_post
def check_in_waiting(request, event, pk):
    """Check in an entry of the waitlist, and go back to the list."""
    run_action(request, actions.check_in_waiting, event, pk)
    return redirect(back_address(request, event))


@access.requires(actions.seat_instead.permission)
@require_form_post
def seat_instead(request, event, key):
    """Seat an entry of the waitlist (`entry` is its row id) instead of a missing player."""
    absent = find_entry(event, key)
    pk = parse_whole_number(request.POST.get("entry", ""), digits=18)
    if absent is None or pk is None:
        raise Http404
    substitute = event.registrations.filter(pk=pk).first()
    if run_action(request, actions.seat_instead, event, key, pk):
        text = gettext("{name} plays instead of {absent}, who isn’t in the event any more.")
        text = text.format(name=substitute.name, absent=absent.name)
        return respond_done(request, event, text, "desk_check_in", back_address(request, event))
    return redirect(back_address(request, event))


def respond_with_row(request, event, key, error):
    """Respond with the player's row, which stays where it is until the next poll, and the count."""
    event.refresh_from_db()
    page, entry = get_check_in(event), find_entry(event, key)
    find = request.POST.get("find", "")[:MAX_SEARCH_LENGTH]
    permissions = access.get_permissions(request, event)
    context = row_context(request, event) | {
        "entry": entry,
        "page": page,
        "permissions": permissions,
        "just_stored": True,
        "error": error,
        "find": find,
    }
    response = HttpResponse(render_template(ROW, context))
    around = {"event": event, "page": page, "permissions": permissions}
    response.write(render_out_of_band({"count": FRAGMENTS["count"]}, around, get_desk_status(event)))
    response["Event-Version"] = version_text(event, page.version)
    return response


@access.requires(start_event.permission)
def start_page(request, event):
    """Ask which missing players are absent, then start the event without them."""
    page = get_start_page(event)
    if page is None or (request.method != "POST" and not page.missing):
        return redirect("desk", event.slug)
    form = StartForm(post_data(request))
    error, is_exception = "", False
    if form.is_valid():
        playing = form.playing([key for key, _name, _club in page.missing])
        outcome = attempt(start_event, event, get_actor(request), playing, **draw_options(request))
        if outcome.is_repeated:
            return redirect("desk_draft" if page.draws_pods else "desk_round", event.slug)
        if outcome:
            return respond_started(request, event, page, outcome.result)
        error, is_exception = outcome.error, names_exception(outcome.violation)
        event.refresh_from_db()
        page = get_start_page(event) or page
    context = {
        "page": page,
        "others": request.POST.get("others") or ABSENT,
        "playing": form.ticked() if form.is_bound else [],
        "error": error,
        "is_exception": is_exception,
        "seed": draw_options(request)["seed"],
    }
    return render_page(request, event, "desk_players", "players/start.jinja", context)


def respond_started(request, event, page, left_out: int):
    if page.draws_pods:
        back, text = "desk_draft", gettext("Pods drawn. Players can see their seats.")
    else:
        back, text = "desk_round", gettext("Round 1 paired. Not visible until you publish.")
    if left_out:
        more = ngettext(
            "{count} player is not in the event.", "{count} players are not in the event.", left_out
        )
        text = f"{text} {more.format(count=left_out)}"
    return respond_done(request, event, text, back)


@access.requires(drop_no_shows.permission)
def no_shows_page(request, event):
    """List the no-shows of round 1; POST drops the ticked ones."""
    if request.method == "POST":
        outcome = run_action(request, drop_no_shows, event, request.POST.getlist("player"))
        if outcome.is_repeated:
            return redirect("desk", event.slug)
        if outcome:
            count = outcome.result
            text = ngettext("{count} no-show dropped", "{count} no-shows dropped", count)
            return respond_done(request, event, text.format(count=count))
    context = {"players": get_no_shows(event)}
    return render_page(request, event, "desk_players", "players/no_shows.jinja", context)
