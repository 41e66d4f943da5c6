"""The possible points of a table's seats, and the largest number of tables of a round."""

from itertools import product

from ..history import BYE, DRAFT_PODS, DRAW, LOSS, POD_SEATS, PODS, ROUND_ROBIN, WIN
from ..pairing.pods.sizes import USUAL_POD_SIZE
from ..results.scoring import VP_SHARES
from ..rulebooks import POINTS

WINS = "wins"


def most_tables(phase, entered, has) -> int:
    """Return the largest number of tables and byes of a round."""
    if phase.kind == PODS:
        # All in threes, or in fours with byes for the players left over.
        return max(-(-len(has) // min(POD_SEATS)), len(has) // USUAL_POD_SIZE + len(has) % USUAL_POD_SIZE)
    if phase.kind == DRAFT_PODS:
        # Every pod may have a bye; the number of pods is unknown until they are drawn.
        return sum(-(-len(pod) // 2) for pod in phase.pods) or len(has)
    # In a round robin the opponents of players who have left have byes.
    return -(-len(entered if phase.kind == ROUND_ROBIN else has) // 2)


def ends_of(settings) -> tuple[float, float, float]:
    """Return the points of a win, a loss and a draw in the first column."""
    if settings.first_column == WINS:
        return 1, 0, settings.rulebook.draw_in_wins
    return tuple(settings.points[end] for end in (WIN, LOSS, DRAW))


def worth_of(settings) -> tuple[float, float, float] | None:
    """Return the same; None if a match can end otherwise."""
    others = settings.vp_table or settings.rulebook.report == POINTS or by_games(settings.points)
    return None if others and settings.first_column != WINS else ends_of(settings)


def by_games(points) -> list[str]:
    return [key for key in points if key not in (WIN, DRAW, LOSS, BYE)]


def results_of(settings) -> tuple[tuple[float, float], ...]:
    """Return all possible pairs of points of a match, double losses included."""
    points, worths = settings.points, ends_of(settings)
    win, loss, draw = worths
    pairs = {(win, loss), (draw, draw), (loss, loss)}
    if settings.first_column != WINS:
        for key in by_games(points):
            own, other = key.split("-")
            default = draw if own == other else loss if int(own) > int(other) else win
            pairs.add((points[key], points.get(f"{other}-{own}", default)))
        pairs |= {(share, VP_SHARES - share) for _up_to, share in settings.vp_table or ()}
        if settings.rulebook.report == POINTS:
            # Points come from the game's own score sheet: any two numbers of the rulebook's.
            pairs |= set(product(worths, repeat=2))
    return tuple(sorted(pairs | {pair[::-1] for pair in pairs}))


def results_of_pods(settings) -> tuple[tuple[float, ...], ...]:
    """Return all possible points of a pod's seats: one wins, two or more draw, or all lose."""
    win, loss, draw = ends_of(settings)
    results = {
        tuple((draw if sum(seats) > 1 else win) if is_first else loss for is_first in seats)
        for size in POD_SEATS
        for seats in product((False, True), repeat=size)
    }
    return tuple(sorted(results))
