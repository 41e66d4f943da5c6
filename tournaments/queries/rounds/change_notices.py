"""Notices to players about changes of a published round, derived from the log."""

from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from ...models import Event, LogEntry
from ...rules.history import DRAWN_KINDS, PUBLISHED, EventHistory
from ...rules.log import part_paths
from ...rules.rounds import progress, seating

# Reasons for changes of a published round by action; if empty, the action's text contains the reason.
REASONS = {
    "adjust_round": "",
    "correct_result": gettext_noop("an earlier result was corrected"),
    "correct_seats": gettext_noop("it was corrected who had sat where before"),
    "admit_player": gettext_noop("a player was missing"),
    "excuse_player": gettext_noop("a player is not there"),
}
BY_HAND = reduce(or_, (Q(action__startswith=action) for action in REASONS))
# Changes of a draft have no reason in the action and need no notice.
PUBLISHED_CHANGES = Q(action__contains=": ") & BY_HAND


def notices_of(event: Event, history: EventHistory) -> dict[str, str]:
    """Return {player id: notice} for players whose table or opponent in the running round was changed."""
    phase = history.current
    round_ = progress.open_round(history, phase)
    drawn = history.phase(phase).kind in DRAWN_KINDS
    if round_ is None or round_.state != PUBLISHED or not drawn:
        return {}
    rows = event.log.filter(PUBLISHED_CHANGES, undone_by=None, undoes=None).order_by("id")
    moved = [(row, *move) for row in rows for move in moves(row, phase, round_.number)]
    if not moved:
        return {}
    waiting = [match for match in round_.matches if match.is_bye or not match.reported]
    sits = {place for match in waiting for place in places_of(match.table, match.players)}
    names, excused = history.names, seating.excused_players(history, phase, round_)
    return {
        player: words(row, names, (table, others), before, player in excused)
        for row, (player, table, others), before in moved
        if (player, table, others) in sits
    }


def by_hand(event: Event, phase: int, number: int) -> bool:
    """Return whether any seat of the round was changed by hand."""
    rows = event.log.filter(BY_HAND, undone_by=None, undoes=None)
    return any(moves(row, phase, number) for row in rows)


def moves(row: LogEntry, phase: int, number: int):
    """Return [((player, table, opponents) now, (table, opponents) before or None)] of a log entry's moved
    players.

    Entries from an imported file may have any content; unreadable ones move no player."""
    was, now = {}, {}
    try:
        for path, sides in row.changes.items():
            kind, name = part_paths.split(path)
            if kind not in ("match", "bye") or name[:2] != (phase, number):
                continue
            table = name[2] if kind == "match" else None
            for part, places in zip(sides, (was, now), strict=True):
                keys = (
                    [seat["player"] for seat in part["seats"]]
                    if part and table
                    else [name[2]]
                    if part
                    else []
                )
                places.update({player: rest for player, *rest in places_of(table, keys)})
    except (KeyError, TypeError, ValueError, AttributeError):
        return []
    return [((player, *place), was.get(player)) for player, place in now.items() if was.get(player) != place]


def places_of(table: int | None, players) -> list[tuple]:
    """Return (player, table, other players) of each player at a table; no table and others for a bye."""
    return [(player, table, tuple(sorted(one for one in players if one != player))) for player in players]


def words(row: LogEntry, names: dict, now, before, is_out: bool) -> str:
    """Return “Your table changed: table 4 against Bo, before table 2 against Ada (Bo came late).”"""
    placeholders = {"now": place_text(now, names), "why": why_of(row)}
    if is_out:
        return gettext("You are not in this round any more ({why}).").format(**placeholders)
    if before is None:
        return gettext("You are in this round now: {now} ({why}).").format(**placeholders)
    placeholders["before"] = place_text(before, names)
    return gettext("Your table changed: {now}, before {before} ({why}).").format(**placeholders)


def why_of(row: LogEntry) -> str:
    action, _, reason = row.action.partition(": ")
    words = REASONS.get(action.partition(" ")[0])
    return gettext(words) if words else reason


def place_text(place, names: dict) -> str:
    table, others = place
    if table is None:
        return gettext("the bye")
    name = ", ".join(names.get(other, other) for other in others)
    return gettext("table {table} against {name}").format(table=table, name=name)
