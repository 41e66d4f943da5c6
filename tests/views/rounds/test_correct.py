"""A correction after the next round is out: what follows from each choice is shown, then one is made."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.views.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported, sits
from tournaments.actions.rounds import pairing_requests
from tournaments.queries.history.cache import load_history


@pytest.fixture
def late(organiser):
    """Eight players, round 2 published without a result; table 1 of round 1 was reported wrongly."""
    return paired(played(friday(organiser), organiser), organiser)


def asked(event, said="0-2"):
    return {"phase": 1, "round": 1, "table": 1, "said": said}


def choices(desk, event):
    return desk.get(reverse("correct", args=[event.slug]), asked(event)).content.decode()


def choose(desk, event, body, choice):
    forms = body.split("<form ")[1:]
    chosen = next(one for one in forms if f'name="choice" value="{choice}"' in one)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', chosen))
    return desk.post(reverse("correct", args=[event.slug]), hidden)


def games(event):
    return [seat.games for seat in load_history(fresh(event)).phase(1).rounds[0].matches[0].seats]


@pytest.mark.parametrize("where", ["row", "table", "entry"])
def test_a_result_that_a_later_round_was_drawn_from_leads_to_the_choices(desk, late, where):
    sent = form(late, **asked(late), **{"from": where})
    answer = desk.post(reverse("report", args=[late.slug]), sent)
    assert answer.url.startswith(reverse("correct", args=[late.slug]))
    quick = desk.post(reverse("report", args=[late.slug]), sent, headers={"HX-Request": "true"})
    assert quick["HX-Redirect"] == answer.url
    assert games(late) == [2, 1]
    body = desk.get(answer.url).content.decode()
    assert "Nothing is stored before you choose" in body
    assert body.count('name="choice"') == 3


def test_each_choice_says_what_becomes_of_matches_under_way(desk, late):
    body = choices(desk, late)
    assert "every match under way goes on" in body
    assert "2 tables are new, 2 stay as they are." in body
    assert "4 players have to leave matches that may have begun." in body


def test_the_pairings_are_left(desk, late):
    before = sits(late)
    assert choose(desk, late, choices(desk, late), "leave").status_code == 302
    assert (games(late), sits(late)) == ([0, 2], before)


def test_the_fewest_tables_change(desk, late):
    before = sits(late)
    assert choose(desk, late, choices(desk, late), "fewest").status_code == 302
    assert games(late) == [0, 2]
    assert sum(before[table] != who for table, who in sits(late).items()) == 2


def test_the_round_is_drawn_again_as_shown_and_undone_as_one(desk, late):
    before = load_history(fresh(late))
    assert choose(desk, late, choices(desk, late), "draw").status_code == 302
    assert games(late) == [0, 2]
    entry = late.log.last()
    assert re.fullmatch("correct_result seed [0-9a-f]{16}: draw", entry.action)
    desk.post(reverse("undo", args=[late.slug]), form(late, entry=entry.id, back="desk"))
    assert load_history(fresh(late)) == before


def test_a_new_draw_that_needs_an_exception_offers_it_and_makes_it(desk, organiser):
    event = paired(played(friday(organiser, names=NAMES[:4]), organiser), organiser)
    for other in ("p2", "p3", "p4"):
        pairing_requests.forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    place = asked(event) | {"seed": "mine"}
    body = desk.get(reverse("correct", args=[event.slug]), place).content.decode()
    assert "may not meet; let them meet in this round" in body
    assert 'name="choice" value="draw"' not in body
    [link] = re.findall(r'href="\?([^"]+)">Draw with this exception', body)
    body = desk.get(f"{reverse('correct', args=[event.slug])}?{unescape(link)}").content.decode()
    assert "Draw with this exception" not in body and "seed mine" in body
    assert choose(desk, event, body, "draw").status_code == 302
    assert games(event) == [0, 2]
    assert event.log.last().action == "correct_result seed mine: draw"


def test_where_every_result_is_in_only_the_standings_can_change(desk, late, organiser):
    reported(late, organiser)
    body = choices(desk, late)
    assert body.count("nothing can be changed any more") == 2
    assert body.count('name="choice"') == 1


def test_a_choice_that_was_shown_before_something_changed_is_refused(desk, late, organiser):
    body = choices(desk, late)
    reported(late, organiser, count=2)
    answer = choose(desk, late, body, "draw")
    assert answer.status_code == 422
    assert games(late) == [2, 1]


def test_the_same_result_again_asks_nothing(desk, late):
    answer = desk.post(
        reverse("report", args=[late.slug]), form(late, **asked(late, "2-1"), **{"from": "row"})
    )
    assert "correct" not in answer.url


def test_a_result_that_cannot_be_is_refused_where_it_was_typed(desk, organiser):
    event = paired(played(friday(organiser, rulebook="hct-2017"), organiser), organiser)
    sent = form(event, **asked(event, "draw"), **{"from": "table"})
    answer = desk.post(reverse("report", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert "somebody must win" in answer.content.decode()


def test_where_nothing_was_drawn_from_the_round_it_goes_back_to_the_results(desk, organiser):
    event = played(friday(organiser), organiser)
    answer = desk.get(reverse("correct", args=[event.slug]), asked(event), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("desk_results", args=[event.slug])
    assert "enter it as usual" in answer.content.decode()


def test_a_choice_after_the_round_was_taken_back_stores_nothing_and_says_why(desk, late):
    body = choices(desk, late)
    desk.post(reverse("undo", args=[late.slug]), form(late, entry=late.log.last().id, back="desk"))
    answer = choose(desk, late, body, "fewest")
    assert answer.url == reverse("desk_results", args=[late.slug])
    assert "Nothing has been drawn from round 1 yet" in desk.get(answer.url).content.decode()
    assert games(late) == [2, 1]


def test_a_choice_sent_twice_is_made_once(desk, late):
    body = choices(desk, late)
    for _ in range(2):
        assert choose(desk, late, body, "draw").url == reverse("desk_round", args=[late.slug])
    assert late.log.filter(action__startswith="correct_result").count() == 1


def test_a_choice_that_there_is_not_stores_nothing(desk, late):
    body = choices(desk, late).replace('name="choice" value="leave"', 'name="choice" value="burn"')
    answer = choose(desk, late, body, "burn")
    assert answer.status_code == 422
    assert "Say what becomes of the round: nothing is stored yet." in answer.content.decode()
    assert games(late) == [2, 1]


@pytest.mark.parametrize("what", ["in", "out"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_is_let_into_or_taken_out_of_a_round_that_is_over(desk, late, what, method):
    said = {"what": what, "phase": 1, "round": 1, "player": "p1", "choice": "draw"}
    answer = getattr(desk, method)(reverse("correct", args=[late.slug]), said, follow=True)
    assert "Round 1 is finished." in answer.content.decode()
