"""Stakes for every kind of cut, compared with the cut of every possible end of small events."""

from dataclasses import dataclass, replace
from itertools import product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.forecasts import race, races, seatings
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.forecast.bounds import CutPlaces, cut_places
from tournaments.rules.forecast.cut_races import CutRace, stakes_of_cut
from tournaments.rules.forecast.stakes import (
    CAN,
    IN,
    NEEDS,
    OUT,
    calculate_stakes,
    makes_cut,
    misses_cut,
)
from tournaments.rules.standings.cut import apply_cut

# Many examples, because few players are at the line of a cut.
many_examples = settings(max_examples=count(150, 600), suppress_health_check=[HealthCheck.too_slow])


@dataclass
class Row:
    player: str
    points: float
    losses: int
    rank: int = 0


@st.composite
def rules(draw):
    """Draw a `cut` setting with any of its keys except by_hand and per."""
    small = st.integers(1, 4)
    selecting = draw(
        st.sampled_from(
            (("top",), ("losses",), ("percent",), ("min_points",), ("top", "losses"), ("top", "min_points"))
        )
    )
    amounts = {
        "top": small,
        "losses": st.integers(0, 3),
        "percent": st.sampled_from((20, 50, 75)),
        "min_points": small,
    }
    rule = {key: draw(amounts[key]) for key in selecting}
    ties = draw(st.sampled_from(("", "ranked", "in", "out")))
    rule |= {"ties": ties} if ties else {}
    rule |= {"at_most": draw(small)} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        rule["at_least"] = draw(st.integers(1, rule.get("at_most", 3)))
    return rule


def with_losses(race, data):
    lost = data.draw(st.lists(st.integers(0, 3), min_size=5, max_size=5))
    return replace(race, losses=dict(zip(sorted(race.points), lost, strict=False)))


def losing_seats(race, gained):
    """Return the possible (lost, ...) of a table; points that mean nothing else tell a loss."""
    if race.outcome_points is None:
        return [(False,) * len(gained), (True,) * len(gained)]
    _win, loss, draw = race.outcome_points
    kinds = [(points == loss, points == loss != draw) for points in gained]
    return product(*(sorted(set(kind)) for kind in kinds))


def played(state, tables, alone, race):
    """Yield {player: (points, losses)} after each result of a round."""
    for outcome in product(*(race.results_by_size[len(table)] for table in tables)):
        for lost in product(*(losing_seats(race, gained) for gained in outcome)):
            after = dict(state)
            for table, gained, losing in zip(tables, outcome, lost, strict=True):
                for player, points, is_loss in zip(table, gained, losing, strict=True):
                    if player in after:
                        after[player] = after[player][0] + points, after[player][1] + is_loss
            for player in alone:
                after[player] = after[player][0] + race.bye_points, after[player][1]
            yield tuple(sorted(after.items()))


def endings(race):
    """Return every possible {player: (points, losses)} at the end."""
    start = {player: (points, race.losses.get(player, 0)) for player, points in race.points.items()}
    ends = set(played(start, race.open_tables, [], race))
    for _round in range(race.rounds):
        ends = {
            after
            for before in ends
            for tables, alone in seatings(race)
            for after in played(dict(before), tables, alone, race)
        }
    return [dict(end) for end in ends]


def chances(end, player, rule):
    """Return whether the player makes the cut with the best and with the worst tiebreakers; () if refused."""
    made = []
    for tied_last in (False, True):
        for backwards in (False, True):
            others = sorted(end, reverse=backwards)
            order = sorted(others, key=lambda one: (-end[one][0], (one == player) == tied_last))
            rows = [Row(one, *end[one], rank) for rank, one in enumerate(order, 1)]
            try:
                made.append(player in apply_cut(rows, rule).entrants)
            except RuleViolation:
                return ()
    return made


@many_examples
@given(races(rounds=0), rules(), st.data())
def test_stakes_hold_for_every_cut_in_the_last_round(race, rule, data):
    assert_stakes_hold(race, rule, data)


@settings(max_examples=count(8, 150), suppress_health_check=[HealthCheck.too_slow])
@given(races(rounds=1), rules(), st.data())
def test_stakes_hold_for_every_cut_and_all_later_pairings(race, rule, data):
    assert_stakes_hold(race, rule, data)


def assert_stakes_hold(race, rule, data):
    race = with_losses(replace(race, listed_count=len(race.points)), data)
    stakes = calculate_stakes(race, cut_places(rule, race.listed_count))
    for end in endings(race):
        for player, stake in stakes.items():
            made = chances(end, player, rule)
            gained = end[player][0] - race.points[player]
            lost = end[player][1] - race.losses[player]
            enough = gained >= stake.points_needed
            if stake.losses_left is not None:
                enough = lost <= stake.losses_left
            if stake.state == IN or (stake.state == NEEDS and enough):
                assert all(made)
            if stake.state == OUT:
                assert not any(made)


