"""manage.py chances: each player's chance to make the cut, and the reasons why there are none."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.case_tables import every
from tests.support.played_events import ME, make, pair, play_round, reload_event, reload_history, report
from tournaments.events.actions.events import create_event
from tournaments.players.actions.players import add_players, drop_player
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.forecast.chances import calculate_chances
from tournaments.rules.history import BRACKET, PODS, ROUND_ROBIN, SWISS, EventHistory, PhaseRecord
from tournaments.rules.standings.standings import standings

pytestmark = pytest.mark.django_db
RESULTS = ("win", "draw", "loss")


def output(*command):
    out = StringIO()
    call_command("chances", *command, stdout=out)
    return out.getvalue()


def answer(event, *options):
    return json.loads(output(event.slug, "--format", "json", *options))


@pytest.fixture
def event():
    """Nine players, a cut to the top 4, the last of three rounds paired and one of its results reported."""
    event = make(9, finals=("single", 4))
    play_round(event)
    play_round(event, "second")
    pair(event, "third")
    report(event, 4, "2-0")
    return reload_event(event)


def test_the_chances_are_those_of_the_event_page_in_the_order_of_the_live_standings(event):
    printed, history = answer(event), reload_history(event)
    calculated = calculate_chances(history, history.version)
    assert (printed["event"], printed["phase"], printed["round"]) == (event.slug, 1, 3)
    listed = [row.player for row in standings(history.phase(1), live=True).rows]
    assert [row["player"] for row in printed["rows"]] == listed
    for row in printed["rows"]:
        chance = calculated.players[row["player"]]
        assert row["chance"] == chance.chance
        assert [row[name] and row[name]["chance"] for name in RESULTS] == [
            getattr(chance, name) for name in RESULTS
        ]


def test_in_is_said_only_where_it_is_certain_and_results_only_of_a_match_without_one(event):
    rows = answer(event)["rows"]
    for row in rows:
        for value in (row, *(row[name] for name in RESULTS if row[name])):
            assert value["in"] == {0: False, 1: True}.get(value["chance"])
    assert {row["in"] for row in rows} >= {False, None}
    assert any(row["win"]["in"] for row in rows if row["win"])
    round_ = reload_history(event).phase(1).open_round
    playing = {player for match in round_.matches if not match.reported for player in match.players}
    assert {row["player"] for row in rows if row["win"]} == playing
    assert all(len({row[name] is None for name in RESULTS}) == 1 for row in rows)


def test_a_draw_is_null_where_the_rulebook_has_none():
    event = make(8, rounds_set=1, finals=("single", 4), rulebook="hct-2017")
    pair(event)
    assert all(row["win"] and row["loss"] and row["draw"] is None for row in answer(event)["rows"])


def test_results_whose_points_depend_on_games_have_chances():
    event = make(8, rounds_set=1, finals=("single", 4), rulebook="two-one-zero")
    pair(event)
    assert all(row["win"]["chance"] > row["loss"]["chance"] for row in answer(event)["rows"])


def test_players_who_left_have_no_row(event):
    drop_player(event, ME, "p9")
    assert [row["player"] for row in answer(event)["rows"] if row["player"] == "p9"] == []
    assert len(answer(event)["rows"]) == 8


def test_the_same_seed_gives_the_same_numbers_and_more_playouts_finer_ones(event):
    assert answer(event, "--seed", "a") == answer(event, "--seed", "a") != answer(event, "--seed", "b")
    chances = [row["chance"] for row in answer(event, "--playouts", "1000")["rows"]]
    assert all(1000 * chance == pytest.approx(round(1000 * chance), abs=0.01) for chance in chances)


def test_the_table_shows_percent(event):
    head, *lines = output(event.slug).splitlines()
    assert head.split() == ["player", "name", "chance", "win", "draw", "loss"]
    assert len(lines) == 9 and all("%" in line for line in lines)
    assert any(" 100% " in line for line in lines) and any(line.endswith("0%") for line in lines)


def test_between_rounds_no_round_is_running_and_no_match_is_current():
    event = make(finals=("single", 4))
    play_round(event)
    finish_round(reload_event(event), ME)
    printed = answer(event)
    assert printed["round"] is None
    assert all(row["win"] is row["draw"] is row["loss"] is None for row in printed["rows"])


def test_after_the_last_result_everything_is_certain(event):
    for match in reload_history(event).phase(1).open_round.matches:
        if not (match.is_bye or match.reported):
            report(event, match.table, "2-1")
    assert sorted(row["in"] for row in answer(event)["rows"]) == [False] * 5 + [True] * 4


def with_phases(*phases, count=8, rulebook="magic"):
    event = create_event(ME, EventHistory("Refused", rulebook, phases=phases))
    add_players(event, ME, "\n".join(f"Player {number:02}" for number in range(1, count + 1)))
    pair(event)
    return reload_event(event)


def finals(**settings):
    return PhaseRecord(BRACKET, "Finals", settings)


REFUSED = {
    "3 rounds are still to come": (PhaseRecord(SWISS, overrides={"rounds": 3}), finals(cut={"top": 4})),
    "no cut follows": (PhaseRecord(SWISS, overrides={"rounds": 1}),),
    "chosen by hand": (PhaseRecord(SWISS, overrides={"rounds": 1}), finals(cut={"by_hand": True})),
    "more than two players": (PhaseRecord(PODS, overrides={"rounds": 1}), finals(cut={"top": 4})),
    "for Swiss rounds only": (PhaseRecord(ROUND_ROBIN), finals(cut={"top": 4})),
    "points are hidden": (
        PhaseRecord(SWISS, overrides={"rounds": 1, "hidden_standings": True}),
        finals(cut={"top": 4}),
    ),
    "No cut is possible: it would leave fewer than two players": (
        PhaseRecord(SWISS, overrides={"rounds": 1}),
        finals(cut={"min_points": 4}),
    ),
    "The cut takes 9 players, but only 8 are left": (
        PhaseRecord(SWISS, overrides={"rounds": 1}),
        finals(cut={"top": 9}),
    ),
}


@every(("reason", "phases"), REFUSED.items())
def test_without_chances_one_line_gives_the_reason(reason, phases):
    event = with_phases(*phases)
    with pytest.raises(CommandError, match=reason) as refusal:
        output(event.slug)
    assert "\n" not in str(refusal.value)


def test_a_running_round_counts_as_to_come_until_it_is_finished():
    event = make(finals=("single", 4))
    play_round(event)
    with pytest.raises(CommandError, match="3 rounds are still to come"):
        output(event.slug)
    finish_round(reload_event(event), ME)
    assert len(answer(event)["rows"]) == 8


def test_before_the_first_round_and_after_the_cut_there_are_none():
    event = make(finals=("single", 4), rounds_set=1)
    with pytest.raises(CommandError, match="first round"):
        output(event.slug)
    play_round(event)
    pair(event)
    with pytest.raises(CommandError, match="no cut follows"):
        output(event.slug)


@pytest.mark.parametrize("playouts", ["0", "-5", "100001"])
def test_the_number_of_playouts_has_bounds(event, playouts):
    with pytest.raises(CommandError, match="from 1 to 100000"):
        output(event.slug, f"--playouts={playouts}")
