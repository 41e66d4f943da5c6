"""The cut at the desk: previewed, made by the rule or by hand, repeated."""

import re

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported
from tournaments.events.actions import phases
from tournaments.history.cache import load_history
from tournaments.players.actions.players import drop_player
from tournaments.rules.history import BRACKET, PhaseRecord
from tournaments.rules.standings.standings import standings


def page(event):
    return reverse("cut_to_finals", args=[event.slug])


@cached_state
def two_days(user, rounds=2, **cut):
    """Eight players after day one; day two carries points over."""
    event = friday(user, rounds=2)
    day_two = PhaseRecord(name="Day two", overrides={"carry": True, "rounds": 2, "cut": cut or {"top": 4}})
    phases.add_phase(event, actor_of(user), day_two, 1)
    return played(fresh(event), user, rounds)


def body_of(answer):
    return answer.content.decode()


def entrants(event):
    return load_history(fresh(event)).phase(2).entrants


def ranked(event):
    return [row.player for row in standings(load_history(fresh(event)).phase(1), live=True).rows]


def test_the_preview_shows_qualifiers_and_others_with_reasons(desk, organiser):
    event = two_days(organiser, losses=1)
    body = body_of(desk.get(page(event)))
    assert "Cut to Day two" in body and "At most 1 loss" in body
    assert (
        body.index("6 players make the cut")
        < body.index("Cut: 6</span>")
        < body.index("2 losses (1 allowed)")
    )
    assert entrants(event) is None


def test_the_deciding_column_is_shown(desk, organiser):
    event = two_days(organiser, top=2)
    body = body_of(desk.get(page(event)))
    assert "<b>6</b>" in body and "<b>3</b>" in body
    assert "3 points v 6" in body
    # Tokens in hidden fields may contain any letters.
    assert "OMW" not in re.sub(r'value="[^"]*"', "", body)


def test_a_cut_can_take_everybody_if_wins_rank_first(desk, organiser):
    event = friday(organiser, rounds=1, rulebook="old-world")
    finals = PhaseRecord(BRACKET, overrides={"finals": "single", "cut": {"top": 8}})
    phases.add_phase(event, actor_of(organiser), finals, 1)
    played(fresh(event), organiser)
    assert "8 players make the cut" in body_of(desk.get(page(event)))
    assert desk.get(reverse("desk_round", args=[event.slug])).status_code == 200


def test_a_tie_at_the_line_is_shown(desk, organiser):
    event = two_days(organiser)
    body = body_of(desk.get(page(event)))
    assert body.count("the order of the list decides") == 3


def test_the_preview_changes_nothing(desk, organiser):
    event = two_days(organiser)
    version = fresh(event).version
    desk.get(page(event), {"top": 6})
    assert fresh(event).version == version
    answer = desk.post(page(event), form(event, top=4))
    assert answer.url == reverse("desk_round", args=[event.slug])
    assert entrants(event) == tuple(ranked(event)[:4])


def test_another_cut_can_be_previewed_and_made(desk, organiser):
    event = two_days(organiser)
    body = body_of(desk.get(page(event), {"top": 3, "ties": "in"}))
    assert 'name="top" value="3"' in body and 'name="ties" value="in"' in body
    desk.post(page(event), form(event, top=3, ties="in"))
    assert load_history(fresh(event)).phase(2).overrides["cut"] == {"top": 3, "ties": "in"}


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ({"top": 9}, "takes 9 players, but only 8 are left"),
        ({"percent": 101}, "less than or equal to 100"),
        ({"percent": 1}, "fewer than two players"),
        ({"top": 4, "at_least": 5, "at_most": 4}, "must not be smaller than"),
        ({"at_least": 4}, "Enter how many players advance"),
        ({"losses": -1}, "greater than or equal to 0"),
        ({"top": "many"}, "Enter a whole number"),
        ({"top": 2, "per": "pool"}, "The previous phase has no pools"),
    ],
)
def test_an_invalid_cut_is_an_error_at_its_field(desk, organiser, rule, error):
    event = two_days(organiser)
    answer = desk.post(page(event), form(event, **rule))
    assert answer.status_code == 422
    assert error in body_of(answer)
    assert entrants(event) is None


