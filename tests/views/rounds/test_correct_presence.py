"""Who sat elsewhere, who is missing, who is not there: the choices after a round is out, on one page."""

import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported, sits
from tests.views.rounds.test_correct import late  # noqa: F401
from tournaments.actions.players import players
from tournaments.actions.rounds import rounds
from tournaments.queries.history.cache import load_history


def page(event, **asked):
    return f"{reverse('correct', args=[event.slug])}?{urlencode(asked)}"


def look(desk, event, what, number=2, **said):
    return desk.get(page(event, what=what, phase=1, round=number, **said)).content.decode()


def choose(desk, event, body, choice):
    forms = body.split("<form ")[1:]
    chosen = next(one for one in forms if f'name="choice" value="{choice}"' in one)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', chosen))
    return desk.post(reverse("correct", args=[event.slug]), hidden)


def name_of(event, key):
    return next(player.name for player in load_history(fresh(event)).players if player.id == key)


@pytest.fixture
def out(late, organiser):  # noqa: F811
    """Eight players in round 2, which is published; Zoe came after it."""
    players.add_players(late, actor_of(organiser), "Zoe")
    return fresh(late)


def test_a_table_that_is_over_asks_whether_somebody_else_sat_there(desk, late):  # noqa: F811
    body = desk.get(reverse("desk_results", args=[late.slug]), {"phase": 1, "round": 1, "table": 1}).content
    assert "Somebody else sat here?" in body.decode()
    assert f'<option value="{sits(late, 1)[2][0]}">' in body.decode()
    body = desk.get(reverse("desk_results", args=[late.slug]), {"phase": 1, "round": 2, "table": 1}).content
    assert "Somebody else sat here?" not in body.decode()


def test_who_sat_where_is_shown_before_and_after_with_three_choices(desk, late):  # noqa: F811
    a, b = sits(late, 1)[1][0], sits(late, 1)[2][0]
    body = look(desk, late, "seats", 1, a=a, b=b)
    assert "Who sat where in Round 1" in body
    assert body.count("2–1 ") == 4
    assert "Round 2 was drawn from the results of Round 1" in body
    for choice in ("Leave the pairings", "Change the fewest tables", "Draw again"):
        assert f">{choice}</h2>" in body
    assert choose(desk, late, body, "leave").url == reverse("desk_round", args=[late.slug])
    assert (sits(late, 1)[1][0], sits(late, 1)[2][0]) == (b, a)
    log = desk.get(reverse("desk_log", args=[late.slug])).content.decode()
    assert "Who sat where in round 1 corrected" in log


def test_a_rematch_that_comes_to_light_is_said(desk, late):  # noqa: F811
    one, two = sits(late, 2)[1]
    where = {player: table for table, who in sits(late, 1).items() for player in who}
    other = next(p for p in sits(late, 1)[where[one]] if p != one)
    assert "1 table is a rematch then." in look(desk, late, "seats", 1, a=other, b=two)


def test_where_nothing_follows_there_is_one_choice(desk, organiser):
    event = played(friday(organiser, rounds=1), organiser)
    rounds.finish_round(event, actor_of(organiser))
    a, b = sits(event, 1)[1][0], sits(event, 1)[2][0]
    body = look(desk, event, "seats", 1, a=a, b=b)
    assert body.count('name="choice"') == 1 and "The standings change." in body
    choose(desk, event, body, "leave")
    assert sits(event, 1)[1][0] == b


def test_who_is_missing_has_three_choices_on_one_page(desk, out):
    body = look(desk, out, "in", player="p9")
    assert "Zoe is missing from Round 2" in body
    assert "Round 2 is a loss to them. Every match under way goes on." in body
    assert 'name="choice" value="leave"' not in body
    assert "No table is new: every match under way goes on." in body and "Zoe (" in body
    assert "Let them in and change no table" in body
    assert choose(desk, out, body, "fewest").status_code == 302
    assert any("p9" in who for who in sits(out).values())
    log = desk.get(reverse("desk_log", args=[out.slug])).content.decode()
    assert "Zoe let into round 2" in log
    assert fresh(out).players.get(key="p9").byes == {}


