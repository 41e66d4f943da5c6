"""Concurrent actions of two people, each with the form of a page loaded before.

An action is a function (loaded, client, key) that loads the page and returns a callable that sends its form.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.desk_events import fresh
from tests.support.pages import NEW
from tournaments.changes.change import Actor
from tournaments.history.cache import load_history
from tournaments.models import Event
from tournaments.results.actions.results import report_result
from tournaments.rules import event_file


@dataclass(frozen=True)
class LoadedEvent:
    """An event that two people have loaded, and its version on their pages."""

    event: Event
    version: int
    invitation: str

    def form(self, key: str, **fields) -> dict:
        return {"key": key, "version": self.version, **fields}


def desk(name: str, *arguments, **fields) -> Callable:
    """Return an action that sends a form of the desk."""

    def prepare(loaded, client, key):
        address = reverse(name, args=[loaded.event.slug, *arguments])
        return partial(client.post, address, loaded.form(key, **fields))

    return prepare


def result(table: int, text: str) -> Callable:
    return desk("report", phase=1, round=2, table=table, result_text=text, confirmed_result=text)


def phone(seat: int, text: str, table: int = 2) -> Callable:
    """Return an action in which a player reports a result from their own page."""

    def prepare(loaded, client, key):
        round_ = load_history(fresh(loaded.event)).phase(1).rounds[1]
        match = next(match for match in round_.matches if match.table == table)
        token = loaded.event.players.get(public_id=match.players[seat - 1]).secret
        form = {"phase": 1, "round": 2, "table": table, "seat": match.players, "key": key}
        form["result_text"] = text
        return partial(client.post, reverse("report_own", args=[loaded.event.slug, token]), form)

    return prepare


def undo(loaded, client, key):
    """Undo the last action on the page."""
    entry = loaded.event.log.filter(version=loaded.version).get()
    return partial(client.post, reverse("undo", args=[loaded.event.slug]), loaded.form(key, entry=entry.pk))


def delete(loaded, client, key):
    address = reverse("delete_event", args=[loaded.event.slug])
    return partial(client.post, address, loaded.form(key, name=loaded.event.name))


def accept(loaded, client, key):
    """Accept the invitation."""
    return partial(client.post, reverse("invitation", args=[loaded.invitation]), {"key": key})


def shell(table: int, text: str) -> Callable:
    """Return an action that reports from a shell, without key or version."""

    def prepare(loaded, client, key):
        return partial(report_result, loaded.event, Actor("command line"), 1, 2, table, text)

    return prepare


def create(loaded, client, key):
    return partial(client.post, reverse("new_event"), {**NEW, "key": key})


def import_file(loaded, client, key):
    """Import an event file."""
    file = json.dumps(event_file.write(load_history(fresh(loaded.event)))).encode()
    form = {"key": key, "file": SimpleUploadedFile("event.json", file)}
    return partial(client.post, reverse("import_event"), form)


@dataclass(frozen=True)
class Case:
    """Two actions in an event of this state.

    `same`: one person, whose form is sent twice. `strangers`: neither runs the event.
    """

    state: str
    first: Callable
    second: Callable
    same: bool = False
    strangers: bool = False


CASES = {
    "two results of one table": Case("published", result(2, "2-1"), result(2, "0-2")),
    "results of two tables": Case("published", result(2, "2-1"), result(3, "0-2")),
    "a double tap": Case("published", result(2, "2-1"), result(2, "2-1"), same=True),
    "a phone and the desk": Case("published", phone(1, "2-1"), result(2, "0-2")),
    "two phones that agree": Case("published", phone(1, "2-1"), phone(2, "2-1")),
    "two phones that do not": Case("published", phone(1, "2-1"), phone(2, "0-2")),
    "a phone's outbox that sends twice": Case("published", phone(1, "2-1"), phone(1, "2-1"), same=True),
    "two shells": Case("published", shell(2, "2-1"), shell(2, "0-2")),
    "a shell and the desk": Case("published", shell(2, "2-1"), result(2, "0-2")),
    "an undo and a result": Case("published", undo, result(2, "2-1")),
    "two undos": Case("published", undo, undo),
    "two who pair the round": Case("played", desk("pair"), desk("pair")),
    "a drop and the pairing": Case("played", desk("drop_player", "p3"), desk("pair")),
    "the end of a round and a result cleared": Case(
        "played",
        desk("finish_round"),
        desk("report", phase=1, round=1, table=1, result_text="clear", confirmed_result="clear"),
    ),
    "several dropped, some of them by two": Case(
        "played", *[desk("drop_players", player=keys, sure="1") for keys in (["p3", "p4"], ["p4", "p5"])]
    ),
    "several dropped and the pairing": Case(
        "played", desk("drop_players", player=["p3", "p4"], sure="1"), desk("pair")
    ),
    "several dropped by a double tap": Case(
        "played", *[desk("drop_players", player=["p3", "p4"], sure="1")] * 2, same=True
    ),
    "several dropped and a phone": Case(
        "published", desk("drop_players", player=["p3", "p4", "p5"], sure="1"), phone(1, "2-1")
    ),
    "several checked in, some of them by two": Case(
        "new", *[desk("check_in_players", player=keys) for keys in (["p3", "p4"], ["p4", "p5"])]
    ),
    "several checked in and one dropped": Case(
        "new", desk("check_in_players", player=["p3", "p4"]), desk("drop_player", "p4")
    ),
    "two who publish": Case("draft", *[desk("publish_round", phase=1, round=2)] * 2),
    "publishing and drawing again": Case(
        "draft", desk("publish_round", phase=1, round=2), desk("redraw_round", phase=1, round=2)
    ),
    "a merge and a drop": Case(
        "new", desk("merge_players", keep="p3", remove="p4"), desk("drop_player", "p4")
    ),
    "one name typed by two": Case("new", *[desk("add_players", names="Zoë\nYves")] * 2),
    "one invitation taken by two": Case("new", accept, accept, strangers=True),
    "one invitation taken by a double tap": Case("new", accept, accept, same=True, strangers=True),
    "deleting and a result": Case("published", delete, result(2, "2-1")),
    "deleting and a phone": Case("published", delete, phone(1, "2-1")),
    "two who delete": Case("published", delete, delete),
    "an event made by a double tap": Case("new", create, create, same=True),
    "two events of one name": Case("new", create, create),
    "a file brought by a double tap": Case("new", import_file, import_file, same=True),
}
# Actions that create another event are not logged in this one.
CREATING = (create, import_file)
