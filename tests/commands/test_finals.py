"""Every finals system from first match to champion, by actions and by commands."""

import pytest

from tests.support.commands import BRACKET_SIZES, best_wins, play_by_commands, run_command
from tests.support.played_events import ME, finals_of, reload_event, reload_history
from tests.support.repetitions import count
from tournaments.brackets.actions import call_opponent, open_matches
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules import event_file
from tournaments.rules.finals import FINALS, bracket_of, early_matches
from tournaments.rules.rounds.progress import has_ended
from tournaments.web.status import current_round


@pytest.mark.django_db
@pytest.mark.parametrize("key", [*FINALS][:: count(4, 1)])
def test_the_best_seed_wins_finals_played_by_commands(key):
    event = finals_of(key, BRACKET_SIZES[key])
    slots = play_by_commands(event)
    table = bracket_of(reload_history(event).phase(1)).table
    assert sorted(slots) == sorted(slot.id for slot in table.matches if not slot.reset_of)
    rows = run_command("standings", event.slug, "--format", "json")["rows"]
    assert (rows[0]["player"], len(rows)) == ("p1", BRACKET_SIZES[key])
    assert run_command("pair", event.slug, "--format", "json") == {"round": None, "phase": 1, "matches": []}
    text = event_file.text(reload_history(event))
    assert event_file.text(event_file.read_text(text)) == text


@pytest.mark.django_db
def test_a_double_of_eight_with_a_second_final():
    event = finals_of("double", 8)
    slots = play_by_commands(event, upsets=("GF",))
    assert slots[-2:] == ["GF", "GF2"] and len(slots) == 15
    rows = run_command("standings", event.slug, "--format", "json")["rows"]
    assert [row["player"] for row in rows[:3]] == ["p1", "p2", "p3"]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_double_of_eight_without_a_second_final():
    event = finals_of("double", 8)
    assert len(play_by_commands(event)) == 14
    assert has_ended(reload_history(event))


@pytest.mark.slow
@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("key", FINALS)
def test_finals_can_be_played_with_every_match_started_early(key):
    event = finals_of(key, BRACKET_SIZES[key])
    now = reload_history(event)
    entrants = bracket_of(now.phase(1)).entrants
    while not has_ended(now):
        waiting = [(r, m) for r in now.phase(1).rounds for m in r.matches if not m.reported]
        if waiting:
            round_, match = waiting[-1]
            result_text = best_wins(entrants, match, "2-1")
            report_result(reload_event(event), ME, 1, round_.number, match.table, result_text)
        elif calls := early_matches.opponent_choices(now.phase(1)):
            call_opponent(reload_event(event), ME, calls[0].choices[0])
        else:
            pair_next_round(reload_event(event), ME, publish=True)
        now = reload_history(event)
        if early_matches.ready_matches(now.phase(1)):
            open_matches(reload_event(event), ME)
            now = reload_history(event)
    assert bracket_of(now.phase(1)).champion == "p1"


@pytest.mark.django_db
def test_a_table_that_started_early_is_reported_by_its_number():
    event = finals_of("single", 8)
    for table in ("1", "4"):
        run_command("report", event.slug, table, "2-0")
    open_matches(reload_event(event), ME)
    assert current_round(reload_event(event)) == (1, 1)
    run_command("report", event.slug, "5", "0-2")
    assert bracket_of(reload_history(event).phase(1)).meeting("R2-1").winner is not None
