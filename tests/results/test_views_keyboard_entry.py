"""Results typed at the desk: table, games, enter."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import desk_address, headline, source_of
from tournaments.changes.change import Actor
from tournaments.desk.actions import call_judge
from tournaments.events.actions.events import set_reporting
from tournaments.history.cache import load_history
from tournaments.models import LogEntry, Pick
from tournaments.rules.settings.fields import ANYONE
from tournaments.web.answers import new_idempotency_key


def entry(event, table, first, second, **more):
    """Return the fields of the keyboard entry for the open round of a one-phase event."""
    number = event.phases.get(number=1).rounds.count()
    typed = {"table": table, "first": first, "second": second, "drawn_games": "", "from": "entry"}
    return form(event, phase=1, round=number, **typed, **more)


def report(desk, event, fields, **more):
    return desk.post(reverse("report", args=[event.slug]), fields, **more)


HTMX = {"headers": {"HX-Request": "true"}}


def test_a_typed_result_is_stored_and_shown_with_undo(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), **HTMX)
    assert answer.status_code == 200
    body = answer.content.decode()
    assert re.search(r"Table 2: \w+ 2–1 \w+", body)
    assert 'name="table"' in body and "autofocus" in body
    assert 'formaction="/e/friday-night/desk/log/undo/?entry=' in body
    assert "changed" in answer["HX-Trigger"]
    assert "<html" not in body
    assert headline(desk.get(desk_address(event))) == "3 results missing"


def test_without_script_a_typed_result_returns_to_the_desk(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, "2", "2", "1"), follow=True)
    assert answer.redirect_chain == [(desk_address(event), 302)]
    assert "Table 2:" in answer.content.decode()


def test_the_desk_tab_counts_results(desk, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    body = desk.get(desk_address(event)).content.decode()
    assert '<small data-mirror="tab-desk">1 of 4</small>' in body
    assert '<span hidden data-mirror-source="tab-desk">1 of 4</span>' in body


def test_a_result_of_an_earlier_round_keeps_the_counts(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    body = desk.get(reverse("desk", args=[event.slug]), {"phase": 1, "round": 1}).content.decode()
    assert "4 of 4 results reported" in body
    assert re.findall(r'data-mirror-source="tab-desk">([^<]*)', body) == ["0 of 4"]
    assert '<small data-mirror="tab-desk">0 of 4</small>' in body


def test_drawn_games_are_the_third_number(desk, organiser):
    event = paired(friday(organiser), organiser)
    report(desk, event, {**entry(event, "1", "1", "1"), "drawn_games": "1"}, **HTMX)
    match = event.phases.get(number=1).rounds.get().matches.get(table=1)
    assert match.drawn_games == 1


def test_an_unknown_table_is_refused_with_the_typed_values(desk, organiser):
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
def test_invalid_input_is_refused_with_a_message(desk, organiser, typed):
    event = paired(friday(organiser), organiser)
    answer = report(desk, event, entry(event, *typed), **HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert fresh(event).version == event.version


def test_too_many_games_need_one_confirmation(desk, organiser):
    event = paired(friday(organiser), organiser)
    response = report(desk, event, entry(event, "1", "3", "1"), **HTMX)
    assert response.status_code == 422
    body = response.content.decode()
    assert "isn’t possible in a best of 3" in body
    assert 'name="confirmed_result" value="3-1"' in body
    other = report(desk, event, entry(event, "1", "4", "1", confirmed_result="3-1"), **HTMX)
    assert other.status_code == 422
    stored = report(desk, event, entry(event, "1", "3", "1", confirmed_result="3-1"), **HTMX)
    assert stored.status_code == 200


def test_a_repeated_form_is_stored_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    fields = entry(event, "2", "2", "1")
    assert report(desk, event, fields, **HTMX).status_code == 200
    assert report(desk, event, fields, **HTMX).status_code == 200
    assert LogEntry.objects.filter(event=event, action="report_result").count() == 1


def test_a_table_changed_by_another_user_is_refused(desk, organiser):
    event = paired(friday(organiser), organiser)
    late = entry(event, "1", "2", "0")
    reported(event, organiser, count=1, result_text="0-2")
    answer = report(desk, event, late, **HTMX)
    assert answer.status_code == 422
    assert "Look at it as it is now" in answer.content.decode()


def test_a_result_of_the_same_entry_is_corrected_at_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    version = event.version
    answer = report(desk, event, entry(event, "1", "2", "0"), **HTMX)
    key = re.search(r'name="key" value="([^"]+)"', answer.content.decode())[1]
    corrected = entry(event, "1", "0", "2") | {"key": key, "version": version}
    assert "Table 1" in report(desk, event, corrected, **HTMX).content.decode()
    reported(event, organiser, count=1, result_text="1-1")
    late = entry(event, "1", "2", "1") | {"key": new_idempotency_key(key), "version": version}
    assert "Look at it as it is now" in report(desk, event, late, **HTMX).content.decode()


def test_the_entry_form_is_outside_the_live_fragments(desk, organiser):
    event = paired(friday(organiser), organiser)
    part = desk.get(desk_address(event), {"part": "progress"})
    body = part.content.decode()
    assert "data-quick-entry" not in body
    assert 'data-match="4"' in body
    again = desk.get(desk_address(event), {"part": "progress"}, headers={"If-None-Match": part["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("clock", "Start timer: 50 minutes"),
        ("inbox", "Done"),
        ("picks", "Free the name"),
        ("activity", "Undo"),
    ],
)
def test_live_fragments_without_rows_contain_buttons_but_no_token(desk, organiser, name, button):
    event = friday(organiser)
    set_reporting(event, actor_of(organiser), ANYONE, 0)
    event = reported(paired(fresh(event), organiser), organiser, count=1)
    Pick.objects.create(event=event, player=event.players.get(name="Anna"), at=timezone.now())
    call_judge(event, Actor("Anna"), load_history(event).phase(1).rounds[0].match_at(2).players[0])
    body = source_of(desk.get(desk_address(fresh(event)), {"part": name}))
    fragment = body.partition("hx-swap-oob")[0]
    assert f">{button}<" in fragment and "csrfmiddlewaretoken" not in fragment


def test_a_refused_conflict_shows_the_age_of_the_change(desk, organiser):
    event = paired(friday(organiser), organiser)
    late = entry(event, "1", "2", "0")
    reported(event, organiser, count=1, result_text="0-2")
    at = timezone.now() - timedelta(minutes=3, seconds=10)
    LogEntry.objects.filter(event=event, action="report_result").update(at=at)
    assert "changed this 3 min ago" in report(desk, event, late, **HTMX).content.decode()
