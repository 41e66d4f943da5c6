"""What was wrong is put right in the history; the open round it leads to stays, is mended or drawn again."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import ABSENT, DRAFT, DRAWN_KINDS, LOSS, EventHistory, MatchRecord, RoundRecord, SeatRecord
from ..rounds import progress
from ..rounds.adjustments import adjusted, refuse_laid_down, refuse_reported, swap
from ..rounds.seating import named, open_to, playing_of, round_of

CHOICES = ("leave", "fewest", "draw")
# In finals nothing is left or drawn: what another winner undoes is made again.
REMAKE = "remake"


@dataclass(frozen=True)
class Corrected:
    """`event` is the history put right, in which `later` is the open round to be made again (None where
    there is none); `left` the history if that round stays. `moving` need not stay at their table."""

    event: EventHistory
    later: RoundRecord | None
    left: EventHistory
    moving: str = ""


def following(history: EventHistory, phase: int, number: int) -> RoundRecord | None:
    """The open round that was drawn after this finished one; None where there is none."""
    there = 1 <= phase <= len(history.phases) and phase == history.current
    if not there or history.phase(phase).kind not in DRAWN_KINDS:
        return None
    if not any(r.number == number and r.finished for r in history.phase(phase).rounds):
        return None
    return progress.open_round(history, phase)


def of_result(
    history: EventHistory, phase: int, number: int, before: MatchRecord, after: MatchRecord
) -> Corrected:
    """One match of a finished round as it is now."""
    round_ = round_of(history, phase, number)
    matches = tuple(after if match == before else match for match in round_.matches)
    right = progress.with_round(history, phase, replace(round_, matches=matches))
    return Corrected(right, following(right, phase, number), right)


def of_seats(history: EventHistory, phase: int, number: int, a: str, b: str) -> Corrected:
    """Two players of a finished round sat in each other's places: results stay at their tables.

    Raises RuleViolation where they cannot have."""
    refuse_laid_down(history, phase)
    right = progress.with_round(history, phase, swap(history, phase, round_of(history, phase, number), a, b))
    return Corrected(right, following(right, phase, number), right)


def of_admission(history: EventHistory, phase: int, number: int, player: str) -> Corrected:
    """A player who was missing plays in the open round; left out of it, the round is to them what the
    settings say of late entries, unless they have a bye in it. RuleViolation for who cannot join it."""
    refuse_laid_down(history, phase)
    round_, at = round_of(history, phase, number), history.rounds_before(phase) + number
    later, who = open_to(history, phase, round_, player), named(history, player)
    byes = {key: worth for key, worth in who.byes.items() if key != at}
    right = with_player(history, replace(who, byes=byes, joined_round=min(who.joined_round, at)))
    worth, left = progress.settings_for(history, phase).late_entry, history
    if later == round_ and worth != ABSENT:
        late = replace(round_, matches=(*round_.matches, MatchRecord((SeatRecord(player, result=worth),))))
        left = progress.with_round(with_player(history, replace(who, byes=byes | {at: worth})), phase, late)
    return Corrected(progress.with_round(right, phase, later), later, left)


def of_excuse(history: EventHistory, phase: int, number: int, player: str) -> Corrected:
    """A player does not play in the open round: who has dropped is not in it, to others it is a loss.

    Raises RuleViolation where the opponent has dropped: to them this table is all of the round."""
    refuse_laid_down(history, phase)
    round_, at = round_of(history, phase, number), history.rounds_before(phase) + number
    match = playing_of(history, phase, round_, player)
    refuse_reported(match)
    for other in match.players:
        if other != player and not named(history, other).plays_in(at):
            raise RuleViolation(
                _("{name}, at the same table, has dropped: report table {table} instead."),
                name=named(history, other).name,
                table=match.table,
            )
    who = named(history, player)
    gone = replace(who, byes={**who.byes, at: LOSS}) if who.plays_in(at) else who
    return Corrected(with_player(history, gone), round_, history, player)


def with_player(history: EventHistory, player) -> EventHistory:
    return replace(history, players=tuple(player if p.id == player.id else p for p in history.players))


def again(corrected: Corrected, phase: int, choice: str, seed: str, exceptions: bool = False) -> RoundRecord:
    """The open round as it follows from what was put right. RuleViolation where there is none; a new draw may
    make `exceptions`."""
    if corrected.later is None:
        raise RuleViolation(_("The next round is finished: its pairings stay."))
    asked = question(corrected, phase, choice, seed, exceptions)
    return adjusted(corrected.event, phase, corrected.later.number, choice, **asked)


def question(corrected: Corrected, phase: int, choice: str, seed: str, exceptions: bool = False) -> dict:
    """What `adjusted` is asked for. Who has dropped since the round went out plays on (MTR 2.10): their
    tables are pinned."""
    history, round_ = corrected.event, corrected.later
    at = history.rounds_before(phase) + round_.number
    there = {player.id for player in history.players if player.plays_in(at)} | {corrected.moving}
    playing = [] if round_.state == DRAFT else [match for match in round_.matches if not match.is_bye]
    pins = tuple(match.table for match in playing if not there.issuperset(match.players))
    drawn = {"seed": seed} | ({"exceptions": True} if exceptions else {})
    return {"pins": pins} | (drawn if choice == "draw" else {})


def worth_left_out(corrected: Corrected, phase: int, player: str) -> str:
    """What the open round is to who is left out of it: the worth of their bye, or ABSENT."""
    matches = round_of(corrected.left, phase, corrected.later.number).matches
    return next((match.seats[0].result for match in matches if match.players == (player,)), ABSENT)
