"""Situations before a round, and the cost of a round by its definition."""

from hypothesis import strategies as st

from tournaments.rules.pairing import Constraints, Entrant

POINTS = st.sampled_from([0, 1, 3, 4, 6, 9])


@st.composite
def situations(draw, most=8):
    """Draw (entrants, met) of a small event in any state, reachable or not."""
    points = draw(st.lists(POINTS, min_size=2, max_size=most))
    size = len(points)
    order = draw(st.permutations(range(size)))
    shared = draw(st.booleans())
    best = sorted(range(size), key=lambda at: (-points[at], order[at]))
    rank = {at: best.index(at) + 1 for at in range(size)}
    if shared:
        rank = {at: 1 + sum(other > points[at] for other in points) for at in range(size)}
    byes = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    entrants = [Entrant(f"p{at}", points[at], rank[at], byes[at], order[at]) for at in range(size)]
    pairs = [(f"p{a}", f"p{b}") for b in range(size) for a in range(b)]
    return entrants, draw(st.lists(st.sampled_from(pairs), max_size=len(pairs) + 3))


def every_round(players):
    """Yield (tables, bye) of every possible round."""
    if len(players) % 2:
        for at, bye in enumerate(players):
            for tables, _none in every_round(players[:at] + players[at + 1 :]):
                yield tables, bye
        return
    if not players:
        yield (), None
        return
    first, *rest = players
    for at, other in enumerate(rest):
        for tables, _none in every_round(rest[:at] + rest[at + 1 :]):
            yield ((first, other), *tables), None


def round_cost(tables, bye, met, by_order):
    """Return (rematches, bye turn, Σ gap²), computed directly from the rule."""
    everyone = [e for table in tables for e in table] + ([bye] if bye else [])
    groups = sorted({e.points for e in everyone})
    again = sum((a.player, b.player) in met or (b.player, a.player) in met for a, b in tables)
    turn = (bye.byes, -bye.rank) if bye else ()
    if bye and by_order:
        turn = (bye.byes, -bye.rank, bye.points, -bye.order)
    return again, turn, sum((groups.index(a.points) - groups.index(b.points)) ** 2 for a, b in tables)


def as_entrants(pairing, entrants):
    by_id = {e.player: e for e in entrants}
    return tuple((by_id[a], by_id[b]) for a, b in pairing.tables), by_id.get(pairing.bye)


@st.composite
def constraints_for(draw, entrants):
    """Draw constraints of all kinds, including contradictions and absent players."""
    players = [e.player for e in entrants]
    player = st.sampled_from([*players, "nobody"])
    pairs = st.lists(st.tuples(player, player), max_size=3)
    return Constraints(
        apart=tuple(draw(st.lists(st.lists(player, max_size=6).map(tuple), max_size=3))),
        forbidden=tuple(draw(pairs)),
        wished=tuple(draw(st.sampled_from([(), (), tuple(draw(pairs))]))),
        bye_to=draw(st.sampled_from(["lowest", "lowest", "random", draw(player)])),
        band=draw(st.sampled_from([None, None, 1, 2, 3, 4.5])),
        after_gaps=draw(st.booleans()),
    )


@st.composite
def constrained(draw, most=10):
    entrants, met = draw(situations(most))
    return entrants, met, draw(constraints_for(entrants))


def group_of(entrant, band):
    return entrant.points if band is None else entrant.points // band


def exceptions(tables, bye, constraints, players):
    """Count the constraints that a round breaks."""
    seated = {frozenset((a.player, b.player)) for a, b in tables}
    wished = {frozenset(two) for two in constraints.wished if set(two) <= players}
    forbidden = {frozenset(two) for two in constraints.forbidden}
    is_bye_set = constraints.bye_to not in ("lowest", "random")
    wrong_bye = is_bye_set and (bye is None or bye.player != constraints.bye_to)
    return len(wished - seated) + len(forbidden & seated) + wrong_bye


def again(tables, met):
    return sum((a.player, b.player) in met or (b.player, a.player) in met for a, b in tables)


def constrained_cost(tables, bye, constraints, method):
    """Return (bye turn, clubs, Σ gap²), the last two in the order of the constraints, from the rules."""
    everyone = [e for table in tables for e in table] + ([bye] if bye else [])
    groups = sorted({group_of(e, constraints.band) for e in everyone})
    number = {e: groups.index(group_of(e, constraints.band)) for e in everyone}
    turn = ()
    if bye and constraints.bye_to == "random":
        turn = (bye.byes, number[bye])
    elif bye and constraints.bye_to == "lowest":
        turn = (bye.byes, -bye.rank, *((bye.points, -bye.order) if method != "random" else ()))
    clubs = sum(any({a.player, b.player} <= set(club) for club in constraints.apart) for a, b in tables)
    gap = sum((number[a] - number[b]) ** 2 for a, b in tables)
    return (turn, gap, clubs) if constraints.after_gaps else (turn, clubs, gap)
