"""Tables at the desk: each with its result buttons, a table's page, and corrections of finished rounds."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import actor_of, form, fresh, friday, paired, played, reported
from tests.support.pages import HTMX, desk_address, score_at, scores_at, source_of, tap_result
from tournaments.models import LogEntry
from tournaments.rounds.actions.rounds import finish_round


def test_each_table_has_the_scores_its_match_can_have(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(desk_address(event)).content.decode()
    assert scores_at(body, 1) == ["2-0", "2-1", "1-1", "1-2", "0-2"]
    best_of_five = paired(friday(organiser, rulebook="hct-2017"), organiser)
    body = desk.get(desk_address(best_of_five)).content.decode()
    assert scores_at(body, 1) == ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"]


def test_a_bracket_offers_no_draw(desk, organiser):
    event = paired(played(friday(organiser, rounds=1, finals=("single", 4)), organiser), organiser)
    assert scores_at(desk.get(desk_address(event)).content.decode(), 1) == ["2-0", "2-1", "1-2", "0-2"]
    alone = desk.get(desk_address(event), {"table": 1}).content.decode()
    assert 'value="1-1-1"' not in alone and 'value="double-loss"' not in alone


def test_a_result_button_responds_with_the_updated_row(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = tap_result(desk, event, 3, "2-0", **HTMX)
    body = source_of(answer)
    assert answer.status_code == 200
    assert 'id="t3"' in body and 'id="t2"' not in body
    assert score_at(body, 3) == "2–0" and 'class="line in stored"' in body
    assert '<div id="live-progress" hx-swap-oob="innerHTML">' in body
    assert "3 results missing" in body, "The first line of the desk counts it at once"
    activity = body.split('<div id="live-activity" hx-swap-oob="innerHTML">')[1]
    assert "Table 3" in activity.split("</details>")[0] and '<div id="event-status"' in body
    assert answer["Event-Version"] == f"{event.pk}.{fresh(event).version}"
    undo = re.search(r'form="undo-form" formaction="([^"]+)"', body).group(1).replace("&amp;", "&")
    assert desk.post(undo).url == desk_address(event)
    assert scores_at(desk.get(desk_address(event)).content.decode(), 3) == ["2-0", "2-1", "1-1", "1-2", "0-2"]


def test_a_row_of_an_earlier_round_brings_nothing_that_its_page_does_not_have(desk, organiser):
    event = played(friday(organiser, rounds=2), organiser, rounds=2)
    finish_round(event, actor_of(organiser))
    page = desk.get(desk_address(event), {"phase": 1, "round": 1}).content.decode()
    answer = tap_result(desk, event, 3, "0-2", **HTMX)
    body = source_of(answer)
    assert 'id="t3"' in body and 'class="line in stored"' in body
    assert scores_at(body, 3) == scores_at(page, 3) != [], "It can be corrected again at once"
    assert all(f'id="{element}"' in page for element in re.findall(r'id="(live-[^"]+|event-[^"]+)"', body))


def test_the_desk_has_each_table_once_and_those_without_a_result_first(desk, organiser):
    event = paired(friday(organiser), organiser)
    tap_result(desk, event, 1, "2-0")
    tap_result(desk, event, 3, "0-2")
    body = desk.get(desk_address(event)).content.decode()
    assert re.findall(r'data-match="(\d)"', body) == ["2", "4", "1", "3"]
    assert scores_at(body, 2) and not scores_at(body, 1), "A table with a result has no buttons in the way"
    assert score_at(body, 3) == "0–2", "Its score is where the buttons were"
    assert "waiting" not in re.sub("<[^>]+>", "", body), "Nobody reads it fifty times"


def test_the_row_of_a_table_is_small_because_a_poll_may_bring_a_thousand(desk, organiser):
    event = paired(friday(organiser), organiser)
    tap_result(desk, event, 1, "2-0")
    body = desk.get(desk_address(event)).content.decode()
    sizes = {table: len(body.split(f'id="t{table}"')[1].split("</li>")[0]) for table in (1, 2)}
    assert sizes[1] < 500 and sizes[2] < 1650


@pytest.mark.parametrize("query", ("", "?phase=1&round=1", "?table=3", "?phase=1&round=1&table=3"))
def test_old_addresses_of_results_lead_to_the_desk(desk, organiser, query):
    event = paired(friday(organiser), organiser)
    answer = desk.get(f"{reverse('desk_results', args=[event.slug])}{query}")
    assert answer.url == f"{desk_address(event)}{query}"
    assert "Table 3" in desk.get(answer.url).content.decode() or not query.endswith("3")


def test_a_row_has_the_version_of_its_event(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = tap_result(desk, event, 3, "2-0", **HTMX).content.decode()
    assert f'value="{fresh(event).version}"' in body


def test_without_script_a_result_button_returns_to_the_round(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = tap_result(desk, event, 3, "0-2")
    assert answer.url == f"{desk_address(event)}?phase=1&round=1#t3"


def test_the_page_of_a_table_offers_every_result(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = desk.get(desk_address(event), {"table": 2}).content.decode()
    for notation in ("2-0", "1-1-1", "draw", "no-show 1", "concede 2", "double-loss"):
        assert f'value="{notation}"' in body
    assert 'value="clear"' not in body
    tap_result(desk, event, 2, "no-show 1", where="table")
    body = source_of(desk.get(desk_address(event), {"table": 2}))
    assert re.search(r'value="no-show 1" aria-pressed="true"', body)
    assert 'value="clear"' in body


def test_no_result_of_a_finished_round_is_cleared(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    body = desk.get(desk_address(event), {"phase": 1, "round": 1, "table": 2}).content.decode()
    assert 'value="no-show 1"' in body and 'value="clear"' not in body


def test_a_refused_result_comes_back_as_typed(desk, organiser):
    event = paired(friday(organiser), organiser)
    answer = tap_result(desk, event, 2, "twice", where="table")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert "isn’t a result" in body
    assert 'id="result-text" name="result_text" value="twice"' in body


def test_too_many_games_need_confirmation(desk, organiser):
    event = paired(friday(organiser), organiser)
    body = tap_result(desk, event, 2, "3-1", where="table").content.decode()
    assert "isn’t possible in a best of 3" in body
    assert 'name="confirmed_result" value="3-1"' in body


def test_an_earlier_round_warns_that_a_correction_needs_a_choice(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    body = desk.get(desk_address(event), {"phase": 1, "round": 1}).content.decode()
    assert "Round 2 is already paired" in body


def test_a_result_is_corrected_at_once_if_no_open_round_depends_on_it(desk, organiser):
    event = played(friday(organiser), organiser, rounds=2)
    finish_round(event, actor_of(organiser))
    body = desk.get(desk_address(event), {"phase": 1, "round": 1}).content.decode()
    assert "A change affects the standings, not the pairings" in body
    assert tap_result(desk, event, 1, "0-2", number=1).status_code == 302
    match = event.phases.get(number=1).rounds.get(number=1).matches.get(table=1)
    assert [seat.games for seat in match.seats.all()] == [0, 2]


def test_another_winner_in_finals_leads_to_the_matches_it_undoes(desk, organiser):
    event = friday(organiser, rounds=1, finals=("single", 4))
    event = paired(played(event, organiser, rounds=2), organiser)
    answer = tap_result(desk, event, 1, "0-2", phase=2)
    assert "Matches this will undo" in desk.get(answer.url).content.decode()
    stored = event.phases.get(number=2).rounds.get(number=1).matches.get(table=1)
    assert [seat.games for seat in stored.seats.all()] == [2, 1], "Nothing is saved yet"


def test_a_conflicting_result_returns_the_fresh_row_with_an_error(desk, organiser):
    event = paired(friday(organiser), organiser)
    stale = event.version
    reported(event, organiser, count=1, result_text="0-2")
    sent = form(event, phase=1, round=1, table=1, result_text="2-0", **{"from": "row"}) | {"version": stale}
    answer = desk.post(reverse("report", args=[event.slug]), sent, **HTMX)
    assert answer.status_code == 422
    body = source_of(answer)
    assert "Look at it as it is now" in body
    assert score_at(body, 1) == "0–2"


def test_a_repeated_result_is_stored_once(desk, organiser):
    event = paired(friday(organiser), organiser)
    sent = form(event, phase=1, round=1, table=1, result_text="2-0", **{"from": "row"})
    for _ in range(2):
        assert desk.post(reverse("report", args=[event.slug]), sent, **HTMX).status_code == 200
    assert LogEntry.objects.filter(event=event, action="report_result").count() == 1


def test_a_draft_takes_no_results(desk, organiser):
    event = friday(organiser)
    assert "No round in progress" in desk.get(desk_address(event)).content.decode()
    paired(event, organiser, publish=False)
    for where in ({}, {"table": 1}, {"phase": 1, "round": 1}):
        body = desk.get(desk_address(event), where).content.decode()
        assert "No round in progress" in body and "data-match" not in body
    refused = tap_result(desk, event, 1, "2-0")
    assert refused.status_code == 422 and 'class="toast failed"' in refused.content.decode()
    assert tap_result(desk, event, 1, "2-0", **HTMX)["HX-Redirect"] == desk_address(event)
    assert 'class="toast failed"' in desk.get(desk_address(event)).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "round=9",
        "phase=4&round=1",
        "round=x",
        "table=99",
        "table=-1",
        "round=99999999999",
        "part=x",
        "phase=0&round=1&table=²",
    ],
)
def test_unknown_rounds_and_tables_are_not_found(desk, organiser, query):
    event = paired(friday(organiser), organiser)
    assert desk.get(f"{desk_address(event)}?{query}").status_code == 404


def test_only_the_counter_of_an_earlier_round_is_live(desk, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    answer = desk.get(desk_address(event), {"phase": 1, "round": 1, "part": "count"})
    assert "4 of 4 results reported" in answer.content.decode()
    assert "csrfmiddlewaretoken" not in answer.content.decode()
