"""The settings page: a phase compared with its rulebook, its columns, the finals; what deletion removes."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import Event
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals.systems import custom
from ...rules.history import BRACKET, DRAFT_PODS, ROUND_ROBIN, EventHistory, PhaseRecord
from ...rules.pairing import round_robin
from ...rules.results.betting import changed_betting
from ...rules.rounds import progress
from ...rules.settings import booster
from ...rules.settings.settings import Settings
from ...rules.tiebreakers import TIEBREAKERS
from ..help.rulebook_options import switch_text
from ..help.rulebooks import by_games, by_outcome
from ..history.cache import load_history
from ..log.descriptions import briefly
from ..standings.columns import ColumnInfo, columns_of
from ..wording import drafts, on_site
from ..wording.betting import betting_text
from ..wording.cuts import cut_text
from ..wording.formats import phase_name
from ..wording.pairing import LABELS as PAIRING_LABELS
from ..wording.pairing import pairing_text


@dataclass(frozen=True)
class FinalsSettings:
    """The finals on the settings page; `initial` are the values of the short form.

    `needs_phase_form`: they have a cut or settings that the short form lacks. `rounds` are (number, name).
    """

    number: int
    settings: Settings
    rounds: tuple[tuple[int, str], ...]
    initial: dict
    has_begun: bool
    needs_phase_form: bool


@dataclass(frozen=True)
class SettingsPage:
    """The settings of a phase, and of the event.

    `phases` (number, name) are those with rounds; `overrides` replace the rulebook's values, `differences`
    describe them; `minutes` are (number, name, minutes of a round) of every phase.
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
    first_column: str
    columns: tuple[ColumnInfo, ...]
    differences: tuple[str, ...]
    is_paired: bool
    suggested_rounds: int
    finals: FinalsSettings | None
    minutes: tuple[tuple[int, str, int], ...]

    @property
    def name(self):
        return dict(self.phases).get(self.phase, "")


@dataclass(frozen=True)
class DeletionSummary:
    """The number of rows that deleting an event removes."""

    players: int
    rounds: int
    results: int
    actions: int


LABELS = {
    "rounds": gettext_noop("rounds"),
    "best_of": gettext_noop("best of"),
    "points": gettext_noop("points"),
    "pairing": gettext_noop("pairing"),
    "first_round_pairing": gettext_noop("first round"),
    "last_round_pairing": gettext_noop("last round"),
    "cut": gettext_noop("cut"),
    "finals": gettext_noop("top cut"),
    "third_place": gettext_noop("third-place match"),
    "best_of_rounds": gettext_noop("match length by round"),
    "places": gettext_noop("players eliminated in the same round"),
    "after_cut": gettext_noop("if a player drops after the cut"),
}


def get_settings_page(event: Event, number: int | None = None) -> SettingsPage:
    """Return the settings of a phase that is no bracket, by default the first, and of the finals."""
    history = load_history(event)
    names = {n: phase_name(history, n) for n in range(1, len(history.phases) + 1)}
    phases = {n: name for n, name in names.items() if history.phase(n).kind != BRACKET}
    number = number if number in phases else next(iter(phases), 1)
    phase = history.phase(number)
    settings = progress.settings_for(history, number)
    players = sum(player.joined_round <= 1 and player.plays_in(1) for player in history.players)
    return SettingsPage(
        version=history.version,
        phase=number,
        phases=tuple(phases.items()),
        kind=phase.kind,
        settings=settings,
        overrides=phase.settings,
        rulebook_name=gettext(settings.rulebook.name),
        rulebook_summary=gettext(settings.rulebook.summary),
        rulebook_points=points_text(settings.rulebook.points),
        first_column=gettext(TIEBREAKERS[settings.first_column].label),
        columns=columns_of(column.key for column in settings.columns),
        differences=find_differences(settings.rulebook.key, phase.settings),
        is_paired=any(other.rounds for other in history.phases),
        suggested_rounds=suggested_rounds(phase, settings, players) if players > 1 else 0,
        finals=finals_settings(history) if history.phases[-1].kind == BRACKET else None,
        minutes=tuple((n, name, progress.settings_for(history, n).minutes) for n, name in names.items()),
    )


