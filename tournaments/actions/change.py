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
from ..queries.history.cache import load_latest_history, update_history
from ..queries.log import log_page
from ..rules.errors import RuleViolation, _
from ..rules.history import TIME, EventHistory
from ..rules.log import part_paths
from ..rules.log.part_json import as_json, family, sitting_in
from ..rules.log.replay import matches_at
from . import side_effects
from .rows.parts import KINDS, read_parts, write_parts


class DuplicateRequest(Exception):
    """The request was carried out before, or there is nothing left to do."""


JUST = _("{who} has just changed this. Look at it as it is now, then decide.")
AGO = _("{who} changed this {minutes} min ago. Look at it as it is now, then decide.")
# The action of the log for a player's report that does not set the result yet.
SUBMIT_REPORT = "claim_result"


@dataclass(frozen=True)
class Actor:
    """Who carries out an action, and for which request.

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


class Change:
    """The changes of one action: path → new part, None to delete it."""

    def __init__(self, event: Event, actor: Actor, action: str, loaded: EventHistory | None = None):
        self.event, self.actor, self.action, self.loaded = event, actor, action, loaded
        self.now = actor.now or timezone.now()
        self.parts = {}
        self.round_under_review = ()
        self.undoes = None
        # Paths of results that were confirmed because nobody answered in time.
        self.auto_confirmed = set()
        # For undo and restore: the player links and the players' order to bring back.
        self.is_restore, self.links, self.order = False, (), ()
        # The round that the action has paired, to reuse its standings and history.
        self.next_round = None
        # Ids of players whose own pages show something that this action stores outside the event's parts.
        self.notified = set()

    @cached_property
    def before(self) -> EventHistory:
        """The event before this action; its row is locked and nothing is written yet."""
        return (self.loaded and update_history(self.loaded, self.event)) or load.read_history_from_db(
            self.event
        )

    @cached_property
    def history(self) -> EventHistory:
        """The event as the action has changed it so far."""
        return self.before

    def set_part(self, path: str, part):
        self.parts[path] = part

    def review_round(self, phase: int, number: int):
        """Treat any change of this round's matches since the page was loaded as an edit conflict."""
        self.round_under_review = (phase, number)

    def save(self):
        """Write the parts that differ, the log entry and the new version."""
        differing, changes = self.differences()
        if not self.is_restore and (moved := self.rounds_moved_by_hand(changes)):
            for path, round_ in moved.items():
                self.set_part(path, replace(round_, proof=None))
            differing, changes = self.differences()
        self.check_edit_conflict()
        # Before the first write: `before` may still have to be read.
        players = self.players_of_results(changes) if changes else self.notified
        tokens = side_effects.tokens_of_removed_players(self.event, differing["player"])
        write_parts(self.event, differing)
        tokens |= side_effects.restore_player_links(self.event, self.links, changes)
        side_effects.set_player_order(self.event, self.order)
        self.increment_versions(players)
        entry = LogEntry.objects.create(
            event=self.event,
            version=self.event.version,
            at=self.now,
            who=self.actor.who,
            user=self.actor.user,
            source=self.actor.source,
            action=self.action,
            key=self.actor.key,
            changes=changes,
            undoes=self.undoes,
        )
        RemovedLink.objects.bulk_create(
            RemovedLink(entry=entry, key=key, token=token) for key, token in tokens.items()
        )
        if self.is_restore:
            side_effects.restore_result_revisions(self.event, entry)
        side_effects.store_result_revisions(self.event, [entry], dict.fromkeys(self.auto_confirmed, TIME))
        side_effects.store_finished_standings(
            self.event, differing["round"], changes, self.now, self.next_round
        )
        return entry

    def increment_versions(self, players: set[str]):
        """Increment the event's version and the page versions of the players whose own pages change.

        If only results of Swiss tables or messages to the desk changed, these are the `players` at those
        tables; otherwise all pages change, by the event's frame_version.
        """
        self.event.version += 1
        if players:
            pages = Player.objects.filter(event=self.event, key__in=players | self.notified)
            pages.update(page_version=F("page_version") + 1)
        else:
            self.event.frame_version += 1
        self.event.save(update_fields=["version", "frame_version"])

    def players_of_results(self, changes: dict) -> set[str]:
        """Return the ids of the players at tables whose results changed; empty if anything else changed.

        A result in finals may also start matches of other players.
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
        """Return the parts that differ, by kind and name, and their changes for the log."""
        wanted = {kind: {} for kind in KINDS}
        for path, part in self.parts.items():
            kind, name = part_paths.split(path)
            wanted[family(kind)][name] = (path, part)
        differing, changes = {kind: {} for kind in KINDS}, {}
        for kind, parts in wanted.items():
            before = self.stored(kind, list(parts))
            for name, (path, part) in parts.items():
                if before.get(name) != part:
                    differing[kind][name] = part
                    changes[path] = [as_json(kind, before.get(name)), as_json(kind, part)]
        return differing, changes

    def stored(self, kind: str, names: list[tuple]) -> dict:
        """Return the parts with these names as they were before this action."""
        if kind == "match" and "before" in vars(self):
            return matches_at(self.before, names)
        return read_parts(self.event, kind, names)

    def rounds_moved_by_hand(self, changes: dict) -> dict:
        """Return path → round for rounds whose proof of optimality no longer fits their pairings."""
        pairs = defaultdict(lambda: ([], []))
        for path, values in changes.items():
            kind, name = part_paths.split(path)
            if family(kind) != "match":
                continue
            for pairs_of_state, match in zip(pairs[name[:2]], values, strict=True):
                # A bye with its own points was requested or given for a late entry, not drawn.
                if not (kind == "bye" and match and "points" in match):
                    pairs_of_state.append(sorted(sitting_in(match)))
        moved = [name for name, (before, after) in pairs.items() if has_other_pairs(before, after)]
        names = [name for name in moved if part_paths.round_(*name) not in self.parts]
        rounds = read_parts(self.event, "round", names)
        return {part_paths.round_(*name): round_ for name, round_ in rounds.items() if round_.proof}

    def check_edit_conflict(self):
        """Raise RuleViolation if the same part was changed since the page was loaded, except by that page."""
        if self.actor.seen_version is None:
            return
        # Players' reports are not results yet and conflict with nothing.
        since = LogEntry.objects.filter(event=self.event, version__gt=self.actor.seen_version).exclude(
            action=SUBMIT_REPORT
        )
        page, dot, _rest = self.actor.key.partition(".")
        if dot:
            since = since.exclude(key__startswith=f"{page}.")
        for entry in since.order_by("-id"):
            if any(path in self.parts or self.is_under_review(path) for path in entry.changes):
                minutes = int((self.now - entry.at).total_seconds() // 60)
                raise RuleViolation(AGO if minutes > 0 else JUST, who=entry.who, minutes=minutes)

    def is_under_review(self, path: str) -> bool:
        kind, name = part_paths.split(path)
        return family(kind) == "match" and name[:2] == self.round_under_review


def has_other_pairs(before: list, after: list) -> bool:
    """Return whether the pairs differ; table numbers and seat order do not count."""
    return sorted(filter(None, before)) != sorted(filter(None, after))


@contextmanager
def record_action(event: Event, actor: Actor, action: str):
    """Open the transaction of an action on this event; its Change is saved at the end.

    Raises DuplicateRequest if the request's key is known. Any error leaves the event unchanged.
    """
    caller_event = event
    loaded = None if connection.in_atomic_block else load_latest_history(event)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        if log_page.get_logged_request(event, actor.key):
            raise DuplicateRequest
        change = Change(event, actor, action, loaded)
        yield change
        change.save()
        transaction.on_commit(lambda: update_caller_event(caller_event, event))


def update_caller_event(caller_event: Event, event: Event):
    """Copy the new versions and visibility to the caller's instance."""
    caller_event.version, caller_event.frame_version = event.version, event.frame_version
    caller_event.visibility = event.visibility
