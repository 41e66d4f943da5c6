"""What a table of a phase can give those who sit there, and how many tables a round of it can have."""

from itertools import product

from ..history import BYE, DRAFT_PODS, DRAW, LOSS, POD_SEATS, PODS, ROUND_ROBIN, WIN
from ..pairing.pods.sizes import USUAL
from ..results.scoring import VP_SHARES
from ..rulebooks import POINTS

WINS = "wins"


def most_tables(phase, entered, has) -> int:
    """How many tables and byes a round has at most."""
    if phase.kind == PODS:
        # All in threes, or in fours with those who are left over sitting out.
        return max(-(-len(has) // min(POD_SEATS)), len(has) // USUAL + len(has) % USUAL)
    if phase.kind == DRAFT_PODS:
        # Every pod may have a bye; before they are drawn nobody knows how many there are.
        return sum(-(-len(pod) // 2) for pod in phase.pods) or len(has)
    # In a round robin who meets somebody that has left has a bye.
    return -(-len(entered if phase.kind == ROUND_ROBIN else has) // 2)


def ends_of(settings) -> tuple[float, float, float]:
    """What a win, a loss and a draw are worth in the first column."""
    if settings.first_column == WINS:
        return 1, 0, settings.rulebook.draw_in_wins
    return tuple(settings.points[end] for end in (WIN, LOSS, DRAW))


def worth_of(settings) -> tuple[float, float, float] | None:
    """The same; None where a match can end in other numbers."""
    others = settings.vp_table or settings.rulebook.report == POINTS or by_games(settings.points)
    return None if others and settings.first_column != WINS else ends_of(settings)


def by_games(points) -> list[str]:
    return [key for key in points if key not in (WIN, DRAW, LOSS, BYE)]


def results_of(settings) -> tuple[tuple[float, float], ...]:
    """Every pair of what the two of a match may be given, both of them losing included."""
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
            # The game's own sheet gives them: any two numbers within the rulebook's.
            pairs |= set(product(worths, repeat=2))
    return tuple(sorted(pairs | {pair[::-1] for pair in pairs}))


def results_of_pods(settings) -> tuple[tuple[float, ...], ...]:
    """All that the seats of a pod may be given: one wins, two or more draw, or all lose."""
    win, loss, draw = ends_of(settings)
    found = {
        tuple((draw if sum(seats) > 1 else win) if is_first else loss for is_first in seats)
        for size in POD_SEATS
        for seats in product((False, True), repeat=size)
    }
    return tuple(sorted(found))
