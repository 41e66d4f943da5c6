"""Players' secret links: renewed, restored by undo, in no file."""

import json

import pytest

from tests.support.played_events import ME, reload_event
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.players.actions import players
from tournaments.players.actions.players import add_players, renew_link
from tournaments.rules import event_file


def test_a_new_link_invalidates_the_old_one(running):
    before = running.players.get(public_id="p1").secret
    renew_link(running, ME, "p1")
    assert running.players.get(public_id="p1").secret != before
    assert running.players.exclude(public_id="p1").filter(token=before).count() == 0


@pytest.mark.parametrize("by_mistake", ["remove_player", "merge_players"])
def test_undo_of_a_removal_restores_the_link(running, by_mistake):
    add_players(running, ME, "Ada")
    ada = running.players.get(name="Ada")
    names = (ada.public_id,) if by_mistake == "remove_player" else ("p1", ada.public_id)
    getattr(players, by_mistake)(reload_event(running), ME, *names)
    assert not running.players.filter(token=ada.token).exists()
    undo(reload_event(running), ME)
    assert running.players.get(name="Ada").secret == ada.token


def test_log_and_event_file_do_not_contain_links_of_removed_players(running):
    add_players(running, ME, "Ada")
    token = running.players.get(name="Ada").secret
    players.remove_player(reload_event(running), ME, "Ada")
    assert token not in json.dumps(event_file.write(load_history_with_log(reload_event(running))))
    assert token not in json.dumps(list(running.log.values()), default=str)
