"""Polls of the desk in several processes, without what they have cached, and of others with other roles."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.support.desk_browser import DeskBrowser
from tests.support.desk_events import actor_of, form, fresh, friday, paired
from tournaments.desk.views import table_rows
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import redo, undo
from tournaments.models import Staff
from tournaments.results.actions.results import report_result
from tournaments.results.pages import built_tables
from tournaments.rounds.actions.rounds import publish_round, redraw_round, unpublish_round

# Inside a transaction no built tables are kept.
pytestmark = pytest.mark.django_db(transaction=True)
# Longer than any published event has.
HUGE_VERSION = "9" * 18


@pytest.fixture
def event(organiser, client):
    client.force_login(organiser)
    return paired(friday(organiser), organiser)


def store(event, organiser, table, result_text="2-1"):
    report_result(fresh(event), actor_of(organiser), 1, 1, table, result_text)


def become_another_process():
    table_rows._rendered_lists.clear()
    built_tables._built_rounds.clear()


def changes_of_a_round(event, organiser):
    """Yield what the desk does, each time as a function: results, undo, redo, drafts and drawing again."""
    actor = actor_of(organiser)
    yield lambda: store(event, organiser, 1)
    yield lambda: undo(fresh(event), actor)
    yield lambda: redo(fresh(event), actor, fresh(event).log.latest("id").pk)
    yield lambda: undo(fresh(event), actor)
    yield lambda: unpublish_round(fresh(event), actor, 1, 1)
    yield lambda: publish_round(fresh(event), actor, 1, 1)
    for middle in (load_history, lambda one: redraw_round(one, actor, 1, 1)):
        yield lambda middle=middle: [
            unpublish_round(fresh(event), actor, 1, 1),
            middle(fresh(event)),
            publish_round(fresh(event), actor, 1, 1),
        ]
    for table in (1, 2, 3, 4):
        yield lambda table=table: store(event, organiser, table)
    yield lambda: paired(event, organiser)


@pytest.mark.parametrize("is_emptied", [False, True])
@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_page_that_polls_shows_what_a_new_one_does(organiser, client, event, is_emptied, is_elsewhere):
    browser = DeskBrowser(client, event)
    for number, change in enumerate(changes_of_a_round(event, organiser)):
        change()
        if is_emptied:
            cache.clear()
        if is_elsewhere:
            become_another_process()
        browser.poll()
        assert browser.live() == DeskBrowser(client, event).live(), number
        assert browser.versions() <= {str(fresh(event).version)}, number


def test_whatever_version_a_browser_names_it_gets_all_or_what_has_changed(organiser, client, event):
    browser = DeskBrowser(client, event)
    store(event, organiser, 1)
    for version in (HUGE_VERSION, "0", "01"):
        cache.clear()
        browser.etag = re.sub(r'\.\d+"', f'.{version}"', browser.etag)
        assert browser.poll().status_code == 200
        assert browser.live() == DeskBrowser(client, event).live(), version


def test_the_etag_of_somebody_else_brings_nothing_of_theirs(organiser, client, event):
    clients = {"organiser": client}
    for role in (Staff.JUDGE, Staff.SCOREKEEPER):
        user = get_user_model().objects.create_user(role)
        Staff.objects.create(event=event, user=user, role=role)
        clients[role] = Client()
        clients[role].force_login(user)
    etags = [DeskBrowser(one, event).etag for one in clients.values()]
    assert len(set(etags)) == len(etags)
    store(event, organiser, 1)
    for role, one in clients.items():
        for etag in etags:
            browser = DeskBrowser(one, event)
            browser.etag = etag
            browser.poll()
            assert browser.live() == DeskBrowser(one, event).live(), role


@pytest.mark.parametrize("address", ["http://[", "http://testserver/?show=nonsense", "\x00"])
def test_a_stored_result_is_answered_whatever_page_the_form_says_it_is_on(client, event, address):
    fields = form(event, phase=1, round=1, table=1, result_text="2-1") | {"from": "row"}
    headers = {"HX-Request": "true", "HX-Current-URL": address}
    answer = client.post(reverse("report", args=[event.slug]), fields, headers=headers)
    assert answer.status_code == 200
    assert load_history(fresh(event)).phase(1).rounds[0].find_match(1).reported
