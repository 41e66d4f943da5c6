"""The desk of each role: what it offers, and what is for others."""

import re

import pytest

from tests.views.desk_events import form, fresh, friday, paired, played, reported
from tests.views.own_pages import text_of
from tests.views.people import at, joined


@pytest.fixture
def event(organiser):
    return friday(organiser)


def test_who_enters_results_takes_a_result_back_and_not_what_an_organiser_did(organiser, event):
    event = reported(paired(event, organiser), organiser, 1)
    result, drawn = event.log.get(action="report_result"), event.log.get(action="pair_next_round")
    _row, scorekeeper = joined(event, "sam", "scorekeeper")
    _row, judge = joined(event, "judy", "judge")
    undo = at(event, "undo")
    for browser, said, status in (
        (judge, {"entry": result.pk}, 403),
        (scorekeeper, {}, 403),
        (scorekeeper, {"entry": drawn.pk}, 403),
    ):
        assert browser.post(undo, form(event, **said)).status_code == status
        assert fresh(event).version == event.version
    assert scorekeeper.post(undo, form(event, entry=result.pk)).url == at(event, "desk")
    assert event.log.last().undoes == result


def test_a_correction_that_moves_tables_is_for_who_runs_the_event(organiser, event):
    event = paired(played(event, organiser), organiser)
    _row, scorekeeper = joined(event, "sam", "scorekeeper")
    said = {"what": "result", "phase": 1, "round": 1, "table": 1, "said": "0-2"}
    page = text_of(scorekeeper.get(at(event, "correct"), said))
    assert "Leave" in page and "fewest" not in page
    assert scorekeeper.post(at(event, "correct"), form(event, **said, choice="fewest")).status_code == 403
    assert fresh(event).version == event.version
    answer = scorekeeper.post(at(event, "correct"), form(event, **said, choice="leave"))
    assert answer.url == at(event, "desk_results")
    assert scorekeeper.post(at(event, "correct"), form(event, what="out", choice="leave")).status_code == 403


def test_each_desk_shows_what_its_role_may_do_and_no_more(event):
    tabs = {
        "organiser": ["Desk", "Results", "Players", "Round", "Settings", "Log"],
        "scorekeeper": ["Desk", "Results", "Players"],
        "judge": ["Desk", "Results"],
    }
    for role, wanted in tabs.items():
        _row, browser = joined(event, f"the-{role}", role)
        html = browser.get(at(event, "desk")).content.decode()
        nav = re.search(r'<nav class="tabs".*?</nav>', html, re.S)[0]
        assert re.findall(r">([A-Z]\w+)\b", nav) == wanted
        for way in {*re.findall(r'(?:href|action)="(/e/[^"#?]+)', html)}:
            assert browser.get(way).status_code in (200, 302), f"{role}: {way}"
