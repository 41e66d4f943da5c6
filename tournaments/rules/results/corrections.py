"""Corrections of finished rounds; the open round drawn after them stays, is repaired or redrawn."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import ABSENT, DRAFT, DRAWN_KINDS, LOSS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..rounds import progress
from ..rounds.adjustments import apply_adjustment, check_adjustable, check_not_reported, swap
from ..rounds.seating import drawn_match_of, get_player, round_of, round_open_to

CHOICES = ("leave", "fewest", "draw")
# In finals there is no choice: the matches that depend on the winner are made again.
REMAKE = "remake"


@dataclass(frozen=True)
class CorrectedHistory:
    """A corrected history.

    In `event`, the open round `later` (or None) is to be made again; `left` is the history if that round
    stays. The player `moving` need not stay at their table.
    """

    event: EventHistory
    later: RoundRecord | None
    left: EventHistory
    moving: str = ""


def round_drawn_after(history: EventHistory, phase: int, number: int) -> RoundRecord | None:
    """The open round drawn after this finished one, or None."""
    is_current = 1 <= phase <= len(history.phases) and phase == history.current
    if not is_current or history.phase(phase).kind not in DRAWN_KINDS:
        return None
    if not any(r.number == number and r.finished for r in history.phase(phase).rounds):
        return None
    return progress.open_round(history, phase)


def correct_result(
    history: EventHistory, phase: int, number: int, before: MatchRecord, after: MatchRecord
) -> CorrectedHistory:
    """Replace one match of a finished round."""
    round_ = round_of(history, phase, number)
    matches = tuple(after if match == before else match for match in round_.matches)
    right = progress.with_round(history, phase, replace(round_, matches=matches))
    return CorrectedHistory(right, round_drawn_after(right, phase, number), right)


def correct_seats(history: EventHistory, phase: int, number: int, a: str, b: str) -> CorrectedHistory:
    """Swap two players of a finished round who sat in each other's places; results stay at their tables.

    Raises RuleViolation for an impossible swap.
    """
    check_adjustable(history, phase)
    right = progress.with_round(history, phase, swap(history, phase, round_of(history, phase, number), a, b))
    return CorrectedHistory(right, round_drawn_after(right, phase, number), right)


def admit_player(history: EventHistory, phase: int, number: int, player: str) -> CorrectedHistory:
    """Add a missing player to the open round.

    In `left`, the player gets what the settings give late entries, unless they have a bye. RuleViolation for
    a player who cannot join.
    """
    check_adjustable(history, phase)
    round_, event_round = round_of(history, phase, number), history.rounds_before(phase) + number
    later, record = round_open_to(history, phase, round_, player), get_player(history, player)
    byes = {key: worth for key, worth in record.byes.items() if key != event_round}
    right = with_player(
        history, replace(record, byes=byes, joined_round=min(record.joined_round, event_round))
    )
    worth, left = progress.settings_for(history, phase).late_entry, history
    if later == round_ and worth != ABSENT:
        late = replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(player, result=worth),))))
        left = progress.with_round(
            with_player(history, replace(record, byes=byes | {event_round: worth})), phase, late
        )
    return CorrectedHistory(progress.with_round(right, phase, later), later, left)


def excuse_player(history: EventHistory, phase: int, number: int, player: str) -> CorrectedHistory:
    """Take a player out of the open round, with a loss unless they have dropped.

    Raises RuleViolation if the opponent has dropped, who is in the round only because of this table.
    """
    check_adjustable(history, phase)
    round_, event_round = round_of(history, phase, number), history.rounds_before(phase) + number
    match = drawn_match_of(history, phase, round_, player)
    check_not_reported(match)
    for other in match.players:
        if other != player and not get_player(history, other).plays_in(event_round):
            raise RuleViolation(
                _("{name}, at the same table, has dropped: report table {table} instead."),
                name=get_player(history, other).name,
                table=match.table,
            )
    record = get_player(history, player)
    excused = (
        replace(record, byes={**record.byes, event_round: LOSS}) if record.plays_in(event_round) else record
    )
    return CorrectedHistory(with_player(history, excused), round_, history, player)


def with_player(history: EventHistory, player) -> EventHistory:
    return replace(history, players=tuple(player if p.id == player.id else p for p in history.players))


def remake_round(
    corrected: CorrectedHistory, phase: int, choice: str, seed: str, exceptions: bool = False
) -> RoundRecord:
    """Return the open round after the correction.

    RuleViolation if there is none. A new draw may make `exceptions`.
    """
    if corrected.later is None:
        raise RuleViolation(_("The next round is finished: its pairings stay."))
    options = adjustment_options(corrected, phase, choice, seed, exceptions)
    return apply_adjustment(corrected.event, phase, corrected.later.number, choice, **options)


def adjustment_options(
    corrected: CorrectedHistory, phase: int, choice: str, seed: str, exceptions: bool = False
) -> dict:
    """Return the options of `apply_adjustment`.

    Tables of players who dropped after the round was published are pinned: they play on (MTR 2.10).
    """
    history, round_ = corrected.event, corrected.later
    event_round = history.rounds_before(phase) + round_.number
    present = {player.id for player in history.players if player.plays_in(event_round)} | {corrected.moving}
    playing = [] if round_.state == DRAFT else [match for match in round_.matches if not match.is_bye]
    pins = tuple(match.table for match in playing if not present.issuperset(match.players))
    draw_options = {"seed": seed} | ({"exceptions": True} if exceptions else {})
    return {"pins": pins} | (draw_options if choice == "draw" else {})


def worth_left_out(corrected: CorrectedHistory, phase: int, player: str) -> str:
    """The worth of the open round for a player left out of it: that of the bye, or ABSENT."""
    matches = round_of(corrected.left, phase, corrected.later.number).matches
    return next((match.seats[0].result for match in matches if match.players == (player,)), ABSENT)
