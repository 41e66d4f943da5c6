"""One action: one transaction, one log entry, one new version of the event."""

import inspect
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, wraps

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from ..history import load
from ..history.cache import load_latest_history, update_history
from ..models import Event, LogEntry, Player
from ..models.log import MAX_TEXT_LENGTH
from ..rules.errors import RuleViolation, _
from ..rules.event_file import EVENT_FIELDS
from ..rules.history import TIME, EventHistory, EventPhase
from ..rules.log.event_parts import (
    EVENT,
    as_json,
    existing_matches,
    family,
    kind_of,
    phase_path,
    seated_players,
    split,
)
from .parts import KINDS, load_parts, rounds_without_proof, set_player_order, write_parts
from .registry import Action, action_names, changed, format_action, layouts_changed, register


class DuplicateRequest(Exception):
    """The request was carried out before, or there is nothing left to do."""


# Names in a log entry: the log shows fewer, and an ellipsis for the others.
MAX_NAMES = 10
CHANGED_NOW = _("{who} has just changed this. Look at it as it is now, then decide.")
CHANGED_AGO = _("{who} changed this {minutes} min ago. Look at it as it is now, then decide.")


@dataclass(frozen=True)
class Actor:
    """The person and the request behind an action.

    `key` is the request's idempotency key: keys of one page share the part before the dot. `seen_version` is
    the event version that the page showed, `source` is one of history.SOURCES.
    """

    who: str
    user: settings.AUTH_USER_MODEL = None
    key: str = ""
    seen_version: int | None = None
    now: datetime | None = None
    source: str = ""


NO_ACTOR = Actor("")


def program_actor(now: datetime | None = None) -> Actor:
    """Return the actor of what the program does by itself when its time has come."""
    return Actor("Topcut", now=now, source=TIME)


