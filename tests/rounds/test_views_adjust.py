"""Adjusting a round at the desk: a preview first, then the change."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired
from tests.support.pages import adjust_address, confirm, preview
from tests.support.played_events import pairings_of
from tournaments.changes.change import NO_ACTOR, Actor
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players, drop_player
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.requests import forbid_pair
from tournaments.rounds.actions.rounds import publish_round


def test_two_selected_players_are_swapped_after_a_preview_of_the_cost(desk, draft):
    a, b = pairings_of(draft)[1][0], pairings_of(draft)[3][1]
    body = preview(desk, draft, pick=a)
    assert "with another player" in body
    assert f'<input type="hidden" name="first" value="{a}">' in body
    body = preview(desk, draft, first=a, pick=b)
    assert "Effect of this change" in body
    assert "Rematches" in body and "Score gaps" in body
    assert pairings_of(draft)[1][0] == a
    assert confirm(desk, draft, body).status_code == 302
    assert (pairings_of(draft)[1][0], pairings_of(draft)[3][1]) == (b, a)


def test_a_player_selected_twice_is_deselected(desk, draft):
    body = preview(desk, draft, first="p1", pick="p1")
    assert "Effect of this change" not in body and "with another player" not in body


def test_a_bye_is_given_and_a_table_gets_another_number(desk, draft):
    a = pairings_of(draft)[2][0]
    confirm(desk, draft, preview(desk, draft, do="bye", pick=a))
    assert pairings_of(draft)[None] == (a,)
    b = pairings_of(draft)[1][0]
    confirm(desk, draft, preview(desk, draft, do="table", pick=b, table=12))
    assert b in pairings_of(draft)[12]


def test_the_draft_marks_changed_tables_and_gives_reasons_for_the_others(desk, draft):
    url = reverse("desk_round", args=[draft.slug])
    tables = len(re.findall("<small>[^<]+</small>", desk.get(url).content.decode()))
    confirm(desk, draft, preview(desk, draft, first=pairings_of(draft)[1][0], pick=pairings_of(draft)[3][1]))
    reasons = re.findall("<small>([^<]+)</small>", desk.get(url).content.decode())
    assert reasons.count("changed by hand after pairing") == 2
    assert len(reasons) == tables


def test_a_redraw_matches_its_preview(desk, draft):
    body = preview(desk, draft, do="draw", pin=[2], seed="shown")
    _visible, folded = body.split("How this round was paired</summary>")
    assert "Paired from seed shown." in folded.split("</details>")[0]
    pinned = pairings_of(draft)[2]
    confirm(desk, draft, body)
    assert pairings_of(draft)[2] == pinned
    assert draft.log.last().action == "adjust_round seed shown"
    log = desk.get(reverse("desk_log", args=[draft.slug])).content.decode()
    assert "paired again" in log and "seed shown" not in log


def test_an_impossible_change_has_an_error_and_no_button(desk, draft):
    a = pairings_of(draft)[2][0]
    body = preview(desk, draft, do="bye", pick=a, pin=[2])
    assert "is pinned to table 2" in body
    assert "Confirm" not in body


def test_a_dropped_player_is_named_and_removed_by_a_repair(desk, draft, organiser):
    drop_player(draft, NO_ACTOR, "p1")
    body = preview(desk, draft)
    assert "Anna dropped but is still paired this round" in body
    confirm(desk, draft, preview(desk, draft, do="fewest"))
    assert not any("p1" in players for players in pairings_of(draft).values())


def test_a_missing_player_is_added_to_the_draft(desk, draft):
    add_players(draft, NO_ACTOR, "Zoe")
    assert "Add to round" in preview(desk, draft)
    confirm(desk, draft, preview(desk, draft, do="seat:p10"))
    assert pairings_of(draft)[5][1] == "p10"


@pytest.mark.parametrize(
    "query", [{"do": "juggle"}, {"pick": "nobody"}, {"do": "table", "table": "²"}, {"pin": "x"}]
)
def test_an_invalid_query_still_shows_the_page(desk, draft, query):
    assert desk.get(adjust_address(draft), query).status_code == 200


def test_without_an_open_swiss_round_it_redirects_to_the_round(desk, organiser):
    event = friday(organiser)
    assert desk.get(adjust_address(event)).url == reverse("desk_round", args=[event.slug])


def test_adjusting_needs_permission(client, draft):
    client.logout()
    assert client.get(adjust_address(draft)).status_code == 302
    assert client.post(adjust_address(draft)).status_code == 302


def test_a_repeated_change_is_made_once(desk, draft):
    a, b = pairings_of(draft)[1][0], pairings_of(draft)[3][1]
    body = preview(desk, draft, first=a, pick=b)
    for _ in range(2):
        assert confirm(desk, draft, body).status_code == 302
    assert pairings_of(draft)[1][0] == b


def test_a_draft_published_since_the_preview_needs_a_reason(desk, draft, organiser):
    a, b = pairings_of(draft)[1][0], pairings_of(draft)[3][1]
    body = preview(desk, draft, first=a, pick=b)
    publish_round(fresh(draft), actor_of(organiser), 1, 2)
    answer = confirm(desk, draft, body)
    assert answer.status_code == 422
    assert "Reason (players will see it)" in answer.content.decode()
    assert pairings_of(draft)[1][0] == a


def test_an_outdated_preview_stores_nothing(desk, draft, organiser):
    (a, b), (c, d) = pairings_of(draft)[1], pairings_of(draft)[3]
    body = preview(desk, draft, first=a, pick=c)
    adjust_round(fresh(draft), actor_of(organiser), 1, 2, "swap", a=b, b=d)
    answer = confirm(desk, draft, body)
    assert answer.status_code == 422
    assert pairings_of(draft)[1] == (a, d)


def test_swapping_a_player_with_themself_is_refused(desk, draft):
    body = preview(desk, draft, do="swap", first="p1", pick="p1")
    assert "Choose two different players" in body
    assert "Confirm" not in body


def test_a_draft_without_tables_is_refused(desk, draft, organiser):
    for player in load_history(fresh(draft)).players:
        drop_player(fresh(draft), NO_ACTOR, player.id)
    for kind in ("draw", "fewest"):
        assert "A round needs at least two players; there are 0." in preview(desk, draft, do=kind)


def test_a_redraw_that_needs_an_exception_offers_it(desk, organiser):
    event = paired(friday(organiser, names=NAMES[:4]), organiser, publish=False)
    for other in ("p2", "p3", "p4"):
        forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    body = preview(desk, event, do="draw", seed="mine")
    assert "Not possible" in body and "are kept apart. Allow them to meet this round" in body
    assert "?do=draw&amp;exceptions=on&amp;seed=mine" in body
    other = next(seed for seed in "abcdefgh" if "The rest paired again" in again(desk, event, seed))
    body = again(desk, event, other)
    assert confirm(desk, event, body).status_code == 302


def again(desk, event, seed):
    return preview(desk, event, do="draw", seed=seed, exceptions="on")


def test_a_forbidden_pair_cannot_be_seated_by_hand(desk, draft):
    (a, b), (c, _d) = pairings_of(draft)[1], pairings_of(draft)[2]
    forbid_pair(fresh(draft), NO_ACTOR, a, c)
    assert "are kept apart. Choose other players" in preview(desk, draft, first=b, pick=c)


def test_a_late_player_can_be_added(desk, organiser, published):
    add_players(published, actor_of(organiser), "Zoe")
    body = preview(desk, published)
    missing = body[body.index("Not in this round") :]
    assert "<b>Zoe</b> not paired" in missing
    assert 'id="pick-p9"' not in body
    body = preview(desk, published, do="seat:p9")
    assert confirm(desk, published, body, reason="was in time").status_code == 302
    assert fresh(published).players.get(public_id="p9").byes == {"1": "loss"}


@pytest.mark.parametrize("adjustment", [{"kind": "swap"}, {"kind": "out"}])
def test_publishing_is_refused_after_a_colleague_changed_the_draft(desk, draft, organiser, adjustment):
    (a, _b), (c, _d) = pairings_of(draft)[1], pairings_of(draft)[3]
    who = {"a": a, "b": c} if adjustment["kind"] == "swap" else {"a": pairings_of(draft)[None][0]}
    sent = form(draft, phase=1, round=2)
    adjust_round(fresh(draft), Actor("colleague"), 1, 2, **adjustment, **who)
    answer = desk.post(reverse("publish_round", args=[draft.slug]), sent)
    assert answer.status_code == 422
    words = "colleague has just changed this. Look at it as it is now, then decide."
    assert words in answer.content.decode()
    assert load_history(fresh(draft)).phase(1).rounds[1].state == "draft"
    answer = desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    assert answer.status_code == 302
