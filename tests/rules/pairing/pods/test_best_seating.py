"""The search for a seating, compared with an enumeration of all seatings."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.repetitions import count
from tournaments.rules.pairing import Constraints, Entrant
from tournaments.rules.pairing.field import build_field
from tournaments.rules.pairing.pods import POD_SIZES, seats_per_pod
from tournaments.rules.pairing.pods.objectives import Block, seating_levels
from tournaments.rules.pairing.pods.search import best_seating, cheapest_of_all, least_gap, search_seating


def every_seating(players, sizes):
    """Yield all seatings in pods of these sizes, each once."""
    if not sizes:
        yield ()
        return
    first, rest = players[0], players[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            for seating in every_seating([one for one in rest if one not in others], left):
                yield ((first, *others), *seating)


@st.composite
def situations(draw, most=9, often=3):
    """Draw (field, pod sizes, past seats, wished pairs)."""
    count = draw(st.integers(3, most))
    sizes = seats_per_pod(count, draw(st.sampled_from(POD_SIZES)))
    players = [f"p{n}" for n in range(sum(sizes))]
    player_ids = st.sampled_from(players)
    pair = st.tuples(player_ids, player_ids).filter(lambda two: two[0] != two[1])
    points = draw(st.lists(st.sampled_from((0, 1, 5, 6, 10)), min_size=len(players), max_size=len(players)))
    ranked = sorted(points, reverse=True)
    entrants = [
        Entrant(player, own, ranked.index(own) + 1, order=order)
        for order, (player, own) in enumerate(zip(players, points, strict=True))
    ]
    constraints = Constraints(
        apart=(tuple(draw(st.sets(player_ids, max_size=3))),),
        forbidden=tuple(draw(st.lists(pair, max_size=1))),
        after_gaps=draw(st.booleans()),
    )
    met = draw(st.lists(pair, max_size=4)) * draw(st.integers(0, often)) + draw(st.lists(pair, max_size=24))
    method = draw(st.sampled_from(("random", "by_standing")))
    field = build_field(entrants, met, method, "seed", 3, constraints)
    seat = st.tuples(st.integers(1, 3), st.sampled_from((3, 4)))
    past_seats = {player: tuple(draw(st.lists(seat, max_size=2))) for player in players}
    wished = [tuple(sorted(field.places[one] for one in draw(pair)))] if draw(st.booleans()) else []
    return field, sizes, past_seats, wished


def started(field, sizes):
    places = iter(range(field.size))
    return [[next(places) for _seat in range(size)] for size in sizes]


def cost(field, pods, past_seats, wished):
    """Return the objectives of a seating in their order, each summed from its definition."""
    names, pairs = field.players, [pair for pod in pods for pair in combinations(sorted(pod), 2)]
    times = Counter(frozenset(two) for two in field.past)
    squares = sum(times[frozenset((names[a], names[b]))] ** 2 for a, b in pairs)
    apart = sum(
        any(names[a] in group and names[b] in group for group in field.constraints.apart) for a, b in pairs
    )
    gap = sum(int(field.groups[a] - field.groups[b]) ** 2 for a, b in pairs)
    firsts = {place: sum(seat == 1 for seat, _n in past_seats[names[place]]) for place in range(field.size)}
    odd = {place: sum(seats != 4 for _seat, seats in past_seats[names[place]]) for place in range(field.size)}
    lone = [place for pod in pods if len(pod) != 4 for place in pod]
    return (
        sum(pair in field.forbidden for pair in pairs),
        -sum(pair in wished for pair in pairs),
        squares,
        *((gap, apart) if field.constraints.after_gaps else (apart, gap)),
        sum((a - b) ** 2 for a, b in pairs) if field.method == "by_standing" else 0,
        sum((firsts[a] - min(firsts.values())) * (firsts[b] - min(firsts.values())) for a, b in pairs),
        sum(odd[place] for place in lone) if len(set(map(len, pods))) > 1 else 0,
    )


@given(situations())
def test_a_small_field_has_the_best_seating(situation):
    field, sizes, past_seats, wished = situation
    seating = best_seating(field, started(field, sizes), wished, (), past_seats)
    assert not seating.weighed
    best = min(
        cost(field, pods, past_seats, wished) for pods in every_seating(list(range(field.size)), sizes)
    )
    assert cost(field, seating.pods, past_seats, wished) == best


@given(situations(12, often=0).filter(lambda situation: situation[0].size > 5))
def test_exchanges_find_the_best_seating(situation):
    field, sizes, past_seats, wished = situation
    block = Block(field, started(field, sizes))
    levels = seating_levels(block, wished, (), past_seats)
    if not levels:
        return
    best = block.to_pods(cheapest_of_all(block, levels))
    seating, _weighed = search_seating(block, levels)
    assert cost(field, block.to_pods(seating), past_seats, wished) == cost(field, best, past_seats, wished)


@given(st.lists(st.sampled_from((0, 1, 2, 5, 11)), min_size=3, max_size=10), st.sampled_from(POD_SIZES))
@settings(max_examples=count(6, 20))
def test_the_bound_is_the_least_gap_of_every_seating(groups, setting):
    sizes = seats_per_pod(len(groups), setting)
    groups = sorted(groups)[: sum(sizes)]
    gap, in_order = least_gap(groups, sizes)
    assert sorted(in_order) == sorted(sizes)
    places = list(range(len(groups)))
    assert gap == min(
        sum((groups[a] - groups[b]) ** 2 for pod in pods for a, b in combinations(pod, 2))
        for pods in every_seating(places, sizes)
    )


def test_bigger_pods_come_first_if_gaps_are_equal():
    assert least_gap([0] * 13, seats_per_pod(13))[1] == (4, 3, 3, 3)
    assert least_gap([0] * 14, seats_per_pod(14))[1] == (4, 4, 3, 3)
    assert least_gap([0] * 14, seats_per_pod(14, "fives"))[1] == (5, 5, 4)


def test_capped_prices_keep_the_order_of_objectives():
    players = [Entrant(f"p{n}", 0, 1) for n in range(16)]
    met = [(f"p{n}", f"p{m}") for n in range(4) for m in range(n) for _again in range(3000)]
    field = build_field(players, met, "by_standing", "seed", 9, Constraints(apart=(("p4", "p5"),)))
    past_seats = {player: ((1, 3),) * 4000 * (player == "p9") for player in field.players}
    seating = best_seating(field, started(field, (4,) * 4), past_seats=past_seats)
    heads = {frozenset(field.places[f"p{n}"] for n in range(4)) & set(pod) for pod in seating.pods}
    assert all(len(pod) == 1 for pod in heads)
    assert [len(pod) for pod in seating.pods] == [4] * 4
