"""The final of a series: makes the event, invites the best of the table, and fills seats that become free."""

from dataclasses import replace
from datetime import datetime

from django.utils.translation import ngettext_lazy

from ... import access
from ...access.clubs import MANAGE_CLUB
from ...changes.change import Actor, Change, action, program_actor
from ...changes.club_change import ClubChange, club_action
from ...changes.registry import listens_to_changes
from ...events.actions.events import create_event
from ...models import Event, Person, Registration, Round, Series
from ...models.event import commit_next_seed, take_seed
from ...registration.actions.invitations import invite_people, store_invitations
from ...rules.errors import RuleViolation, _
from ...rules.finals_systems.registry import build_table
from ...rules.history import EventHistory
from ...rules.log.event_parts import kind_of
from ...rules.series.final_seats import (
    MAX_SEATS,
    MIN_SEATS,
    Candidate,
    SeatChoice,
    draw_seats,
    tie_key,
)
from ..pages.final import DRAW, choose_final_seats, count_taken, next_seats
from ..pages.loading import get_series_facts
from .series import get_series


@club_action(MANAGE_CLUB, log=_("Final of the series created: {series}"))
def create_final(
    change: ClubChange,
    pk: int,
    history: EventHistory,
    seats: int,
    *,
    with_ties: bool = False,
    deadline: datetime | None = None,
    site_url: str = "",
) -> Event:
    """Create the event `history`, whose only phase are finals, and invite the best of the table to it.

    People who are level at the line are all invited `with_ties`; otherwise their seats stay open for a
    play-off or a draw. Raises RuleViolation if the series has a final, nobody is ranked, or the finals do not
    take so many players.
    """
    series = get_series(change, pk)
    if series.final_id:
        raise RuleViolation(_("The series has a final already."))
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise RuleViolation(_("A final has {least} to {most} seats."), least=MIN_SEATS, most=MAX_SEATS)
    if deadline and deadline <= change.now:
        raise RuleViolation(_("The time to answer must be in the future."))
    choice = choose_final_seats(series, get_series_facts(series, change.now), seats, change.now)
    invited = choice.invited + (choice.tied if with_ties else ())
    if not (invited or choice.tied):
        raise RuleViolation(_("Nobody is ranked yet."))
    seats = max(seats, len(invited))
    build_table(history.phases[0].overrides["finals"], seats)
    actor = replace(change.actor, key="", seen_version=None)
    event = create_event(actor, history, change.club)
    change.edit(series, final_id=event.pk, final_seats=seats)
    invite(invited, event, actor, deadline, site_url)
    return event


def invite(candidates, event: Event, actor: Actor, held_until: datetime | None, site_url: str = ""):
    """Invite candidates; nothing without any."""
    if not candidates:
        return
    people = Person.objects.in_bulk([one.person for one in candidates])
    invite_people(event, actor, [(one.order, people[one.person]) for one in candidates], held_until, site_url)


@listens_to_changes()
def fill_free_seats(change: Change):
    """Fill the seats of people who decline, do not answer in time, or leave before the start."""
    leaving = (
        kind_of(path) == "player" and (part is None or part.has_left) for path, part in change.parts.items()
    )
    if change.action is not invite_people.action and (not change.parts or any(leaving)):
        fill_final(change.event, change.now)


def fill_final(event: Event, now: datetime):
    """Give the free seats of a final that has not started to the next people of the table.

    People who are level at the last seat wait for the organiser. Calling it again changes nothing.
    """
    series = Series.objects.filter(final=event).exclude(final_seats=None).select_related("club").first()
    if series is None:
        return
    # Answers that come meanwhile wait, or else they give the same seat to the same person.
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.cancelled or Round.objects.filter(phase__event=event).exists():
        return
    taken = count_taken(event, now)
    if taken >= series.final_seats:
        return
    choice = next_seats(series, get_series_facts(series, now), event, taken)
    invite(choice.invited, event, program_actor(now), time_to_answer(event, now), known_site(event))


def time_to_answer(event: Event, now: datetime) -> datetime | None:
    """Return the latest time to answer that other invitations have; None once it is over."""
    held = event.registrations.filter(state=Registration.INVITED, held_until__gt=now)
    return held.order_by("-held_until").values_list("held_until", flat=True).first()


def known_site(event: Event) -> str:
    return event.registrations.exclude(site_url="").values_list("site_url", flat=True).first() or ""


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Seats in the final changed: {series}"))
def set_final_seats(change: ClubChange, pk: int, seats: int | None):
    """Change how many seats are filled from the table; None stops filling them."""
    series = get_series(change, pk)
    if series.final is None:
        raise RuleViolation(_("The series has no final any more."))
    if seats is not None and not MIN_SEATS <= seats <= MAX_SEATS:
        raise RuleViolation(_("A final has {least} to {most} seats."), least=MIN_SEATS, most=MAX_SEATS)
    change.edit(series, final_seats=seats)
    if seats is not None:
        fill_final(series.final, change.now)


@action(access.MANAGE, log=_("Seat in the final given"))
def give_seat(change: Change, series: Series, tie: str, person: int):
    """Invite one of the people who are level at the last seat: who has won the play-off.

    RuleViolation if the `tie` is not the one that the page has shown, by its `tie_key`.
    """
    choice = find_tied(change, series, tie)
    candidates = [one for one in choice.tied if one.person == person]
    if not candidates:
        raise RuleViolation(TIE_CHANGED)
    invite_in(change, candidates)


@action(
    access.MANAGE,
    name=DRAW,
    log=ngettext_lazy("{count} seat of the final drawn", "{count} seats of the final drawn", "count"),
)
def draw_final_seats(change: Change, series: Series, tie: str) -> list[str]:
    """Draw who of the people who are level gets the open seats, by the seed committed before.

    Returns the names drawn. RuleViolation if the `tie` is not the one that the page has shown, by its
    `tie_key`.
    """
    choice = find_tied(change, series, tie)
    change.seed, _hash = take_seed(change.event)
    commit_next_seed(change.event)
    people = [one.person for one in choice.tied]
    drawn = draw_seats(people, choice.open_seats, change.seed)
    invite_in(change, [one for one in choice.tied if one.person in drawn])
    change.log(count=choice.open_seats, people=people)
    names = dict(Person.objects.filter(pk__in=drawn).values_list("pk", "name"))
    return [names[pk] for pk in drawn]


TIE_CHANGED = _("The table or the seats have changed since you opened this page. Look at it, then decide.")


def find_tied(change: Change, series: Series, tie: str) -> SeatChoice:
    series = Series.objects.select_related("club").get(pk=series.pk)
    if Round.objects.filter(phase__event=change.event).exists():
        raise RuleViolation(_("The final has started."))
    facts, taken = get_series_facts(series, change.now), count_taken(change.event, change.now)
    choice = next_seats(series, facts, change.event, taken)
    if not choice.tied or tie_key(choice) != tie:
        raise RuleViolation(TIE_CHANGED)
    return choice


def invite_in(change: Change, candidates: list[Candidate]):
    """Invite candidates in the action of this change."""
    people = Person.objects.in_bulk([one.person for one in candidates])
    ordered = [(one.order, people[one.person]) for one in candidates]
    store_invitations(change, ordered, time_to_answer(change.event, change.now), known_site(change.event))
