"""The play-off of a series: an event in which people who are level play for the last seats of a final."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event, Player, Series
from ...rules.rounds.progress import has_ended
from ...rules.standings.final import final_standings


@dataclass(frozen=True)
class PlayOff:
    """A play-off; `places` are those of its people, by primary key, and empty until it has ended."""

    event: Event
    places: Mapping[int, int]

    @property
    def is_open(self) -> bool:
        """Return whether it can still decide something."""
        return not (self.places or self.event.cancelled)


def get_play_off(series: Series) -> PlayOff | None:
    """Return the play-off of a series, None without one."""
    event = series.play_off
    return PlayOff(event, read_places(event)) if event else None


def play_off_places(series: Series) -> Mapping[int, int]:
    """Return the places in the play-off of a series by person; empty until it has ended."""
    play_off = get_play_off(series)
    return play_off.places if play_off else {}


def read_places(event: Event) -> dict[int, int]:
    """Return the places of an event that has ended by person; who was disqualified comes last."""
    history = without_draft_rounds(load_history(event))
    if event.cancelled or not has_ended(history):
        return {}
    ranks = {row.player: row.rank for row in final_standings(history)}
    players = Player.objects.filter(event=event, is_proposed=False).exclude(person=None)
    last = len(history.players) + 1
    return {person: ranks.get(key) or last for key, person in players.values_list("public_id", "person")}
