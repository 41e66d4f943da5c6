"""Columns of the standings: hidden by anybody, arranged and previewed by the organiser, then used."""

import re

import pytest
from django.urls import reverse

from tests.views.desk_events import form, fresh, friday, played
from tests.views.events.test_public import text_of
from tests.views.standings.test_public import heads_of
from tournaments.queries.standings.standings_page import standings_for

MAGIC = ["omw", "gw", "ogw"]


def send(desk, event, keys=MAGIC, follow=True, **said):
    said = form(event, phase=1, tiebreakers=keys, **said)
    return desk.post(reverse("columns", args=[event.slug]), said, follow=follow)


def panel_of(client, event, query="?columns=1"):
    return panel_in(client.get(f"/e/{event.slug}/standings/{query}"))


def panel_in(answer):
    page = answer.content.decode()
    return page[page.index('id="columns"') : page.index('id="standings"')]


def draft_in(answer):
    return re.findall(r'name="tiebreakers" value="([^"]+)"', panel_in(answer))


def stored(event):
    return fresh(event).phases.get(number=1).settings.get("tiebreakers", "as the rulebook")


def ranked_by(event):
    return list(standings_for(fresh(event), live=True).columns)


def test_only_who_runs_the_event_may_arrange_its_columns(client, organiser):
    event = played(friday(organiser), organiser)
    assert "<form" not in panel_of(client, event)
    assert "Hide OMW %" in panel_of(client, event)
    assert "<form" not in panel_of(client, event, "?columns=1&draft=gw")
    client.force_login(organiser)
    assert 'name="add" value="oomw"' in panel_of(client, event)


@pytest.mark.parametrize(
    ("pressed", "after"),
    [
        ({"move": "gw:up"}, ["gw", "omw", "ogw"]),
        ({"move": "gw:down"}, ["omw", "ogw", "gw"]),
        ({"add": "oomw"}, [*MAGIC, "oomw"]),
        ({"remove": "gw"}, ["omw", "ogw"]),
        ({"move": "omw:up"}, MAGIC),
        ({"move": "ogw:down"}, MAGIC),
        ({"move": "luck:up"}, MAGIC),
        ({"take": "1", "rulebook": "battlefy"}, ["omw", "gw", "oomw"]),
        ({"take": "1", "rulebook": "hct-2017"}, ["win_loss_sum", "first_tiebreaker_sum", "timing"]),
    ],
)
def test_a_press_shows_what_it_would_do_and_stores_nothing(desk, organiser, pressed, after):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, **pressed)
    assert answer.status_code == 200
    assert draft_in(answer) == after
    assert ("What it would do" in panel_in(answer)) == (after != MAGIC)
    assert stored(event) == "as the rulebook"


@pytest.mark.parametrize("keys", (["gw", "omw", "ogw"], [*MAGIC, "oomw"], ["omw"], []))
def test_columns_are_stored_once_they_are_used(desk, organiser, keys):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, keys, use="1")
    assert "The standings rank by these columns now" in text_of(answer)
    assert stored(event) == keys
    assert ranked_by(event) == ["points", *keys]
    desk.logout()
    assert len(heads_of(desk, f"/e/{event.slug}/standings/")) == len(keys)


def test_the_rulebooks_own_columns_are_not_kept_as_a_change(desk, organiser):
    event = played(friday(organiser), organiser)
    send(desk, event, ["gw"], use="1")
    send(desk, event, MAGIC, use="1")
    assert stored(event) == "as the rulebook"


