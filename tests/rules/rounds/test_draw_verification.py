"""Verification of draws by the history before them and their seed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tests.support.histories import event_of, play, reported, with_log
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import LogRecord, SeatRecord
from tournaments.rules.log.event_parts import rewind
from tournaments.rules.rounds.draw_verification import BROKEN, BY_HAND, HOLDS, UNKNOWN, seed_hash, verify_draw
from tournaments.rules.rounds.progress import next_round


def draw_round(event, seed):
    return next_round(event, seed).event


def swapped(event, number):
    """Swap the first seats of tables 1 and 2 of a round."""
    round_ = event.phase(1).rounds[number - 1]
    one, two, *rest = round_.matches
    first, second = one.seats[0], two.seats[0]
    matches = (
        replace(one, seats=(second, one.seats[1])),
        replace(two, seats=(first, two.seats[1])),
        *rest,
    )
    return event.phase(1).with_round(replace(round_, matches=matches)).history


def test_the_hash_is_the_sha256_of_the_seed():
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(st.integers(4, 14), st.integers(1, 3), st.randoms())
def test_every_round_is_verified_in_any_order_of_the_file(count, rounds, random):
    event = play(event_of(count, rounds=4), rounds)
    shuffled = list(event.players)
    random.shuffle(shuffled)
    event = replace(event, players=tuple(shuffled))
    for number in range(1, rounds + 1):
        round_ = event.phase(1).rounds[number - 1]
        matches = list(round_.matches)
        random.shuffle(matches)
        event = event.phase(1).with_round(replace(round_, matches=tuple(matches))).history
    for number in range(1, rounds + 1):
        again = verify_draw(event.phase(1), number)
        assert again.same and again.seed_check == UNKNOWN


def test_a_later_correction_does_not_change_the_verification():
    before = play(event_of(12), 2)
    after = draw_round(before, "x")
    first = after.phase(1).rounds[0]
    turned = tuple(
        replace(m, seats=(SeatRecord(m.seats[0].player, 0), SeatRecord(m.seats[1].player, 2)))
        for m in first.matches
    )
    corrected = after.phase(1).with_round(replace(first, matches=turned)).history
    assert not verify_draw(corrected.phase(1), 3).same
    assert verify_draw(with_log(before, after, corrected).phase(1), 3).same


def test_a_later_disqualification_does_not_change_the_verification():
    before = play(event_of(9), 1)
    after = draw_round(before, "x")
    players = (replace(after.players[0], disqualified=True), *after.players[1:])
    assert verify_draw(with_log(before, after, replace(after, players=players)).phase(1), 2).same


def test_a_table_changed_by_hand_is_named_with_its_log_line():
    before = play(event_of(8), 1)
    after = draw_round(before, "x")
    again = verify_draw(with_log(before, after, swapped(after, 2)).phase(1), 2)
    assert not again.same
    assert [one.now.table for one in again.changed] == [1, 2]
    assert [one.line for one in again.changed] == [2, 2]
    assert again.changed[0].as_drawn == after.phase(1).rounds[1].matches[0]


def test_a_moved_bye_is_one_difference():
    before = play(event_of(9), 1)
    after = draw_round(before, "x")
    round_ = after.phase(1).rounds[1]
    one, bye = round_.matches[0], round_.matches[-1]
    swapped_matches = (
        replace(one, seats=(bye.seats[0], one.seats[1])),
        replace(bye, seats=(replace(bye.seats[0], player=one.players[0]),)),
    )
    matches = (swapped_matches[0], *round_.matches[1:-1], swapped_matches[1])
    changed = verify_draw(
        with_log(before, after, after.phase(1).with_round(replace(round_, matches=matches)).history).phase(1),
        2,
    ).changed
    assert [(one.now.table, one.line) for one in changed] == [(1, 2), (None, 2)]
    assert (changed[1].now.players, changed[1].as_drawn.players) == (one.players[:1], bye.players)


def test_a_result_is_no_difference():
    before = play(event_of(8), 1)
    after = draw_round(before, "x")
    played = after.phase(1).with_round(reported(after.phase(1).rounds[1])).history
    assert verify_draw(with_log(before, after, played).phase(1), 2).same


def test_a_seed_that_differs_from_its_published_hash_is_reported():
    before = play(event_of(8), 1)
    after = draw_round(before, "x")
    round_ = after.phase(1).rounds[1]
    for seed, seed_check in (("x", HOLDS), ("y", BROKEN)):
        held = after.phase(1).with_round(replace(round_, sealed=seed_hash(seed))).history
        again = verify_draw(with_log(before, held).phase(1), 2)
        assert again.same and again.seed_check == seed_check
        assert again.proven == (seed_check == HOLDS)
        assert verify_draw(replace(held, log=()).phase(1), 2).seed_check in (
            UNKNOWN,
            BROKEN,
        )
    by_hand = verify_draw(with_log(before, after).phase(1), 2)
    assert by_hand.seed_check == BY_HAND


def test_undone_draws_are_counted():
    before = play(event_of(8), 1)
    one, two = draw_round(before, "x"), draw_round(before, "y")
    again = verify_draw(with_log(before, one, before, two).phase(1), 2)
    assert again.same and again.draws == 2 and again.line == 3


def test_a_round_without_a_seed_cannot_be_verified():
    event = play(event_of(8), 1)
    event = event.phase(1).with_round(replace(event.phase(1).rounds[0], seed="")).history
    again = verify_draw(event.phase(1), 1)
    assert not again.same and "no seed" in str(again.refused)


@every(
    ("phase", "number", "text"),
    [(0, 1, "no phase 0"), (2, 1, "no phase 2"), (1, 0, "no round 0"), (1, 9, "no round 9")],
)
def test_a_missing_round_is_refused(phase, number, text):
    with pytest.raises(RuleViolation, match=f"There is {text}"):
        verify_draw(play(event_of(8), 1).phase(phase), number)


@every("changes", [{"player:p1": 3}, {"round:1:2": ["a", "b"]}, {"x": [1, 2]}, {"phase:9": [[], {}]}])
def test_an_invalid_log_is_refused(changes):
    before = play(event_of(8), 1)
    event = with_log(before, draw_round(before, "x"))
    event = replace(event, log=(*event.log, LogRecord("2026-01-01T10:00:00Z", "", "", changes)))
    assert "doesn’t match" in str(verify_draw(event.phase(1), 2).refused)


def test_rewinding_the_log_restores_every_earlier_state():
    steps = [event_of(7, rounds=3)]
    for seed in "abc":
        steps.append(draw_round(steps[-1], seed))
        steps.append(steps[-1].phase(1).with_round(reported(steps[-1].phase(1).rounds[-1])).history)
    event = with_log(*steps)
    for at, step in enumerate(steps):
        assert rewind(event, event.log[at:]) == step
