"""Manual adjustments of pods: swaps, moves, byes, added and removed players, partial redraws."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.case_tables import every
from tests.rules.played_pod_events import (
    adjust,
    event_of,
    in_second,
    newcomer,
    play,
    second,
    sits,
    with_result,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PlayerRecord
from tournaments.rules.players import departures
from tournaments.rules.results import corrections
from tournaments.rules.rounds import adjustments, pod_adjustments, progress

TEN, TWELVE, FIFTEEN = in_second(10), in_second(12), in_second(15, pod_sizes="byes")


def test_two_players_of_two_pods_change_seats():
    before = sits(second(TWELVE))
    a, b = before[1][0], before[3][2]
    after = sits(adjust(TWELVE, "swap", a=a, b=b))
    assert after[1] == (b, *before[1][1:])
    assert after[3] == (*before[3][:2], a, before[3][3])
    assert after[2] == before[2]


def test_two_players_of_one_pod_change_seats():
    a, b, c, d = sits(second(TWELVE))[2]
    assert sits(adjust(TWELVE, "swap", a=a, b=d))[2] == (d, b, c, a)


def test_a_pod_of_four_becomes_three_when_one_leaves():
    leaving = sits(second(TWELVE))[1][1]
    after = sits(adjust(TWELVE, "out", a=leaving))
    assert after[1] == tuple(player for player in sits(second(TWELVE))[1] if player != leaving)


def test_a_pod_of_three_is_never_left_with_two():
    table = next(table for table, players in sits(second(TEN)).items() if len(players) == 3)
    with pytest.raises(RuleViolation) as refused:
        adjust(TEN, "out", a=sits(second(TEN))[table][0])
    assert str(refused.value) == (
        f"Table {table} would be left with two, and a pod takes at least 3: move somebody there first, "
        "or draw the rest again."
    )


def test_who_has_a_bye_takes_the_seat_of_who_leaves():
    leaving, byes = sits(second(FIFTEEN))[2][3], sits(second(FIFTEEN))[None]
    after = sits(adjust(FIFTEEN, "out", a=leaving))
    assert after[2][3] == byes[0]
    assert after[None] == byes[1:]


def test_the_bye_moves_to_whoever_is_given_it():
    byes, a = sits(second(FIFTEEN))[None], sits(second(FIFTEEN))[1][0]
    after = sits(adjust(FIFTEEN, "bye", a=a))
    assert after[1][0] == byes[0]
    assert set(after[None]) == {a, *byes[1:]}
    with pytest.raises(RuleViolation, match="Nobody has a bye in this round: take the player out"):
        adjust(TWELVE, "bye", a=sits(second(TWELVE))[1][0])


def test_who_joins_makes_a_pod_of_three_a_four():
    after = sits(adjust(newcomer(TEN), "seat", a="new"))
    assert Counter(map(len, after.values())) == {4: 2, 3: 1}
    assert next(players for players in after.values() if "new" in players)[-1] == "new"


def test_who_joins_where_all_sit_in_fours_has_the_bye_and_three_of_them_make_a_pod():
    event = newcomer(TWELVE)
    after = adjust(event, "seat", a="new")
    assert sits(after)[None] == ("new",)
    others = [PlayerRecord(f"new{n}", f"New {n}", joined_round=3, order=100 + n) for n in range(2)]
    event = progress.with_round(replace(event, players=(*event.players, *others)), 1, after)
    event = progress.with_round(event, 1, adjust(event, "seat", a="new0"))
    assert sits(adjust(event, "seat", a="new1"))[4] == ("new", "new0", "new1")


def test_who_joins_a_night_of_fives_makes_a_four_a_five():
    event = newcomer(in_second(12, pod_sizes="fives"))
    assert sorted(map(len, sits(adjust(event, "seat", a="new")).values())) == [4, 4, 5]


def test_who_joins_four_players_makes_them_five():
    event = newcomer(in_second(4))
    assert len(sits(adjust(event, "seat", a="new"))[1]) == 5


def test_who_joins_three_with_byes_makes_a_pod_of_four():
    after = sits(adjust(newcomer(FIFTEEN), "seat", a="new"))
    assert after[4] == (*sits(second(FIFTEEN))[None], "new")
    assert None not in after


def test_a_player_moves_from_a_four_to_a_three():
    four = next(table for table, players in sits(second(TEN)).items() if len(players) == 4)
    three = next(table for table, players in sits(second(TEN)).items() if len(players) == 3)
    a = sits(second(TEN))[four][0]
    after = sits(adjust(TEN, "move", a=a, table=three))
    assert after[three] == (*sits(second(TEN))[three], a)
    assert after[four] == sits(second(TEN))[four][1:]


def test_a_bye_moves_to_a_table_and_fills_it():
    a, b, _c = sits(second(FIFTEEN))[None]
    after = adjust(FIFTEEN, "move", a=a, table=1)
    assert sits(after)[1][-1] == a
    event = progress.with_round(FIFTEEN, 1, after)
    with pytest.raises(RuleViolation, match="Table 1 is full: a pod takes 5 at most"):
        adjust(event, "move", a=b, table=1)


@every(
    ("kind", "options", "words"),
    [
        ("move", {"a": "p0", "table": 9}, "There is no table 9"),
        ("swap", {"a": "p0", "b": "p0"}, "nobody sits twice"),
        ("draw", {"pins": (1, 2, 3), "seed": "s"}, "nobody is left to draw"),
        ("juggle", {}, "no adjustment “juggle”"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(kind, options, words):
    with pytest.raises(RuleViolation, match=words):
        adjust(TWELVE, kind, **options)


def test_nobody_moves_to_where_they_sit_or_to_a_table_with_its_result():
    a = sits(second(TWELVE))[1][0]
    with pytest.raises(RuleViolation, match="sits there already"):
        adjust(TWELVE, "move", a=a, table=1)
    with pytest.raises(RuleViolation, match="Table 2 has its result"):
        adjust(with_result(TWELVE, 2), "move", a=a, table=2)


def test_two_who_are_kept_apart_are_not_put_at_one_table():
    a, b = sits(second(TWELVE))[1][0], sits(second(TWELVE))[2][0]
    other = sits(second(TWELVE))[2][1]
    event = replace(TWELVE, forbidden=((a, b),))
    with pytest.raises(RuleViolation, match="are kept apart: choose others"):
        adjust(event, "swap", a=a, b=other)


def test_the_costs_count_every_pair_of_a_pod():
    costs = adjustments.costs_of(TWELVE, 1, second(TWELVE))
    first = {frozenset(players) for players in sits(TWELVE.phase(1).rounds[0]).values()}
    again = [len(set(one) & set(two)) for one in first for two in sits(second(TWELVE)).values()]
    assert costs.rematches == sum(n * (n - 1) // 2 for n in again)
    assert costs.rematches == second(TWELVE).proof.rematches
    assert costs.gap == second(TWELVE).proof.gap
    assert costs.pair_downs == second(TWELVE).proof.pair_downs


def test_who_sat_in_each_others_places_is_put_right_after_the_round():
    event = play(event_of(12), 1)
    one, two = event.phase(1).rounds[0].matches[:2]
    a, b = one.players[0], two.players[1]
    right = corrections.correct_seats(event, 1, 1, a, b).event.phase(1).rounds[0]
    assert right.matches[0].players[0] == b
    assert [seat.result for seat in right.matches[0].seats] == [seat.result for seat in one.seats]


def test_a_pod_plays_on_without_who_is_disqualified():
    assert departures.matches_under_way(TWELVE, sits(second(TWELVE))[1][0]) == []


@given(data=st.data(), event=st.sampled_from([TEN, TWELVE, FIFTEEN]))
def test_whatever_is_done_everybody_sits_once_and_every_table_has_three_to_five(data, event):
    names = st.sampled_from([player.id for player in event.players])
    pins = st.sets(st.integers(1, 3)).map(tuple)
    for _ in range(3):
        kind = data.draw(st.sampled_from(sorted({**adjustments.KINDS, **pod_adjustments.KINDS})))
        options = {
            "swap": lambda: {"a": data.draw(names), "b": data.draw(names)},
            "bye": lambda: {"a": data.draw(names), "pins": data.draw(pins)},
            "table": lambda: {"a": data.draw(names), "table": data.draw(st.integers(1, 6))},
            "move": lambda: {"a": data.draw(names), "table": data.draw(st.integers(1, 6))},
            "draw": lambda: {"pins": data.draw(pins), "seed": "s"},
            "fewest": lambda: {"pins": data.draw(pins)},
        }.get(kind, lambda: {"a": data.draw(names)})()
        try:
            after = adjust(event, kind, **options)
        except RuleViolation:
            continue
        seated = [player for match in after.matches for player in match.players]
        assert len(seated) == len(set(seated))
        assert all(len(match.seats) in (1, 3, 4, 5) for match in after.matches)
        tables = [match.table for match in after.matches if not match.is_bye]
        assert None not in tables
        assert len(set(tables)) == len(tables)
        event = progress.with_round(event, 1, after)
