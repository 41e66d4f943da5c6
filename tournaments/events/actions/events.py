"""Events: create, import, change, repeat, delete."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import wraps

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from ... import access
from ...changes.change import NO_ACTOR, Actor, Change, DuplicateRequest, action
from ...changes.parts import write_parts
from ...clubs.actions import get_or_create_club
from ...models import Club, Event, LogEntry, Player, Registration, Staff
from ...models.event import commit_next_seed
from ...people.actions.imports import link_named_players
from ...people.actions.linking import link_chosen, link_players
from ...people.actions.locks import lock_everybody
from ...players.actions.players import add_players
from ...registration.actions.places import queue_tasks
from ...results.actions.player_results import queue_imported_results
from ...results.actions.results import store_result_revisions
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EMPTY_MAPPING, PUBLIC, EventHistory, LogRecord, PhaseRecord
from ...rules.history.players import RegistrationRecord, facts_of
from ...rules.log.event_parts import match_path, phase_path, split
from ...rules.players.roster import check_text, has_visible_characters
from ...rules.rounds.phases import name_with, without_cut
from ...rules.settings import locking
from ...rules.settings.fields import FINALS_CHECKS, ON_SITE_CHECKS, shared
from ...series.actions.entries import add_events, keep_series
from ...standings.actions import store_imported_standings
from ...web.links import free_slug
from ..pages.catalogue import RANDOM_LENGTH, RANDOM_LETTERS

# Slugs that the site's own pages use.
RESERVED_SLUGS = ("new",)
# Of the part that is the name.
MAX_SLUG_LENGTH = 70
# With concurrent creations, one of them succeeds in each attempt.
MAX_ATTEMPTS = 8
# Settings of finals that do not depend on the finals system.
GENERAL_SETTINGS = (*FINALS_CHECKS, *ON_SITE_CHECKS, "best_of", "prizes")


def retry_on_conflict(create):
    """Retry creating an event if another one took its address or stored the same request (decorator)."""

    @wraps(create)
    def wrapper(*args, **kwargs):
        for _attempt in range(MAX_ATTEMPTS - 1):
            with suppress(IntegrityError), transaction.atomic():
                return create(*args, **kwargs)
        with transaction.atomic():
            return create(*args, **kwargs)

    return wrapper


@retry_on_conflict
def create_event(
    actor: Actor, history: EventHistory, club: Club | None = None, series: Iterable[int] = ()
) -> Event:
    """Create an event with its phases, owned by the actor. The same request returns the same event.

    It belongs to `club`, by default that of the actor's last event, or a new one, and counts for these
    series of the club.

    Raises RuleViolation for invalid settings, and for a public series if the event is not public.
    """
    event, is_new = get_or_create_event(actor, history, club)
    if is_new:
        # Before the people are locked: that is the order of locks.
        for pk in series:
            add_events(event.club, replace(actor, key=""), pk, [event.pk])
        log_creation(event, replace(actor, key=""))
        link_players(event, actor.now or timezone.now(), actor.who)
    return event


@action(None, name="create_event", log=_("Event created"))
def log_creation(change: Change):
    """Begin the log of a new event."""


@retry_on_conflict
def import_event(history: EventHistory, actor: Actor = NO_ACTOR) -> Event:
    """Create an event from an event file, with the log of the file.

    The same request returns the same event.
    """
    event, is_new = get_or_create_event(actor, history)
    if is_new:
        store_result_revisions(event, store_log(event, history.log))
        store_imported_standings(event, history.published)
        store_imported_registrations(event, history.registrations)
        link_named_players(event, history.people, actor.now or timezone.now(), actor.who)
        link_players(event, actor.now or timezone.now(), actor.who)
        queue_tasks(event)
        queue_imported_results(event, history)
    return event


def get_or_create_event(actor: Actor, history: EventHistory, club: Club | None = None) -> tuple[Event, bool]:
    """Return (event, whether it is new); the same request returns the event that it created."""
    key = f"{actor.user.pk}:{actor.key}" if actor.user and actor.key else None
    existing = Event.objects.filter(request_key=key).first() if key else None
    if existing:
        return existing, False
    event = create_rows(history, key)
    if actor.user:
        event.club = get_or_create_club(actor.user, club)
        event.save(update_fields=["club"])
        Staff.objects.create(event=event, user=actor.user, role=Staff.OWNER)
    return event, True


def store_log(event: Event, log: tuple[LogRecord, ...]) -> list[LogEntry]:
    entries = [
        LogEntry(
            event=event,
            version=0,
            at=datetime.fromisoformat(line.at),
            who=line.who,
            action=line.action,
            changes=line.changes,
            source=line.source,
            sentence=line.sentence,
            values=line.values,
        )
        for line in log
    ]
    LogEntry.objects.bulk_create(entries)
    undos = [(entry, line.undoes - 1) for entry, line in zip(entries, log, strict=True) if line.undoes]
    for entry, undone in undos:
        entry.undoes = entries[undone]
    LogEntry.objects.bulk_update([entry for entry, _undone in undos], ["undoes"])
    return entries


def create_rows(history: EventHistory, key: str | None, slug: str = "") -> Event:
    """Create the rows of a history without its log, at this address or a free one."""
    event = Event(slug=slug or new_slug(history.name, history.visibility), request_key=key)
    phases = dict(enumerate(history.phases, 1))
    rounds = {(number, r.number): r for number, phase in phases.items() for r in phase.rounds}
    parts = {
        "event": {(): history},
        "player": {(p.id,): replace(p, order=order) for order, p in enumerate(history.players)},
        "phase": {(number,): phase for number, phase in phases.items()},
        "round": rounds,
        "match": {
            split(match_path(*name, match))[1]: match for name, r in rounds.items() for match in r.matches
        },
    }
    write_parts(event, parts)
    commit_next_seed(event)
    return event


def new_slug(name: str, visibility: str) -> str:
    """Return a free address made from the name, with a random part unless the event is public."""
    if visibility == PUBLIC:
        return free_slug(name, Event.objects.all(), MAX_SLUG_LENGTH, "event", RESERVED_SLUGS)
    base = slugify(name)[:MAX_SLUG_LENGTH] or "event"
    return f"{base}-{get_random_string(RANDOM_LENGTH, RANDOM_LETTERS)}"


@action(access.MANAGE, log=(_("Event changed"), "{event}"))
def change_event(change: Change, **facts):
    """Change the event's name, date, place, time zone, visibility, or before round 1 its rulebook."""
    before = change.history
    changed = replace(before, **facts)
    if not has_visible_characters(changed.name):
        raise RuleViolation(_("An event needs a name."))
    check_text(changed.name)
    locking.check_rulebook(before, changed)
    change.set_event(**facts)