def test_against_whom_has_the_bye_there_is_a_table_though_all_have_their_results(desk, organiser):
    event = played(friday(organiser, names=[*NAMES, "Ivo"]), organiser)
    players.add_players(event, actor_of(organiser), "Zoe")
    body = look(desk, fresh(event), "in", 1, player="p10")
    assert "Let them in and change 1 table" in body
    assert body.count("1 table is new, 0 stay as they are, 4 have their results and stay. Every match") == 2
    assert "nothing can be changed any more" not in body


def test_let_in_by_another_draw_as_shown_and_undone_as_one(desk, out):
    before = load_history(fresh(out))
    choose(desk, out, look(desk, out, "in", player="p9"), "draw")
    assert any("p9" in who for who in sits(out).values())
    entry = out.log.last()
    desk.post(reverse("undo", args=[out.slug]), form(out, entry=entry.id, back="desk"))
    assert load_history(fresh(out)) == before


def test_who_came_back_is_left_out_with_what_late_entries_have(desk, organiser):
    event = played(friday(organiser, names=[*NAMES, "Ivo"]), organiser)
    players.drop_player(event, actor_of(organiser), "p9")
    event = paired(fresh(event), organiser)
    players.take_back_drop(event, actor_of(organiser), "p9")
    body = look(desk, fresh(event), "in", player="p9")
    assert "Leave them out" in body
    choose(desk, event, body, "leave")
    log = desk.get(reverse("desk_log", args=[event.slug])).content.decode()
    assert "Ivo left out of round 2" in log and "sits out: Ivo" in log


def test_who_is_not_there_has_three_choices_and_one_is_to_report_it(desk, out):
    gone = sits(out)[2][0]
    body = look(desk, out, "out", player=gone)
    assert f"{name_of(out, gone)} is not there for Round 2" in body
    assert "Table 2 is still played, or reported as a no-show." in body and "Report table 2" in body
    assert f"Taken out, {name_of(out, gone)} has a loss for it." in body
    choose(desk, out, body, "fewest")
    assert all(gone not in who for table, who in sits(out).items() if table)
    log = desk.get(reverse("desk_log", args=[out.slug])).content.decode()
    assert f"{name_of(out, gone)} taken out of round 2" in log


def test_the_ways_in_stand_where_somebody_is_looked_for(desk, out, organiser):
    adjust = desk.get(reverse("adjust_round", args=[out.slug])).content.decode()
    assert "what=in&amp;player=p9" in adjust
    gone = sits(out)[2][0]
    picked = desk.get(reverse("adjust_round", args=[out.slug]), {"pick": gone}).content.decode()
    assert f"what=out&amp;player={gone}" in picked
    players.drop_player(out, actor_of(organiser), gone)
    adjust = desk.get(reverse("adjust_round", args=[out.slug])).content.decode()
    assert f"Take {name_of(out, gone)} out" in adjust
    for key, words in (("p9", "Let into round 2"), (gone, "Take out of round 2")):
        assert words in desk.get(reverse("change_player", args=[out.slug, key])).content.decode()


def test_a_player_whose_table_has_its_result_has_no_door(desk, out, organiser):
    reported(out, organiser, count=1)
    body = desk.get(reverse("change_player", args=[out.slug, sits(out)[1][0]])).content.decode()
    assert "of round 2" not in body


@pytest.mark.parametrize("what", ["in", "out", "seats", "dance"])
@pytest.mark.parametrize("place", [{}, {"phase": 1, "round": 2}, {"phase": 7, "round": 2}, {"round": "x"}])
def test_nonsense_in_the_address_leads_back_with_a_sentence(desk, out, what, place):
    answer = desk.get(page(out, what=what, player="nobody", a="p1", **place), follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain
    assert "toast" in answer.content.decode()


def test_a_stale_choice_stores_nothing(desk, out, organiser):
    body = look(desk, out, "in", player="p9", seed="e")
    reported(out, organiser)
    assert choose(desk, out, body, "draw").status_code == 422
    assert not any("p9" in who for table, who in sits(out).items() if table)
