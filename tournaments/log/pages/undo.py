"""Computes the state after undo, redo and restore."""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext

from ...changes.registry import UNDO, find_action, self_service_actions
from ...desk.pages.next_step import round_in_sentence
from ...history.cache import load_latest_history
from ...models import Event, LogEntry, Player, Registration, RestorePoint
from ...rules import event_file, finals
from ...rules.errors import RuleViolation, _
from ...rules.event_file import AFTER, BEFORE
from ...rules.history import BRACKET, EventHistory, EventPhase, LogRecord, PlayerRecord
from ...rules.history.players import ASKED_FACTS
from ...rules.log.event_parts import (
    InconsistentParts,
    check_readable,
    join_event,
    parts_of_line,
    paths_changed_since,
    player_path,
    revert_changes,
    rewind,
    round_path,
    seated_players,
    split,
    split_event,
)
from ...rules.log.public_names import publish_file
from ...rules.log.removed_players import with_player_ids
from ...rules.players.departures import join_refusal
from ...rules.rounds.progress import NextRound
from ...rules.settings import locking
from ...web.status import round_name
from ...web.wording import phase_name, when_text
from .log_lines import clock_text
from .sentences import describe_entry, names_of, sender_of

OVERWRITTEN = _("“{later}” changed the same thing later ({who}, {time}). Undo that first.")
DEPENDENT = _("“{later}” came later and depends on this ({who}, {time}). Undo that first.")
BY_PLAYER = _("“{later}” came later ({who}, {time}). Players did that themselves, so correct this by hand.")
UNKNOWN = _("“{action}” can’t be undone because the same thing has changed since.")


def overwritten_error(event: Event, history: EventHistory, entry: LogEntry, paths: set[str]) -> RuleViolation:
    """Return the error that names the last later action that changed one of these paths."""
    return conflict_error(event, history, entry, OVERWRITTEN, lambda later: paths & later.changes.keys())


def dependent_action_error(event: Event, history: EventHistory, entry: LogEntry) -> RuleViolation:
    """Return the error that names the last later action that depends on this entry's changes."""
    rounds, players = affected_scope(entry.changes)
    first = min(rounds, default=None)

    def depends(later: LogEntry) -> bool:
        if later.action == UNDO or hasattr(later, "undone_by"):
            return False
        later_rounds, later_players = affected_scope(later.changes)
        if players & later_players:
            return True
        # Tables of one round do not depend on each other, but the end of the round depends on all.
        return first is not None and (
            max(later_rounds, default=first) > first or round_path(*first) in later.changes
        )

    return conflict_error(event, history, entry, DEPENDENT, depends)


def conflict_error(
    event: Event, history: EventHistory, entry: LogEntry, message: str, conflicts: Callable
) -> RuleViolation:
    """Return the error that names the last later entry that conflicts with this one."""
    later_entries = event.log.filter(id__gt=entry.id).select_related("undone_by", "undoes").order_by("-id")
    later = next(filter(conflicts, later_entries.iterator(200)), None)
    names = names_of(history)
    if later is None:
        return RuleViolation(UNKNOWN, action=describe_entry(entry, names)[0])
    time = clock_text(timezone.localtime(later.at, ZoneInfo(event.timezone)))
    message = BY_PLAYER if find_action(later.action).self_service else message
    return RuleViolation(
        message, later=describe_entry(later, names)[0], who=sender_of(later, names), time=time
    )


def affected_scope(changes: dict) -> tuple[set[tuple[int, int]], set[str]]:
    """Return ((phase, round) of each change, ids of the players changed or seated in it)."""
    rounds, players = set(), set()
    for path, change in changes.items():
        try:
            kind, name = split(path)
        except ValueError:
            # Older releases imported logs without looking at their changes.
            continue
        if kind == "player":
            players.add(name[0])
        elif kind == "phase":
            rounds.add((name[0], 0))
        elif kind != "event":
            rounds.add(name[:2])
            if isinstance(change, list) and None in change:
                players.update(player for match in change for player in seated_players(match))
    return rounds, players


# Facts of a player that players change themselves: they edit, withdraw, register again and check in.
FACTS = ("name", *ASKED_FACTS, "dropped_after", "checked_in_at")


def self_service_since(event: Event, since: int):
    """Return the log entries from this one on of what players have done for themselves to players."""
    entries = (
        event.log.filter(id__gte=since, action__in=self_service_actions()) if since else event.log.none()
    )
    return entries.exclude(changes={}).order_by("id")