def test_a_draft_stands_in_the_address(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(desk, event, move="gw:up", follow=False)
    assert answer.url == f"/e/{event.slug}/phases/1/standings/?columns=1&draft=gw,omw,ogw"
    assert draft_in(desk.get(answer.url)) == ["gw", "omw", "ogw"]


@pytest.mark.parametrize(
    "draft", ("luck", "gw,gw", "points", "gw:floor:1", "win_loss_sum:floor:x", ",", "gw:")
)
def test_a_draft_that_is_none_is_ignored(desk, organiser, draft):
    event = played(friday(organiser), organiser)
    assert draft_in(desk.get(f"/e/{event.slug}/standings/?columns=1&draft={draft}")) == MAGIC


def test_the_preview_says_who_would_move_and_by_how_many_ranks(desk, organiser):
    event = played(friday(organiser), organiser, 2)
    ranks = {row.name: row.rank for row in standings_for(event, live=True).rows}
    then = {row.name: row.rank for row in standings_for(event, live=True, tiebreakers=["random"]).rows}
    moved = [name for name in ranks if ranks[name] != then[name]]
    assert moved
    panel = panel_in(send(desk, event, ["random"]))
    most = max(abs(ranks[name] - then[name]) for name in moved)
    assert f"{len(moved)} of 8 would move, by " in panel and f"{most} rank" in panel
    assert all(f">{name}</th>" in panel for name in moved)


def test_where_nobody_moves_the_preview_says_so(desk, organiser):
    event = friday(organiser)
    assert "Nobody would move" in panel_in(send(desk, event, ["gw"]))


def test_a_change_that_alters_the_cut_is_warned_of_in_words(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser, 2)
    was = [row.name for row in standings_for(event, live=True).rows][:4]
    would = [row.name for row in standings_for(event, live=True, tiebreakers=["random"]).rows][:4]
    panel = panel_in(send(desk, event, ["random"]))
    comes = " and ".join(name for name in would if name not in was)
    goes = " and ".join(name for name in was if name not in would)
    assert f"This would alter the cut: {comes} would be in, {goes} out." in panel


def test_a_cut_that_stays_is_not_warned_of(desk, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser)
    assert "alter the cut" not in panel_in(send(desk, event, ["oomw", *MAGIC]))


@pytest.mark.parametrize("last", (["omw"], ["omw", "omw"]))
def test_the_last_column_is_removed_like_any_other(desk, organiser, last):
    event = friday(organiser)
    answer = send(desk, event, last, remove="omw")
    assert draft_in(answer) == []
    assert "Points alone: equal players share a rank." in panel_in(answer)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"floor:win_loss_sum": "low"}, "Type a number, such as −3, or leave it empty for none."),
        ({"floor:win_loss_sum": "1e9"}, "Type a number, such as −3, or leave it empty for none."),
        ({"floor:win_loss_sum": "-9999999"}, "Must be a number from -100000 to 100000."),
        ({"tiebreakers": ["win_loss_sum", "gw", "gw"]}, "This column stands here twice."),
        ({"add": "luck"}, "Unknown tiebreaker luck"),
        ({"add": "points"}, "The column points stands here twice."),
        ({"tiebreakers": ["<b>"]}, "Unknown tiebreaker &lt;b&gt;"),
        ({"take": "1", "rulebook": "luck"}, "There is no rulebook luck."),
    ],
)
@pytest.mark.parametrize("use", ({}, {"use": "1"}))
def test_what_is_wrong_is_said_at_its_place(desk, organiser, sent, words, use):
    event = played(friday(organiser), organiser)
    said = {"tiebreakers": ["win_loss_sum"], **sent, **use}
    answer = send(desk, event, said.pop("tiebreakers"), **said)
    assert answer.status_code == 422
    panel = panel_in(answer)
    assert words in panel and 'role="alert"' in panel
    assert stored(event) == "as the rulebook"


def test_what_was_typed_is_still_there(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = send(
        desk, event, ["gw", "win_loss_sum"], move="win_loss_sum:up", **{"floor:win_loss_sum": "lots"}
    )
    assert draft_in(answer) == ["win_loss_sum", "gw"]
    assert 'value="lots"' in panel_in(answer) and 'aria-invalid="true"' in panel_in(answer)


def test_stale_columns_are_refused_and_kept(desk, organiser):
    event = friday(organiser)
    late = form(event, phase=1, tiebreakers=["gw"], use="1")
    send(desk, event, [*MAGIC, "oomw"], use="1")
    answer = desk.post(reverse("columns", args=[event.slug]), late)
    assert answer.status_code == 422
    assert "Look at it as it is now" in answer.content.decode()
    assert draft_in(answer) == ["gw"]
    assert stored(event) == [*MAGIC, "oomw"]


def test_a_phase_that_there_is_not_is_not_found(desk, organiser):
    event = friday(organiser, finals=("single", 4))
    address = reverse("columns", args=[event.slug])
    for phase in (0, 2, 7, "x"):
        assert desk.post(address, form(event, phase=phase, tiebreakers=["gw"])).status_code == 404


def test_nobody_else_stores_columns(client, organiser, django_user_model):
    event = friday(organiser)
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert send(client, event, ["gw"], use="1").status_code == 403
    assert stored(event) == "as the rulebook"


def test_every_family_of_the_registry_can_be_added_from(desk, organiser):
    event = friday(organiser)
    panel = panel_of(desk, event)
    assert panel.count("<summary>") == 7
    assert 'name="add" value="points"' not in panel and 'name="add" value="omw"' not in panel
