"""Parsing of pod results, and pods in event files."""

import pytest

from tests.support.case_tables import every
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, SeatRecord
from tournaments.rules.results.notation import abbreviate_result, describe_result
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.results.scoring import outcomes, points_of
from tournaments.rules.rulebooks import settings_of

FOUR = MatchRecord(tuple(map(SeatRecord, "abcd")), table=1)
W, D, L = "win", "draw", "loss"


@every(
    ("typed", "ends"),
    [
        ("3", (L, L, W, L)),
        (" 3 ", (L, L, W, L)),
        ("draw", (D, D, D, D)),
        ("D", (D, D, D, D)),
        ("draw 1 2 4", (D, D, L, D)),
        ("draw 1-2", (D, D, L, L)),
        ("places 1-3-2-4", (W, L, L, L)),
        ("2-1-3-4", (L, W, L, L)),
        ("places 1 1 3 1", (D, D, L, D)),
        ("3 no-show 2", (L, L, W, L)),
        ("draw no-show 2", (D, L, D, D)),
        ("1 concede 2 no-show 4", (W, L, L, L)),
        ("double-loss", (L, L, L, L)),
    ],
)
def test_typed_pod_results_are_parsed(typed, ends):
    assert outcomes(apply_result(FOUR, typed)) == ends


def test_no_shows_are_distinguished_from_losses():
    seats = apply_result(FOUR, "3 no-show 2").seats
    assert [seat.result for seat in seats] == ["loss", "no_show", "win", "loss"]


def test_places_are_stored_and_cleared():
    done = apply_result(FOUR, "places 1-3-2-4")
    assert [seat.place for seat in done.seats] == [1, 3, 2, 4]
    assert not apply_result(done, "clear").reported


@every(
    ("typed", "words"),
    [
        ("", "Type a result: 3, draw"),
        ("5", "This pod has seats 1 to 4"),
        ("0", "This pod has seats 1 to 4"),
        ("2-1", "has 4 seats. Type 4 places"),
        ("places 1-2-3-4-5", "has 4 seats. Type 4 places"),
        ("places 2-3-4-4", "someone must be first"),
        ("places 1-2-3-5", "from 1 to 4"),
        ("3 no-show 3", "Seat 3 can’t both win and lose"),
        ("places 1-2-3-4 no-show 1", "Seat 1 can’t both win and lose"),
        ("places 1-1-3-4 concede 2", "Seat 2 can’t both win and lose"),
        ("no-show 2", "3 no-show 2, or draw no-show 2"),
        ("no-show 3", "1 no-show 3, or draw no-show 3"),
        ("no-show 1 no-show 2 no-show 3 no-show 4", "isn’t a pod result"),
        ("3 no-show " + "9" * 5000, "isn’t a pod result"),
        ("draw 2", "A draw needs at least two players"),
        ("1 and 3", "isn’t a pod result"),
        ("vp 10-3", "isn’t a pod result"),
        ("draw 1 7", "There is no seat 7"),
    ],
)
def test_unreadable_pod_results_are_refused(typed, words):
    with pytest.raises(RuleViolation) as refusal:
        apply_result(FOUR, typed)
    assert words in str(refusal.value)


def test_a_pod_can_draw_in_finals():
    assert outcomes(apply_result(FOUR, "draw 1 2", must_be_won=True)) == (D, D, L, L)
    with pytest.raises(RuleViolation, match="A bracket table needs a winner"):
        apply_result(FOUR, "double-loss", must_be_won=True)


def test_each_seat_of_a_pod_gets_the_points_of_its_outcome():
    settings = settings_of("magic", {"points": {"win": 5, "draw": 1, "loss": 0, "bye": 5}})
    assert points_of(apply_result(FOUR, "2"), settings) == (0, 5, 0, 0)
    assert points_of(apply_result(FOUR, "draw 1 2 4"), settings) == (1, 1, 0, 1)


def a_file(*seats, kind="pods", **phase):
    players = [{"id": name, "name": name.upper()} for name in "abcdef"]
    matches = [{"table": 1, "seats": [{"player": name, **fields} for name, fields in seats]}]
    rounds = [{"number": 1, "matches": matches}] if seats else []
    return {
        "format": "topcut/1",
        "event": {"name": "Pods", "rulebook": "magic"},
        "players": players,
        "phases": [{"kind": kind, "rounds": rounds, **phase}],
    }


def test_a_file_with_pods_is_read_and_written_unchanged():
    values = [("a", {"place": 1}), ("b", {"place": 2}), ("c", {"place": 2}), ("d", {"place": 4})]
    event = event_file.read(a_file(*values))
    assert [seat.place for seat in event.phases[0].rounds[0].matches[0].seats] == [1, 2, 2, 4]
    assert event_file.read_text(event_file.text(event)) == event


def test_a_file_keeps_the_pods_of_a_draft_in_seat_order():
    event = event_file.read(a_file(kind="draft", pods=[["c", "a"], ["f", "b"]]))
    assert event.phases[0].pods == (("c", "a"), ("f", "b"))
    assert event_file.read_text(event_file.text(event)) == event


@every(
    ("seats", "words"),
    [
        ([("a", {"result": "win"}), ("b", {})], "must have three to five seats, not 2"),
        ([(name, {"place": 1}) for name in "abcdef"], "must have three to five seats, not 6"),
        ([("a", {"result": "win"}), ("b", {"result": "win"}), ("c", {})], "two seats can’t both win"),
        ([("a", {"result": "win"}), ("b", {"result": "draw"}), ("c", {})], "win and draw contradict"),
        ([("a", {"result": "draw"}), ("b", {"result": "loss"}), ("c", {"result": "loss"})], "draw and loss"),
        ([("a", {"place": 1}), ("b", {"place": 2}), ("c", {"place": 4})], "places from 1 to 3"),
        ([("a", {"place": 0}), ("b", {"place": 2}), ("c", {"place": 3})], "place"),
    ],
)
def test_invalid_pods_are_refused_with_their_path(seats, words):
    with pytest.raises(RuleViolation, match=words) as refusal:
        event_file.read(a_file(*seats))
    assert str(refusal.value).startswith("phases[0].rounds[0].matches[0]")


def test_a_player_in_two_pods_is_refused():
    with pytest.raises(RuleViolation, match=r"phases\[0\].pods\[1\]\[1\]: 'c' appears twice"):
        event_file.read(a_file(kind="draft", pods=[["c", "a"], ["f", "c"]]))


NAMES = {"a": "corncrake", "b": "dovetail", "c": "egret", "d": "finch"}


@every(
    ("typed", "words", "score"),
    [
        ("clear", "no result yet", ""),
        ("3", "egret beats corncrake, dovetail and finch", "seat 3 won"),
        ("3 no-show 2", "egret beats corncrake, dovetail (no-show) and finch", "seat 3 won"),
        ("places 1-4-2-3", "corncrake beats egret, finch and dovetail", "1–4–2–3"),
        ("draw", "corncrake, dovetail, egret and finch draw", "draw"),
        ("draw 1 2", "corncrake and dovetail draw, egret and finch lost", "draw"),
        ("double-loss", "everyone loses", "all lost"),
    ],
)
def test_pod_results_are_described_and_abbreviated(typed, words, score):
    match = apply_result(FOUR, typed)
    assert describe_result(match, NAMES) == words
    assert abbreviate_result(match) == score