class Change:
    """The changes of one action: path → new part, None to delete it."""

    def __init__(self, event: Event, actor: Actor, action: Action, loaded: EventHistory | None = None):
        self.event, self.actor, self.action, self.loaded = event, actor, action, loaded
        self.now = actor.now or timezone.now()
        # The event’s version once this change is stored.
        self.version = event.version + 1
        # Of the log entry: the seed of a draw, and the reason or name that follows the action's.
        self.seed, self.reason = "", ""
        # The sentence of the log entry, by default the action's own, and its values.
        self.sentence, self.values = "", {}
        self.parts = {}
        # Paths of parts that follow from something else: they are in conflict with no edit.
        self.derived = set()
        # (phase, number) of a round: any change of its matches since the page was loaded is an edit conflict.
        self.round_under_review = ()
        # Path of a result → its source, if that is not the actor's.
        self.sources = {}
        # For undo and restore: the undone entry, and the players' order to bring back.
        self.undoes, self.player_order = None, ()
        # Id of each player whose entry this action gives a place, or puts on the waitlist → the entry.
        self.entries = {}
        # Id of each player whom the staff have chosen from the people of the club → the person's key.
        self.people = {}
        # Known after `save`: path → [part before, part after] as JSON; the ids of the players whose own pages
        # change, None for all players; and the log entry.
        self.changes, self.readers = {}, None
        self.entry = None
        # Ids of players whose own pages show something that this action stores outside the event's parts.
        self.notified = set()

    @cached_property
    def before(self) -> EventHistory:
        """The event before this action; its row is locked and nothing is written yet."""
        updated = self.loaded and update_history(self.loaded, self.event)
        return updated or load.read_history_from_db(self.event)

    @cached_property
    def history(self) -> EventHistory:
        """The event as the action has changed it so far."""
        return self.before

    @property
    def kinds(self) -> set[str]:
        """The kinds of the parts that this action sets."""
        return {kind_of(path) for path in self.parts}

    def set_part(self, path: str, part):
        self.parts[path] = part

    def set_event(self, **fields):
        """Set the part of the event itself, with new values of these fields.

        Raises RuleViolation for a value that an event file cannot have.
        """
        for name, value in fields.items():
            type_ = EVENT_FIELDS.types[name]
            fields[name] = None if value is None else type_.read(type_.write(value), f"event.{name}")
        self.set_part(EVENT, replace(self.history, players=(), phases=(), log=(), **fields))

    def log(self, sentence: str = "", **values: int | str | Sequence[int | str]):
        """Set the sentence of the log entry, one of registry.SENTENCES, and values of it: numbers and ids.

        Never names or other texts: what is erased later must not stay in the log.
        """
        self.sentence = sentence or self.sentence
        self.values |= values

    def log_players(self, sentence: str = "", without: str = ""):
        """Log how many players the action has changed, and the first of them.

        `without` is the sentence if there are none; "" if there always are some.
        """
        players = [name[0] for kind, name in map(split, self.parts) if kind == "player"]
        if not players and without:
            self.log(without)
            return
        # p9 before p10.
        players.sort(key=lambda key: (len(key), key))
        self.log(sentence, count=len(players), names=players[:MAX_NAMES])

    def set_phase(self, phase: EventPhase):
        """Set the part of a phase, which does not include its rounds."""
        self.set_part(phase_path(phase.number), replace(phase.record, rounds=()))

    def save(self):
        """Write the parts that differ, the rows that depend on them, the log entry and the new versions."""
        differing, changes = self.get_differences()
        if not self.action.restores and (rounds := rounds_without_proof(self.event, changes, self.parts)):
            self.parts |= rounds
            differing, changes = self.get_differences()
        self.check_edit_conflict()
        # Before the first write, which is the last time that `before` can be read.
        self.changes, self.readers = changes, self.find_readers(changes)
        write_parts(self.event, differing, self.now)
        set_player_order(self.event, self.player_order)
        self.increment_versions()
        self.entry = self.create_log_entry(changes)

    def get_differences(self) -> tuple[dict, dict]:
        """Return the parts that differ, by kind and name, and their changes for the log."""
        new_parts = defaultdict(dict)
        for path, part in self.parts.items():
            kind, name = split(path)
            new_parts[family(kind)][name] = path, part
        differing, changes = {kind: {} for kind in KINDS}, {}
        for kind, parts in new_parts.items():
            old_parts = self.read_old_parts(kind, list(parts))
            for name, (path, part) in parts.items():
                old = old_parts.get(name)
                if old != part:
                    differing[kind][name] = part
                    changes[path] = [as_json(kind, old), as_json(kind, part)]
        return differing, changes

    def read_old_parts(self, kind: str, names: list[tuple]) -> dict:
        """Return the parts with these names as they were before this action."""
        if kind == "match":
            return existing_matches(self.before, names)
        return load_parts(self.event, kind, names)

    def check_edit_conflict(self):
        """Raise RuleViolation if the same part was changed since the page was loaded, except by that page."""
        if self.actor.seen_version is None:
            return
        later = LogEntry.objects.filter(event=self.event, version__gt=self.actor.seen_version)
        without_conflict = action_names(lambda action: action.self_service or action.is_tentative)
        later = later.exclude(action__in=without_conflict)
        page, dot, _request = self.actor.key.partition(".")
        if dot:
            later = later.exclude(key__startswith=f"{page}.")
        for entry in later.order_by("-id"):
            edited = self.parts.keys() - self.derived
            if any(path in edited or self.is_under_review(path) for path in entry.changes):
                minutes = int((self.now - entry.at).total_seconds() // 60)
                text = CHANGED_AGO if minutes > 0 else CHANGED_NOW
                raise RuleViolation(text, who=entry.who, minutes=minutes)

    def is_under_review(self, path: str) -> bool:
        kind, name = split(path)
        return family(kind) == "match" and name[:2] == self.round_under_review

    def find_readers(self, changes: dict) -> set[str] | None:
        """Return the ids of the players whose own pages change; None if all players' do.

        If only results of tables changed, or messages to the desk, the players at those tables read of them.
        A result in finals may also start matches of other players, and one of a finished round counts for
        who is still in, which all own pages show.
        """
        if not changes:
            return self.notified or None
        players, history = set(self.notified), self.before
        for path, (before, after) in changes.items():
            kind, name = split(path)
            sitting = seated_players(before)
            if kind != "match" or sitting != seated_players(after) or history.phase(name[0]).must_be_won:
                return None
            if history.phase(name[0]).round(name[1]).finished:
                return None
            players.update(sitting)
        return players

    def increment_versions(self):
        """Increment the event's version, and the page versions of the readers or else its layout_version."""
        self.event.version = self.version
        if self.readers is None:
            self.event.layout_version += 1
        else:
            pages = Player.objects.filter(event=self.event, public_id__in=self.readers)
            pages.update(page_version=F("page_version") + 1)
        self.event.save(update_fields=["version", "layout_version"])

    def create_log_entry(self, changes: dict) -> LogEntry:
        return LogEntry.objects.create(
            event=self.event,
            version=self.version,
            at=self.now,
            who=self.actor.who,
            user=self.actor.user,
            source=self.actor.source,
            action=format_action(self.action.name, self.seed, self.reason)[:MAX_TEXT_LENGTH],
            key=self.actor.key,
            changes=changes,
            undoes=self.undoes,
            sentence=self.sentence or self.action.name,
            values=self.values,
        )


@contextmanager
def record_action(event: Event, actor: Actor, action: Action):
    """Open the transaction of an action on this event; its Change is saved at the end.

    Raises DuplicateRequest if the request's key is known. Any error leaves the event unchanged.
    """
    loaded = None if connection.in_atomic_block else load_latest_history(event)
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if get_logged_request(locked, actor.key):
            raise DuplicateRequest
        change = Change(locked, actor, action, loaded)
        with public_names_in_errors(change):
            yield change
            change.save()
        changed.send(Change, change=change)
        transaction.on_commit(lambda: copy_versions(locked, event))


@contextmanager
def public_names_in_errors(change: Change):
    """Put public names into the messages of broken rules, because players may read them."""
    try:
        yield
    except RuleViolation as violation:
        history = change.loaded or change.before
        violation.params = {
            name: history.with_public_names_in(value) if isinstance(value, str) else value
            for name, value in violation.params.items()
        }
        raise


def increment_layout_versions(events: QuerySet[Event]):
    """Let the pages of these events show what has changed elsewhere, such as the name of their club.

    Call it in the transaction of that change.
    """
    # In one order, so that two of these changes do not wait for each other.
    ids = list(events.order_by("id").select_for_update(no_key=True).values_list("id", flat=True))
    Event.objects.filter(pk__in=ids).update(layout_version=F("layout_version") + 1)
    layouts_changed.send(Event, events=ids)


def copy_versions(locked: Event, event: Event):
    """Copy the new versions and visibility to the caller's instance."""
    event.version, event.layout_version = locked.version, locked.layout_version
    event.visibility = locked.visibility


def action(permission: str | None, *, name: str = "", **facts):
    """Register a function as an action; `function(change, …)` becomes `function(event, actor, …)`.

    The function runs in `record_action`. `name` is its name in the log, by default the function's;
    `permission` and the other `facts` are those of registry.Action. Stored logs have the names set_hall,
    renew_hall_link, keep_point, claim_result, settle_claims, take_back_drop and amend_staff, so they stay.
    """

    def decorate(function: Callable) -> Callable:
        registered = register(name=name or function.__name__, permission=permission, **facts)
        return recorded(function, registered, permission)

    return decorate


def same_action(other: Callable, permission: str | None = None):
    """Register a function as another way to do an action, with another permission if one is given."""
    return lambda function: recorded(function, other.action, permission or other.permission)


def recorded(function: Callable, action: Action, permission: str | None) -> Callable:
    """Return `function(change, …)` as `function(event, actor, …)`, which knows its action and permission."""

    @wraps(function)
    def run(event: Event, actor: Actor, *args, **kwargs):
        with record_action(event, actor, action) as change:
            return function(change, *args, **kwargs)

    own, outer = inspect.signature(function), inspect.signature(run, follow_wrapped=False)
    parameters = [*list(outer.parameters.values())[:2], *list(own.parameters.values())[1:]]
    run.__signature__ = own.replace(parameters=parameters)
    run.action, run.permission = action, permission
    return run


def get_logged_request(event: Event, key: str) -> LogEntry | None:
    """Return the action that the request with this key carried out."""
    # The index holds only keys that are not empty; SQLite uses it if the query says so.
    return event.log.filter(key=key).exclude(key="").first() if key else None
