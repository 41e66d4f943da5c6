"""The desk of each role: what it offers, and what is for others."""

import re

import pytest

from tests.support.desk_events import form, fresh, friday, paired, played, reported
from tests.support.own_pages import text_of
from tests.support.pages import source_of
from tests.support.people import at, joined


@pytest.fixture
def event(organiser):
    return friday(organiser)


def test_a_scorekeeper_undoes_results_but_no_pairing(organiser, event):
    event = reported(paired(event, organiser), organiser, 1)
    result, pairing = event.log.get(action="report_result"), event.log.get(action="pair_next_round")
    _row, scorekeeper = joined(event, "sam", "scorekeeper")
    _row, judge = joined(event, "judy", "judge")
    undo = at(event, "undo")
    for browser, fields, status in (
        (judge, {"entry": result.pk}, 403),
        (scorekeeper, {}, 403),
        (scorekeeper, {"entry": pairing.pk}, 403),
    ):
        assert browser.post(undo, form(event, **fields)).status_code == status
        assert fresh(event).version == event.version
    assert scorekeeper.post(undo, form(event, entry=result.pk)).url == at(event, "desk")
    assert event.log.last().undoes == result


def test_a_correction_that_moves_tables_needs_an_organiser(organiser, event):
    event = paired(played(event, organiser), organiser)
    _row, scorekeeper = joined(event, "sam", "scorekeeper")
    fields = {"what": "result", "phase": 1, "round": 1, "table": 1, "result_text": "0-2"}
    page = text_of(scorekeeper.get(at(event, "correct"), fields))
    assert "keep pairings" in page and "fewest" not in page
    assert scorekeeper.post(at(event, "correct"), form(event, **fields, choice="fewest")).status_code == 403
    assert fresh(event).version == event.version
    answer = scorekeeper.post(at(event, "correct"), form(event, **fields, choice="leave"))
    assert answer.url == at(event, "desk")
    assert scorekeeper.post(at(event, "correct"), form(event, what="out", choice="leave")).status_code == 403


def test_each_role_sees_only_its_own_controls(event):
    tabs = {
        "organiser": ["Desk", "Players", "Round", "Screens", "Print", "Staff", "Settings", "Log"],
        "scorekeeper": ["Desk", "Players", "Screens", "Print", "Staff"],
        "judge": ["Desk", "Staff"],
    }
    for role, wanted in tabs.items():
        _row, browser = joined(event, f"the-{role}", role)
        html = source_of(browser.get(at(event, "desk")))
        nav = re.search(r'<nav class="tabs".*?</nav>', html, re.S)[0]
        assert re.findall(r">([A-Z]\w+)\b", nav.split("<details")[0]) == wanted
        for way in {*re.findall(r'(?:href|action)="(/e/[^"#?]+)', html)}:
            assert browser.get(way).status_code in (200, 302), f"{role}: {way}"
