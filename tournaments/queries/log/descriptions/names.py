"""Names of players, rounds and times in descriptions of the log."""

from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ....rules.history import BRACKET, NOTHING, EventHistory
from ....rules.rounds import progress
from ...wording.formats import last_round, phase_name


class Names(dict):
    """Names by player id; an unknown id stands for itself.

    `phases` are names by number of the phases whose rounds need them; `zone` is the event's time zone.
    `drops` are (player id, `dropped_after`) of the players who have dropped, with the round that pages name.
    `last_round` is (phase, round) whose end was the end of the event; None while it runs.
    """

    def __init__(self, players, phases: dict[int, str], zone: ZoneInfo, drops=NOTHING, last_round=None):
        super().__init__(players)
        self.phases, self.zone, self.drops, self.last_round = phases, zone, drops, last_round

    def __missing__(self, key):
        return key

    def round(self, phase: int, number: int) -> str:
        """“2”, or “2 of Group”."""
        if phase not in self.phases:
            return str(number)
        return gettext("{number} of {phase}").format(number=number, phase=self.phases[phase])


def names_of(history: EventHistory) -> Names:
    """Return the names of the players, of finals, and of other phases if there are several."""
    numbers = [number for number, phase in enumerate(history.phases, 1) if phase.kind == BRACKET]
    if len(history.phases) - len(numbers) > 1:
        numbers = range(1, len(history.phases) + 1)
    phases = {number: phase_name(history, number) for number in numbers}
    drops = {
        (player.id, player.dropped_after): last_round(history, player)
        for player in history.players
        if player.dropped_after is not None
    }
    last = history.phase(history.current).current_round if progress.has_ended(history) else None
    last_round_key = (history.current, last.number) if last else None
    return Names(history.names, phases, ZoneInfo(history.timezone), drops, last_round_key)
