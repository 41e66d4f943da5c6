"""Corrections of a result after the next round is published: a preview of each choice, then one is made."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import choose_correction
from tests.support.played_events import pairings_of
from tournaments.history.cache import load_history
from tournaments.rounds.actions.requests import forbid_pair


def correction(event, result="0-2"):
    return {"phase": 1, "round": 1, "table": 1, "result_text": result}


def choices(desk, event):
    return desk.get(reverse("correct", args=[event.slug]), correction(event)).content.decode()


def games(event):
    return [seat.games for seat in load_history(fresh(event)).phase(1).rounds[0].matches[0].seats]


@pytest.mark.parametrize("where", ["row", "table", "entry"])
def test_correcting_a_result_of_a_paired_round_leads_to_the_choices(desk, late, where):
    sent = form(late, **correction(late), **{"from": where})
    answer = desk.post(reverse("report", args=[late.slug]), sent)
    assert answer.url.startswith(reverse("correct", args=[late.slug]))
    quick = desk.post(reverse("report", args=[late.slug]), sent, headers={"HX-Request": "true"})
    assert quick["HX-Redirect"] == answer.url
    assert games(late) == [2, 1]
    body = desk.get(answer.url).content.decode()
    assert "Nothing is saved until you" in body
    assert body.count('name="choice"') == 3


def test_each_choice_describes_the_effect_on_running_matches(desk, late):
    body = choices(desk, late)
    assert "matches in progress continue" in body
    assert "2 tables change, 2 stay the same." in body
    assert "4 players have to leave matches that may have started." in body


def test_a_correction_can_keep_the_pairings(desk, late):
    before = pairings_of(late)
    assert choose_correction(desk, late, choices(desk, late), "leave").status_code == 302
    assert (games(late), pairings_of(late)) == ([0, 2], before)


def test_a_correction_can_change_the_fewest_tables(desk, late):
    before = pairings_of(late)
    assert choose_correction(desk, late, choices(desk, late), "fewest").status_code == 302
    assert games(late) == [0, 2]
    assert sum(before[table] != who for table, who in pairings_of(late).items()) == 2


def test_a_redraw_matches_its_preview_and_is_undone_as_one(desk, late):
    before = load_history(fresh(late))
    assert choose_correction(desk, late, choices(desk, late), "draw").status_code == 302
    assert games(late) == [0, 2]
    entry = late.log.last()
    assert re.fullmatch("correct_result seed [0-9a-f]{16}: draw", entry.action)
    desk.post(reverse("undo", args=[late.slug]), form(late, entry=entry.id, back="desk"))
    assert load_history(fresh(late)) == before


def test_a_new_draw_that_needs_an_exception_offers_it_and_makes_it(desk, organiser):
    event = paired(played(friday(organiser, names=NAMES[:4]), organiser), organiser)
    for other in ("p2", "p3", "p4"):
        forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    place = correction(event) | {"seed": "mine"}
    body = desk.get(reverse("correct", args=[event.slug]), place).content.decode()
    assert "are kept apart. Allow them to meet this round" in body
    assert 'name="choice" value="draw"' not in body
    [link] = re.findall(r'href="\?([^"]+)">Pair with this exception', body)
    body = desk.get(f"{reverse('correct', args=[event.slug])}?{unescape(link)}").content.decode()
    assert "Pair with this exception" not in body
    folded = body.split("How this round was paired</summary>")[1].split("</details>")[0]
    assert "Paired from seed mine." in folded
    assert choose_correction(desk, event, body, "draw").status_code == 302
    assert games(event) == [0, 2]
    assert event.log.last().action == "correct_result seed mine: draw"


def test_with_all_results_only_the_standings_can_change(desk, late, organiser):
    reported(late, organiser)
    body = choices(desk, late)
    assert body.count("no table can change") == 2
    assert body.count('name="choice"') == 1


def test_an_outdated_choice_is_refused(desk, late, organiser):
    body = choices(desk, late)
    reported(late, organiser, count=2)
    answer = choose_correction(desk, late, body, "draw")
    assert answer.status_code == 422
    assert games(late) == [2, 1]


def test_an_unchanged_result_needs_no_choice(desk, late):
    answer = desk.post(
        reverse("report", args=[late.slug]), form(late, **correction(late, "2-1"), **{"from": "row"})
    )
    assert "correct" not in answer.url


def test_an_invalid_result_is_refused_on_its_own_page(desk, organiser):
    event = paired(played(friday(organiser, rulebook="hct-2017"), organiser), organiser)
    sent = form(event, **correction(event, "draw"), **{"from": "table"})
    answer = desk.post(reverse("report", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert "Choose a winner" in answer.content.decode()


def test_without_a_following_round_it_redirects_to_the_results(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = desk.get(reverse("correct", args=[event.slug]), correction(event), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk", args=[event.slug])
    assert "Enter it as usual" in answer.content.decode()


def test_a_choice_after_undoing_the_round_is_refused_with_the_reason(desk, late):
    body = choices(desk, late)
    desk.post(reverse("undo", args=[late.slug]), form(late, entry=late.log.last().id, back="desk"))
    answer = choose_correction(desk, late, body, "fewest")
    assert answer.url == reverse("desk", args=[late.slug])
    assert "No round has been paired from round 1 yet" in desk.get(answer.url).content.decode()
    assert games(late) == [2, 1]


def test_a_repeated_choice_is_made_once(desk, late):
    body = choices(desk, late)
    for _ in range(2):
        assert choose_correction(desk, late, body, "draw").url == reverse("desk_round", args=[late.slug])
    assert late.log.filter(action__startswith="correct_result").count() == 1


def test_an_unknown_choice_stores_nothing(desk, late):
    body = choices(desk, late).replace('name="choice" value="leave"', 'name="choice" value="burn"')
    answer = choose_correction(desk, late, body, "burn")
    assert answer.status_code == 422
    assert "Choose what to do with the round. Nothing is saved yet." in answer.content.decode()
    assert games(late) == [2, 1]


@pytest.mark.parametrize("what", ["in", "out"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_player_is_added_to_or_removed_from_a_finished_round(desk, late, what, method):
    fields = {"what": what, "phase": 1, "round": 1, "player": "p1", "choice": "draw"}
    answer = getattr(desk, method)(reverse("correct", args=[late.slug]), fields, follow=True)
    assert "Round 1 is finished." in answer.content.decode()
