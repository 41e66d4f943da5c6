"""Round robin: meetings, byes and first seats."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.histories import play_next_round, play_out, robin, tables_of
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PlayerRecord
from tournaments.rules.rounds.draw_verification import verify_draw
from tournaments.rules.rounds.phases import round_count
from tournaments.rules.rounds.progress import has_ended, next_round
from tournaments.rules.standings.standings import standings

sizes = st.integers(2, 15)


def byes_of(event):
    return Counter(m.seats[0].player for r in event.phase(1).rounds for m in r.matches if m.is_bye)


@given(sizes, st.booleans(), st.text(max_size=5))
def test_everybody_meets_everybody_once_or_twice(count, double, seed):
    event = play_out(robin(count, double=double), seed)
    met = Counter(frozenset(table) for table in tables_of(event))
    wanted = {frozenset(pair) for pair in combinations((p.id for p in event.players), 2)}
    assert met == dict.fromkeys(wanted, 2 if double else 1)
    assert len(event.phase(1).rounds) == (count - 1 + count % 2) * (2 if double else 1)


@given(sizes, st.booleans(), st.text(max_size=5))
def test_everybody_has_one_seat_in_every_round(count, double, seed):
    event = play_out(robin(count, double=double), seed)
    everybody = sorted(player.id for player in event.players)
    for round_ in event.phase(1).rounds:
        assert sorted(seat.player for match in round_.matches for seat in match.seats) == everybody
        assert [m.table for m in round_.matches if not m.is_bye] == list(range(1, count // 2 + 1))


@given(sizes, st.text(max_size=5))
def test_first_seats_differ_by_at_most_one_and_are_equal_in_a_double(count, seed):
    once, twice = (play_out(robin(count, double=double), seed) for double in (False, True))
    for event, most in ((once, 1), (twice, 0)):
        first, second = (Counter(table[seat] for table in tables_of(event)) for seat in (0, 1))
        assert all(abs(first[p.id] - second[p.id]) <= most for p in event.players)


@given(sizes, st.booleans())
def test_in_an_odd_field_everybody_sits_out_equally_often(count, double):
    byes = byes_of(play_out(robin(count, double=double)))
    expected = (2 if double else 1) if count % 2 else 0
    assert all(byes[f"p{n}"] == expected for n in range(1, count + 1))


@given(st.integers(4, 10), st.randoms())
def test_after_a_drop_opponents_have_byes_and_the_rest_still_meet_once(count, random):
    event = play_next_round(robin(count))
    dropped = random.choice(event.players).id
    event = replace(
        event, players=tuple(replace(p, dropped_after=1) if p.id == dropped else p for p in event.players)
    )
    event = play_out(event)
    met = Counter(frozenset(table) for table in tables_of(event))
    left = [p.id for p in event.players if p.id != dropped]
    assert all(met[frozenset(pair)] == 1 for pair in combinations(left, 2))
    assert sum(dropped in pair for pair in met) <= 1
    assert sum(byes_of(event).values()) >= len(left) - 1


def test_a_round_needs_two_remaining_players():
    event = play_next_round(robin(4))

    def left(*ids):
        return replace(
            event, players=tuple(p if p.id in ids else replace(p, dropped_after=1) for p in event.players)
        )

    assert next_round(left("p1", "p2"), "x").round
    with pytest.raises(RuleViolation, match="at least two players; there are 1"):
        next_round(left("p1"), "x")


def test_late_entries_are_not_paired():
    event = play_next_round(robin(5))
    event = replace(event, players=(*event.players, PlayerRecord("late", "Late", joined_round=2)))
    event = play_out(event)
    assert "late" not in {player for table in tables_of(event) for player in table}
    assert len(event.phase(1).rounds) == 5


def test_a_disqualification_leaves_byes_and_does_not_change_the_draw():
    event = play_next_round(robin(6))
    event = replace(event, players=(replace(event.players[0], disqualified=True), *event.players[1:]))
    event = play_out(event)
    assert len(event.phase(1).rounds) == 5
    assert sum(byes_of(event).values()) == 4


def test_the_number_of_rounds_can_be_reduced_but_not_raised():
    assert round_count(robin(6, rounds=3).phase(1)) == 3
    assert round_count(robin(6, rounds=30).phase(1)) == 5
    assert round_count(robin(6, rounds=30, double=True).phase(1)) == 10
    assert round_count(robin(0).phase(1)) == 0


def test_only_the_first_seed_determines_the_order():
    event = play_next_round(robin(8), "one")
    assert next_round(event, "two") == next_round(event, "three")
    assert next_round(event, "two").round.seed == "one"
    assert tables_of(play_next_round(robin(8), "one")) != tables_of(play_next_round(robin(8), "other"))


def test_the_draw_can_be_repeated_in_any_order_of_players():
    event = play_out(robin(7))
    event = replace(event, players=event.players[::-1])
    assert all(verify_draw(event.phase(1), number).same for number in range(1, 8))


def test_a_table_outside_the_draw_is_named_in_the_refusal():
    event = play_next_round(robin(6))
    round_ = event.phase(1).rounds[0]
    one, two, three = round_.matches
    swapped = (
        replace(one, seats=(two.seats[0], one.seats[1])),
        replace(two, seats=(one.seats[0], two.seats[1])),
    )
    event = event.phase(1).with_round(replace(round_, matches=(*swapped, three))).history
    with pytest.raises(RuleViolation, match="Table 1 of round 1 doesn’t follow"):
        next_round(event, "x")


def test_a_round_robin_has_standings_and_reasons():
    event = play_out(robin(5))
    rows = standings(event.phase(1)).rows
    assert len(rows) == 5 and rows[0].rank == 1
    assert all(row.wins + row.losses + row.draws == 5 for row in rows)
    why = next_round(robin(5), "x").why
    assert {str(reason) for reason in why.values()} == {
        "Everyone plays everyone",
        "Bye: odd number of players, and it’s this player’s turn",
    }


@given(sizes, st.booleans(), st.integers(0, 3))
def test_a_round_robin_continues_unchanged_after_export_and_import(count, double, rounds):
    event = robin(count, double=double)
    for _ in range(rounds):
        if not has_ended(event):
            event = play_next_round(event)
    text = event_file.text(event)
    again = event_file.read_text(text)
    assert event_file.text(again) == text
    assert next_round(again, "x") == next_round(event, "x")