@action(access.MANAGE, log=(_("Settings changed"), "{settings}"))
def change_settings(change: Change, number: int, **settings):
    """Change settings of a phase; None restores the rulebook's. Refuses fewer rounds than are played."""
    phase = change.history.phase(number)
    merged = merge_settings(phase.overrides, settings)
    locking.check(phase, merged)
    change.set_phase(phase.replace(overrides=merged))
    change.log(phase=number)


def merge_settings(own: dict, changed: dict) -> dict:
    """Return a phase's own settings with changes; None in `changed` removes one, null in `own` stays."""
    removed = {key for key, value in changed.items() if value is None}
    return {key: value for key, value in {**own, **changed}.items() if key not in removed}


@action(
    access.MANAGE, log={"top_cut_set": _("Top cut: {phase}, top {size}"), "top_cut_removed": _("No top cut")}
)
def set_finals(change: Change, finals_key: str | dict | None, top: int | None, **settings):
    """Set the finals after the Swiss rounds, with changes of their general settings; None removes them.

    Raises RuleViolation once they have begun.
    """
    before = change.history
    last = len(before.phases)
    has_finals = before.phase(last).kind == BRACKET and last > 1
    if has_finals and before.phase(last).rounds:
        raise RuleViolation(_("The top cut has started. Its format and the cut can’t be changed."))
    number = last if has_finals else last + 1
    if finals_key is None:
        if has_finals:
            change.set_part(phase_path(number), None)
        change.log("top_cut_removed")
        return
    own = before.phase(number).overrides if has_finals else shared(before.phases)
    general = {key: value for key, value in own.items() if key in GENERAL_SETTINGS}
    options = merge_settings(general, settings)
    rulebooks.settings_of(before.rulebook, options)
    phase = bracket_phase(finals_key, top, options)
    if has_finals:
        phase = replace(phase, name=name_with(before.phase(number), finals_key))
    change.set_part(phase_path(number), phase)
    change.log("top_cut_set", phase=number, size=top)


def bracket_phase(finals_key: str | dict, top: int, options: dict = EMPTY_MAPPING) -> PhaseRecord:
    """Return a phase of finals for the best `top`; `finals_key` is a key or a custom table.

    Raises RuleViolation if the system does not take that many, or has no match for third place.
    """
    table = finals.build_table(finals_key, top, options.get("third_place", False))
    return PhaseRecord(BRACKET, table.name, {**options, "cut": {"top": top}, "finals": finals_key})


