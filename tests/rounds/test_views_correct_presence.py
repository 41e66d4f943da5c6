"""Corrections of seats, missing and absent players after a round is published, on one page."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import choose_correction
from tests.support.played_events import pairings_of
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players, bring_back_player, drop_player
from tournaments.rounds.actions.rounds import finish_round


def page(event, **query):
    return f"{reverse('correct', args=[event.slug])}?{urlencode(query)}"


def look(desk, event, what, number=2, **fields):
    return desk.get(page(event, what=what, phase=1, round=number, **fields)).content.decode()


def name_of(event, key):
    return next(player.name for player in load_history(fresh(event)).players if player.id == key)


@pytest.fixture
def out(late, organiser):
    """Eight players in round 2, which is published; Zoe came after it."""
    add_players(late, actor_of(organiser), "Zoe")
    return fresh(late)


def test_a_finished_table_offers_a_seat_correction(desk, late):
    body = desk.get(reverse("desk", args=[late.slug]), {"phase": 1, "round": 1, "table": 1}).content
    assert "Wrong player at this table?" in body.decode()
    assert f'<option value="{pairings_of(late, 1)[2][0]}">' in body.decode()
    body = desk.get(reverse("desk", args=[late.slug]), {"phase": 1, "round": 2, "table": 1}).content
    assert "Wrong player at this table?" not in body.decode()


def test_a_seat_correction_previews_both_tables_and_three_choices(desk, late):
    a, b = pairings_of(late, 1)[1][0], pairings_of(late, 1)[2][0]
    body = look(desk, late, "seats", 1, a=a, b=b)
    assert "Seating of Round 1" in body
    assert body.count("2–1 ") == 4
    assert "Round 2 was paired from the results of Round 1" in body
    for choice in ("Keep the pairings", "Fix with fewest changes", "Pair again"):
        assert f">{choice}</h2>" in body
    assert choose_correction(desk, late, body, "leave").url == reverse("desk_round", args=[late.slug])
    assert (pairings_of(late, 1)[1][0], pairings_of(late, 1)[2][0]) == (b, a)
    log = desk.get(reverse("desk_log", args=[late.slug])).content.decode()
    assert "Seating of round 1 corrected" in log


def test_a_rematch_after_a_seat_correction_is_counted(desk, late):
    one, two = pairings_of(late, 2)[1]
    where = {player: table for table, who in pairings_of(late, 1).items() for player in who}
    other = next(p for p in pairings_of(late, 1)[where[one]] if p != one)
    assert "1 table becomes a rematch." in look(desk, late, "seats", 1, a=other, b=two)


def test_without_a_following_round_one_choice_is_offered(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    finish_round(event, actor_of(organiser))
    a, b = pairings_of(event, 1)[1][0], pairings_of(event, 1)[2][0]
    body = look(desk, event, "seats", 1, a=a, b=b)
    assert body.count('name="choice"') == 1 and "The standings will change." in body
    choose_correction(desk, event, body, "leave")
    assert pairings_of(event, 1)[1][0] == b


def test_a_missing_player_has_three_choices(desk, out):
    body = look(desk, out, "in", player="p9")
    assert "Add Zoe to Round 2" in body
    assert "They get a loss for Round 2. Matches in progress continue." in body
    assert 'name="choice" value="leave"' not in body
    assert "No table changes. Matches in progress continue." in body and "Zoe (" in body
    assert "Add them without changing tables" in body
    assert choose_correction(desk, out, body, "fewest").status_code == 302
    assert any("p9" in who for who in pairings_of(out).values())
    log = desk.get(reverse("desk_log", args=[out.slug])).content.decode()
    assert "Zoe added to round 2" in log
    assert fresh(out).players.get(public_id="p9").byes == {"1": "loss"}


def test_a_missing_player_can_play_the_bye_after_all_results(desk, organiser):
    event = played(friday(organiser, names=[*NAMES, "Ivo"]), organiser)
    add_players(event, actor_of(organiser), "Zoe")
    body = look(desk, fresh(event), "in", 1, player="p10")
    assert "Add them and change 1 table" in body
    assert body.count("1 table changes, 0 stay the same, 4 have results and stay. Matches in") == 2
    assert "no table can change" not in body


def test_admission_by_redraw_matches_its_preview_and_is_undone_as_one(desk, out):
    before = load_history(fresh(out))
    choose_correction(desk, out, look(desk, out, "in", player="p9"), "draw")
    assert any("p9" in who for who in pairings_of(out).values())
    entry = out.log.last()
    desk.post(reverse("undo", args=[out.slug]), form(out, entry=entry.id, back="desk"))
    assert load_history(fresh(out)) == before


def test_a_returning_player_left_out_gets_the_late_entry_result(desk, organiser):
    event = played(friday(organiser, names=[*NAMES, "Ivo"]), organiser)
    drop_player(event, actor_of(organiser), "p9")
    event = paired(fresh(event), organiser)
    bring_back_player(event, actor_of(organiser), "p9")
    body = look(desk, fresh(event), "in", player="p9")
    assert "Leave unpaired" in body
    choose_correction(desk, event, body, "leave")
    log = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert "Ivo not added to round 2" in log and "not paired: Ivo" in log


def test_an_absent_player_has_three_choices_including_a_report(desk, out):
    absent = pairings_of(out)[2][0]
    body = look(desk, out, "out", player=absent)
    assert f"Remove {name_of(out, absent)} from Round 2" in body
    assert "Play table 2 or report it as a no-show." in body and "Report table 2" in body
    assert f"If removed, {name_of(out, absent)} gets a loss for the round." in body
    choose_correction(desk, out, body, "fewest")
    assert all(absent not in who for table, who in pairings_of(out).items() if table)
    log = desk.get(reverse("desk_log", args=[out.slug])).content.decode()
    assert f"{name_of(out, absent)} removed from round 2" in log


def test_corrections_are_linked_from_adjusting_and_from_the_player(desk, out, organiser):
    adjust = desk.get(reverse("adjust_round", args=[out.slug])).content.decode()
    assert "what=in&amp;player=p9" in adjust
    absent = pairings_of(out)[2][0]
    picked = desk.get(reverse("adjust_round", args=[out.slug]), {"pick": absent}).content.decode()
    assert f"what=out&amp;player={absent}" in picked
    drop_player(out, actor_of(organiser), absent)
    adjust = desk.get(reverse("adjust_round", args=[out.slug])).content.decode()
    assert f"Remove {name_of(out, absent)}" in adjust
    for key, words in (("p9", "Add to round 2"), (absent, "Remove from round 2")):
        assert words in desk.get(reverse("change_player", args=[out.slug, key])).content.decode()


def test_a_player_with_a_result_cannot_be_removed(desk, out, organiser):
    reported(out, organiser, count=1)
    body = desk.get(reverse("change_player", args=[out.slug, pairings_of(out)[1][0]])).content.decode()
    assert "of round 2" not in body


@pytest.mark.parametrize("what", ["in", "out", "seats", "dance"])
@pytest.mark.parametrize("place", [{}, {"phase": 1, "round": 2}, {"phase": 7, "round": 2}, {"round": "x"}])
def test_an_invalid_query_redirects_with_an_error(desk, out, what, place):
    answer = desk.get(page(out, what=what, player="nobody", a="p1", **place), follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain
    assert "toast" in answer.content.decode()


def test_a_stale_choice_stores_nothing(desk, out, organiser):
    body = look(desk, out, "in", player="p9", seed="e")
    reported(out, organiser)
    assert choose_correction(desk, out, body, "draw").status_code == 422
    assert not any("p9" in who for table, who in pairings_of(out).items() if table)
