"""Manual adjustments of rounds: swaps, byes, table numbers, added and removed players, partial redraws."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import (
    EIGHT,
    NINE,
    adjust,
    adjustment_options,
    event_in_round_two,
    second,
    sits,
    with_result,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    DRAFT,
    FINISHED,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    SeatRecord,
)
from tournaments.rules.results import corrections
from tournaments.rules.rounds.adjustments import KINDS, apply_adjustment, costs_of
from tournaments.rules.rounds.progress import next_round


def test_two_players_are_swapped():
    (a, b), (c, d) = sits(second(EIGHT))[1], sits(second(EIGHT))[3]
    after = sits(adjust(EIGHT, "swap", a=a, b=d))
    assert (after[1], after[3]) == ((d, b), (c, a))
    assert {table: after[table] for table in (2, 4)} == {t: sits(second(EIGHT))[t] for t in (2, 4)}


def test_the_bye_is_given_to_another_player():
    had, given_to = sits(second(NINE))[None][0], sits(second(NINE))[2][1]
    after = adjust(NINE, "bye", a=given_to)
    assert sits(after)[None] == (given_to,)
    assert sits(after)[2][1] == had
    assert after.matches[-1].seats[0].result == "bye"


def test_two_table_numbers_are_swapped():
    a = sits(second(EIGHT))[1][0]
    after = sits(adjust(EIGHT, "table", a=a, table=4))
    assert (after[4], after[1]) == (sits(second(EIGHT))[1], sits(second(EIGHT))[4])


def test_a_table_can_get_an_unused_number():
    a = sits(second(EIGHT))[1][0]
    assert sorted(sits(adjust(EIGHT, "table", a=a, table=30))) == [2, 3, 4, 30]


def test_the_opponent_of_a_removed_player_meets_the_bye_player():
    leaving, left = sits(second(NINE))[3]
    after = sits(adjust(NINE, "out", a=leaving))
    assert after[3] == (left, sits(second(NINE))[None][0])
    assert None not in after


def test_the_opponent_of_a_removed_player_gets_the_bye():
    leaving, left = sits(second(EIGHT))[3]
    after = sits(adjust(EIGHT, "out", a=leaving))
    assert after[None] == (left,)
    assert 3 not in after


def test_an_added_player_meets_the_bye_player():
    late = replace(NINE, players=(*NINE.players, PlayerRecord("late", "Late", joined_round=3)))
    after = sits(adjust(late, "seat", a="late"))
    assert after[5] == (sits(second(NINE))[None][0], "late")
    assert None not in after


def test_only_entrants_of_the_phase_can_be_added():
    twelve = event_in_round_two(12)
    later = PhaseRecord(overrides={"rounds": 2}, entrants=tuple(f"p{n}" for n in range(1, 9)))
    done = (replace(twelve.phase(1).rounds[0], state=FINISHED),)
    event = replace(twelve, phases=(PhaseRecord(overrides={"rounds": 1}, rounds=done), later))
    event = next_round(event, "a seed").event
    with pytest.raises(RuleViolation, match="Player 9 is not in this phase"):
        apply_adjustment(event.phase(2), 1, "seat", a="p9")


def test_a_correction_pins_the_table_of_a_dropped_player_in_a_published_round():
    dropped = sits(second(EIGHT))[3][0]
    players = tuple(replace(p, dropped_after=1) if p.id == dropped else p for p in EIGHT.players)
    history = replace(EIGHT, players=players)
    options = corrections.adjustment_options(
        corrections.CorrectedPhase(history.phase(1), second(history), history.phase(1)), "draw", "third"
    )
    assert options == {"pins": (3,), "seed": "third"}
    assert sits(adjust(history, "draw", **options))[3] == sits(second(EIGHT))[3]
    draft = replace(second(history), state=DRAFT)
    right = corrections.CorrectedPhase(history.phase(1), draft, history.phase(1))
    assert corrections.adjustment_options(right, "fewest", "") == {"pins": ()}


def test_costs_change_with_an_adjustment():
    (a, b), (_c, d) = sits(second(EIGHT))[1], sits(second(EIGHT))[2]
    clubs = {a: "Lantern", d: "lantern"}
    history = replace(EIGHT, players=tuple(replace(p, club=clubs.get(p.id, "")) for p in EIGHT.players))
    rounds = second(history), adjust(history, "swap", a=b, b=d)
    before, now = (costs_of(history.phase(1), round_) for round_ in rounds)
    assert (before.same_club, now.same_club) == (0, 1)


def test_rematches_are_counted_as_costs():
    a, b = sits(EIGHT.phase(1).rounds[0])[1]
    table_of = {p: match.table for match in second(EIGHT).matches for p in match.players}
    other = next(p for p in sits(second(EIGHT))[table_of[a]] if p != a)
    after = adjust(EIGHT, "swap", a=other, b=b)
    costs = costs_of(EIGHT.phase(1), after)
    assert (costs.rematches, costs.pair_downs) == (1, 2)


@every(
    ("event", "kind", "options", "message"),
    [
        (EIGHT, "swap", {"a": "p1", "b": "p1"}, "Choose two different players"),
        (EIGHT, "swap", {"a": "p1", "b": "stranger"}, "Choose a player of this event"),
        (EIGHT, "bye", {"a": "p1"}, "The number of players is even"),
        (EIGHT, "table", {"a": "p1", "table": 0}, "a table number from 1 to 9999"),
        (EIGHT, "seat", {"a": "p1"}, "is already in this round"),
        (EIGHT, "draw", {"pins": (1, 2, 3, 4), "seed": "s"}, "no one left to pair"),
        (EIGHT, "draw", {"pins": (7,), "seed": "s"}, "no table 7 to pin"),
        (EIGHT, "juggle", {}, "Unknown adjustment “juggle”"),
        (NINE, "fewest", {}, "Nothing would change"),
    ],
)
def test_impossible_adjustments_are_refused(event, kind, options, message):
    with pytest.raises(RuleViolation, match=message):
        adjust(event, kind, **options)


def test_opponents_cannot_be_swapped():
    a, b = sits(second(EIGHT))[1]
    with pytest.raises(RuleViolation, match="are at the same table"):
        adjust(EIGHT, "swap", a=a, b=b)


def test_a_pinned_player_cannot_get_the_bye():
    a = sits(second(NINE))[2][0]
    with pytest.raises(RuleViolation, match="is pinned to table 2"):
        adjust(NINE, "bye", a=a, pins=(2,))


def test_a_round_of_one_player_is_refused():
    four = event_in_round_two(4)
    dropped = tuple(replace(p, dropped_after=1) for p in four.players[1:])
    with pytest.raises(RuleViolation, match="at least two players"):
        adjust(replace(four, players=(four.players[0], *dropped)), "draw", seed="s")
    bye = MatchRecord((SeatRecord("p1", result="bye"),))
    alone = four.phase(1).with_round(replace(second(four), matches=(bye,))).history
    with pytest.raises(RuleViolation, match="A round needs at least two players"):
        adjust(alone, "out", a="p1")


def test_a_table_with_a_result_cannot_be_adjusted():
    history = with_result(EIGHT, 2)
    a, c = sits(second(history))[2][0], sits(second(history))[3][0]
    for kind, options in (("swap", {"a": a, "b": c}), ("out", {"a": a}), ("table", {"a": c, "table": 2})):
        with pytest.raises(RuleViolation, match="Table 2 has a result"):
            adjust(history, kind, **options)


@given(data=st.data(), event=st.sampled_from([EIGHT, NINE]))
def test_any_adjustments_keep_two_seats_a_table_and_one_per_player(data, event):
    for _ in range(3):
        kind = data.draw(st.sampled_from(sorted(KINDS)))
        options = data.draw(adjustment_options(kind, event, st.sets(st.integers(1, 4)).map(tuple)))
        try:
            after = adjust(event, kind, **options)
        except RuleViolation:
            continue
        seated = [player for match in after.matches for player in match.players]
        assert len(seated) == len(set(seated)) >= 2
        assert all(match.is_bye == (match.table is None) for match in after.matches)
        assert len({match.table for match in after.matches}) == len(after.matches)
        event = event.phase(1).with_round(after).history
