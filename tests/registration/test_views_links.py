"""A personal link leads to the same person, whatever becomes of the entry and of the player."""

import pytest
from django.test import Client

from tests.support.desk_events import fresh
from tests.support.own_pages import text_of
from tests.support.played_events import ME
from tests.support.registrations import address_of, entry_of, open_registration, register_online
from tournaments.log.actions import undo
from tournaments.models import Player
from tournaments.players.actions.erasure import delete_contact_data as delete_all_contact_data
from tournaments.players.actions.players import add_players, remove_player, renew_links
from tournaments.registration.actions.entry_desk import accept_registrations

IN, PENDING, DECLINED = (
    "You’re registered",
    "Waiting for approval",
    "The organiser declined your registration",
)


def page_at(link) -> str:
    """Return the text of the page at a personal link; empty if it is nobody's."""
    answer = Client().get(link)
    assert answer.status_code in (200, 404)
    return text_of(answer) if answer.status_code == 200 else ""


def link_of(player) -> str:
    return f"/e/{player.event.slug}/me/{player.secret}/"


def accept(event):
    accept_registrations(event, ME, [entry_of(event, "Ada").pk])


def remove(event):
    remove_player(event, ME, "Ada")


def undo_last(event):
    undo.undo(event, ME)


def undo_removal(event):
    undo.undo(event, ME, event.log.filter(action="remove_player").latest("id").pk)


def redo(event):
    undo.redo(event, ME, event.log.filter(action="undo").latest("id").pk)


def restore(event):
    undo.restore_to_before(event, ME, event.log.filter(action="remove_player").latest("id").pk)


def delete_contact_data(event):
    delete_all_contact_data(event, ME)


def renew_all(event):
    renew_links(event, ME)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([], PENDING),
        ([accept], IN),
        ([accept, undo_last], PENDING),
        ([accept, undo_last, redo], IN),
        ([accept, remove], DECLINED),
        ([accept, remove, undo_last], IN),
        ([accept, remove, accept], IN),
        ([accept, remove, restore], IN),
        ([accept, remove, restore, undo_last], DECLINED),
        ([accept, delete_contact_data], IN),
        ([accept, remove, delete_contact_data], ""),
        ([accept, remove, delete_contact_data, undo_removal], IN),
        ([accept, renew_all], ""),
        ([accept, remove, renew_all, undo_removal], ""),
    ],
)
def test_the_link_of_an_entry_leads_to_the_entry_and_its_player(event, organiser, steps, words):
    event = open_registration(event, organiser, approval=True)
    register_online(event, "Ada")
    link = address_of(event, "Ada")
    for step in steps:
        step(fresh(event))
    text = page_at(link)
    assert words in text if words else not text
    # Always the same person: who is accepted again has the former row.
    assert Player.with_removed.filter(event=event).count() == bool(steps)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([], IN),
        ([remove], ""),
        ([remove, undo_last], IN),
        ([remove, restore], IN),
        ([remove, restore, undo_last], ""),
        ([renew_all], ""),
        ([remove, renew_all, undo_removal], ""),
    ],
)
def test_the_link_of_a_player_without_an_entry_leads_to_the_player_in_the_event(event, steps, words):
    add_players(event, ME, "Ada")
    link = link_of(Player.objects.get(event=event))
    for step in steps:
        step(fresh(event))
    text = page_at(link)
    assert words in text if words else not text
