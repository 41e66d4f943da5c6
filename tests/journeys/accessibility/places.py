"""Rows that examples of pages need, by event: found, or made when they are first asked for."""

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from tournaments.changes.change import Actor
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.lab.pages.comparison_plan import find_example
from tournaments.models import (
    ElsewhereResult,
    Event,
    PersonIdentifier,
    PersonMail,
    PersonName,
    Pick,
    RatingList,
    Series,
    SeriesEntry,
    SeriesMember,
    SimulationRun,
)
from tournaments.ratings.actions.calculation import calculate_ratings
from tournaments.registration.actions.invitations import invite_people
from tournaments.rules.history import BRACKET, EventHistory, PhaseRecord
from tournaments.rules.ratings.settings import PRESETS as PRESETS_OF_RATINGS
from tournaments.rules.ratings.settings import write_settings
from tournaments.rules.series.presets import PRESETS
from tournaments.rules.series.stored_rules import write_rules

# The club of the busy event.
CLUB, LAST_FRIDAY = "the-lantern", "last-friday"


def token_of(key):
    return lambda event: event.players.get(public_id=key).secret


def pick_of(key):
    def token(event):
        player = event.players.get(public_id=key)
        values = {"event": event, "at": event.created_at}
        return Pick.objects.get_or_create(player=player, defaults=values)[0].token

    return token


def run_in(state):
    """Return a function that stores a simulation in this state."""

    def address(event):
        shop = find_example("shop")
        values = {
            "plan": shop.plan,
            "events": 1000,
            "seed": 1,
            "state": state,
            "queued_at": event.created_at,
            "heartbeat_at": event.created_at,
            "events_played": 300,
            "by": event.staff.first().user,
            "result": shop.result if state == SimulationRun.DONE else None,
        }
        return SimulationRun.objects.get_or_create(address=f"run-{state}", defaults=values)[0].address

    return address


def entry_token(name):
    return lambda event: event.registrations.get(name=name).token


def entry_pk(name):
    return lambda event: event.registrations.get(name=name).pk


def code_of(name):
    return lambda event: event.registrations.get(name=name).confirm_code


def player_in_a_match(event):
    """Return a player whose match is in progress."""
    history = load_history(event)
    round_ = history.current_phase.current_round
    playing = [match for match in round_.matches if not match.is_bye and not match.reported] if round_ else []
    if not playing:
        raise ObjectDoesNotExist
    return playing[0].players[0]


def entry_of(action):
    return lambda event: event.log.filter(action=action).last().id


def first_person(event):
    return event.club.people.first().public_id


def former_name(event):
    """Return the key of a former name of the first person."""
    facts = {"person": event.club.people.first(), "kind": PersonName.FORMER, "name": "Nyra Lakeside"}
    return PersonName.objects.get_or_create(**facts)[0].pk


def shown_person(event):
    """Return a person of the event with a public profile."""
    return event.club.people.filter(has_profile=True, players__event=event).first().public_id


def own_club_page(event):
    """Give the first person of the club an own page, and what it can show."""
    person = event.club.people.first()
    if person.token is None:
        person.token, person.remembered_at, person.has_profile = "own-page", event.created_at, True
        person.save()
        PersonIdentifier.objects.create(person=person, publisher="magic", value="w1")
    return person.token


def mail_to_confirm(event):
    facts = {"club": event.club, "kind": PersonMail.CONFIRM, "person": event.club.people.first()}
    return PersonMail.objects.get_or_create(**facts, defaults={"at": timezone.now()})[0].token


def first_player(event):
    return event.players.first().pk


def series_of(event):
    """Give the club of the event a series with two events, and return its address."""
    club = event.club
    rules = write_rules(PRESETS["commander-league"].rules)
    facts = {"name": "League", "rules": rules, "prizes": [{"first": 1, "last": 2, "text": "a playmat"}]}
    series, is_new = Series.objects.get_or_create(club=club, slug="league", defaults=facts)
    if is_new:
        for played in club.events.all():
            SeriesEntry.objects.create(series=series, event=played)
        before = {"name": "Before", "date": event.created_at.date(), "source": "a spreadsheet"}
        entry = SeriesEntry.objects.create(series=series, **before)
        for place, person in enumerate(club.people.all()[:5], 1):
            ElsewhereResult.objects.create(entry=entry, person=person, place=place)
        adjustment = {"points": "-2", "reason": "No decklist", "at": event.created_at.isoformat()}
        SeriesMember.objects.create(series=series, person=club.people.first(), adjustments=[adjustment])
    return series.slug


def season_that_ended(event):
    """Give the club a season that has ended, with prizes, and return its address."""
    series = Series.objects.get(club=event.club, slug=series_of(event))
    facts = {"name": "Spring", "rules": series.rules, "prizes": series.prizes, "ended_at": event.created_at}
    ended, is_new = Series.objects.get_or_create(club=event.club, slug="spring", defaults=facts)
    if is_new:
        for played in event.club.events.all():
            SeriesEntry.objects.create(series=ended, event=played)
    return ended.slug


def with_series(event):
    """Return the query of a new event in the club, which has a series."""
    series_of(event)
    return f"club={event.club.slug}"


def evening_of(event):
    series_of(event)
    return SeriesEntry.objects.get(series__club=event.club, event=None).pk


def series_with_final(event):
    """Give the club another series, with an invitation to its final, and return its address."""
    club = event.club
    facts = {"name": "Cup", "rules": write_rules(PRESETS["monthly-shop-league"].rules), "final_seats": 2}
    series, is_new = Series.objects.get_or_create(club=club, slug="cup", defaults=facts)
    if is_new:
        finals = PhaseRecord(BRACKET, "Final", {"finals": "single"})
        series.final = create_event(Actor(""), EventHistory("Cup final", "magic", phases=(finals,)))
        series.save()
        Event.objects.filter(pk=series.final.pk).update(club=club, timezone=event.timezone)
        invite_people(series.final, Actor(""), [(1, club.people.first())])
    return series.slug


def final_of(event):
    return Series.objects.get(club=event.club, slug=series_with_final(event)).final


def final_slug(event):
    return final_of(event).slug


def invited_token(event):
    return final_of(event).registrations.get().token


def opened(event):
    """Return the query that opens the first person's result of the evening from elsewhere."""
    return f"open={first_person(event)}:{evening_of(event)}"


def ratings_of(event):
    """Let the ended event of the club count for ratings, and return the address of the list."""
    club = event.club
    preset = PRESETS_OF_RATINGS["shop"]
    facts = {"game": "Magic", "settings": write_settings(preset.settings), "preset": preset.key}
    rating_list, is_new = RatingList.objects.get_or_create(club=club, slug="magic", defaults=facts)
    if is_new:
        Event.objects.filter(club=club).update(game="Magic")
        while queue_and_calculate(rating_list):
            pass
    return rating_list.slug


def queue_and_calculate(rating_list) -> bool:
    """Run one step of the calculation; return whether another one is queued."""
    calculate_ratings.call(rating_list.pk)
    waiting = DBTaskResult.objects.filter(task_path=calculate_ratings.module_path, status="READY")
    return bool(waiting.delete()[0])


def rated(event):
    """Return the query that opens how the rating changed at the event."""
    ratings_of(event)
    return f"rating={LAST_FRIDAY}"
