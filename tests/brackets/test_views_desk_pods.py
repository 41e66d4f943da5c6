"""Finals of pods at the desk: results by seat, draws that advance the best seed, corrections."""

import re

import pytest
from django.urls import reverse

from tests.support.database_states import cached_state
from tests.support.desk_events import NAMES, actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import HTMX, choose_correction, desk_address, pod_form, scores_at, tap_result
from tournaments.history.cache import load_history
from tournaments.rounds.actions.rounds import cut_to_finals, finish_round


@pytest.fixture
@cached_state
def event(organiser):
    """Ten players: seeds 3 to 10 play in two pods, whose winners join the best two in the final."""
    event = friday(organiser, names=[*NAMES, "Ivo", "Jia"], rounds=1, finals=("pods10", 10))
    return paired(played(event, organiser), organiser)


def names_at(event, table, number=1):
    history = load_history(fresh(event))
    match = next(m for m in history.phase(2).rounds[number - 1].matches if m.table == table)
    return [history.names[key] for key in match.players]


def test_a_finals_pod_accepts_a_seat_or_a_draw_that_advances_the_best_seed(desk, organiser, event):
    body = desk.get(desk_address(event)).content.decode()
    assert scores_at(body, 1) == ["1", "2", "3", "4", "draw"]
    alone = desk.get(desk_address(event), {"table": 1}).content.decode()
    assert "the highest seed advances" in alone and 'value="double-loss"' not in alone
    assert "Winner’s seat" in desk.get(desk_address(event)).content.decode()
    best = names_at(event, 1)[1]
    tap_result(desk, event, 1, "draw 2 3", phase=2, where="table")
    tap_result(desk, event, 2, "4", phase=2)
    last = names_at(event, 2)[3]
    paired(event, organiser)
    assert {best, last} <= set(names_at(event, 1, number=2))


def test_a_finals_pod_without_a_winner_is_an_error(desk, event):
    ends = ["no_show", "loss", "loss", "loss"]
    sent = pod_form(event, 1, *ends) | {"phase": 2}
    answer = desk.post(reverse("report", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert "needs a winner" in answer.content.decode().split('id="ends-error">')[1]


def test_another_winner_of_a_pod_previews_the_new_matches(desk, organiser, event):
    event = paired(reported(event, organiser, result_text="1"), organiser)
    one, two = names_at(event, 1)[:2]
    before = names_at(event, 1, number=2)
    body = desk.get(tap_result(desk, event, 1, "2", phase=2).url).content.decode()
    then = [two if name == one else name for name in before]
    assert f"{' v '.join(before)} is undone;" in body
    consequence = re.search(r"is undone; (.+?)\.</li>", body)[1]
    assert all(name in consequence for name in then) and one not in consequence
    choose_correction(desk, event, body, "remake")
    assert set(names_at(event, 1, number=2)) == set(then)
    entry = fresh(event).log.order_by("-id").first()
    desk.post(reverse("undo", args=[event.slug]), form(event, entry=entry.id))
    assert names_at(event, 1, number=2) == before


def test_a_round_with_a_pod_and_a_match_accepts_both_kinds_of_results(desk, organiser):
    event = friday(organiser, names=NAMES[:6], rounds=1)
    event = played(event, organiser)
    finish_round(event, actor_of(organiser))
    own = {"matches": [[1, "A", "S1", "S6"], [1, "B", "S2", "S3", "S4", "S5"], [2, "F", "W:A", "W:B"]]}
    cut_to_finals(fresh(event), actor_of(organiser), own, 6, publish=True)
    body = desk.get(desk_address(event)).content.decode()
    assert "Winner’s seat" in body
    for table, result, text in ((1, "2-1", "2–1"), (2, "3", " beats ")):
        sent = form(event, phase=2, round=1, table=table, result_text=result, **{"from": "entry"})
        answer = desk.post(reverse("report", args=[event.slug]), sent, **HTMX)
        assert answer.status_code == 200
        assert text in answer.content.decode().split('id="entry-stored"')[1]
    paired(event, organiser)
    assert "Games" in desk.get(desk_address(event)).content.decode(), "two are left, and tell their games"
