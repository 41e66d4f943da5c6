"""Manual adjustments of rounds: swaps, byes, table numbers, added and removed players, partial redraws."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    DRAFT,
    FINISHED,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    SeatRecord,
)
from tournaments.rules.results import corrections, parsing
from tournaments.rules.rounds import adjustments, progress


def event_of(count: int) -> EventHistory:
    """So many players p1 …, round 1 played (the first seat won), round 2 published."""
    players = tuple(PlayerRecord(f"p{n}", f"Player {n}") for n in range(1, count + 1))
    event = EventHistory("Friday", "magic", players, (PhaseRecord(settings={"rounds": 4}),))
    event = progress.next_round(event, "a seed").event
    first = event.phase(1).rounds[0]
    played = tuple(m if m.is_bye else parsing.apply_result(m, "2-0") for m in first.matches)
    event = progress.with_round(event, 1, replace(first, matches=played))
    return progress.next_round(event, "another seed").event


EIGHT, NINE = event_of(8), event_of(9)


def sits(round_) -> dict:
    """{table, None for the bye: players}."""
    return {match.table: match.players for match in round_.matches}


def second(event):
    return event.phase(1).rounds[1]


def adjust(event, kind, **options):
    return adjustments.apply_adjustment(event, 1, 2, kind, **options)


def with_result(event, table, result_text="2-0"):
    matches = tuple(
        parsing.apply_result(match, result_text) if match.table == table else match
        for match in second(event).matches
    )
    return progress.with_round(event, 1, replace(second(event), matches=matches))


def test_two_players_change_seats():
    (a, b), (c, d) = sits(second(EIGHT))[1], sits(second(EIGHT))[3]
    after = sits(adjust(EIGHT, "swap", a=a, b=d))
    assert (after[1], after[3]) == ((d, b), (c, a))
    assert {table: after[table] for table in (2, 4)} == {t: sits(second(EIGHT))[t] for t in (2, 4)}


def test_the_bye_moves_to_whoever_is_given_it():
    had, given_to = sits(second(NINE))[None][0], sits(second(NINE))[2][1]
    after = adjust(NINE, "bye", a=given_to)
    assert sits(after)[None] == (given_to,)
    assert sits(after)[2][1] == had
    assert after.matches[-1].seats[0].result == "bye"


def test_two_tables_change_their_numbers():
    a = sits(second(EIGHT))[1][0]
    after = sits(adjust(EIGHT, "table", a=a, table=4))
    assert (after[4], after[1]) == (sits(second(EIGHT))[1], sits(second(EIGHT))[4])


def test_a_table_may_have_a_number_that_no_table_had():
    a = sits(second(EIGHT))[1][0]
    assert sorted(sits(adjust(EIGHT, "table", a=a, table=30))) == [2, 3, 4, 30]


def test_who_leaves_gives_the_opponent_to_whoever_has_the_bye():
    leaving, left = sits(second(NINE))[3]
    after = sits(adjust(NINE, "out", a=leaving))
    assert after[3] == (left, sits(second(NINE))[None][0])
    assert None not in after


def test_without_a_bye_the_opponent_of_who_leaves_has_it():
    leaving, left = sits(second(EIGHT))[3]
    after = sits(adjust(EIGHT, "out", a=leaving))
    assert after[None] == (left,)
    assert 3 not in after


def test_who_joins_meets_whoever_has_the_bye():
    late = replace(NINE, players=(*NINE.players, PlayerRecord("late", "Late", joined_round=3)))
    after = sits(adjust(late, "seat", a="late"))
    assert after[5] == (sits(second(NINE))[None][0], "late")
    assert None not in after


def test_who_was_not_cut_to_the_phase_cannot_join_its_rounds():
    twelve = event_of(12)
    later = PhaseRecord(settings={"rounds": 2}, entrants=tuple(f"p{n}" for n in range(1, 9)))
    done = (replace(twelve.phase(1).rounds[0], state=FINISHED),)
    event = replace(twelve, phases=(PhaseRecord(settings={"rounds": 1}, rounds=done), later))
    event = progress.next_round(event, "a seed").event
    with pytest.raises(RuleViolation, match="Player 9 is not in this phase"):
        adjustments.apply_adjustment(event, 2, 1, "seat", a="p9")


def test_a_correction_leaves_the_table_of_who_dropped_from_a_round_that_is_out():
    dropped = sits(second(EIGHT))[3][0]
    players = tuple(replace(p, dropped_after=1) if p.id == dropped else p for p in EIGHT.players)
    history = replace(EIGHT, players=players)
    options = corrections.adjustment_options(
        corrections.CorrectedHistory(history, second(history), history), 1, "draw", "third"
    )
    assert options == {"pins": (3,), "seed": "third"}
    assert sits(adjust(history, "draw", **options))[3] == sits(second(EIGHT))[3]
    draft = replace(second(history), state=DRAFT)
    right = corrections.CorrectedHistory(history, draft, history)
    assert corrections.adjustment_options(right, 1, "fewest", "") == {"pins": ()}


def test_costs_are_seen_before_and_after():
    (a, b), (_c, d) = sits(second(EIGHT))[1], sits(second(EIGHT))[2]
    clubs = {a: "Lantern", d: "lantern"}
    history = replace(EIGHT, players=tuple(replace(p, club=clubs.get(p.id, "")) for p in EIGHT.players))
    rounds = second(history), adjust(history, "swap", a=b, b=d)
    before, now = (adjustments.costs_of(history, 1, round_) for round_ in rounds)
    assert (before.same_club, now.same_club) == (0, 1)


def test_a_rematch_is_a_cost():
    a, b = sits(EIGHT.phase(1).rounds[0])[1]
    where = {p: match.table for match in second(EIGHT).matches for p in match.players}
    other = next(p for p in sits(second(EIGHT))[where[a]] if p != a)
    after = adjust(EIGHT, "swap", a=other, b=b)
    costs = adjustments.costs_of(EIGHT, 1, after)
    assert (costs.rematches, costs.pair_downs) == (1, 2)


@every(
    ("event", "kind", "options", "words"),
    [
        (EIGHT, "swap", {"a": "p1", "b": "p1"}, "nobody sits twice"),
        (EIGHT, "swap", {"a": "p1", "b": "stranger"}, "Choose a player of this event"),
        (EIGHT, "bye", {"a": "p1"}, "The number of players is even"),
        (EIGHT, "table", {"a": "p1", "table": 0}, "a number from 1 to 9999"),
        (EIGHT, "seat", {"a": "p1"}, "sits in this round already"),
        (EIGHT, "draw", {"pins": (1, 2, 3, 4), "seed": "s"}, "nobody is left to draw"),
        (EIGHT, "draw", {"pins": (7,), "seed": "s"}, "no table 7 to pin"),
        (EIGHT, "juggle", {}, "no adjustment “juggle”"),
        (NINE, "fewest", {}, "Nothing would change"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(event, kind, options, words):
    with pytest.raises(RuleViolation, match=words):
        adjust(event, kind, **options)


def test_opponents_have_no_seats_to_change():
    a, b = sits(second(EIGHT))[1]
    with pytest.raises(RuleViolation, match="play each other"):
        adjust(EIGHT, "swap", a=a, b=b)


def test_the_bye_is_refused_to_somebody_pinned():
    a = sits(second(NINE))[2][0]
    with pytest.raises(RuleViolation, match="is pinned to table 2"):
        adjust(NINE, "bye", a=a, pins=(2,))


def test_a_round_of_one_player_is_refused():
    four = event_of(4)
    dropped = tuple(replace(p, dropped_after=1) for p in four.players[1:])
    with pytest.raises(RuleViolation, match="at least two players"):
        adjust(replace(four, players=(four.players[0], *dropped)), "draw", seed="s")
    bye = MatchRecord((SeatRecord("p1", result="bye"),))
    alone = progress.with_round(four, 1, replace(second(four), matches=(bye,)))
    with pytest.raises(RuleViolation, match="A round needs two players"):
        adjust(alone, "out", a="p1")


def test_a_table_with_its_result_is_not_touched():
    history = with_result(EIGHT, 2)
    a, c = sits(second(history))[2][0], sits(second(history))[3][0]
    for kind, options in (("swap", {"a": a, "b": c}), ("out", {"a": a}), ("table", {"a": c, "table": 2})):
        with pytest.raises(RuleViolation, match="Table 2 has its result"):
            adjust(history, kind, **options)


@given(data=st.data(), event=st.sampled_from([EIGHT, NINE]))
def test_whatever_is_done_everybody_sits_once_and_every_table_has_two(data, event):
    names = st.sampled_from([player.id for player in event.players])
    pins = st.sets(st.integers(1, 4)).map(tuple)
    for _ in range(3):
        kind = data.draw(st.sampled_from(sorted(adjustments.KINDS)))
        options = {
            "swap": lambda: {"a": data.draw(names), "b": data.draw(names)},
            "bye": lambda: {"a": data.draw(names), "pins": data.draw(pins)},
            "table": lambda: {"a": data.draw(names), "table": data.draw(st.integers(1, 6))},
            "draw": lambda: {"pins": data.draw(pins), "seed": "s"},
            "fewest": lambda: {"pins": data.draw(pins)},
        }.get(kind, lambda: {"a": data.draw(names)})()
        try:
            after = adjust(event, kind, **options)
        except RuleViolation:
            continue
        seated = [player for match in after.matches for player in match.players]
        assert len(seated) == len(set(seated)) >= 2
        assert all(match.is_bye == (match.table is None) for match in after.matches)
        assert len({match.table for match in after.matches}) == len(after.matches)
        event = progress.with_round(event, 1, after)
