"""Pages of events: the home page, new events, the event's first page."""

from datetime import timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...access.clubs import can_see_people
from ...clubs.pages import club_page_context, clubs_for_events, clubs_of, find_only_published_club
from ...history.cache import load_history
from ...lab.pages.comparison_plan import format_of_choices
from ...models import Club, Event
from ...people.pages.candidates import list_candidates_again, with_chosen
from ...registration.pages.entries import CLOSED, get_offer, registration_moment
from ...rounds.pages.pairings import search_context
from ...rules.errors import RuleViolation
from ...rules.people.next_name import next_name
from ...series.pages.desk import list_current_series
from ...series.pages.event_series import list_event_series, list_kept_series
from ...web.answers import attempt, get_actor, new_idempotency_key, post_data, status_of
from ...web.forms import order_of, parse_whole_number, search_text
from ...web.layout import EVENT, render_live, render_page, render_settings_page
from ...web.service_worker import store_offline
from ...web.tables import ColumnsForm
from ...web.wording import message_text
from ..actions import events
from ..actions.events import repeat_event, to_repeat
from ..forms.event import ImportForm, NewEventForm, RepeatForm
from ..pages import plan
from ..pages.calendar import calendar_response
from ..pages.catalogue import list_events
from ..pages.overview import get_event_facts, get_event_home, get_event_overview
from ..pages.plan import CHOICE_NUMBERS, FORMAT_CHOICES, suggest_games, with_game
from ..pages.presets import DEFAULT_PRESET, GAME_CHOICES, game_with

# Fields that the address may prefill.
CHOICES = ("for_game", "preset", "visibility", "listed", *FORMAT_CHOICES)


@access.requires_account
def new_event(request):
    """The form of a new event, prefilled from the address; `part=meaning` is the summary of its choices."""
    if request.method == "POST":
        return create(request)
    choices = {name: request.GET[name] for name in CHOICES if request.GET.get(name)}
    if request.GET.get("part") == "meaning":
        context = {"summary": summary_of(choices), "lab_query": lab_query(choices)}
        return render(request, "events/desk/_meaning.jinja", context)
    next_hour = timezone.localtime() + timedelta(hours=1)
    defaults = {
        "preset": "custom" if choices.keys() & {*FORMAT_CHOICES} else DEFAULT_PRESET,
        "day": next_hour.date(),
        "start": f"{next_hour:%H}:00",
        "timezone": settings.TIME_ZONE,
    }
    clubs = find_clubs(request)
    if clubs:
        defaults |= clubs[0].defaults | {"place": clubs[0].place}
        defaults |= {"timezone": clubs[0].timezone} if clubs[0].timezone else {}
    form = NewEventForm(initial=defaults | choices, clubs=clubs, series=list_current_series(clubs))
    return show(request, form, defaults | choices)


def find_clubs(request) -> list[Club]:
    """Return the clubs for a new event, first the one that the address asks for."""
    wanted = request.GET.get("club")
    return sorted(clubs_for_events(request.user), key=lambda club: club.slug != wanted)


def show(request, form, choices):
    game, preset = choices.get("for_game"), choices.get("preset") or DEFAULT_PRESET
    game = game if game in GAME_CHOICES else game_with(preset)
    is_first = preset in GAME_CHOICES[game].first
    context = {
        "form": form,
        "games": suggest_games(next(iter(form.clubs.values()), None)),
        "has_time_zone": any(club.timezone for club in [*form.clubs.values()][:1]),
        "summary": summary_of(choices),
        "lab_query": lab_query(choices),
        "choices": choices,
        "game_choices": GAME_CHOICES,
        "for_game": game,
        "is_custom": not is_first or any(choices.get(name) for name in FORMAT_CHOICES),
        # The first event of an account makes its club.
        "can_repeat": bool(form.clubs),
        "key": new_idempotency_key(),
    }
    return render(request, "events/desk/new.jinja", context, status=status_of(request))


def lab_query(choices):
    """Return the query of the lab's address for these choices; empty if they can't be simulated."""
    choices = with_game(choices)
    wanted = {name: choices[name] for name in ("preset", *FORMAT_CHOICES) if choices.get(name)}
    try:
        format_of_choices(wanted | whole_numbers(choices))
    except RuleViolation:
        return ""
    return urlencode(wanted)


def whole_numbers(choices):
    return {name: parse_whole_number(str(choices.get(name) or "")) for name in (*CHOICE_NUMBERS, "listed")}


def summary_of(choices):
    """Return the summary of the choices so far; invalid numbers are ignored."""
    numbers = whole_numbers(choices)
    if names := choices.get("names"):
        numbers["listed"] = sum(bool(line.strip()) for line in names.splitlines())
    return plan.summary_of({name: choices.get(name) for name in CHOICES} | numbers)


def create(request):
    clubs = find_clubs(request)
    form = NewEventForm(request.POST, clubs=clubs, series=list_current_series(clubs))
    if form.is_valid():
        series = [one.pk for one in form.cleaned_data["counts_for"]]
        outcome = attempt(events.create_event, get_actor(request), form.history(), form.chosen_club, series)
        if not outcome:
            form.add_error(None, outcome.error)
        event = outcome.result
        if form.is_valid() and form.table:
            context = {"names": request.POST["names"], "form": ColumnsForm(table=form.table), "then": ""}
            context["people"] = ()
            return render_page(request, event, "desk_players", "players/columns.jinja", context, 200)
        if form.is_valid():
            return redirect("desk" if form.cleaned_data["names"] else "desk_players", event.slug)
    return show(request, form, request.POST.dict())


