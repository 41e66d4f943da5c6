"""Several players at once: check in, drop."""

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...changes.change import Change, DuplicateRequest, action
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import format_utc_seconds
from ...rules.history import EventHistory, PlayerRecord
from ...rules.log.event_parts import player_path
from ...rules.players.departures import can_replace_leaver, move_up_next_player
from ...rules.registration import has_started
from .check_in import CHECK_IN_IS_OVER

MAX_SELECTED = 2_000


@action(
    access.CHECK_IN,
    log=(ngettext_lazy("{count} player checked in", "{count} players checked in", "count"), "{names}"),
)
def check_in_players(change: Change, keys: Collection[str]) -> int:
    """Check in those of these players who are not yet and have not left; return how many.

    DuplicateRequest if all are. RuleViolation once the event has started, or for too many players.
    """
    if has_started(change.history):
        raise RuleViolation(CHECK_IN_IS_OVER)
    players = [player for player in active_players(change.history, keys) if not player.checked_in_at]
    return store_players(change, players, checked_in_at=format_utc_seconds(change.now))


@action(
    access.ENTER_RESULTS,
    log=(ngettext_lazy("{count} player dropped", "{count} players dropped", "count"), "{names}"),
)
def drop_players(change: Change, keys: Collection[str]) -> int:
    """Drop those of these players who have not left, like `drop_player`; return how many.

    Matches under way still count. DuplicateRequest if all have left. RuleViolation for too many players, and
    if the next in the standings would take somebody's place in the finals.
    """
    history = change.history
    players = active_players(history, keys)
    finished = sum(round_.finished for phase in history.phases for round_ in phase.rounds)
    entrants = history.current_phase.entrants or () if can_replace_leaver(history) else ()
    for player in players:
        dropped = replace(player, dropped_after=finished)
        if player.id in entrants and move_up_next_player(history.with_player(dropped), player.id):
            text = _("Somebody takes {name}’s place in the finals: drop {name} alone, to see who.")
            raise RuleViolation(text, name=player.name)
    return store_players(change, players, dropped_after=finished)


def active_players(history: EventHistory, keys: Collection[str]) -> list[PlayerRecord]:
    """Return the players with these ids who have not left. RuleViolation for too many ids."""
    if len(keys) > MAX_SELECTED:
        raise RuleViolation(_("Select at most {most} players at once."), most=MAX_SELECTED)
    wanted = set(keys)
    return [player for player in history.players if player.id in wanted and not player.has_left]


def store_players(change: Change, players: list[PlayerRecord], **values) -> int:
    """Store these values for all of them, in one log entry; return how many. DuplicateRequest for none."""
    if not players:
        raise DuplicateRequest
    for player in players:
        change.set_part(player_path(player.id), replace(player, **values))
    change.log_players()
    return len(players)
