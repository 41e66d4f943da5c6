"""Manual changes of a published round: the reason, the notices to players, the log."""

import re

from django.urls import reverse

from tests.support.desk_events import form, fresh, reported
from tests.support.pages import confirm, preview
from tests.support.played_events import pairings_of
from tournaments.changes.change import NO_ACTOR
from tournaments.history.cache import load_history
from tournaments.players.actions.players import drop_player


def test_a_change_of_a_published_round_needs_a_reason_and_notifies_players(desk, published):
    a, b = pairings_of(published)[2][0], pairings_of(published)[3][0]
    body = preview(desk, published, first=a, pick=b)
    assert "Round 2 is published. Give a reason" in body
    answer = confirm(desk, published, body)
    assert answer.status_code == 422
    assert "Give a short reason" in answer.content.decode()
    confirm(desk, published, body, reason="Ada sat at the wrong table")
    other = next(player for player in pairings_of(published)[3] if player != a)
    names = {player.id: player.name for player in load_history(fresh(published)).players}
    words = f"Your table changed: now table 3 against {names[other]}"
    body = desk.get(reverse("player", args=[published.slug, a])).content.decode()
    assert words in body and "(Ada sat at the wrong table)" in body
    for name, of in (("event", [published.slug]), ("round", [published.slug, 2])):
        body = desk.get(reverse(name, args=of)).content.decode()
        assert words in body
        assert "table changed" in body
    untouched = pairings_of(published)[4][0]
    assert (
        "Your table changed"
        not in desk.get(reverse("player", args=[published.slug, untouched])).content.decode()
    )


def test_a_notice_disappears_after_undo_and_after_the_result(desk, published, organiser):
    a, b = pairings_of(published)[2][0], pairings_of(published)[3][0]
    confirm(desk, published, preview(desk, published, first=a, pick=b), reason="wrong table")
    player_page = reverse("player", args=[published.slug, a])
    assert "Your table changed" in desk.get(player_page).content.decode()
    reported(fresh(published), organiser)
    assert "Your table changed" not in desk.get(player_page).content.decode()


def test_changes_of_a_draft_send_no_notices(desk, draft):
    a, b = pairings_of(draft)[1][0], pairings_of(draft)[3][1]
    confirm(desk, draft, preview(desk, draft, first=a, pick=b))
    desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    assert "Your table changed" not in desk.get(reverse("player", args=[draft.slug, a])).content.decode()


def test_a_dropped_player_of_a_published_round_is_named_with_both_options(desk, published):
    first, second = pairings_of(published)[1][0], pairings_of(published)[2][0]
    drop_player(published, NO_ACTOR, second)
    body = preview(desk, published)
    assert "dropped but is still paired this round" in body
    assert "Remove them, or leave the table to be played or reported as a no-show" in body
    confirm(desk, published, preview(desk, published, do="out", pick=second), reason="went home")
    drop_player(fresh(published), NO_ACTOR, first)
    assert "dropped but is still paired" not in preview(desk, published)


def test_the_log_has_the_change_and_its_reason(desk, published):
    a, b = pairings_of(published)[2][0], pairings_of(published)[3][0]
    confirm(desk, published, preview(desk, published, first=a, pick=b), reason="wrong table")
    body = desk.get(reverse("desk_log", args=[published.slug])).content.decode()
    assert "Round 2 changed by hand: wrong table" in body


def test_a_manually_changed_round_shows_its_cost(desk, draft):
    """Round 1: the first seats won. Winners and losers change places, so that two tables are pair-downs."""
    address = reverse("desk_round", args=[draft.slug])
    before = desk.get(address).content.decode()
    assert "No rematches (proven)" in before and "Changed by hand" not in before
    won = [who[0] for who in pairings_of(draft, 1).values()]
    a = next(p for p in pairings_of(draft)[1] if p in won)
    b = next(p for table, who in pairings_of(draft).items() if table and not set(who) & set(won) for p in who)
    confirm(desk, draft, preview(desk, draft, first=a, pick=b))
    downs = sum(len(set(who) & set(won)) == 1 for table, who in pairings_of(draft).items() if table)
    after = desk.get(address).content.decode()
    assert re.search(rf"rematch(es)?, {downs} pair-downs?\. Changed by hand\.", after)
    assert "proven" not in after
    desk.post(reverse("publish_round", args=[draft.slug]), form(draft, phase=1, round=2))
    public_page = desk.get(reverse("round", args=[draft.slug, 2])).content.decode()
    assert f"{downs} pair-downs. Changed by hand." in public_page
    desk.post(reverse("undo", args=[draft.slug]), form(draft, entry=draft.log.last().id, back="desk"))
    entry = draft.log.filter(action="adjust_round").last()
    desk.post(reverse("undo", args=[draft.slug]), form(draft, entry=entry.id, back="desk"))
    assert "No rematches (proven)" in desk.get(address).content.decode()
