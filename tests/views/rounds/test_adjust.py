"""Adjusting a round at the desk: shown first, then stored."""

import re

import pytest
from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, paired, sits
from tournaments.actions.change import NO_ACTOR, Actor
from tournaments.actions.players import players
from tournaments.actions.rounds import adjustments, pairing_requests, rounds
from tournaments.queries.history.cache import load_history


def page(event):
    return reverse("adjust_round", args=[event.slug])


def look(desk, event, **asked):
    return desk.get(page(event), asked).content.decode()


def confirm(desk, event, body, **more):
    """Press the button of a preview: send what its form holds."""
    inside = body[body.index('<form method="post" action="' + page(event)) :]
    inside = inside[: inside.index("</form>")]
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', inside)
    data = {}
    for name, value in hidden:
        data.setdefault(name, []).append(value)
    return desk.post(page(event), data | more)


def test_two_players_are_chosen_one_after_the_other_and_the_cost_is_shown_before_the_swap(desk, draft):
    a, b = sits(draft)[1][0], sits(draft)[3][1]
    body = look(desk, draft, pick=a)
    assert "choose whom to change seats with" in body
    assert f'<input type="hidden" name="first" value="{a}">' in body
    body = look(desk, draft, first=a, pick=b)
    assert "What this would do" in body
    assert "Rematches" in body and "Score gaps, squared" in body
    assert sits(draft)[1][0] == a
    assert confirm(desk, draft, body).status_code == 302
    assert (sits(draft)[1][0], sits(draft)[3][1]) == (b, a)


def test_who_is_chosen_twice_is_let_go(desk, draft):
    body = look(desk, draft, first="p1", pick="p1")
    assert "What this would do" not in body and "choose whom" not in body


def test_the_bye_is_given_and_a_table_moved(desk, draft):
    a = sits(draft)[2][0]
    confirm(desk, draft, look(desk, draft, do="bye", pick=a))
    assert sits(draft)[None] == (a,)
    b = sits(draft)[1][0]
    confirm(desk, draft, look(desk, draft, do="table", pick=b, table=12))
    assert b in sits(draft)[12]


def test_the_draft_says_which_tables_were_changed_and_why_the_others_are_so(desk, draft):
    url = reverse("desk_round", args=[draft.slug])
    tables = len(re.findall("<small>[^<]+</small>", desk.get(url).content.decode()))
    confirm(desk, draft, look(desk, draft, first=sits(draft)[1][0], pick=sits(draft)[3][1]))
    said = re.findall("<small>([^<]+)</small>", desk.get(url).content.decode())
    assert said.count("changed by hand after the draw") == 2
    assert len(said) == tables


def test_the_rest_is_drawn_again_as_it_was_shown(desk, draft):
    body = look(desk, draft, do="draw", pin=[2], seed="shown")
    assert "Drawn from the seed shown." in body
    kept = sits(draft)[2]
    confirm(desk, draft, body)
    assert sits(draft)[2] == kept
    assert draft.log.last().action == "adjust_round seed shown"
    log = desk.get(reverse("desk_log", args=[draft.slug])).content.decode()
    assert "drawn by hand from the seed shown" in log


def test_what_cannot_be_is_said_and_offers_no_button(desk, draft):
    a = sits(draft)[2][0]
    body = look(desk, draft, do="bye", pick=a, pin=[2])
    assert "is pinned to table 2" in body
    assert "Make this change" not in body


def test_who_dropped_is_named_and_mended_away(desk, draft, organiser):
    players.drop_player(draft, NO_ACTOR, "p1")
    body = look(desk, draft)
    assert "Anna has dropped and still sits in this round" in body
    confirm(desk, draft, look(desk, draft, do="fewest"))
    assert not any("p1" in players for players in sits(draft).values())


def test_who_is_not_in_the_round_is_let_in(desk, draft):
    players.add_players(draft, NO_ACTOR, "Zoe")
    assert "Let in" in look(desk, draft)
    confirm(desk, draft, look(desk, draft, do="seat:p10"))
    assert sits(draft)[5][1] == "p10"


@pytest.mark.parametrize(
    "asked", [{"do": "juggle"}, {"pick": "nobody"}, {"do": "table", "table": "²"}, {"pin": "x"}]
)
def test_nonsense_in_the_address_is_a_page_all_the_same(desk, draft, asked):
    assert desk.get(page(draft), asked).status_code == 200


def test_without_an_open_swiss_round_it_goes_back_to_the_round(desk, organiser):
    event = friday(organiser)
    assert desk.get(page(event)).url == reverse("desk_round", args=[event.slug])


