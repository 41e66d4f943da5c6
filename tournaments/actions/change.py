"""One action: one transaction, one log entry, one new version of the event."""

from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from ..models import Event, LogEntry, Player, RemovedLink
from ..queries.history import load
from ..queries.history.cache import load_history, update_history
from ..queries.log import log_page
from ..rules.errors import RuleViolation, _
from ..rules.history import TIME, EventHistory
from ..rules.log import part_paths
from ..rules.log.part_json import as_json, family, sitting_in
from ..rules.log.replay import matches_at
from . import side_effects
from .rows import parts as rows


class AlreadyDone(Exception):
    """The request with this key has been carried out before: nothing is left to do."""


JUST = _("{who} has just changed this. Look at it as it is now, then decide.")
AGO = _("{who} changed this {minutes} min ago. Look at it as it is now, then decide.")
# The action by which a player says what the result is, where nothing is stored yet.
CLAIM = "claim_result"


@dataclass(frozen=True)
class By:
    """Who asks, the key of their request (sent twice = done once), the version their page showed, and from
    where they ask: one of history.SOURCES.

    Keys of one page share what stands before their dot.
    """

    who: str
    user: settings.AUTH_USER_MODEL = None
    key: str = ""
    seen: int | None = None
    now: datetime | None = None
    source: str = ""


NOBODY = By("")


