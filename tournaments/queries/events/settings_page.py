"""The settings page: a phase compared with its rulebook, the finals; what deletion removes."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules import rulebooks
from ...rules.history import DRAFT_PODS, ROUND_KINDS, ROUND_ROBIN, EventHistory, EventPhase
from ...rules.pairing import round_robin
from ...rules.players.participation import list_participants
from ...rules.settings import booster
from ...rules.settings.settings import Settings
from ..help.rulebooks import by_games, by_outcome
from ..history.cache import load_history
from ..wording.formats import phase_name
from .finals_settings import FinalsSettings, get_finals_settings
from .settings_differences import find_differences


@dataclass(frozen=True)
class SettingsPage:
    """The settings of a phase, and of the event.

    `phases` (number, name) are those to choose from; `overrides` replace the rulebook's values, `differences`
    describe them; `rounds_paired` are those of the phase.
    """

    version: int
    phase: int
    phases: tuple[tuple[int, str], ...]
    kind: str
    settings: Settings
    overrides: dict
    rulebook_name: str
    rulebook_summary: str
    rulebook_points: str
    differences: tuple[str, ...]
    is_paired: bool
    rounds_paired: int
    suggested_rounds: int
    finals: FinalsSettings

    @property
    def name(self):
        return dict(self.phases).get(self.phase, "")


@dataclass(frozen=True)
class DeletionSummary:
    """Numbers of things that deleting an event removes; `lists` counts players with a list."""

    players: int
    rounds: int
    results: int
    actions: int
    registrations: int
    lists: int


def phase_names(history: EventHistory, kinds=ROUND_KINDS) -> dict[int, str]:
    """Return the names of the phases of these kinds by number."""
    return {phase.number: phase_name(phase) for phase in history.all_phases if phase.kind in kinds}


def get_settings_page(event: Event, number: int | None = None, kinds=ROUND_KINDS) -> SettingsPage:
    """Return the settings of a phase of these kinds, by default the first, and of the finals."""
    history = load_history(event)
    phases = phase_names(history, kinds)
    number = number if number in phases else next(iter(phases), 1)
    phase = history.phase(number)
    settings = phase.settings
    players = sum(player.joined_round <= 1 for player in list_participants(history))
    return SettingsPage(
        version=history.version,
        phase=number,
        phases=tuple(phases.items()),
        kind=phase.kind,
        settings=settings,
        overrides=phase.record.settings,
        rulebook_name=gettext(settings.rulebook.name),
        rulebook_summary=gettext(settings.rulebook.summary),
        rulebook_points=points_text(settings.rulebook.points),
        differences=find_differences(settings.rulebook.key, phase.record.settings),
        is_paired=any(other.rounds for other in history.phases),
        rounds_paired=len(phase.rounds),
        suggested_rounds=suggested_rounds(phase, players) if players > 1 else 0,
        finals=get_finals_settings(history),
    )


def suggested_rounds(phase: EventPhase, players: int) -> int:
    if phase.kind == ROUND_ROBIN:
        return round_robin.round_count(players, replace(phase.settings, rounds=None))
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    return rulebooks.suggested_rounds(phase.settings.rounds_by_size, players)


def points_text(points) -> str:
    """Return “Win 3, Draw 1, Loss 0, Bye 3”."""
    return ", ".join(f"{result} {worth}" for result, worth in (*by_games(points), *by_outcome(points)))


def get_deletion_summary(event: Event) -> DeletionSummary:
    """Count what deleting the event removes."""
    history = load_history(event)
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    results = sum(match.played for round_ in rounds for match in round_.matches)
    lists = event.list_versions.values("player").distinct().count()
    players = len(list_participants(history))
    return DeletionSummary(
        players, len(rounds), results, event.log.count(), event.registrations.count(), lists
    )
