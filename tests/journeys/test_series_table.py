"""The table of a series on a phone: numbers that open, their address, and columns that are whole."""

import pytest
from playwright.sync_api import expect

from tests.support.series import ACTOR, make_series
from tournaments.models import Club
from tournaments.series.actions.entries import adjust_points


def test_an_opened_number_stays_open_when_the_page_is_loaded_again(db, phone):
    series = make_series(5, 6)
    phone.goto(series.get_absolute_url())
    phone.locator(".season td.points a").nth(1).tap()
    opened = phone.locator("#open")
    opened.wait_for()
    expect(opened.get_by_role("heading")).to_contain_text("Total")
    phone.wait_for_url("**?open=*:total")
    phone.reload()
    opened.wait_for()
    expect(phone.get_by_role("heading", name="League")).to_be_visible()
    opened.get_by_role("link", name="Close").tap()
    opened.wait_for(state="detached")
    assert phone.url.endswith(series.get_absolute_url())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "width"),
    [
        (None, 320),
        (3, 320),
        (None, 360),
        (3, 360),
        (1234, 360),
        (3, 390),
        (1234, 390),
        (3, 520),
        (1234, 640),
        (3, 800),
    ],
)
def test_no_event_is_cut_beside_the_names(db, phone, points, width):
    series = make_series(9, 6)
    if points:
        adjust_points(Club.objects.get(), ACTOR, series.pk, series.club.people.first().pk, points, "Helped")
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto(series.get_absolute_url())
    boxes = phone.locator(".season thead th").evaluate_all(
        "cells => cells.map(cell => [cell.className, cell.getBoundingClientRect()])"
        ".map(([name, box]) => [name, box.left, box.right])"
    )
    (names_end,) = (right for name, _left, right in boxes if name == "name")
    events = [(left, right) for name, left, right in boxes if name.startswith("event")]
    cut = [left for left, right in events if left < names_end - 1 < right - 3]
    assert not cut and any(left >= names_end - 1 for left, _right in events)