class Change:
    """What an action has decided so far: path → part as it shall be, None = taken away."""

    def __init__(self, event: Event, by: By, action: str, loaded: EventHistory | None = None):
        self.event, self.by, self.action, self.loaded = event, by, action, loaded
        self.now = by.now or timezone.now()
        self.parts = {}
        self.looked_at = ()
        self.undoes = None
        # Paths of what time decided; whether it goes back to what was, with which links and players' order.
        self.by_time, self.goes_back, self.links, self.order = set(), False, (), ()
        # The round that the action has paired: its standings and history are not computed again.
        self.next_round = None
        # Ids of players whose own pages show what this action stores beside parts of the event.
        self.notified = set()

    @cached_property
    def before(self) -> EventHistory:
        """The whole event as it was before this action, which holds its row and has written nothing yet."""
        return (self.loaded and update_history(self.loaded, self.event)) or load.read(self.event)

    @cached_property
    def history(self) -> EventHistory:
        """The same, or as the action has it so far."""
        return self.before

    def put(self, path: str, part):
        self.parts[path] = part

    def look_at_matches(self, phase: int, number: int):
        """What is decided is decided for these matches of a round: who changed them meanwhile, touched it."""
        self.looked_at = (phase, number)

    def save(self):
        """Write the parts that differ, the log entry and the new version."""
        differing, changes = self.differences()
        if not self.goes_back and (moved := self.moved_by_hand(changes)):
            for path, round_ in moved.items():
                self.put(path, replace(round_, proof=None))
            differing, changes = self.differences()
        self.refuse_if_touched()
        # Before anything is written: `before` may still have to be read.
        players = self.players_of_results(changes) if changes else self.notified
        tokens = side_effects.links_of_gone(self.event, differing["player"])
        rows.write_all(self.event, differing)
        tokens |= side_effects.give_back(self.event, self.links, changes)
        side_effects.put_order(self.event, self.order)
        self.increment_versions(players)
        entry = LogEntry.objects.create(
            event=self.event,
            version=self.event.version,
            at=self.now,
            who=self.by.who,
            user=self.by.user,
            source=self.by.source,
            action=self.action,
            key=self.by.key,
            changes=changes,
            undoes=self.undoes,
        )
        RemovedLink.objects.bulk_create(
            RemovedLink(entry=entry, key=key, token=token) for key, token in tokens.items()
        )
        if self.goes_back:
            side_effects.keep_versions_again(self.event, entry)
        side_effects.keep_versions(self.event, [entry], dict.fromkeys(self.by_time, TIME))
        side_effects.keep_standings(self.event, differing["round"], changes, self.now, self.next_round)
        return entry

    def increment_versions(self, players: set[str]):
        """Increment the event's version, and that of the own pages that this action affects.

        Where only results of Swiss tables changed, and what phones tell the desk, these are the pages of the
        `players` at those tables; after everything else those of all players, by the event's frame_version.
        """
        self.event.version += 1
        if players:
            pages = Player.objects.filter(event=self.event, key__in=players | self.notified)
            pages.update(page_version=F("page_version") + 1)
        else:
            self.event.frame_version += 1
        self.event.save(update_fields=["version", "frame_version"])

    def players_of_results(self, changes: dict) -> set[str]:
        """Return the ids of the players at the tables whose results changed; none where more than that did.

        In finals a result also opens matches of others.
        """
        players = set()
        for path, (before, after) in changes.items():
            kind, name = part_paths.split(path)
            sitting = sitting_in(before)
            if kind != "match" or sitting != sitting_in(after) or self.before.phase(name[0]).must_be_won:
                return set()
            players.update(sitting)
        return players

    def differences(self):
        """The parts that are not yet as they shall be, by kind and name, and the same for the log."""
        wanted = {kind: {} for kind in rows.KINDS}
        for path, part in self.parts.items():
            kind, name = part_paths.split(path)
            wanted[family(kind)][name] = (path, part)
        differing, changes = {kind: {} for kind in rows.KINDS}, {}
        for kind, parts in wanted.items():
            before = self.stored(kind, list(parts))
            for name, (path, part) in parts.items():
                if before.get(name) != part:
                    differing[kind][name] = part
                    changes[path] = [as_json(kind, before.get(name)), as_json(kind, part)]
        return differing, changes

    def stored(self, kind: str, names: list[tuple]) -> dict:
        """The parts of these names as they were before this action."""
        if kind == "match" and "before" in vars(self):
            return matches_at(self.before, names)
        return rows.read(self.event, kind, names)

    def moved_by_hand(self, changes: dict) -> dict:
        """Path → the rounds in which others meet now than their proof is of."""
        met = defaultdict(lambda: ([], []))
        for path, said in changes.items():
            kind, name = part_paths.split(path)
            for pairs, told in zip(met[name[:2]], said, strict=True) if family(kind) == "match" else ():
                # A bye worth less than one is no draw's: it was asked for, or is for who came late.
                if not (kind == "bye" and told and "points" in told):
                    pairs.append(sorted(sitting_in(told)))
        moved = [name for name, (before, after) in met.items() if others_meet(before, after)]
        names = [name for name in moved if part_paths.round_(*name) not in self.parts]
        found = rows.read(self.event, "round", names)
        return {part_paths.round_(*name): round_ for name, round_ in found.items() if round_.proof}

    def refuse_if_touched(self):
        """Refuse where the same part was changed after the page that asks was made, not by that page."""
        if self.by.seen is None:
            return
        # What players claim is no result yet: it stands in nobody's way.
        since = LogEntry.objects.filter(event=self.event, version__gt=self.by.seen).exclude(action=CLAIM)
        page, dot, _rest = self.by.key.partition(".")
        if dot:
            since = since.exclude(key__startswith=f"{page}.")
        for entry in since.order_by("-id"):
            if any(path in self.parts or self.is_looked_at(path) for path in entry.changes):
                minutes = int((self.now - entry.at).total_seconds() // 60)
                raise RuleViolation(AGO if minutes > 0 else JUST, who=entry.who, minutes=minutes)

    def is_looked_at(self, path: str) -> bool:
        kind, name = part_paths.split(path)
        return family(kind) == "match" and name[:2] == self.looked_at


def others_meet(before: list, after: list) -> bool:
    """Whether these tables and byes are other pairs; a table's number and the first seat do not count."""
    return sorted(filter(None, before)) != sorted(filter(None, after))


@contextmanager
def changing(event: Event, by: By, action: str):
    """Open the one transaction of an action on this event; its Change is saved at the end.

    Raises AlreadyDone where the request's key is known. Any error leaves the event as it was.
    """
    caller_event = event
    loaded = None if connection.in_atomic_block else load_history(event)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if log_page.done_with(event, by.key):
            raise AlreadyDone
        change = Change(event, by, action, loaded)
        yield change
        change.save()
        transaction.on_commit(lambda: update_caller_event(caller_event, event))


def update_caller_event(caller_event: Event, event: Event):
    """Give the caller's instance what decides which state of the event it shows, and to whom."""
    caller_event.version, caller_event.frame_version = event.version, event.frame_version
    caller_event.visibility = event.visibility