def keep_self_service(event: Event, restored: EventHistory, since: int) -> EventHistory:
    """Return the restored event with what players have done for themselves since.

    Those who have registered since and are still in the event stay. `since` is the id of the first log entry
    that is undone.
    """
    entries = list(self_service_since(event, since).values_list("version", "changes"))
    if not entries:
        return restored
    players, stayed = {player.id: player for player in restored.players}, {}
    present = set(Player.objects.filter(event=event).values_list("public_id", flat=True))
    registered = Registration.objects.filter(event=event, state=Registration.REGISTERED)
    may_stay = set(registered.values_list("player__public_id", flat=True))
    for version, changes in entries:
        before, after = parts_of_line(changes, BEFORE), parts_of_line(changes, AFTER)
        for path, new in after.items():
            old, (kind, name) = before[path], split(path)
            key = event.current_player_id(name[0], version) if kind == "player" else None
            if new is None or key not in present:
                continue
            if key in players:
                players[key] = with_own_changes(players[key], old, new)
            elif key in stayed:
                stayed[key] = with_own_changes(stayed[key], old, new)
            elif old is None and key in may_stay:
                stayed[key] = replace(new, id=key)
    return add_players(replace(restored, players=tuple(players.values())), stayed.values())


def with_own_changes(player: PlayerRecord, old: PlayerRecord | None, new: PlayerRecord) -> PlayerRecord:
    """Return the player with the facts that differ between `old` and `new`."""
    changed = [name for name in FACTS if old is None or getattr(old, name) != getattr(new, name)]
    return replace(player, **{name: getattr(new, name) for name in changed})


def add_players(history: EventHistory, players: Collection[PlayerRecord]) -> EventHistory:
    """Return the event with these players at the end of the list."""
    if not players or join_refusal(history):
        return history
    next_round = sum(len(phase.rounds) for phase in history.phases) + 1
    added = tuple(
        replace(player, order=order, joined_round=max(player.joined_round, next_round))
        for order, player in enumerate(players, len(history.players))
    )
    phase = history.current_phase
    if phase.entrants is not None:
        entrants = (*phase.entrants, *(player.id for player in added))
        history = phase.replace(entrants=entrants).history
    return replace(history, players=(*history.players, *added))


UNCHANGED = _("Nothing has changed since then. The event is already in this state.")
REUSED_ID = _(
    "This is about a removed player whose id, {id}, {name} has now, so it can’t be undone alone. Restore the "
    "event to before this, or make the change by hand."
)


@dataclass(frozen=True)
class StateChange:
    """The event `before` and `after` an undo; `since`: id of the first log entry that is undone."""

    before: EventHistory
    after: EventHistory
    since: int


def undoable_entries(event: Event):
    """Return the actions that can be undone, newest first: they changed something and are not undone yet.

    A redone action is undone through the action that redid it. What players do for themselves is not undone.
    """
    entries = LogEntry.objects.filter(event=event, undone_by=None)
    return entries.exclude(action__in=(UNDO, *self_service_actions())).exclude(changes={}).order_by("-id")


def last_action(event: Event) -> LogEntry | None:
    """Return the last action that can be undone."""
    return undoable_entries(event).first()


def last_of_undo_chain(entry: LogEntry) -> LogEntry:
    """Return the newest entry about this action: itself, its undo, its redo, …"""
    while (later := LogEntry.objects.filter(undoes=entry).first()) is not None:
        entry = later
    return entry


def undo_one(event: Event, entry: LogEntry) -> StateChange:
    """Undo one action alone, however old; if it is an undo, redo the action that it reverted.

    Raises RuleViolation if a later action changed the same or depends on it; the message names that action.
    """
    if find_action(entry.action).self_service:
        raise RuleViolation(_("This wasn’t done at the desk and can’t be undone. Edit the player instead."))
    before = load_latest_history(event)
    check_same_players(event, entry)
    try:
        after = revert_entry(event, before, entry)
    except InconsistentParts:
        raise dependent_action_error(event, before, entry) from None
    return StateChange(before, after, entry.id)


def revert_entry(event: Event, history: EventHistory, entry: LogEntry) -> EventHistory:
    """Return the event without an entry's changes.

    Raises RuleViolation if a later action changed the same, InconsistentParts if one depends on them.
    """
    parts = split_event(history)
    if overwritten := set(paths_changed_since(parts, entry.changes)):
        raise overwritten_error(event, history, entry, overwritten)
    after = join_event(parts, revert_changes(parts, [player.id for player in history.players], entry.changes))
    check_readable(after)
    if orphans_bracket_matches(history, after):
        raise InconsistentParts
    if event.log.filter(id__gt=entry.id).exclude(changes={}).exists():
        check_settings(history, after)
    return after


def orphans_bracket_matches(before: EventHistory, after: EventHistory) -> bool:
    """Return whether a paired match of the finals would lose a match that feeds it."""
    for number, phases in enumerate(zip(before.phases, after.phases, strict=False), 1):
        if all(phase.kind == BRACKET and phase.rounds for phase in phases):
            paired = {m.slot.id for m in finals.bracket_of(after.phase(number)).meetings if m.match}
            if paired & (decided_slots(before.phase(number)) - decided_slots(after.phase(number))):
                return True
    return False


def decided_slots(phase: EventPhase) -> set[str]:
    """Return the slots whose feeding matches are all decided."""
    bracket = finals.bracket_of(phase)
    return {
        slot.id
        for slot in bracket.table.matches
        if all(bracket.meeting(feeding).is_decided for read in slot.reads for feeding in read.of)
    }