def finals_settings(history: EventHistory) -> FinalsSettings:
    number = len(history.phases)
    phase = history.phases[-1]
    cut = phase.settings.get("cut") or {}
    # An event of finals alone has no short form.
    has_short_form = number > 1
    return FinalsSettings(
        number=number,
        settings=progress.settings_for(history, number),
        rounds=finals_rounds(history),
        initial=finals_initial(phase, cut) if has_short_form else {},
        has_begun=has_short_form and bool(phase.rounds),
        needs_phase_form=has_short_form
        and bool(cut.keys() - {"top"} or phase.settings.keys() - {"cut", "finals"}),
    )


def finals_rounds(history: EventHistory) -> tuple[tuple[int, str], ...]:
    """Return (number, name) of the finals' rounds that count games; empty while their size is unknown."""
    try:
        bracket = finals.bracket_of(history, len(history.phases))
    except RuleViolation:
        return ()
    return tuple(
        (number, name.render(gettext))
        for number, name in enumerate(bracket.table.round_names, 1)
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def suggested_rounds(phase: PhaseRecord, settings: Settings, players: int) -> int:
    if phase.kind == ROUND_ROBIN:
        return round_robin.round_count(players, replace(settings, rounds=None))
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    return rulebooks.suggested_rounds(settings.rulebook, players)


def finals_initial(phase: PhaseRecord, cut: dict) -> dict:
    """Return the initial values of the finals form."""
    system = phase.settings.get("finals") or finals.DEFAULT_FINALS
    if not isinstance(system, dict):
        return {"finals": system, "top": cut.get("top")}
    table = {"own_name": system.get("name", ""), "own_table": custom.format_rows(system)}
    return {"finals": custom.OWN, "top": cut.get("top"), **table}


def points_text(points) -> str:
    """Return “Win 3, Draw 1, Loss 0, Bye 3”."""
    return ", ".join(f"{result} {worth}" for result, worth in (*by_games(points), *by_outcome(points)))


def find_differences(rulebook: str, overrides: dict) -> tuple[str, ...]:
    """Describe how a phase differs from the rulebook (“points: win 2”), except for its prizes."""
    usual = rulebooks.settings_of(rulebook, {})
    parts = []
    for key, value in overrides.items():
        if key == "percentages":
            parts += [(key, {name: switch}) for name, switch in value.items()]
        elif key != "prizes":
            parts.append((key, value))
    return tuple(
        difference_text(key, value)
        for key, value in parts
        if rulebooks.settings_of(rulebook, {key: value}) != usual
    )


def difference_text(key: str, value) -> str:
    if key == "rounds":
        return ngettext("{rounds} round", "{rounds} rounds", value).format(rounds=value)
    if key == "percentages":
        ((name, switch),) = value.items()
        return switch_text(name, switch)
    if key == "tiebreakers":
        keys = [column["key"] if isinstance(column, dict) else column for column in value]
        names = ", ".join(column.label for column in columns_of(keys)) or gettext("none")
        return gettext("tiebreakers: {names}").format(names=names)
    if key == "cut":
        return f"{gettext(LABELS[key])}: {cut_text(value)}"
    if key in PAIRING_LABELS:
        return pairing_text(key, value)
    if key == "betting":
        return bets_text(value)
    if key in drafts.LABELS:
        return drafts.draft_text(key, value)
    if key in on_site.LABELS:
        return on_site.on_site_text(key, value)
    return f"{gettext(LABELS[key])}: {briefly(value)}" if key in LABELS else switch_text(key, value)


def bets_text(value) -> str:
    if value is None:
        return gettext("no betting")
    return gettext("betting: {words}").format(words=betting_text(changed_betting(None, value, "")))


def get_deletion_summary(event: Event) -> DeletionSummary:
    """Count what deleting the event removes."""
    history = load_history(event)
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    results = sum(match.played for round_ in rounds for match in round_.matches)
    return DeletionSummary(len(history.players), len(rounds), results, event.log.count())