@many_examples
@given(races(rounds=0), rules(), st.data())
def test_stakes_are_exact_in_the_last_round_for_every_cut(race, rule, data):
    if race.outcome_points is None and "losses" in rule:
        return
    if "losses" in rule:
        # Bounds on the number of players are not exact then; test_stakes_after_the_last_round covers them.
        rule = {key: value for key, value in rule.items() if key not in ("at_least", "at_most")}
    race = with_losses(replace(race, listed_count=len(race.points)), data)
    stakes, ends = calculate_stakes(race, cut_places(rule, race.listed_count)), endings(race)
    for player, stake in stakes.items():
        made = [chances(end, player, rule) for end in ends]
        if not all(made):
            continue
        if stake.state != IN:
            assert not all(map(all, made))
        if stake.state != OUT:
            assert any(map(any, made))


SELECTIONS = ({"top": 2}, {"percent": 50}, {"min_points": 3}, {"losses": 1}, {"losses": 1, "top": 3})
LIMITS = ({}, {"at_least": 2}, {"at_most": 2}, {"at_least": 2, "at_most": 3})
EVERY_RULE = [
    selection | limit | ties
    for selection, limit, ties in product(SELECTIONS, LIMITS, ({}, {"ties": "in"}, {"ties": "out"}))
]


@settings(max_examples=count(60, 600))
@given(st.lists(st.tuples(st.sampled_from((0, 3, 6)), st.integers(0, 2)), min_size=3, max_size=5))
def test_stakes_after_the_last_round_are_the_cut_itself(states):
    end = {f"p{number}": state for number, state in enumerate(states)}
    now = race({player: points for player, (points, _lost) in end.items()})
    now = replace(now, losses={player: lost for player, (_points, lost) in end.items()})
    for rule in EVERY_RULE:
        stakes = calculate_stakes(now, cut_places(rule, len(end)))
        for player, made in ((player, chances(end, player, rule)) for player in end):
            if made:
                assert stakes[player].state != IN or all(made), rule
                assert stakes[player].state != OUT or not any(made), rule
            if made and not rule.keys() >= {"losses", "at_least"}:
                assert stakes[player].state == IN or not all(made), rule
                assert stakes[player].state == OUT or any(made), rule


# A fifth of a second an example.
@settings(max_examples=count(20, 200), suppress_health_check=[HealthCheck.too_slow])
@given(races(), rules(), st.integers(0, 9))
def test_levels_hold_for_every_end(race, rule, points):
    rule = {key: value for key, value in rule.items() if key != "losses"} or {"top": 2}
    race = replace(race, listed_count=len(race.points))
    places = cut_places(rule, race.listed_count)
    makes, misses = makes_cut(race, places, points), misses_cut(race, places, points)
    for end in endings(race):
        for player in (player for player, (has, _lost) in end.items() if has == points):
            made = chances(end, player, rule)
            assert not makes or all(made)
            assert not misses or not any(made)


# Half a second an example: two rounds to come have many ends.
@settings(max_examples=count(20, 120), suppress_health_check=[HealthCheck.too_slow])
@given(races(), rules(), st.data())
def test_stakes_of_a_cut_of_each_group_hold_for_every_end(race, rule, data):
    race = with_losses(race, data)
    members = data.draw(st.lists(st.booleans(), min_size=5, max_size=5))
    group_of = dict(zip(sorted(race.points), members, strict=False))
    groups = {}
    for player, group in group_of.items():
        groups.setdefault(group, []).append(player)
    stakes = stakes_of_cut(
        [CutRace(race.of_group(listed), cut_places(rule, len(listed))) for listed in groups.values()]
    )
    for end in endings(race):
        for player, stake in stakes.items():
            group = {one: end[one] for one in groups[group_of[player]]}
            made = chances(group, player, rule)
            if stake.state == IN:
                assert all(made)
            if stake.state == OUT:
                assert not any(made)


@every(
    ("ties", "states"),
    [
        ("ranked", [IN, CAN, CAN, OUT]),
        ("in", [IN, IN, IN, OUT]),
        ("out", [IN, OUT, OUT, OUT]),
    ],
)
def test_players_tied_at_the_line_after_the_last_round(ties, states):
    now = race({"a": 9, "b": 6, "c": 6, "d": 3})
    stakes = calculate_stakes(now, cut_places({"top": 2, "ties": ties}, 4))
    assert [stakes[player].state for player in "abcd"] == states


def test_a_cut_by_losses_says_how_many_more_losses_are_allowed():
    now = replace(race({"a": 9, "b": 6, "c": 3}, rounds=2), losses={"a": 0, "b": 1, "c": 3})
    stakes = calculate_stakes(now, CutPlaces(max_losses=2))
    assert [(stakes[player].state, stakes[player].losses_left) for player in "abc"] == [
        (IN, None),
        (NEEDS, 1),
        (OUT, None),
    ]