def check_settings(before: EventHistory, after: EventHistory):
    """Raise RuleViolation if settings would change that are locked."""
    locking.check_rulebook(before, after)
    for number, (old, new) in enumerate(zip(before.phases, after.phases, strict=False), 1):
        if old.rounds and new.rounds and old.overrides != new.overrides:
            locking.check(before.phase(number), new.overrides)


def rewind_to(event: Event, entry: LogEntry) -> StateChange:
    """Return the event before this action. Raises RuleViolation if the log does not fit the event."""
    before = load_latest_history(event)
    rows = event.log.filter(id__gte=entry.id).order_by("id").values_list("changes", flat=True)
    after = rewind(before, tuple(LogRecord("", "", "", changes) for changes in rows), strict=True)
    return StateChange(before, restored_state(event, before, after, entry.id, entry.version - 1), entry.id)


def restore_from_point(event: Event, point: RestorePoint) -> StateChange:
    """Return the event at a restore point."""
    since = event.log.filter(version__gt=point.version).order_by("id").values_list("id", flat=True).first()
    before, after = load_latest_history(event), without_log(event_file.read_text(point.file))
    return StateChange(before, restored_state(event, before, after, since or 0, point.version), since or 0)


def restored_state(
    event: Event, before: EventHistory, after: EventHistory, since: int, version: int
) -> EventHistory:
    """Return the event `before` restored to `after`, its state in this version.

    The current visibility stays: restoring must not make a private event public (a change of it can be undone
    alone). What players have done for themselves stays, too; `since` is the id of the first entry undone.
    Raises InconsistentParts unless the event can be read back from its own file.
    """
    new_ids = {key: event.current_player_id(key, version) for key in after.names}
    after = replace(with_player_ids(after, new_ids), visibility=before.visibility)
    after = keep_self_service(event, after, since)
    check_readable(after)
    return after


def check_same_players(event: Event, entry: LogEntry):
    """Raise RuleViolation if this entry is about a player whose id belongs to another one now."""
    for key in event.reused_ids:
        if player_path(key) in entry.changes and event.current_player_id(key, entry.version) != key:
            owner = Player.with_removed.get(event=event, public_id=key)
            raise RuleViolation(REUSED_ID, id=key, name=owner.name)


def without_log(history: EventHistory) -> EventHistory:
    """Return an event file's event without its log and published standings."""
    return join_event(split_event(history), [player.id for player in history.players])


def get_restore_points(event: Event) -> list[tuple[int, str, str, str]]:
    """Return (id, name, time, who) of the event's restore points, newest first; automatic ones by nobody."""
    zone = ZoneInfo(event.timezone)
    rows = event.restore_points.order_by("-id").values_list("id", "reason", "at", "who")
    return [(pk, reason, when_text(at, zone), who) for pk, reason, at, who in rows]


def name_before_pairing(new_round: NextRound) -> str:
    """“before round 2”, “before Top 8, Quarter-finals”: names the point kept before a round is paired.

    Without a round it is kept before the pods of a draft. The phase is named if the event has several.
    """
    phase, number = new_round.phase, new_round.round.number if new_round.round else 0
    if len(phase.history.phases) == 1:
        text = round_in_sentence(phase, number) if number else gettext("the pods")
        return gettext("before {round}").format(round=text)
    if not number:
        text = gettext("pods")
    elif phase.kind == BRACKET:
        text = round_name(phase, number)
    else:
        text = gettext("round {number}").format(number=number)
    return gettext("before {phase}, {round}").format(phase=restore_point_phase(phase), round=text)


def restore_point_phase(phase: EventPhase) -> str:
    """Return the organiser's name of a phase; finals that are called after their system are “Top 8”."""
    if phase.kind == BRACKET:
        table = finals.bracket_of(phase).table
        if phase.name in ("", table.name):
            return gettext("Top {size}").format(size=table.size)
    return phase_name(phase)


def load_state(event: Event, point: int | None) -> tuple[str, EventHistory]:
    """Return (name, event) of a restore point by id, or of now, as pages show it.

    Raises RuleViolation for an unknown id.
    """
    current = load_latest_history(event)
    if point is None:
        return gettext("now"), current.with_public_names
    row = get_restore_point(event, point)
    history = without_log(event_file.read_text(row.file)).with_names(current.public_names.public)
    return row.reason, history


def get_point_file(event: Event, point: RestorePoint) -> str:
    """Return the event file of a restore point as it is downloaded: with public names."""
    values = publish_file(load_latest_history(event), json.loads(point.file), event.reused_ids)
    return event_file.format_json(values)


def get_restore_point(event: Event, pk: int) -> RestorePoint:
    """Return the event's restore point. Raises RuleViolation if it does not exist."""
    row = event.restore_points.filter(pk=pk).first()
    if row is None:
        raise RuleViolation(_("This restore point doesn’t exist."))
    return row