@access.requires_account
def import_event(request):
    """Create an event from an event file."""
    form = ImportForm(post_data(request), request.FILES or None)
    if form.is_valid():
        event = events.import_event(form.cleaned_data["file"], get_actor(request))
        messages.success(request, gettext("Event imported"))
        return redirect("desk", event.slug)
    context = {"form": form, "key": new_idempotency_key()}
    return render(request, "events/desk/import.jinja", context, status=status_of(request))


@access.requires(access.MANAGE)
def repeat_page(request, event):
    """The form of an event like this one, on the same weekday next time, with regulars to pick from."""
    history = load_history(event)
    club = event.club if can_see_people(request, event) else None
    ticked = request.POST.getlist("people")
    candidates = with_chosen(list_candidates_again(event, history, club, timezone.now()), club, ticked)
    form = RepeatForm(post_data(request), initial=facts_of(event), candidates=candidates)
    if form.is_valid():
        data = form.cleaned_data
        chosen = form.chosen(with_everyone="everyone" in request.POST)
        again = {one.player: one.person for one in chosen if one.player}
        more = [one.person for one in chosen if not one.player]
        try:
            repeated = repeat_event(
                get_actor(request),
                event,
                to_repeat(history, data["name"], form.starts_at(), set(again)),
                {player: person for player, person in again.items() if person},
                more,
                data["names"],
            )
        except RuleViolation as violation:
            form.add_error(None, message_text(violation))
        else:
            return redirect("desk" if chosen or data["names"].strip() else "desk_players", repeated.slug)
    context = {
        "form": form,
        "candidates": candidates,
        "ticked": ticked,
        "last_time": sum(one.player is not None for one in candidates),
        "offers": reverse("offer_club_people", args=[club.slug]) if club else "",
        "kept_series": [one.series for one in list_kept_series(event, event.visibility)],
    }
    return render_settings_page(request, event, EVENT, "events/desk/repeat.jinja", context)


def facts_of(event) -> dict:
    """Return the first values of the form: the same facts, a whole number of weeks later."""
    facts = {"name": next_name(event.name, days=7), "timezone": event.timezone, "place": event.place}
    if event.starts_at is None:
        return facts
    zone = ZoneInfo(event.timezone)
    start, today = timezone.localtime(event.starts_at, zone), timezone.localdate(timezone=zone)
    weeks = max(1, -(-(today - start.date()).days // 7))
    facts["name"] = next_name(event.name, days=7 * weeks)
    return facts | {"day": start.date() + timedelta(weeks=weeks), "start": start.time()}


LISTS = ("mine", "running", "upcoming", "past")


@require_safe
def home(request):
    """Show the page of a site's only club to visitors; to organisers, and without such a club, all events."""
    is_list = any(request.GET.get(name) for name in ("q", *LISTS))
    club = None if is_list else find_only_published_club()
    if club and not is_organiser(request.user):
        return render(request, "clubs/page.jinja", club_page_context(request, club))
    return all_events(request)


def is_organiser(user) -> bool:
    """Return whether the user runs an event, or can create one for a club."""
    if not user.is_authenticated:
        return False
    runs_events = Event.objects.filter(access.managed_events_filter(user)).exists()
    return runs_events or clubs_for_events(user).exists()


@require_safe
def all_events(request):
    """Show running, upcoming and past events, with a search."""
    text = search_text(request, "q")
    pages = {name: request.GET.get(name) for name in LISTS}
    listed, mine = access.listed_events_filter(request.user), access.managed_events_filter(request.user)
    event_lists = list_events(timezone.now(), text, pages, listed, mine)
    context = {"lists": event_lists, "q": text, "clubs": clubs_of(request.user)}
    return render(request, "events/home.jinja", context)


@require_safe
@store_offline
def event_page(request, slug, phase=None):
    """Show the seats before the event or phase, the pairings during it, the winners after it.

    `find` filters by name.
    """
    event = access.get_visible_event(request, slug)
    order, find = order_of(request, "name"), search_text(request, "find")
    moment = registration_moment(event)

    def fragment_context():
        event_home = get_event_home(event, phase)
        if event_home is None:
            raise Http404
        return {
            "home": event_home,
            "facts": get_event_facts(event),
            "round": event_home.round,
            "by": order,
            "phase": phase,
            "offer": get_offer(event) if moment != CLOSED else None,
        }

    def page_context(_layout):
        search = search_context(event, find, fragment_context)
        return {"by": order, "find": find, "phase": phase, "series": list_event_series(event), **search}

    return render_live(
        request,
        event,
        "pairings",
        "events/page.jinja",
        {"now": "events/_current_round.jinja", "offer": "registration/_offer.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "by": order, "registration": moment},
    )


@require_safe
def event_calendar(request, slug):
    """Return the event's date as a calendar file."""
    event = access.get_visible_event(request, slug)
    return calendar_response(request, [event])


@require_safe
def about_page(request, slug):
    """Show the rulebook with its numbers, pairing, cut, place and time."""
    event = access.get_visible_event(request, slug)
    context = {
        "about": get_event_overview(event),
        "offer": get_offer(event),
        "series": list_event_series(event),
    }
    return render_page(request, event, "about", "events/about.jinja", context)
