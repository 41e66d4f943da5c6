"""Notices to players about changes of a published round, derived from the log."""

from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext

from ...changes.registry import action_names, find_action
from ...models import Event, LogEntry
from ...rules.history import DRAWN_KINDS, PUBLISHED, EventHistory
from ...rules.log.event_parts import seated_players
from ...rules.rounds import seating


def changed_by_hand() -> Q:
    """Select the log entries of actions that may change a published round."""
    names = action_names(lambda action: action.notice is not None)
    return reduce(or_, (Q(action__startswith=name) for name in names))


def get_change_notices(event: Event, history: EventHistory) -> dict[str, str]:
    """Return {player id: notice} for players whose table or opponent in the running round was changed."""
    phase, names = history.current_phase, history.names
    round_ = phase.open_round
    if round_ is None or round_.state != PUBLISHED or phase.kind not in DRAWN_KINDS:
        return {}
    places, notices = {}, {}
    for match in round_.matches:
        if match.is_bye or not match.reported:
            places |= places_at(match.table and str(match.table), match.players)
    excused = seating.excused_players(phase, round_)
    # Changes of a draft have no reason in the action and need no notice.
    entries = event.log.filter(changed_by_hand(), action__contains=": ", undone_by=None, undoes=None)
    for entry in entries.order_by("id"):
        for player, (before, after) in list_moves(entry, phase.number, round_.number).items():
            if places.get(player) == after:
                notices[player] = notice_text(entry, names, before, after, player in excused)
    return notices


def is_changed_by_hand(event: Event, phase: int, number: int) -> bool:
    """Return whether any seat of the round was changed by hand."""
    entries = event.log.filter(changed_by_hand(), undone_by=None, undoes=None)
    return any(list_moves(entry, phase, number) for entry in entries)


def list_moves(entry: LogEntry, phase: int, number: int) -> dict[str, tuple]:
    """Return {player: (place before or None, place after)} of the players that an entry moved in a round."""
    before, after = {}, {}
    prefixes = tuple(f"{kind}:{phase}:{number}:" for kind in ("match", "bye"))
    for path, change in entry.changes.items():
        # Older releases imported logs without looking at their changes.
        if not path.startswith(prefixes) or not isinstance(change, list):
            continue
        table = path.rpartition(":")[2] if path.startswith("match:") else None
        for part, places in zip(change, (before, after), strict=False):
            places |= places_at(table, seated_players(part))
    return {
        player: (before.get(player), place) for player, place in after.items() if before.get(player) != place
    }


def places_at(table: str | None, players) -> dict[str, tuple]:
    """Return {player: (table, opponents)}; the table of a bye is None."""
    return {player: (table, tuple(sorted(set(players) - {player}))) for player in players}


def notice_text(entry: LogEntry, names: dict, before: tuple | None, after: tuple, is_excused: bool) -> str:
    """Return “Your table changed: now table 4 against Bo, previously table 2 against Ada (Bo came late).”"""
    notice = find_action(entry.action).notice
    reason = gettext(notice) if notice else entry.action.partition(": ")[2]
    place = place_text(after, names)
    if is_excused:
        return gettext("You’re no longer in this round ({reason}).").format(reason=reason)
    if before is None:
        return gettext("You’re now in this round: {place} ({reason}).").format(place=place, reason=reason)
    notice = gettext("Your table changed: now {place}, previously {before} ({reason}).")
    return notice.format(place=place, before=place_text(before, names), reason=reason)


def place_text(place: tuple, names: dict) -> str:
    table, opponents = place
    if table is None:
        return gettext("a bye")
    name = ", ".join(names.get(opponent, opponent) for opponent in opponents)
    return gettext("table {table} against {name}").format(table=table, name=name)
