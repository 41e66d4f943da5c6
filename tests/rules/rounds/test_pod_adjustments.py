"""Manual adjustments of pods: swaps, moves, byes, added and removed players, partial redraws."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.played_pod_events import (
    event_of,
    in_second,
    newcomer,
    play,
    second,
    sits,
    with_result,
)
from tests.support.case_tables import every
from tests.support.histories import adjust, adjustment_options
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PlayerRecord
from tournaments.rules.players.departures import matches_under_way
from tournaments.rules.results.corrections import correct_seats
from tournaments.rules.rounds.adjustments import KINDS, POD_KINDS, costs_of

TEN, TWELVE, FIFTEEN = in_second(10), in_second(12), in_second(15, pod_sizes="byes")


def test_players_of_two_pods_are_swapped():
    before = sits(second(TWELVE))
    a, b = before[1][0], before[3][2]
    after = sits(adjust(TWELVE, "swap", a=a, b=b))
    assert after[1] == (b, *before[1][1:])
    assert after[3] == (*before[3][:2], a, before[3][3])
    assert after[2] == before[2]


def test_players_of_one_pod_are_swapped():
    a, b, c, d = sits(second(TWELVE))[2]
    assert sits(adjust(TWELVE, "swap", a=a, b=d))[2] == (d, b, c, a)


def test_removing_a_player_makes_a_pod_of_four_a_three():
    leaving = sits(second(TWELVE))[1][1]
    after = sits(adjust(TWELVE, "out", a=leaving))
    assert after[1] == tuple(player for player in sits(second(TWELVE))[1] if player != leaving)


def test_a_pod_of_three_cannot_lose_a_player():
    table = next(table for table, players in sits(second(TEN)).items() if len(players) == 3)
    with pytest.raises(RuleViolation) as refused:
        adjust(TEN, "out", a=sits(second(TEN))[table][0])
    assert str(refused.value) == (
        f"Table {table} would have only two players, and a pod needs at least 3. Move a player there "
        "first, or pair the rest again."
    )


def test_a_bye_player_takes_the_seat_of_a_removed_player():
    leaving, byes = sits(second(FIFTEEN))[2][3], sits(second(FIFTEEN))[None]
    after = sits(adjust(FIFTEEN, "out", a=leaving))
    assert after[2][3] == byes[0]
    assert after[None] == byes[1:]


def test_the_bye_is_given_to_another_player():
    byes, a = sits(second(FIFTEEN))[None], sits(second(FIFTEEN))[1][0]
    after = sits(adjust(FIFTEEN, "bye", a=a))
    assert after[1][0] == byes[0]
    assert set(after[None]) == {a, *byes[1:]}
    with pytest.raises(RuleViolation, match=r"No one has a bye this round\. Remove the player"):
        adjust(TWELVE, "bye", a=sits(second(TWELVE))[1][0])


def test_an_added_player_makes_a_pod_of_three_a_four():
    after = sits(adjust(newcomer(TEN), "seat", a="new"))
    assert Counter(map(len, after.values())) == {4: 2, 3: 1}
    assert next(players for players in after.values() if "new" in players)[-1] == "new"


def test_added_players_have_byes_until_three_make_a_pod():
    event = newcomer(TWELVE)
    after = adjust(event, "seat", a="new")
    assert sits(after)[None] == ("new",)
    others = [PlayerRecord(f"new{n}", f"New {n}", joined_round=3, order=100 + n) for n in range(2)]
    event = replace(event, players=(*event.players, *others)).phase(1).with_round(after).history
    event = event.phase(1).with_round(adjust(event, "seat", a="new0")).history
    assert sits(adjust(event, "seat", a="new1"))[4] == ("new", "new0", "new1")


def test_an_added_player_makes_a_four_a_five_if_fives_are_allowed():
    event = newcomer(in_second(12, pod_sizes="fives"))
    assert sorted(map(len, sits(adjust(event, "seat", a="new")).values())) == [4, 4, 5]


def test_an_added_player_joins_the_only_pod():
    event = newcomer(in_second(4))
    assert len(sits(adjust(event, "seat", a="new"))[1]) == 5


def test_an_added_player_and_three_byes_make_a_pod():
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


def test_a_bye_player_moves_to_a_table_until_it_is_full():
    a, b, _c = sits(second(FIFTEEN))[None]
    after = adjust(FIFTEEN, "move", a=a, table=1)
    assert sits(after)[1][-1] == a
    event = FIFTEEN.phase(1).with_round(after).history
    with pytest.raises(RuleViolation, match=r"Table 1 is full\. A pod can have at most 5 players"):
        adjust(event, "move", a=b, table=1)


@every(
    ("kind", "options", "message"),
    [
        ("move", {"a": "p0", "table": 9}, "There is no table 9"),
        ("swap", {"a": "p0", "b": "p0"}, "Choose two different players"),
        ("draw", {"pins": (1, 2, 3), "seed": "s"}, "no one left to pair"),
        ("juggle", {}, "Unknown adjustment “juggle”"),
    ],
)
def test_impossible_adjustments_are_refused(kind, options, message):
    with pytest.raises(RuleViolation, match=message):
        adjust(TWELVE, kind, **options)


def test_moves_to_the_own_or_a_reported_table_are_refused():
    a = sits(second(TWELVE))[1][0]
    with pytest.raises(RuleViolation, match="is already at this table"):
        adjust(TWELVE, "move", a=a, table=1)
    with pytest.raises(RuleViolation, match="Table 2 has a result"):
        adjust(with_result(TWELVE, 2), "move", a=a, table=2)


def test_a_forbidden_pair_is_not_seated_together():
    a, b = sits(second(TWELVE))[1][0], sits(second(TWELVE))[2][0]
    other = sits(second(TWELVE))[2][1]
    event = replace(TWELVE, forbidden=((a, b),))
    with pytest.raises(RuleViolation, match=r"are kept apart\. Choose other players"):
        adjust(event, "swap", a=a, b=other)


def test_the_costs_count_every_pair_of_a_pod():
    costs = costs_of(TWELVE.phase(1), second(TWELVE))
    first = {frozenset(players) for players in sits(TWELVE.phase(1).rounds[0]).values()}
    again = [len(set(one) & set(two)) for one in first for two in sits(second(TWELVE)).values()]
    assert costs.rematches == sum(n * (n - 1) // 2 for n in again)
    assert costs.rematches == second(TWELVE).proof.rematches
    assert costs.gap == second(TWELVE).proof.gap
    assert costs.pair_downs == second(TWELVE).proof.pair_downs


def test_swapped_seats_are_corrected_after_the_round():
    event = play(event_of(12), 1)
    one, two = event.phase(1).rounds[0].matches[:2]
    a, b = one.players[0], two.players[1]
    right = correct_seats(event.phase(1), 1, a, b).phase.rounds[0]
    assert right.matches[0].players[0] == b
    assert [seat.result for seat in right.matches[0].seats] == [seat.result for seat in one.seats]


def test_a_disqualification_does_not_end_a_pods_match():
    assert matches_under_way(TWELVE, sits(second(TWELVE))[1][0]) == []


@given(data=st.data(), event=st.sampled_from([TEN, TWELVE, FIFTEEN]))
def test_any_adjustments_keep_three_to_five_seats_a_table_and_one_per_player(data, event):
    for _ in range(3):
        kind = data.draw(st.sampled_from(sorted({**KINDS, **POD_KINDS})))
        options = data.draw(adjustment_options(kind, event, st.sets(st.integers(1, 3)).map(tuple)))
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
        event = event.phase(1).with_round(after).history
