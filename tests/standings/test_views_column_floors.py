"""Floors and caps in the panel of columns: previewed, stored, refused."""

import re

import pytest

from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.pages import panel_in, panel_of, send_columns, stored_tiebreakers
from tournaments.events.actions.events import change_settings


def test_a_floor_is_previewed_then_stored(desk, organiser):
    event = played(friday(organiser), organiser, 2)
    response = send_columns(desk, event, add="win_loss_sum")
    assert 'name="floor:win_loss_sum" id="floor-win_loss_sum" value="−3"' in panel_in(response)
    fields = {"floor:win_loss_sum": "−1"}
    response = send_columns(desk, event, ["win_loss_sum"], **fields)
    assert 'value="−1"' in panel_in(response)
    send_columns(desk, event, ["win_loss_sum"], use="1", **fields)
    assert stored_tiebreakers(event) == [{"key": "win_loss_sum", "floor": -1}]
    response = send_columns(desk, event, ["win_loss_sum"], use="1", **{"floor:win_loss_sum": ""})
    assert stored_tiebreakers(event) == [{"key": "win_loss_sum", "floor": None}]
    assert 'id="floor-win_loss_sum" value=""' in panel_in(response)


def test_the_floor_of_the_percentages_is_previewed_with_the_columns_then_stored(desk, organiser):
    event = played(friday(organiser), organiser, 2)
    response = send_columns(desk, event, ["gw"], follow=False, **{"count-floor": "0.6"})
    assert response.url == f"/e/{event.slug}/desk/settings/standings/?phase=1&count-floor=0.6&draft=gw"
    panel = panel_in(desk.get(response.url))
    assert "Preview" in panel and 'name="count-floor" value="0.6"' in panel
    assert fresh(event).phases.get(number=1).settings == event.phases.get(number=1).settings
    send_columns(desk, event, ["gw"], use="1", **{"count-floor": "0.6"})
    settings = fresh(event).phases.get(number=1).settings
    assert (settings["tiebreakers"], settings["percentages"]) == (["gw"], {"floor": 0.6})
    send_columns(desk, event, ["gw"], use="1", **{"count-floor": "0.33"})
    assert "percentages" not in fresh(event).phases.get(number=1).settings


def test_a_floor_above_the_cap_is_refused_at_its_field(desk, organiser):
    event = played(friday(organiser), organiser)
    response = send_columns(desk, event, use="1", **{"count-floor": "0.8", "count-cap": "0.7"})
    assert response.status_code == 422
    panel = panel_in(response)
    assert "Is below the minimum. Raise it." in panel and 'value="0.8"' in panel
    assert "Preview" in panel and "would move" not in panel


@pytest.mark.parametrize(("typed", "floor"), [("−0,125", -0.125), ("0.000001", 0.000001), ("2.0", 2)])
def test_a_floor_keeps_its_decimals_in_the_form(desk, organiser, typed, floor):
    event = friday(organiser)
    panel = panel_in(send_columns(desk, event, ["win_loss_sum"], **{"floor:win_loss_sum": typed}))
    [value] = re.findall(r'name="floor:win_loss_sum"[^>]*value="([^"]*)"', panel)
    send_columns(desk, event, ["win_loss_sum"], use="1", **{"floor:win_loss_sum": value})
    assert stored_tiebreakers(event) == [{"key": "win_loss_sum", "floor": floor}]


def test_a_columns_own_floor_survives_a_move(desk, organiser):
    event = played(friday(organiser), organiser)
    columns = [{"key": "win_loss_sum", "floor": -2}, {"key": "first_tiebreaker_sum", "floor": -1}, "omw"]
    change_settings(event, actor_of(organiser), 1, tiebreakers=columns)
    keys = ["win_loss_sum", "first_tiebreaker_sum", "omw"]
    floors = re.findall(r'name="(floor:[a-z_]+)"[^>]*value="([^"]*)"', panel_of(desk, event))
    assert dict(floors) == {"floor:win_loss_sum": "−2", "floor:first_tiebreaker_sum": "−1"}
    send_columns(desk, event, keys, move="omw:up", use="1", **dict(floors))
    assert stored_tiebreakers(event) == [columns[0], "omw", columns[1]]