def test_a_cut_by_hand_takes_the_picked_players_and_is_announced(desk, organiser):
    event = two_days(organiser)
    last, first = ranked(event)[7], ranked(event)[0]
    answer = desk.post(page(event), form(event, by="hand", picked=[last, first]))
    assert answer.url == reverse("desk_round", args=[event.slug])
    assert entrants(event) == (first, last)
    assert "2 players, chosen by hand" in body_of(desk.get(reverse("about", args=[event.slug])))
    assert "Cut by hand: 2 players advance" in body_of(desk.get(reverse("desk_log", args=[event.slug])))


@pytest.mark.parametrize("picked", [[], ["p1"]])
def test_a_cut_by_hand_needs_two_players(desk, organiser, picked):
    event = two_days(organiser)
    answer = desk.post(page(event), form(event, by="hand", picked=picked))
    assert answer.status_code == 422
    assert "Choose at least two players to advance." in body_of(answer)
    assert body_of(answer).count(" checked") == len(picked)


def test_a_cut_planned_by_hand_is_the_next_step(desk, organiser):
    event = two_days(organiser, by_hand=True)
    body = body_of(desk.get(reverse("desk", args=[event.slug])))
    assert f'href="{page(event)}">Choose players' in body
    assert "Choose players" in body_of(desk.get(reverse("desk_round", args=[event.slug])))


def test_the_cut_can_be_repeated_after_a_drop(desk, organiser):
    event = two_days(organiser)
    phases.make_cut(event, actor_of(organiser), 2)
    before, fifth = entrants(event), ranked(event)[4]
    drop_player(fresh(event), actor_of(organiser), before[0])
    name = load_history(fresh(event)).names[before[0]]
    assert f"{name} dropped before the first result" in body_of(
        desk.get(reverse("desk_round", args=[event.slug]))
    )
    assert f"{name} has dropped, so the next player moves up" in body_of(desk.get(page(event)))
    desk.post(page(event), form(event, top=4))
    assert entrants(event) == (*before[1:], fifth)


def test_no_cut_is_available_while_rounds_are_left(desk, organiser):
    event = two_days(organiser, rounds=1)
    assert desk.get(page(event)).url == reverse("desk_round", args=[event.slug])
    event = paired(event, organiser)
    answer = desk.post(page(event), form(event, top=4))
    assert answer.status_code == 422 and "Waiting for the result" in body_of(answer)
    assert entrants(event) is None


def test_the_cut_can_be_undone(desk, organiser):
    event = two_days(organiser)
    desk.post(page(event), form(event, top=4))
    assert "Discard draft" in body_of(desk.get(reverse("desk_round", args=[event.slug])))


def test_a_cut_can_take_the_best_of_each_division(desk, organiser):
    event = friday(
        organiser, names=[f"{name};;;{'Junior' if name < 'E' else 'Senior'}" for name in NAMES], rounds=2
    )
    finals = PhaseRecord(BRACKET, overrides={"cut": {"top": 2, "per": "division"}})
    phases.add_phase(event, actor_of(organiser), finals, 1)
    event = played(fresh(event), organiser, 2)
    body = body_of(desk.get(page(event)))
    assert "The top 2 of each division" in body
    assert "<small>Junior</small>" in body
    desk.post(page(event), form(event, top=2, per="division"))
    divisions = [
        player.division
        for key in entrants(event)
        for player in load_history(event).players
        if player.id == key
    ]
    assert sorted(divisions) == ["Junior", "Junior", "Senior", "Senior"]
    assert set(divisions[:2]) == {"Junior", "Senior"}


def test_a_planned_cut_can_be_looked_at_while_results_are_missing(desk, organiser):
    event = reported(paired(friday(organiser, rounds=1, finals=("single", 4)), organiser), organiser, count=3)
    assert "Review the cut" in body_of(desk.get(reverse("desk", args=[event.slug])))
    answer = desk.get(page(event))
    assert answer.status_code == 200
    body = body_of(answer)
    assert "1 result is missing. The cut can be made once it is in." in body
    assert "4 players would make the cut now" in body
    assert "button strong" not in body and "Choose by hand" not in body
