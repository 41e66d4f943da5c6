"""Names of players, rounds and times in sentences of the log."""

from contextlib import suppress
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, NOTHING, EventHistory
from ...rules.rounds import progress
from ..wording.formats import last_round, phase_name


class Names(dict):
    """Names by player id; an unknown id stands for itself.

    `phases` are names by number of the phases whose rounds need them, `finals_rounds` the names of the
    rounds of finals by phase number; `zone` is the event's time zone.
    `drops` are (player id, `dropped_after`) of the players who have dropped, with the round that pages name.
    `last_round` is (phase, round) whose end was the end of the event; None while it runs.
    """

    def __init__(
        self,
        players,
        phases: dict[int, str],
        zone: ZoneInfo,
        drops=NOTHING,
        last_round=None,
        finals_rounds: dict[int, tuple[str, ...]] = NOTHING,
    ):
        super().__init__(players)
        self.phases, self.zone, self.drops, self.last_round = phases, zone, drops, last_round
        self.finals_rounds = finals_rounds

    def __missing__(self, key):
        return key

    def round(self, phase: int, number: int) -> str:
        """“Round 2”, “Round 2 of Group” or “Grand final”."""
        if name := self.finals_round(phase, number):
            return name
        if phase not in self.phases:
            return gettext("Round {number}").format(number=number)
        return gettext("Round {number} of {phase}").format(number=number, phase=self.phases[phase])

    def round_in_sentence(self, phase: int, number: int) -> str:
        """“round 2”, “round 2 of Group” or “the grand final”."""
        if name := self.finals_round(phase, number):
            return gettext("the {round}").format(round=name[:1].lower() + name[1:])
        if phase not in self.phases:
            return gettext("round {number}").format(number=number)
        return gettext("round {number} of {phase}").format(number=number, phase=self.phases[phase])

    def finals_round(self, phase: int, number: int) -> str:
        """Return the name of a round of finals; empty for any other round."""
        return dict(enumerate(self.finals_rounds.get(phase, ()), 1)).get(number, "")


def names_of(history: EventHistory) -> Names:
    """Return the names of the players, of finals, and of other phases if there are several."""
    named = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if len(history.phases) - len(named) > 1:
        named = history.all_phases
    drops = {
        (player.id, player.dropped_after): last_round(history, player)
        for player in history.players
        if player.dropped_after is not None
    }
    phase = history.current_phase
    last_round_key = (phase.number, phase.current_round.number) if progress.has_ended(history) else None
    return Names(
        history.names,
        phases={phase.number: phase_name(phase) for phase in named},
        zone=ZoneInfo(history.timezone),
        drops=drops,
        last_round=last_round_key,
        finals_rounds=finals_rounds_of(history),
    )


def finals_rounds_of(history: EventHistory) -> dict[int, tuple[str, ...]]:
    """Return the names of the rounds of each phase of finals, by its number."""
    rounds = {}
    for phase in history.all_phases:
        if phase.kind == BRACKET:
            # An imported file may hold finals that cannot be drawn: their rounds have numbers only.
            with suppress(RuleViolation):
                names = finals.bracket_of(phase).table.round_names
                rounds[phase.number] = tuple(name.render(gettext) for name in names)
    return rounds
