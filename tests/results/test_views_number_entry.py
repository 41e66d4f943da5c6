"""Results entered at the desk as two numbers: victory points or points."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh
from tests.support.pages import HTMX, desk_address, score_at, source_of, tap_result
from tests.support.pod_events import wargame
from tournaments.history.cache import load_history


@pytest.fixture
def event(event_from):
    """A wargame: three tables, nothing is reported."""
    return event_from(wargame())


def numbers(event, table, first, second, where="row"):
    return form(event, phase=1, round=1, table=table, first=first, second=second, **{"from": where})


def send(desk, event, sent, **how):
    return desk.post(reverse("report", args=[event.slug]), sent, **how)


def seats(event, table=1):
    return load_history(fresh(event)).phase(1).rounds[0].matches[table - 1].seats


def typed_in(body, table):
    row = body.split(f'id="t{table}"')[1].split("</li>")[0]
    return re.findall(r'name="(?:first|second)"[^>]* value="([^"]*)"', row)


def test_a_row_has_two_numbers_and_no_score_to_tap(desk, event):
    body = desk.get(desk_address(event)).content.decode()
    assert typed_in(body, 1) == ["", ""]
    assert "Victory points of Anna, table 1" in body and 'name="result_text"' not in body
    answer = send(desk, event, numbers(event, 1, "75", "40"), **HTMX)
    assert score_at(answer.content.decode(), 1) == "75–40"
    assert [seat.score for seat in seats(event)] == [75, 40]


def test_a_tables_page_keeps_draws_no_shows_and_concessions(desk, event):
    body = desk.get(desk_address(event), {"table": 2}).content.decode()
    assert "Cleo against Dan, Round 1" in body and "best of" not in body
    for notation in ("draw", "no-show 1", "concede 2", "double-loss"):
        assert f'value="{notation}"' in body
    assert "vp 75-40" in body
    assert send(desk, event, numbers(event, 2, "30", "30", "table")).status_code == 302
    assert "Cleo and Dan draw 30–30" in desk.get(desk_address(event), {"table": 2}).content.decode()


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("75", "", "Enter both players’ scores"),
        ("75", "x", "isn’t a result. Type one of: vp 75-40"),
        ("200000", "1", "is too large"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_and_stay_typed(desk, event, first, second, words):
    alone = send(desk, event, numbers(event, 2, first, second, "table"))
    row = send(desk, event, numbers(event, 2, first, second), **HTMX)
    assert alone.status_code == row.status_code == 422
    assert words in alone.content.decode().split('id="figures-error">')[1].split("</p>")[0]
    assert words in row.content.decode()
    assert typed_in(row.content.decode(), 2) == [first, second]
    assert not seats(event, 2)[0].reported


@pytest.mark.parametrize(
    ("rulebook", "label", "first", "second", "read_back"),
    [
        ("wargame-wtc", "Victory points", "75", "40", "Table 3: Eva 75–40 Finn"),
        ("old-world", "Victory points", "75", "40", "Table 3: Eva 75–40 Finn"),
        ("x-wing", "Victory points", "20", "12", "Table 3: Eva 20–12 Finn"),
        ("netrunner", "Points", "1.5", "4.5", "Table 3: Eva 1.5–4.5 Finn"),
    ],
)
def test_the_entry_band_asks_for_what_the_rulebook_tells(
    desk, event_from, rulebook, label, first, second, read_back
):
    event = event_from(wargame(rulebook))
    body = desk.get(desk_address(event)).content.decode()
    assert f">{label} <kbd>" in body and 'name="drawn_games"' not in body
    answer = send(desk, event, numbers(event, 3, first, second, "entry"), **HTMX)
    assert read_back in answer.content.decode()


def test_a_rulebook_without_draws_offers_none(desk, event_from):
    event = event_from(wargame("x-wing"))
    assert 'value="draw"' not in desk.get(desk_address(event), {"table": 1}).content.decode()


def test_what_is_pressed_for_a_table_stands_on_its_page(desk, event):
    tap_result(desk, event, 1, "no-show 2", where="table")
    body = source_of(desk.get(desk_address(event), {"table": 1}))
    assert re.search(r'value="no-show 2" aria-pressed="true"', body)
