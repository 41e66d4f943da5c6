"""The format of an event, as a part of a plan."""

from dataclasses import replace

import pytest

from tournaments.lab.pages.comparison_plan import format_of_event, left_out
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET, PODS, PRIVATE, PUBLIC, EventHistory, PhaseRecord
from tournaments.rules.rulebooks import RULEBOOKS, VP
from tournaments.rules.simulation import parse_plan

SWISS_SETTINGS = {
    "rounds": 5,
    "best_of": 5,
    "minutes": 60,
    "pairing": "fold",
    "first_round_pairing": "random",
    "tiebreakers": ["omw", "gw"],
}


def event_of(rulebook="fair-hearthstone", settings=SWISS_SETTINGS, **finals):
    phases = [PhaseRecord(overrides=settings)]
    if finals:
        phases.append(PhaseRecord(BRACKET, overrides=finals))
    return EventHistory("Cup", rulebook, phases=tuple(phases), visibility=PUBLIC)


def parsed(history):
    known = format_of_event(history)
    return parse_plan({"players": 32, "formats": [{"name": known.name} | known.values]}).formats[0]


def test_a_plan_has_the_settings_of_the_event_and_of_its_finals():
    values = {"rulebook": "fair-hearthstone"} | SWISS_SETTINGS
    assert format_of_event(event_of()).values == values
    finals = event_of(cut={"top": 8}, finals="mcintyre8", best_of=7, third_place=True)
    values |= {"cut": 8, "finals": "mcintyre8", "finals_best_of": 7}
    assert format_of_event(finals).values == values
    format_ = parsed(finals)
    assert (format_.name, format_.rounds, format_.cut, format_.finals_best_of) == ("Cup", 5, 8, 7)


def test_settings_that_simulations_leave_out_are_named():
    assert left_out(event_of()) == ""
    own_points = SWISS_SETTINGS | {"points": {"win": 2}}
    history = event_of(settings=own_points, cut={"top": 8}, finals="single", third_place=True)
    assert left_out(history) == "Not simulated: this event’s own points, match for third place."


def test_a_cut_by_points_gives_a_reason():
    with pytest.raises(RuleViolation, match="a cut to a number of players"):
        format_of_event(event_of(cut={"min_points": 12}, finals="single"))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_an_event_of_any_rulebook_gives_a_plan_or_a_reason(key):
    rulebook, history = RULEBOOKS[key], event_of(key, {})
    if rulebook.report == VP or rulebook.betting or rulebook.kind == PODS:
        with pytest.raises(RuleViolation, match="can’t be simulated"):
            format_of_event(history)
    else:
        assert parsed(history).settings.rulebook == rulebook


def test_the_name_of_an_event_that_is_not_public_stays_out():
    assert format_of_event(replace(event_of(), visibility=PRIVATE)).name == "Your event"
