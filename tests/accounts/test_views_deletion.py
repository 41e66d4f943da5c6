"""Deletion of an account by its user."""

import json

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.support.accounts import PASSWORD
from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.own_pages import text_of
from tournaments.desk.actions import call_judge, close_message
from tournaments.history.cache import load_history_with_log
from tournaments.models import Event, Staff
from tournaments.players.actions.players import change_player
from tournaments.rules import event_file

NAME = "wanda.of-the-desk"
ADDRESS = "/accounts/delete/"


@pytest.fixture
def wanda(db, django_user_model):
    return django_user_model.objects.create_user(NAME, "wanda@example.org", PASSWORD)


@pytest.fixture
def event(wanda):
    """An event that Wanda ran, with a restore point and a message that she closed."""
    event = paired(played(friday(wanda), wanda), wanda)
    call_judge(event, actor_of(wanda), "p1")
    close_message(fresh(event), actor_of(wanda), event.messages.get().pk)
    return fresh(event)


@pytest.fixture
def other(django_user_model):
    return django_user_model.objects.create_user("olaf", password=PASSWORD)


def everything():
    tables = [*apps.get_app_config("tournaments").get_models(), AdminEntry, get_user_model()]
    rows = [list(table.objects.values()) for table in tables]
    return json.dumps(rows, ensure_ascii=False, default=str) + "".join(
        event_file.text(load_history_with_log(event)) for event in Event.objects.all()
    )


def leave(client, password=PASSWORD):
    return client.post(ADDRESS, {"password": password})


def test_deletion_removes_the_name_and_keeps_the_actions(client, wanda, event, other):
    Staff.objects.create(event=event, user=other, role=Staff.OWNER)
    before = list(event.log.order_by("pk").values_list("action", "changes"))
    client.force_login(wanda)
    assert NAME in everything()
    assert leave(client).status_code == 302
    assert NAME not in everything() and "wanda@" not in everything()
    assert list(event.log.order_by("pk").values_list("action", "changes"))[:-1] == before
    assert set(event.log.values_list("who", flat=True)) == {"former organiser"}
    assert fresh(event).version == event.version + 1
    assert "_auth_user_id" not in client.session
    client.force_login(other)
    page = text_of(client.get(reverse("desk_log", args=[event.slug])))
    assert "A staff member deleted their account" in page


def test_the_only_owner_of_an_event_cannot_be_deleted(client, wanda, event):
    client.force_login(wanda)
    refused = leave(client)
    assert refused.status_code == 422
    assert f"You are the only owner of {event.name}" in text_of(refused)
    assert get_user_model().objects.filter(username=NAME).exists()
    assert fresh(event).version == event.version


def test_the_last_administrator_cannot_be_deleted(client, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root", password=PASSWORD))
    assert "administrator" in text_of(leave(client))
    django_user_model.objects.create_superuser("another", password=PASSWORD)
    assert leave(client).status_code == 302


def test_deletion_requires_sign_in_and_the_password(client, wanda):
    assert "/login/" in client.get(ADDRESS).url
    client.force_login(wanda)
    assert "cannot be undone" in text_of(client.get(ADDRESS))
    assert leave(client, "a wrong one").status_code == 422
    assert get_user_model().objects.filter(username=NAME).exists()


def test_a_player_with_the_same_name_keeps_it(client, wanda, event, other):
    Staff.objects.create(event=event, user=other, role=Staff.OWNER)
    change_player(fresh(event), actor_of(wanda), "p1", name=NAME)
    client.force_login(wanda)
    leave(client)
    assert fresh(event).players.get(public_id="p1").name == NAME