def test_it_is_for_those_who_run_the_event(client, draft):
    client.logout()
    assert client.get(page(draft)).status_code == 302
    assert client.post(page(draft)).status_code == 302


def test_a_change_sent_twice_is_made_once(desk, draft):
    a, b = sits(draft)[1][0], sits(draft)[3][1]
    body = look(desk, draft, first=a, pick=b)
    for _ in range(2):
        assert confirm(desk, draft, body).status_code == 302
    assert sits(draft)[1][0] == b


def test_a_preview_of_a_draft_that_somebody_published_meanwhile_asks_why(desk, draft, organiser):
    a, b = sits(draft)[1][0], sits(draft)[3][1]
    body = look(desk, draft, first=a, pick=b)
    rounds.publish_round(fresh(draft), actor_of(organiser), 1, 2)
    answer = confirm(desk, draft, body)
    assert answer.status_code == 422
    assert "Why? The players read this." in answer.content.decode()
    assert sits(draft)[1][0] == a


def test_a_preview_that_another_change_overtook_stores_nothing(desk, draft, organiser):
    (a, b), (c, d) = sits(draft)[1], sits(draft)[3]
    body = look(desk, draft, first=a, pick=c)
    adjustments.adjust_round(fresh(draft), actor_of(organiser), 1, 2, "swap", a=b, b=d)
    answer = confirm(desk, draft, body)
    assert answer.status_code == 422
    assert sits(draft)[1] == (a, d)


def test_a_player_taken_with_themself_is_a_sentence(desk, draft):
    body = look(desk, draft, do="swap", first="p1", pick="p1")
    assert "Choose two different players" in body
    assert "Make this change" not in body


def test_a_draft_without_a_table_is_a_sentence(desk, draft, organiser):
    for player in load_history(fresh(draft)).players:
        players.drop_player(fresh(draft), NO_ACTOR, player.id)
    for kind in ("draw", "fewest"):
        assert "A round needs at least two players; there are 0." in look(desk, draft, do=kind)


def test_a_new_draw_that_needs_an_exception_offers_it(desk, organiser):
    event = paired(friday(organiser, names=NAMES[:4]), organiser, publish=False)
    for other in ("p2", "p3", "p4"):
        pairing_requests.forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    body = look(desk, event, do="draw", seed="mine")
    assert "This cannot be" in body and "may not meet; let them meet in this round" in body
    assert "?do=draw&amp;exceptions=on&amp;seed=mine" in body
    other = next(seed for seed in "abcdefgh" if "The rest drawn again" in again(desk, event, seed))
    body = again(desk, event, other)
    assert confirm(desk, event, body).status_code == 302


def again(desk, event, seed):
    return look(desk, event, do="draw", seed=seed, exceptions="on")


def test_two_who_are_kept_apart_are_not_seated_together_by_hand(desk, draft):
    (a, b), (c, _d) = sits(draft)[1], sits(draft)[2]
    pairing_requests.forbid_pair(fresh(draft), NO_ACTOR, a, c)
    assert "are kept apart: choose others" in look(desk, draft, first=b, pick=c)


def test_who_came_late_can_be_let_in(desk, organiser, published):
    players.add_players(published, actor_of(organiser), "Zoe")
    body = look(desk, published)
    missing = body[body.index("Not in this round") :]
    assert "<b>Zoe</b> sits out" in missing
    assert 'id="pick-p9"' not in body
    body = look(desk, published, do="seat:p9")
    assert confirm(desk, published, body, reason="was in time").status_code == 302
    assert fresh(published).players.get(key="p9").byes == {}


@pytest.mark.parametrize("said", [{"kind": "swap"}, {"kind": "out"}])
def test_a_draft_is_not_published_unseen_as_a_colleague_changed_it(desk, draft, organiser, said):
    (a, _b), (c, _d) = sits(draft)[1], sits(draft)[3]
    who = {"a": a, "b": c} if said["kind"] == "swap" else {"a": sits(draft)[None][0]}
    seen = form(draft, phase=1, round=2)
    adjustments.adjust_round(fresh(draft), Actor("colleague"), 1, 2, **said, **who)
    answer = desk.post(reverse("publish_round", args=[draft.slug]), seen)
    assert answer.status_code == 422
    words = "colleague has just changed this. Look at it as it is now, then decide."
    assert words in answer.content.decode()
    assert load_history(fresh(draft)).phase(1).rounds[1].state == "draft"
    answer = desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    assert answer.status_code == 302
