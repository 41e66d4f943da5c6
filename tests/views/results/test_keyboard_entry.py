"""Results typed at the desk: table, games, enter."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.views.desk.test_dashboard import front, headline
from tests.views.desk_events import form, fresh, friday, paired, played, reported
from tournaments.models import LogEntry
from tournaments.views.http.forms import new_idempotency_key


def entry(event, table, first, second, **more):
    """What the entry band sends for the open round of a one-phase event."""
    number = event.phases.get(number=1).rounds.count()
    typed = {"table": table, "first": first, "second": second, "drawn": "", "from": "entry"}
    return form(event, phase=1, round=number, **typed, **more)


def report(desk, event, said, **more):
    return desk.post(reverse("report", args=[event.slug]), said, **more)


HTMX = {"headers": {"HX-Request": "true"}}


def test_a_typed_result_is_stored_and_read_back_with_its_undo(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), **HTMX)
    assert answer.status_code == 200
    body = answer.content.decode()
    assert re.search(r"Table 2: \w+ 2–1 \w+", body)
    assert 'name="table"' in body and "autofocus" in body
    assert 'formaction="/e/friday-night/desk/log/undo/?entry=' in body
    assert "changed" in answer["HX-Trigger"]
    assert "<html" not in body
    assert headline(desk.get(front(event))) == "3 results missing"


def test_without_script_a_typed_result_comes_back_to_the_desk(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), follow=True)
    assert answer.redirect_chain == [(front(event), 302)]
    assert "Table 2:" in answer.content.decode()


def test_the_tab_of_the_results_counts_along(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    body = desk.get(front(event)).content.decode()
    assert '<small data-filled="tab-results">1 of 4</small>' in body
    assert '<span hidden data-fills="tab-results">1 of 4</span>' in body


def test_an_earlier_round_leaves_the_counts_of_the_current_one(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    body = desk.get(reverse("desk_results", args=[event.slug]), {"phase": 1, "round": 1}).content.decode()
    assert "4 of 4 results in" in body
    assert re.findall(r'data-fills="tab-results">([^<]*)', body) == ["0 of 4"]
    assert '<small data-filled="tab-results">0 of 4</small>' in body


def test_drawn_games_are_a_third_figure(desk, organiser):
    event = paired(friday(organiser), organiser)
    report(desk, event, {**entry(event, "1", "1", "1"), "drawn": "1"}, **HTMX)
    match = event.phases.get(number=1).rounds.get().matches.get(table=1)
    assert match.drawn_games == 1


def test_an_unknown_table_keeps_what_was_typed_and_says_so(desk, organiser):
    event = paired(friday(organiser), organiser)
    for how in (HTMX, {}):
        answer = report(desk, event, entry(event, "40", "2", "1"), **how)
        assert answer.status_code == 422
        body = answer.content.decode()
        assert "There is no table 40 in round 1." in body
        assert 'value="40"' in body and 'value="2"' in body
        assert re.search(r'name="table"[^>]* autofocus', body)
        assert "part=progress" in body if not how else "part=progress" not in body


@pytest.mark.parametrize("typed", [("", "2", "1"), ("1", "x", "1"), ("1", "2", ""), ("²", "2", "1")])
def test_nonsense_is_refused_in_words(desk, organiser, typed):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, *typed), **HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_more_games_than_the_match_has_are_asked_about_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    asked = report(desk, event, entry(event, "1", "3", "1"), **HTMX)
    assert asked.status_code == 422
    body = asked.content.decode()
    assert "more than a best of 3 has" in body
    assert 'name="sure" value="3-1"' in body
    other = report(desk, event, entry(event, "1", "4", "1", sure="3-1"), **HTMX)
    assert other.status_code == 422
    stored = report(desk, event, entry(event, "1", "3", "1", sure="3-1"), **HTMX)
    assert stored.status_code == 200


def test_a_form_sent_twice_is_stored_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    said = entry(event, "2", "2", "1")
    assert report(desk, event, said, **HTMX).status_code == 200
    assert report(desk, event, said, **HTMX).status_code == 200
    assert LogEntry.objects.filter(event=event, action="report_result").count() == 1


def test_a_table_that_somebody_else_has_changed_since_is_refused(desk, organiser):
    event = paired(friday(organiser), organiser)
    late = entry(event, "1", "2", "0")
    reported(event, organiser, count=1, said="0-2")
    answer = report(desk, event, late, **HTMX)
    assert answer.status_code == 422
    assert "Look at it as it is now" in answer.content.decode()


def test_what_the_band_itself_has_stored_is_corrected_at_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    seen = event.version
    answer = report(desk, event, entry(event, "1", "2", "0"), **HTMX)
    key = re.search(r'name="key" value="([^"]+)"', answer.content.decode())[1]
    corrected = entry(event, "1", "0", "2") | {"key": key, "version": seen}
    assert "Table 1" in report(desk, event, corrected, **HTMX).content.decode()
    reported(event, organiser, count=1, said="1-1")
    late = entry(event, "1", "2", "1") | {"key": new_idempotency_key(key), "version": seen}
    assert "Look at it as it is now" in report(desk, event, late, **HTMX).content.decode()


def test_the_entry_form_stands_outside_of_what_is_swapped(desk, organiser):
    event = paired(friday(organiser), organiser)
    part = desk.get(front(event), {"part": "progress"})
    body = part.content.decode()
    assert "data-entry" not in body
    assert "csrfmiddlewaretoken" not in body
    assert 'data-match="4"' in body
    again = desk.get(front(event), {"part": "progress"}, headers={"If-None-Match": part["ETag"]})
    assert again.status_code == 304


def test_whoever_is_refused_hears_how_long_ago_it_was_changed(desk, organiser):
    event = paired(friday(organiser), organiser)
    late = entry(event, "1", "2", "0")
    reported(event, organiser, count=1, said="0-2")
    at = timezone.now() - timedelta(minutes=3, seconds=10)
    LogEntry.objects.filter(event=event, action="report_result").update(at=at)
    assert "changed this 3 min ago" in report(desk, event, late, **HTMX).content.decode()
