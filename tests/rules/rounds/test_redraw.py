"""Redrawing and repairing a round: pins, results, own tables and requested byes stay."""

from dataclasses import replace

import pytest

from tests.support.case_tables import every
from tests.support.histories import EIGHT, NINE, adjust, second, sits, with_result
from tournaments.rules.errors import RuleViolation
from tournaments.rules.rounds import seating
from tournaments.rules.rounds.adjustments import NOTHING_CHANGES, apply_adjustment, costs_of


def test_pinned_tables_stay_in_a_redraw():
    after = sits(adjust(EIGHT, "draw", pins=(1,), seed="fresh"))
    assert after[1] == sits(second(EIGHT))[1]
    assert after != sits(second(EIGHT))
    assert sorted(after) == [1, 2, 3, 4]
    assert sorted(p for players in after.values() for p in players) == [f"p{n}" for n in range(1, 9)]


@every("kind", ["draw", "fewest"])
def test_a_pin_of_a_forbidden_pair_is_refused_in_an_unpublished_round(kind):
    history = replace(EIGHT, forbidden=(second(EIGHT).matches[0].players,))
    draft = history.phase(1).with_round(replace(second(history), state="draft")).history
    with pytest.raises(RuleViolation, match=r"are kept apart\. Unpin their table"):
        adjust(draft, kind, pins=(1,))
    published = history.phase(1).with_round(replace(second(history), state="published")).history
    with_pin = adjust(published, "draw", pins=(1,), seed="fresh")
    assert with_pin.matches[0] == second(history).matches[0]


@every("kind", ["draw", "fewest"])
def test_a_pin_of_a_missing_table_is_refused(kind):
    with pytest.raises(RuleViolation, match="no table 9 to pin"):
        adjust(EIGHT, kind, pins=(9,))


def test_tables_with_a_result_stay():
    history = with_result(NINE, 1)
    for kind, options in (("draw", {"seed": "third"}), ("fewest", {})):
        try:
            after = adjust(history, kind, **options)
        except RuleViolation as same:
            assert same.template == NOTHING_CHANGES
            continue
        assert after.matches[0] == second(history).matches[0]


def test_the_same_seed_redraws_the_same_tables():
    redraws = [adjust(EIGHT, "draw", pins=(1,), seed="fresh") for _ in range(2)]
    assert redraws[0] == redraws[1]
    assert redraws[0].seed == second(EIGHT).seed


def test_a_repair_removes_a_dropped_player_with_few_changes():
    dropped = sits(second(NINE))[4][0]
    players = tuple(replace(p, dropped_after=1) if p.id == dropped else p for p in NINE.players)
    history = replace(NINE, players=players)
    after = adjust(history, "fewest")
    assert dropped not in seating.opponents(after)
    untouched = {1, 2, 3} & {t for t, players in sits(after).items() if players == sits(second(NINE))[t]}
    assert len(untouched) >= 2


def redraw_with_requested_bye(event, player, worth="draw"):
    """Redraw round 2 with a requested bye for the player."""
    players = tuple(replace(p, byes={2: worth}) if p.id == player else p for p in event.players)
    event = replace(event, players=players)
    return apply_adjustment(event.phase(1), 2, "draw", seed="y"), event


def byes(round_):
    return {match.seats[0].player: match.seats[0].result for match in round_.matches if match.is_bye}


def test_a_requested_bye_stays_in_a_redraw_or_repair():
    after, event = redraw_with_requested_bye(NINE, "p3")
    assert byes(after) == {"p3": "draw"}
    event = event.phase(1).with_round(after).history
    pinned = adjust(event, "draw", pins=(1,), seed="a")
    assert byes(pinned) == {"p3": "draw"} and sits(pinned)[1] == sits(after)[1]
    assert costs_of(event.phase(1), after).byes == 0


def test_a_repair_adds_a_bye_requested_after_the_draw():
    _drawn, event = redraw_with_requested_bye(NINE, "p3")
    after = adjust(event, "fewest")
    assert byes(after) == {"p3": "draw"}
    assert len({*sits(after).values()} & {*sits(second(NINE)).values()}) >= 2


def test_a_requested_bye_is_not_moved_by_adjustments():
    after, event = redraw_with_requested_bye(EIGHT, "p3")
    event = event.phase(1).with_round(after).history
    redrawn = next(player for player, worth in byes(after).items() if worth == "bye")
    other = sits(after)[1][0]
    for kind, options in (("swap", {"a": other, "b": "p3"}), ("out", {"a": "p3"}), ("bye", {"a": "p3"})):
        with pytest.raises(
            RuleViolation, match=r"Player 3 asked not to play this round\. Remove their requested bye first"
        ):
            adjust(event, kind, **options)
    moved = adjust(event, "bye", a=other)
    assert byes(moved) == {"p3": "draw", other: "bye"}
    joined = adjust(event, "seat", a="p3")
    assert byes(joined) == {} and (redrawn, "p3") in sits(joined).values()


def test_an_own_table_is_kept_in_a_redraw():
    players = tuple(replace(p, table=9) if p.id == "p2" else p for p in EIGHT.players)
    after = apply_adjustment(replace(EIGHT, players=players).phase(1), 2, "draw", pins=(), seed="y")
    assert "p2" in sits(after)[9]
