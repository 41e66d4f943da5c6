"""Plans: defaults from the rulebook, and refusals with their path."""

import pytest

from tests.rules.simulation.plans import make_plan
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.simulation import parse_plan

FORMAT = {"name": "A", "rulebook": "magic"}


def plan_with(**keys):
    return {"players": 16, "formats": [FORMAT]} | keys


def format_with(**keys):
    return plan_with(formats=[FORMAT | keys])


def test_a_format_has_the_defaults_of_its_rulebook():
    format_ = parse_plan(format_with(rulebook="hct-2017")).formats[0]
    assert (format_.rounds, format_.settings.best_of, format_.finals_best_of) == (5, 5, 5)
    assert [column.key for column in format_.settings.columns][:2] == ["win_loss_sum", "first_tiebreaker_sum"]
    assert (format_.cut, format_.table, format_.minutes) == (None, None, None)
    assert format_.settings.pairing == "random"
    assert parse_plan(format_with()).formats[0].minutes == 50
    assert parse_plan(format_with(minutes=0)).formats[0].minutes is None


def test_finals_and_cut_complete_each_other():
    single = parse_plan(format_with(cut=8)).formats[0]
    assert (single.table.key, single.cut) == ("single", 8)
    mcintyre = parse_plan(format_with(finals="mcintyre8", best_of=3, finals_best_of=5)).formats[0]
    assert (mcintyre.cut, mcintyre.finals_best_of) == (8, 5)
    table = {"matches": [[1, "A", "S2", "S3"], [2, "B", "S1", "W:A"]]}
    assert parse_plan(format_with(finals=table)).formats[0].cut == 3


def test_ratings_have_a_spread_of_200_or_are_a_list():
    assert parse_plan(plan_with()).spread == 200
    assert not parse_plan(plan_with()).is_equal
    assert parse_plan(plan_with(ratings={"spread": 0})).is_equal
    assert parse_plan(plan_with(players=2, ratings={"list": [1500, 1500]})).is_equal
    listed = parse_plan(plan_with(players=2, ratings={"list": [1600, 1500.5]}))
    assert listed.ratings == (1600, 1500.5) and not listed.is_equal


def test_draws_count_only_where_matches_can_be_drawn():
    formats = [{}, {"rulebook": "hct-2017"}, {"best_of": 2}]
    plan = make_plan(16, *formats, draws=0.1)
    assert [format_.draw_share for format_ in plan.formats] == [0.1, 0, 0]


REFUSALS = [
    ([], "plan: must be an object"),
    ({"formats": [FORMAT]}, "players: is missing"),
    ({"players": 16}, "formats: is missing"),
    (plan_with(colour=1), "plan.colour: unknown key"),
    (plan_with(players=1), "players: must be a whole number from 2 to 512"),
    (plan_with(players=513), "players: must be a whole number from 2 to 512"),
    (plan_with(players=True), "players: must be"),
    (plan_with(draws=1.5), "draws: must be a number from 0 to 1"),
    (plan_with(draws=float("nan")), "draws: must be"),
    (plan_with(ratings={}), "ratings: must have either a spread or a list"),
    (plan_with(ratings={"spread": 1, "list": []}), "ratings: must have either a spread or a list"),
    (plan_with(ratings={"mean": 1}), "ratings.mean: unknown key"),
    (plan_with(ratings={"spread": -1}), "ratings.spread: must be a number"),
    (plan_with(ratings={"list": [1, 2]}), "ratings.list: must be a list of 16 numbers"),
    (plan_with(players=2, ratings={"list": [1, "2"]}), r"ratings.list\[1\]: must be a number"),
    (plan_with(players=2, ratings={"list": [1, 10_001]}), r"ratings.list\[1\]: must be a number"),
    (plan_with(formats=[]), "formats: must be a list of 1 to 8"),
    (plan_with(formats=[FORMAT] * 9), "formats: must be a list of 1 to 8"),
    (plan_with(formats=[FORMAT, FORMAT]), r"formats\[1\].name: another format has this name"),
    (plan_with(formats=["magic"]), r"formats\[0\]: must be an object"),
    (plan_with(formats=[{"name": "A"}]), r"formats\[0\].rulebook: is missing"),
    (plan_with(formats=[{"rulebook": "magic"}]), r"formats\[0\].name: is missing"),
    (format_with(name=" "), r"formats\[0\].name: must be text"),
    (format_with(name="x" * 101), r"formats\[0\].name: must be text"),
    (format_with(round=3), r"formats\[0\].round: unknown key"),
    (format_with(rulebook="poker"), r"formats\[0\].rulebook: must be one of"),
    (format_with(rulebook="wargame-wtc"), r"formats\[0\].rulebook: .* victory points"),
    (format_with(rulebook="old-world"), r"formats\[0\].rulebook: .* victory points"),
    (format_with(rulebook="x-wing"), r"formats\[0\].rulebook: .* victory points"),
    (format_with(rulebook="hareruya"), r"formats\[0\].rulebook: .* bets"),
    (format_with(rulebook="pods-multiplayer"), r"formats\[0\].rulebook: .* pods"),
    (format_with(rounds=16), r"formats\[0\].rounds: must be a whole number from 1 to 15"),
    (format_with(rounds=0), r"formats\[0\].rounds: must be a whole number"),
    (format_with(best_of=4), r"formats\[0\].best_of: must be an odd number of games, or 2"),
    (format_with(best_of=17), r"formats\[0\].best_of: must be a whole number from 1 to 15"),
    (format_with(best_of=2, rulebook="hct-2017"), r"formats\[0\].best_of: .* no draws"),
    (format_with(best_of=2, cut=8), r"formats\[0\].finals_best_of: .* finals need a winner"),
    (format_with(cut=8, finals_best_of=2), r"formats\[0\].finals_best_of: .* finals need a winner"),
    (format_with(cut=8, finals_best_of=0), r"formats\[0\].finals_best_of: must be"),
    (format_with(tiebreakers=["omw", "luck"]), r"formats\[0\].tiebreakers\[1\]: unknown tiebreaker"),
    (format_with(tiebreakers=["omw", "vp"]), r"formats\[0\].tiebreakers\[1\]: .* no data"),
    (format_with(pairing="dutch"), r"formats\[0\].pairing: must be one of"),
    (format_with(minutes=-1), r"formats\[0\].minutes: must be"),
    (format_with(cut=1), r"formats\[0\].cut: must be a whole number from 2 to 16"),
    (format_with(cut=17), r"formats\[0\].cut: must be a whole number from 2 to 16"),
    (format_with(finals="single"), r"formats\[0\].cut: is missing"),
    (format_with(finals="cup", cut=8), r"formats\[0\].finals: .* doesn’t exist"),
    (format_with(finals=8), r"formats\[0\].finals: must be the key"),
    (format_with(finals={"matches": []}, cut=8), r"formats\[0\].finals.matches: must be a list"),
    (format_with(finals="mcintyre8", cut=7), r"formats\[0\].cut: .* exactly 8 players"),
    (format_with(finals="pods7"), r"formats\[0\].finals: finals in pods"),
    (format_with(finals="nrl10") | {"players": 8}, r"formats\[0\].finals: these finals need 10"),
]


@every("value, message", REFUSALS)
def test_a_wrong_plan_is_refused_in_one_line_that_begins_with_the_path(value, message):
    with pytest.raises(RuleViolation, match=f"^{message}") as refusal:
        parse_plan(value)
    assert "\n" not in str(refusal.value)
