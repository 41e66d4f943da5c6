"""The signal that a change is stored."""

import pytest

from tests.support.database_states import rows
from tests.support.played_events import ME, make, reload_event
from tournaments.changes.registry import changed, listens_to_changes
from tournaments.players.actions.players import drop_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def listen():
    """Return a function that connects a listener until the test ends."""
    listeners = []

    def connect(listener):
        listeners.append(listener)
        changed.connect(listener)

    yield connect
    for listener in listeners:
        changed.disconnect(listener)


def test_a_listener_sees_the_change_with_its_version_and_log_entry_stored(listen):
    event, states = make(), []

    def listener(change, **_signal):
        states.append((change.action, list(change.changes), change.event.log.latest("id").version))

    listen(listener)
    drop_player(event, ME, "p1")
    assert states == [(drop_player.action, ["player:p1"], reload_event(event).version)]


def test_an_error_in_a_listener_leaves_the_event_unchanged(listen):
    event = make()
    before = rows()

    def listener(change, **_signal):
        raise OSError("no listener may fail quietly")

    listen(listener)
    with pytest.raises(OSError, match="quietly"):
        drop_player(event, ME, "p1")
    assert rows() == before


def test_a_listener_of_some_kinds_of_parts_is_called_only_for_changes_of_these(monkeypatch):
    monkeypatch.setattr(changed, "receivers", list(changed.receivers))
    event, calls = make(), []
    listens_to_changes("round", "match")(lambda change: calls.append("round or match"))
    listens_to_changes("phase", "player")(lambda change: calls.append("phase or player"))
    drop_player(event, ME, "p1")
    assert calls == ["phase or player"]
