"""Single elimination inside a draft pod."""

from collections.abc import Iterable, Sequence
from math import ceil, log2

from ..errors import _
from ..history import WIN, MatchRecord, PhaseRecord
from ..results.scoring import outcomes
from .booster_pods import MIN_POD_SIZE, PodRound, opposite_pairs, player_lot, pod_sizes
from .reasons.wording import Reason

BYE_BY_LOT = _("Bye: chosen at random from the {count} players left in pod {pod}")
BYE_BY_DROP = _("Bye: the opponent has left pod {pod}")
FINAL = _("Pod {pod}: the last two players")
FARTHEST = _("Pod {pod}: seats farthest apart among the {count} players left")


def remaining_line(phase: PhaseRecord, pod: Sequence[str]) -> tuple[str, ...]:
    """Return the players left in a pod after its finished rounds, in bracket order.

    Of eight, the winners of 1-5 and 3-7 meet, and the winners of 2-6 and 4-8 (1-5 and 3-7 share a half).
    """
    line, members = tuple(pod), set(pod)
    for round_ in phase.rounds:
        if round_.finished:
            matches = [match for match in round_.matches if members.intersection(match.players)]
            line = line_after_round(line, matches)
    return line


def line_after_round(line: Sequence[str], matches: Iterable[MatchRecord]) -> tuple[str, ...]:
    """Return the winners in the order of their matches in the line."""
    place = {player: number for number, player in enumerate(line)}
    winners = [
        (min(place.get(player, len(line)) for player in match.players), player)
        for match in matches
        for player, outcome in zip(match.players, outcomes(match), strict=True)
        if outcome == WIN
    ]
    return tuple(player for _place, player in sorted(winners))


def next_round(line: Sequence[str], number: int, present: set[str], seed: str, had_bye: Iterable[str] = ()):
    """Return the next PodRound of the players left in the `line` of pod `number`; empty for one player.

    Players half a line apart meet. Of an odd number, one gets a bye by lot, if possible one without an
    earlier bye (`had_bye`). The opponent of a dropped player also advances without a match.
    """
    left, dropped = list(line), [player for player in line if player not in present]
    if len(left) < 2:
        return PodRound()
    byes = []
    if len(left) % 2 and dropped:
        left.remove(dropped[0])
    elif len(left) % 2:
        candidates = [player for player in left if player not in had_bye] or left
        byes = [min(candidates, key=lambda player: player_lot(seed, "bye", player))]
        left.remove(byes[0])
    params = {"pod": number, "count": len(line)}
    pair_text = FARTHEST if len(line) > 2 else FINAL
    why, pairs = {bye: Reason(BYE_BY_LOT, params) for bye in byes}, []
    for pair in opposite_pairs(left):
        players = tuple(player for player in pair if player in present)
        if len(players) == 2:
            pairs.append(players)
        else:
            byes += players
        why |= dict.fromkeys(players, Reason(pair_text if len(players) == 2 else BYE_BY_DROP, params))
    return PodRound(tuple(pairs), tuple(byes), why)


def elimination_rounds(count: int) -> int:
    """Return the number of rounds in a single elimination of `count` players."""
    return ceil(log2(count)) if count > 1 else 0


def bracket_round_count(phase: PhaseRecord, count: int) -> int:
    """Return the number of rounds of the pods' brackets; before the draw of pods, for `count` players."""
    if not phase.pods:
        return max(map(elimination_rounds, pod_sizes(count)), default=0) if count >= MIN_POD_SIZE else 0
    played = sum(round_.finished for round_ in phase.rounds)
    return played + max(elimination_rounds(len(remaining_line(phase, pod))) for pod in phase.pods)
