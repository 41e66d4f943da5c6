"""A poll of the desk brings the tables that differ from those on the screen, each once."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.achievements import offered_values
from tests.support.action_states import with_achievements
from tests.support.desk_browser import DeskBrowser
from tests.support.desk_events import actor_of, fresh, friday, paired
from tournaments.changes.change import Actor
from tournaments.desk.actions import announce, call_judge
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import change_player, drop_player
from tournaments.results.actions.results import report_result
from tournaments.series.actions.ticks import set_achievement


@pytest.fixture
def event(organiser, client):
    client.force_login(organiser)
    return paired(friday(organiser), organiser)


def store(event, organiser, table, result_text="2-1"):
    report_result(fresh(event), actor_of(organiser), 1, 1, table, result_text)


def rows_of(response) -> list[str]:
    """Return the tables that a poll brings by themselves; all in a list count as one, “all”."""
    body = response.content.decode()
    if 'id="live-tables"' in body:
        return ["all"]
    return sorted(re.findall(r'<li hx-swap-oob="[^"]*"[^>]*data-match="(\d+)"', body))


def press(browser, table, result_text="2-0"):
    row = browser.page.find("data-match", str(table))
    return browser.press(next(node for node in row.walk() if node.tag == "form"), result_text)


def is_offered_to_undo(browser, table) -> bool:
    return bool(browser.page.find("data-match", str(table)).find("form", "undo-form"))


def test_a_poll_brings_the_tables_that_have_changed(organiser, client, event):
    browser = DeskBrowser(client, event)
    assert browser.poll().status_code == 304
    store(event, organiser, 1)
    store(event, organiser, 3)
    assert rows_of(browser.poll()) == ["1", "3"]
    assert browser.live() == DeskBrowser(client, event).live()
    undo(fresh(event), actor_of(organiser))
    assert rows_of(browser.poll()) == ["3"]
    assert browser.poll().status_code == 304


def test_a_change_of_players_brings_their_tables_only(organiser, client, event):
    browser = DeskBrowser(client, event)
    table = load_history(fresh(event)).phase(1).rounds[0].find_match(2)
    change_player(fresh(event), actor_of(organiser), table.players[0], name="Zoe")
    assert rows_of(browser.poll()) == ["2"]
    drop_player(fresh(event), actor_of(organiser), table.players[1])
    announce(fresh(event), actor_of(organiser), "Lunch")
    assert rows_of(browser.poll()) == []
    call_judge(fresh(event), actor_of(organiser), table.players[0])
    assert rows_of(browser.poll()) == ["2"]
    assert browser.live() == DeskBrowser(client, event).live()


def test_what_was_pressed_here_comes_again_only_if_somebody_changed_it(organiser, client, event):
    browser = DeskBrowser(client, event)
    press(browser, 1)
    store(event, organiser, 2)
    assert rows_of(browser.poll()) == ["2"]
    assert is_offered_to_undo(browser, 1)
    store(event, organiser, 3)
    assert rows_of(browser.poll()) == ["3"]
    assert is_offered_to_undo(browser, 1)


def test_what_was_pressed_here_and_undone_elsewhere_is_as_before(organiser, client, event):
    browser = DeskBrowser(client, event)
    press(browser, 1)
    undo(fresh(event), actor_of(organiser))
    assert rows_of(browser.poll()) == ["1"]
    assert browser.live() == DeskBrowser(client, event).live()


def test_a_process_that_does_not_know_the_screen_reads_results_from_the_log(organiser, client, event):
    browser = DeskBrowser(client, event)
    press(browser, 1)
    store(event, organiser, 2)
    cache.clear()
    assert rows_of(browser.poll()) == ["2"]
    players = load_history(fresh(event)).phase(1).rounds[0].find_match(3).players
    store(event, organiser, 4)
    call_judge(fresh(event), actor_of(organiser), players[0])
    cache.clear()
    assert rows_of(browser.poll()) == ["all"]
    browser.etag = 'W/"7-seen.1"'
    assert rows_of(browser.poll()) == ["all"]


def test_each_fragment_can_be_asked_for(client, event):
    for part in ("tables", "order", "picks"):
        body = client.get(f"/e/{event.slug}/desk/?part={part}").content.decode()
        assert body.count('data-match="') == 4 and "<rows>" not in body, part


def test_a_new_round_brings_all_tables(organiser, client, event):
    browser = DeskBrowser(client, event)
    for table in (1, 2, 3, 4):
        store(event, organiser, table)
    paired(fresh(event), organiser)
    assert rows_of(browser.poll()) == ["all"]
    assert browser.live() == DeskBrowser(client, event).live()


def test_a_new_sign_in_brings_forms_that_can_be_sent(organiser, client, event):
    browser = DeskBrowser(client, event)
    client.logout()
    client.force_login(organiser)
    client.cookies.pop("csrftoken", None)
    assert rows_of(browser.poll()) == ["all"]


def queries_of_poll(browser) -> int:
    with CaptureQueriesContext(connection) as captured:
        browser.poll()
    return len(captured)


@pytest.mark.parametrize("is_known", [True, False])
def test_a_poll_makes_as_many_queries_for_many_tables(organiser, client, is_known):
    client.force_login(organiser)
    counts = []
    for players in (8, 120):
        names = [f"Player {number}" for number in range(players)]
        event = paired(friday(organiser, names), organiser)
        browser = DeskBrowser(client, event)
        for table in range(1, players // 2):
            store(event, organiser, table)
        if not is_known:
            cache.clear()
        counts.append(queries_of_poll(browser))
    assert counts[0] == counts[1]


def test_a_confirmed_achievement_brings_its_table(admin_client):
    event = with_achievements()
    browser = DeskBrowser(admin_client, event)
    round_ = load_history(event).phase(1).current_round
    number, player = round_.number, round_.find_match(2).players[0]
    values = (1, number, 2, player, offered_values(event)[0])
    set_achievement(fresh(event), Actor("judge"), *values, True)
    assert rows_of(browser.poll()) == ["2"]
    cache.clear()
    set_achievement(fresh(event), Actor("judge"), *values, False)
    assert rows_of(browser.poll()) == ["all"]
    assert browser.live() == DeskBrowser(admin_client, event).live()
