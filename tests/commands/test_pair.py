"""manage.py pair says why of each table, of a draft that it publishes, too."""

import json

from django.core.management import call_command

from tests.views.desk_events import friday, paired


def test_a_draft_that_is_published_says_why(organiser, capsys):
    event = paired(friday(organiser), organiser, publish=False)
    call_command("pair", event.slug, "--format", "json")
    matches = json.loads(capsys.readouterr().out)["matches"]
    assert {match["why"] for match in matches} == {"by lot: everyone is on 0 points"}