def delete_event(event: Event, confirmed_name: str):
    """Delete an event with everything that belongs to it; its name must be typed to confirm."""
    if confirmed_name.strip() != event.name.strip():
        raise RuleViolation(_("Type the event’s name, “{name}”, to delete it."), name=event.name)
    with transaction.atomic():
        # Wait for running actions first; otherwise the two may deadlock.
        Event.objects.select_for_update().get(pk=event.pk).delete()


@action(access.MANAGE, name="set_hall", log=_("Reporting changed"))
def set_reporting(change: Change, reporting: str, report_minutes: int):
    """Set the reporting mode of all phases.

    Values equal to the rulebook's are not stored. Raises RuleViolation for numbers out of bounds.
    """
    values = {"reporting": reporting, "report_minutes": report_minutes}
    defaults = rulebooks.settings_of(change.history.rulebook, {})
    own = {key: None if getattr(defaults, key) == value else value for key, value in values.items()}
    for number, phase in enumerate(change.history.phases, 1):
        merged = merge_settings(phase.overrides, own)
        rulebooks.settings_of(change.history.rulebook, {**merged, **values})
        change.set_part(phase_path(number), replace(phase, overrides=merged, rounds=()))


# Registration and check-in of the new event open when its organiser opens them.
CLOSED = {"open": False, "opens_at": None, "closes_at": None}


@transaction.atomic
def repeat_event(
    actor: Actor,
    event: Event,
    history: EventHistory,
    people: Mapping[str, int] = EMPTY_MAPPING,
    more: Sequence[int] = (),
    lines: str = "",
) -> Event:
    """Create the event of this history, with club and staff of an earlier one; the actor becomes the owner.

    `people` are those of the club whom players of the history are, by their ids; `more` are people, and
    `lines` names, to add. The same request returns the same event.
    """
    # Whom the players will be linked with, nobody knows yet.
    present = lock_everybody(event.club) if event.club else set()
    repeated = create_event(actor, history, event.club)
    staff = [
        Staff(event=repeated, user=row.user, role=Staff.ORGANISER if row.role == Staff.OWNER else row.role)
        for row in event.staff.select_related("user")
    ]
    Staff.objects.bulk_create(staff, ignore_conflicts=True)
    keep_series(event, repeated)
    if people:
        link_chosen(repeated, people, present)
    if more or lines.strip():
        # The request has been sent before.
        with suppress(DuplicateRequest):
            add_players(repeated, actor, lines, more)
    return repeated


def to_repeat(history: EventHistory, name: str, starts_at: str | None, players: set[str]) -> EventHistory:
    """Return the history of the new event: settings as before, these players by id, nothing played.

    Players keep their facts and start from round 1; pairs of them who are never paired stay so.
    """
    for phase in history.all_phases:
        history = without_cut(phase).history
    fresh = {"joined_round": 1, "dropped_after": None, "disqualified": False, "soft_score": None, "byes": {}}
    fresh["checked_in_at"] = None
    return replace(
        history,
        name=name,
        starts_at=starts_at,
        players=tuple(replace(player, **fresh) for player in history.players if player.id in players),
        forbidden=tuple(pair for pair in history.forbidden if players.issuperset(pair)),
        wished=(),
        log=(),
        published=(),
        announcement=None,
        cancelled="",
        registration=replace(history.registration, **CLOSED),
        check_in=replace(history.check_in, **CLOSED),
        lists=replace(history.lists, until=None),
        registrations=(),
        people={},
        version=0,
        layout_version=0,
    )


def store_imported_registrations(event: Event, entries: tuple[RegistrationRecord, ...]):
    """Store the entries of an imported file; that of a player gets the player's link, others a new one."""
    players = {player.public_id: player for player in Player.objects.filter(event=event)}
    rows = [
        Registration(
            event=event,
            player=players[entry.player] if entry.player else None,
            state=entry.state,
            order=order,
            at=datetime.fromisoformat(entry.at),
            **facts_of(entry),
            email=entry.email,
            email_confirmed_at=entry.email_confirmed_at and datetime.fromisoformat(entry.email_confirmed_at),
            held_until=entry.held_until and datetime.fromisoformat(entry.held_until),
            answers=entry.answers,
            language=entry.language,
        )
        for order, entry in enumerate(entries, 1)
    ]
    Registration.objects.create_entries(event, rows)
