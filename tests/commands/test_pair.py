"""manage.py pair prints the reason of each table, also when it publishes a round."""

import json

from django.core.management import call_command

from tests.support.desk_events import friday, paired
from tests.support.played_events import make


def test_publishing_prints_the_reasons_of_the_draw(organiser, capsys):
    event = paired(friday(organiser), organiser, publish=False)
    call_command("pair", event.slug, "--format", "json")
    matches = json.loads(capsys.readouterr().out)["matches"]
    assert {match["why"] for match in matches} == {"Random: all on 0 points"}


def test_a_round_of_pods_lists_every_seat(db, capsys):
    event = make(7, rulebook="hareruya", kind="pods")
    for _round in range(2):
        call_command("pair", event.slug, "--seed", "a")
        lines = capsys.readouterr().out.splitlines()
        call_command("report", event.slug, "1", "2")
        call_command("report", event.slug, "2", "3")
    assert lines[0].split()[:9] == ["table", "seat", "1", "seat", "2", "seat", "3", "seat", "4"]
    assert "points don’t matter this round" in lines[1]
