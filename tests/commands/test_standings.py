"""manage.py standings: of a phase, and of the whole event."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.commands import BRACKET_SIZES, play_by_commands
from tests.support.played_events import finals_of, make
from tests.support.repetitions import count
from tournaments.rules.finals import FINALS

pytestmark = pytest.mark.django_db


def output(*command):
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("key", [*FINALS][:: count(4, 1)])
def test_the_final_standings_rank_every_player_of_every_finals_system(key):
    event = finals_of(key, BRACKET_SIZES[key])
    play_by_commands(event)
    answer = json.loads(output("standings", event.slug, "--final", "--format", "json"))
    ranks = [row["rank"] for row in answer["rows"]]
    assert answer["event"] == event.slug and answer["rows"][0]["player"] == "p1"
    assert [set(row) for row in answer["rows"]] == [{"rank", "player", "name"}] * BRACKET_SIZES[key]
    assert ranks == sorted(ranks) and ranks[0] == 1 and ranks[1] == 2
    assert len({row["player"] for row in answer["rows"]}) == BRACKET_SIZES[key]


def test_the_final_standings_as_a_table_and_as_csv():
    event = finals_of("single", 4)
    play_by_commands(event)
    assert output("standings", event.slug, "--final").splitlines()[0].split() == ["rank", "player", "name"]
    rows = list(csv.reader(StringIO(output("standings", event.slug, "--final", "--format", "csv"))))
    assert rows[0] == ["rank", "player", "name"] and rows[1][:2] == ["1", "p1"] and len(rows) == 5


def test_before_the_end_one_line_says_so():
    with pytest.raises(CommandError, match=r"^The event isn’t finished yet"):
        output("standings", make(8).slug, "--final")


@pytest.mark.parametrize("option", ["--phase=1", "--after-round=1", "--live", "--tiebreakers=omw"])
def test_final_standings_take_no_other_option(option):
    with pytest.raises(CommandError, match="Use --final without"):
        output("standings", make(8).slug, "--final", option)
