"""A round that is out, changed by hand at the desk: the reason, who is told, what the log says."""

import re

from django.urls import reverse

from tests.views.desk_events import form, fresh, reported, sits
from tests.views.rounds.test_adjust import confirm, look
from tournaments.actions.change import NO_ACTOR
from tournaments.actions.players import players
from tournaments.queries.history.cache import load_history


def test_a_published_round_asks_why_and_tells_those_concerned(desk, published):
    a, b = sits(published)[2][0], sits(published)[3][0]
    body = look(desk, published, first=a, pick=b)
    assert "Round 2 is published: say why it changes" in body
    answer = confirm(desk, published, body)
    assert answer.status_code == 422
    assert "Say in a few words why" in answer.content.decode()
    confirm(desk, published, body, reason="Ada sat at the wrong table")
    other = next(player for player in sits(published)[3] if player != a)
    names = {player.id: player.name for player in load_history(fresh(published)).players}
    words = f"Your table changed: table 3 against {names[other]}"
    shown = desk.get(reverse("player", args=[published.slug, a])).content.decode()
    assert words in shown and "(Ada sat at the wrong table)" in shown
    for name, of in (("event", [published.slug]), ("round", [published.slug, 2])):
        shown = desk.get(reverse(name, args=of)).content.decode()
        assert words in shown
        assert "table changed" in shown
    untouched = sits(published)[4][0]
    assert (
        "Your table changed"
        not in desk.get(reverse("player", args=[published.slug, untouched])).content.decode()
    )


def test_a_notice_goes_with_its_undo_and_with_the_result(desk, published, organiser):
    a, b = sits(published)[2][0], sits(published)[3][0]
    confirm(desk, published, look(desk, published, first=a, pick=b), reason="wrong table")
    told = reverse("player", args=[published.slug, a])
    assert "Your table changed" in desk.get(told).content.decode()
    reported(fresh(published), organiser)
    assert "Your table changed" not in desk.get(told).content.decode()


def test_changes_of_a_draft_are_nobodys_news(desk, draft):
    a, b = sits(draft)[1][0], sits(draft)[3][1]
    confirm(desk, draft, look(desk, draft, first=a, pick=b))
    desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    assert "Your table changed" not in desk.get(reverse("player", args=[draft.slug, a])).content.decode()


def test_who_dropped_from_a_round_that_is_out_is_named_with_both_ways(desk, published):
    first, second = sits(published)[1][0], sits(published)[2][0]
    players.drop_player(published, NO_ACTOR, second)
    body = look(desk, published)
    assert "has dropped and still sits in this round" in body
    assert "Else the table is played, or reported as a no-show" in body
    confirm(desk, published, look(desk, published, do="out", pick=second), reason="went home")
    players.drop_player(fresh(published), NO_ACTOR, first)
    assert "has dropped and still sits" not in look(desk, published)


def test_the_log_says_what_was_changed_and_why(desk, published):
    a, b = sits(published)[2][0], sits(published)[3][0]
    confirm(desk, published, look(desk, published, first=a, pick=b), reason="wrong table")
    body = desk.get(reverse("desk_log", args=[published.slug])).content.decode()
    assert "Round 2 changed by hand: wrong table" in body


def test_a_round_changed_by_hand_says_what_it_costs_now(desk, draft):
    """Round 1: the first seats won. Winners and losers change places, so that two tables are pair-downs."""
    address = reverse("desk_round", args=[draft.slug])
    drawn = desk.get(address).content.decode()
    assert "Rematches 0 (proven)" in drawn and "changed by hand" not in drawn
    won = [who[0] for who in sits(draft, 1).values()]
    a = next(p for p in sits(draft)[1] if p in won)
    b = next(p for table, who in sits(draft).items() if table and not set(who) & set(won) for p in who)
    confirm(desk, draft, look(desk, draft, first=a, pick=b))
    downs = sum(len(set(who) & set(won)) == 1 for table, who in sits(draft).items() if table)
    told = desk.get(address).content.decode()
    assert re.search(rf"Rematches \d, pair-downs {downs}, changed by hand", told)
    assert "proven" not in told
    desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    shown = desk.get(reverse("round", args=[draft.slug, 2])).content.decode()
    assert f"pair-downs {downs}, changed by hand." in shown
    desk.post(reverse("undo", args=[draft.slug]), form(draft, entry=draft.log.last().id, back="desk"))
    entry = draft.log.filter(action="adjust_round").last()
    desk.post(reverse("undo", args=[draft.slug]), form(draft, entry=entry.id, back="desk"))
    assert "Rematches 0 (proven)" in desk.get(address).content.decode()
