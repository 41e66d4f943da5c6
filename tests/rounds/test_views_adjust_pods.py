"""Pods at the desk: how they are paired, and a round of them changed by hand."""

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, paired
from tests.support.pages import adjust_address, confirm, preview
from tests.support.played_events import pairings_of
from tests.support.pod_events import a_file, pods
from tournaments.history.cache import load_history
from tournaments.players.actions.players import disqualify_player
from tournaments.players.pages.drops import preview_departure


@pytest.fixture
def draft(event_from, organiser):
    """Twelve players in three pods (draft) of round 1."""
    return paired(event_from(a_file("pods-multiplayer", "pods")), organiser, publish=False)


@pytest.fixture
def published(event_from):
    """Pods of five, four and three are out."""
    return event_from(pods())


def test_two_players_of_two_pods_change_seats(desk, draft):
    a, b = pairings_of(draft, 1)[1][0], pairings_of(draft, 1)[3][2]
    body = preview(desk, draft, first=a, pick=b)
    assert "Effect of this change" in body
    assert confirm(desk, draft, body).status_code == 302
    assert (pairings_of(draft, 1)[1][0], pairings_of(draft, 1)[3][2]) == (b, a)


def test_two_players_of_one_pod_change_seats(desk, draft):
    a, b, c, d = pairings_of(draft, 1)[2]
    confirm(desk, draft, preview(desk, draft, first=a, pick=d))
    assert pairings_of(draft, 1)[2] == (d, b, c, a)


def test_a_player_is_moved_to_another_table(desk, draft):
    a = pairings_of(draft, 1)[1][1]
    body = preview(desk, draft, pick=a)
    assert "Move to table" in body
    confirm(desk, draft, preview(desk, draft, first=a, do="move", table=3))
    assert pairings_of(draft, 1)[3][-1] == a
    assert len(pairings_of(draft, 1)[1]) == 3


def test_a_pod_of_three_is_not_left_with_two(desk, draft):
    a, b = pairings_of(draft, 1)[1][:2]
    confirm(desk, draft, preview(desk, draft, first=a, do="move", table=3))
    body = preview(desk, draft, first=b, do="out")
    assert "Not possible" in body
    assert "Table 1 would have only two players, and a pod needs at least 3" in body


def test_the_rest_is_drawn_again_and_a_pinned_pod_stays(desk, draft):
    before = pairings_of(draft, 1)
    confirm(desk, draft, preview(desk, draft, do="draw", pin=2, seed="other"))
    assert pairings_of(draft, 1)[2] == before[2]
    assert pairings_of(draft, 1) != before


def test_the_notice_of_a_changed_pod_names_all_opponents(desk, client, published):
    a, b = pairings_of(published, 1)[2][0], pairings_of(published, 1)[3][2]
    body = preview(desk, published, first=a, pick=b)
    confirm(desk, published, body, reason="Lea came late")
    body = client.get(reverse("player", args=[published.slug, a])).content.decode()
    assert "table 3 against Jia, Kai" in body
    assert "Lea came late" in body


def test_the_desk_shows_the_cost_after_a_manual_change(desk, draft):
    a, b = pairings_of(draft, 1)[1][0], pairings_of(draft, 1)[3][2]
    confirm(desk, draft, preview(desk, draft, first=a, pick=b))
    body = desk.get(reverse("desk_round", args=[draft.slug])).content.decode()
    assert "changed by hand" in body


def test_adjusting_a_swiss_round_has_no_move_to_a_table(desk, event_from, organiser):
    swiss = paired(event_from(a_file("magic", "swiss")), organiser, publish=False)
    assert "Move to table" not in preview(desk, swiss, pick=pairings_of(swiss, 1)[1][0])
    assert adjust_address(swiss)


def test_a_disqualified_player_leaves_the_pod_to_the_others(organiser, published):
    key = pairings_of(published, 1)[2][0]
    assert "table 2 continues without them. Report the result when it ends" in " ".join(
        preview_departure(published, key).disqualify
    )
    assert "play table 2" in " ".join(preview_departure(published, key).drop)
    disqualify_player(published, actor_of(organiser), key)
    match = next(m for m in load_history(fresh(published)).phase(1).rounds[0].matches if m.table == 2)
    assert not match.reported


def settings_page(event):
    return reverse("settings_pairing", args=[event.slug])


def test_pairing_settings_of_pods_include_the_pod_sizes(desk, draft):
    body = desk.get(settings_page(draft)).content.decode()
    assert "Players left over from tables of four" in body
    assert "Fold" not in body
    fields = {"first_round_pairing": "random", "pairing": "by_standing"}
    fields |= {
        "last_round_pairing": "by_standing",
        "pod_sizes": "byes",
        "bye_to": "lowest",
        "late_entry": "loss",
    }
    assert desk.post(settings_page(draft), form(draft, **fields)).status_code == 302
    settings = load_history(fresh(draft)).phase(1).overrides
    assert (settings["pod_sizes"], settings["pairing"]) == ("byes", "by_standing")


def test_fold_is_refused_for_pods_with_an_error_at_the_field(desk, draft):
    fields = {"first_round_pairing": "random", "pairing": "fold"}
    fields |= {
        "last_round_pairing": "random",
        "pod_sizes": "threes",
        "bye_to": "lowest",
        "late_entry": "loss",
    }
    answer = desk.post(settings_page(draft), form(draft, **fields))
    assert answer.status_code == 422
    assert "fold" in answer.content.decode()
