"""A desk that polls shows the same as one that is opened at that moment, whatever has happened meanwhile."""

from collections import Counter
from random import Random

import pytest
from django.core.cache import cache

from tests.fuzz.random_actions import ACTIONS, RandomArguments, run_action
from tests.fuzz.venue import Venue
from tests.support import chance
from tests.support.database_states import clear_caches
from tests.support.desk_browser import DeskBrowser
from tests.support.repetitions import count
from tournaments.desk.views.table_rows import _rendered_lists
from tournaments.history.cache import _history_cache
from tournaments.models import Event
from tournaments.results.pages.built_tables import _built_rounds

STATES = ("running", "half_a_round", "in_finals", "pods_running")
# At the desk and on phones while a round is played; the others less often.
USUAL = (
    *("report_result",) * 6,
    *("submit_report",) * 4,
    *("undo",) * 4,
    *("extend_table", "start_clock", "change_clock", "pause_clock", "resume_clock"),
    *("drop_player", "bring_back_player", "change_player", "call_judge", "announce"),
    *("pair_next_round", "publish_round"),
)
ROLES = ("owner", "scorekeeper", "judge", "superuser")
QUERIES = ("", "?show=all", "?show=done", "?show=disputed", "?find=1")
STEPS, WALKS = count(50, 100), count(8, 80)
WAYS = (*("act",) * 6, *("press",) * 2, *("poll",) * 5, "another process", "restart")


def assert_same(browser, step):
    """Compare what a browser shows with the desk as a process that has just started would render it."""
    shown = browser.live()
    kept = [(known, dict(known)) for known in (_history_cache, _built_rounds, _rendered_lists)]
    for known, _content in kept:
        known.clear()
    fresh = DeskBrowser(browser.client, browser.event, browser.query).live()
    for known, content in kept:
        known.update(content)
    assert shown.keys() == fresh.keys(), step
    for name in shown:
        assert shown[name] == fresh[name], (step, name)


def describe(response) -> str:
    """Return how a poll was answered: with nothing, with rows, or with the whole list."""
    if response.status_code == 304:
        return "nothing"
    return "all" if b'id="live-tables"' in response.content else "rows"


def press_a_button(browser, random):
    """Press a random button of a table."""
    tables = next(node for node in browser.page.walk() if node.attributes.get("id") == "live-tables")
    forms = [node for node in tables.walk() if node.tag == "form" and "hx-post" in node.attributes]
    if not forms:
        return
    form = random.choice(forms)
    buttons = [node for node in form.walk() if node.attributes.get("name") == "result_text"]
    if buttons:
        browser.press(form, random.choice(buttons).attributes["value"])


@pytest.mark.slow
def test_a_desk_that_polls_shows_the_same_as_one_just_opened(transactional_db, django_user_model):
    venue, counted = Venue(django_user_model), Counter()
    for walk in range(WALKS):
        state = STATES[walk % len(STATES)]
        random = Random(f"{chance.SEED} {walk}")
        clear_caches()
        venue.events.clear()
        event = venue.event(state)
        roles = [random.choice(ROLES) for _browser in range(3)]
        browsers = [DeskBrowser(venue.client(role), event, random.choice(QUERIES)) for role in roles]
        for step in range(STEPS):
            browser, way = random.choice(browsers), random.choice(WAYS)
            if way == "act":
                values, name = RandomArguments(Event.objects.get(pk=event.pk), random), random.choice(USUAL)
                counted[run_action(values.event, values.actor(), name, values.for_action(ACTIONS[name]))] += 1
            elif way == "press":
                press_a_button(browser, random)
            elif way == "another process":
                cache.clear()
            elif way == "restart":
                clear_caches()
            else:
                counted[describe(browser.poll())] += 1
                assert_same(browser, f"{state}, walk {walk}, step {step}")
    assert counted["done"] and counted["rows"] and counted["all"], counted
