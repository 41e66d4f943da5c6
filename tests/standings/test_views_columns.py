"""Tiebreakers: hidden by anybody, arranged and previewed by the organiser, then used."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import form, fresh, friday, paired, played
from tests.support.pages import (
    MAGIC_TIEBREAKERS,
    heads_of,
    panel_in,
    panel_of,
    send_columns,
    stored_tiebreakers,
    text_of,
)
from tournaments.history.cache import load_history
from tournaments.rules.standings.standings import standings


def live_standings(event, **options):
    history = load_history(event)
    return standings(history.current_phase, live=True, **options)


def draft_in(response):
    return re.findall(r'name="tiebreakers" value="([^"]+)"', panel_in(response))


def ranked_by(event):
    return list(live_standings(fresh(event)).columns)


def test_only_organisers_can_arrange_columns(client, organiser):
    event = played(friday(organiser), organiser)
    standings_address, settings = (
        reverse(name, args=[event.slug]) for name in ("standings", "settings_standings")
    )
    panel = panel_in(client.get(f"{standings_address}?columns=1&draft=gw"))
    assert "Hide OMW %" in panel and "<form" not in panel and settings not in panel
    client.force_login(organiser)
    assert f'href="{settings}?phase=1"' in panel_in(client.get(f"{standings_address}?columns=1"))
    assert 'name="add" value="oomw"' in panel_of(client, event)


@pytest.mark.parametrize(
    ("pressed", "after"),
    [
        ({"move": "gw:up"}, ["gw", "omw", "ogw"]),
        ({"move": "gw:down"}, ["omw", "ogw", "gw"]),
        ({"add": "oomw"}, [*MAGIC_TIEBREAKERS, "oomw"]),
        ({"remove": "gw"}, ["omw", "ogw"]),
        ({"move": "omw:up"}, MAGIC_TIEBREAKERS),
        ({"move": "ogw:down"}, MAGIC_TIEBREAKERS),
        ({"move": "luck:up"}, MAGIC_TIEBREAKERS),
        ({"take": "1", "rulebook": "battlefy"}, ["omw", "gw", "oomw"]),
        ({"take": "1", "rulebook": "hct-2017"}, ["win_loss_sum", "first_tiebreaker_sum", "timing"]),
    ],
)
def test_a_preview_stores_nothing(desk, organiser, pressed, after):
    event = played(friday(organiser), organiser)
    response = send_columns(desk, event, **pressed)
    assert response.status_code == 200
    assert draft_in(response) == after
    assert ('id="preview-head"' in panel_in(response)) == (after != MAGIC_TIEBREAKERS)
    assert stored_tiebreakers(event) == "as the rulebook"


@pytest.mark.parametrize("keys", (["gw", "omw", "ogw"], [*MAGIC_TIEBREAKERS, "oomw"], ["omw"], []))
def test_columns_are_stored_by_the_use_button(desk, organiser, keys):
    event = played(friday(organiser), organiser)
    response = send_columns(desk, event, keys, use="1")
    assert "Tiebreakers saved. The standings now use them." in text_of(response)
    assert stored_tiebreakers(event) == keys
    assert ranked_by(event) == ["points", *keys]
    desk.logout()
    assert len(heads_of(desk, f"/e/{event.slug}/standings/")) == len(keys)


def test_the_rulebooks_columns_are_not_stored(desk, organiser):
    event = played(friday(organiser), organiser)
    send_columns(desk, event, ["gw"], use="1")
    send_columns(desk, event, MAGIC_TIEBREAKERS, use="1")
    assert stored_tiebreakers(event) == "as the rulebook"


def test_the_draft_is_in_the_address(desk, organiser):
    event = played(friday(organiser), organiser)
    response = send_columns(desk, event, move="gw:up", follow=False)
    assert response.url == f"/e/{event.slug}/desk/settings/standings/?phase=1&draft=gw,omw,ogw"
    assert draft_in(desk.get(response.url)) == ["gw", "omw", "ogw"]


@pytest.mark.parametrize(
    "draft", ("luck", "gw,gw", "points", "gw:floor:1", "win_loss_sum:floor:x", ",", "gw:")
)
def test_an_invalid_draft_is_ignored(desk, organiser, draft):
    event = played(friday(organiser), organiser)
    assert draft_in(desk.get(f"/e/{event.slug}/desk/settings/standings/?draft={draft}")) == MAGIC_TIEBREAKERS


def test_the_preview_lists_moved_players_and_ranks(desk, organiser):
    event = played(friday(organiser), organiser, 2)
    ranks = {row.name: row.rank for row in live_standings(event).rows}
    then = {row.name: row.rank for row in live_standings(event, tiebreakers=["random"]).rows}
    moved = [name for name in ranks if ranks[name] != then[name]]
    assert moved
    panel = panel_in(send_columns(desk, event, ["random"]))
    most = max(abs(ranks[name] - then[name]) for name in moved)
    assert f"{len(moved)} of 8 would move, by " in panel and f"{most} rank" in panel
    assert all(f">{name}</th>" in panel for name in moved)


def test_the_preview_says_if_nobody_moves(desk, organiser):
    event = friday(organiser)
    assert "No one would move" in panel_in(send_columns(desk, event, ["gw"]))


def test_a_changed_cut_has_a_warning(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser, 2)
    was = [row.name for row in live_standings(event).rows][:4]
    would = [row.name for row in live_standings(event, tiebreakers=["random"]).rows][:4]
    panel = panel_in(send_columns(desk, event, ["random"]))
    comes = " and ".join(name for name in would if name not in was)
    goes = " and ".join(name for name in was if name not in would)
    assert f"This would change the cut: {comes} would be in, {goes} out." in panel


def test_an_unchanged_cut_has_no_warning(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    assert "alter the cut" not in panel_in(send_columns(desk, event, ["oomw", *MAGIC_TIEBREAKERS]))


@pytest.mark.parametrize("last", (["omw"], ["omw", "omw"]))
def test_the_last_column_is_removed_like_any_other(desk, organiser, last):
    event = friday(organiser)
    response = send_columns(desk, event, last, remove="omw")
    assert draft_in(response) == []
    assert "No tiebreakers: players with equal Points share a rank." in panel_in(response)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"floor:win_loss_sum": "low"}, "Type a number, such as −3, or leave it empty for none."),
        ({"floor:win_loss_sum": "1e9"}, "Type a number, such as −3, or leave it empty for none."),
        ({"floor:win_loss_sum": "-9999999"}, "Must be a number from -100000 to 100000."),
        ({"tiebreakers": ["win_loss_sum", "gw", "gw"]}, "This tiebreaker is listed twice."),
        ({"add": "luck"}, "Unknown tiebreaker luck"),
        ({"add": "points"}, "The column points is listed twice."),
        ({"tiebreakers": ["<b>"]}, "Unknown tiebreaker &lt;b&gt;"),
        ({"take": "1", "rulebook": "luck"}, "Rulebook luck doesn’t exist."),
    ],
)
@pytest.mark.parametrize("use", ({}, {"use": "1"}))
def test_errors_are_shown_at_their_column(desk, organiser, sent, words, use):
    event = played(friday(organiser), organiser)
    fields = {"tiebreakers": ["win_loss_sum"], **sent, **use}
    response = send_columns(desk, event, fields.pop("tiebreakers"), **fields)
    assert response.status_code == 422
    panel = panel_in(response)
    assert words in panel and 'role="alert"' in panel
    assert stored_tiebreakers(event) == "as the rulebook"


def test_typed_values_stay_after_an_error(desk, organiser):
    event = played(friday(organiser), organiser)
    response = send_columns(
        desk, event, ["gw", "win_loss_sum"], move="win_loss_sum:up", **{"floor:win_loss_sum": "lots"}
    )
    assert draft_in(response) == ["win_loss_sum", "gw"]
    assert 'value="lots"' in panel_in(response) and 'aria-invalid="true"' in panel_in(response)


def test_a_conflicting_arrangement_is_refused_and_stays_typed(desk, organiser):
    event = friday(organiser)
    late = form(event, phase=1, tiebreakers=["gw"], use="1")
    send_columns(desk, event, [*MAGIC_TIEBREAKERS, "oomw"], use="1")
    response = desk.post(reverse("settings_standings", args=[event.slug]), late)
    assert response.status_code == 422
    assert "Look at it as it is now" in response.content.decode()
    assert draft_in(response) == ["gw"]
    assert stored_tiebreakers(event) == [*MAGIC_TIEBREAKERS, "oomw"]


def test_an_unknown_phase_is_not_found(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    address = reverse("settings_standings", args=[event.slug])
    for phase in (0, 2, 7, "x"):
        assert desk.post(address, form(event, phase=phase, tiebreakers=["gw"])).status_code == 404


def test_storing_columns_needs_permission(client, organiser, django_user_model):
    event = friday(organiser)
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert send_columns(client, event, ["gw"], use="1").status_code == 403
    assert stored_tiebreakers(event) == "as the rulebook"


def test_every_family_of_the_registry_can_be_added_from(desk, organiser):
    event = friday(organiser)
    panel = panel_of(desk, event)
    assert panel.count("<summary>") == 7
    assert 'name="add" value="points"' not in panel and 'name="add" value="omw"' not in panel


def test_before_round_1_a_rulebook_is_used_as_a_whole(desk, organiser):
    event = friday(organiser)
    body = desk.get(settings_of(event)).content.decode()
    assert "Change the rulebook" in body and 'name="take"' not in body
    body = desk.get(settings_of(paired(event, organiser))).content.decode()
    assert "Only the tiebreakers are copied." in body and 'name="take"' in body
    assert "Points, draws and rounds stay those of Magic" in body


def settings_of(event):
    return reverse("settings_standings", args=[event.slug])
