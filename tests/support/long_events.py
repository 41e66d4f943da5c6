"""Events with long standings."""

from tests.benchmarks.sample_event import played
from tests.support.database_states import cached_state
from tests.support.desk_events import actor_of
from tournaments.events.actions.events import import_event
from tournaments.models import Event


@cached_state
def long_event(organiser, players: int, rounds: int = 2) -> Event:
    """Return an event of so many players after some rounds."""
    return import_event(played(f"Hall of {players}", players, rounds), actor_of(organiser))
