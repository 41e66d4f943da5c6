"""The settings page of a phase: its values beside the rulebook's, its columns, its finals."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...models import Event
from ...rules import finals, rulebooks
from ...rules.errors import RuleViolation
from ...rules.finals.systems import custom as own
from ...rules.history import BRACKET, DRAFT_PODS, ROUND_ROBIN, EventHistory, PhaseRecord
from ...rules.pairing import round_robin
from ...rules.results.betting import changed_betting
from ...rules.rounds import progress
from ...rules.settings import booster, settings
from ...rules.tiebreakers import TIEBREAKERS
from ..help.rulebook_options import switch_text
from ..help.rulebooks import by_games, by_outcome
from ..history.cache import load_history
from ..log.descriptions import briefly
from ..standings.columns import ColumnInfo, columns_of
from ..wording import drafts, hall
from ..wording.betting import betting_text
from ..wording.cuts import cut_words
from ..wording.formats import phase_name
from ..wording.pairing import PAIRING, pairing_text


@dataclass(frozen=True)
class SettingsPage:
    """The settings of an event as its page shows them; `phases` (number, name) are those with rounds.

    `finals_apart`: the number of finals that are more than the short form holds, else 0. `minutes`: (number,
    name, minutes of a round) of every phase."""

    version: int
    phase: int
    phases: tuple[tuple[int, str], ...]
    kind: str
    now: settings.Settings
    own: dict
    rulebook_name: str
    rulebook_summary: str
    first_column: str
    columns: tuple[ColumnInfo, ...]
    differs: tuple[str, ...]
    is_paired: bool
    rounds_drawn: int
    suggested: int
    finals: dict
    finals_begun: bool
    finals_apart: int
    points_usual: str
    finals_phase: int
    finals_now: settings.Settings | None
    finals_rounds: tuple[tuple[int, str], ...]
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
    "finals": gettext_noop("finals"),
    "third_place": gettext_noop("match for third place"),
    "best_of_rounds": gettext_noop("best of, by round"),
    "places": gettext_noop("places of one round"),
    "after_cut": gettext_noop("for who leaves after the cut"),
}


def settings_for(event: Event, number: int | None = None) -> SettingsPage:
    """Return the settings of a phase that is no bracket, by default the first, and of the finals."""
    history = load_history(event)
    version = history.version
    phases = [(n, phase_name(history, n)) for n, p in enumerate(history.phases, 1) if p.kind != BRACKET]
    number = number if number in dict(phases) else next(iter(dict(phases)), 1)
    phase = history.phase(number)
    now = progress.settings_for(history, number)
    last = history.phases[-1]
    has_finals = len(history.phases) > 1 and last.kind == BRACKET
    present = sum(player.joined_round <= 1 and player.plays_in(1) for player in history.players)
    return SettingsPage(
        version=version,
        phase=number,
        phases=tuple(phases),
        kind=phase.kind,
        now=now,
        own=phase.settings,
        rulebook_name=gettext(now.rulebook.name),
        rulebook_summary=gettext(now.rulebook.summary),
        first_column=gettext(TIEBREAKERS[now.first_column].label),
        columns=columns_of(column.key for column in now.columns),
        differs=differences(now.rulebook.key, phase.settings),
        is_paired=any(one.rounds for one in history.phases),
        rounds_drawn=len(phase.rounds),
        suggested=suggested_for(phase, now, present) if present > 1 else 0,
        finals=finals_of(last) if has_finals else {},
        finals_apart=len(history.phases) if has_finals and is_more(last) else 0,
        finals_begun=has_finals and bool(last.rounds),
        points_usual=points_text(now.rulebook.points),
        finals_phase=len(history.phases) if last.kind == BRACKET else 0,
        finals_now=progress.settings_for(history, len(history.phases)) if last.kind == BRACKET else None,
        finals_rounds=finals_rounds(history) if last.kind == BRACKET else (),
        minutes=tuple(
            (n, phase_name(history, n), progress.settings_for(history, n).minutes)
            for n in range(1, len(history.phases) + 1)
        ),
    )


def finals_rounds(history: EventHistory) -> tuple[tuple[int, str], ...]:
    """Return (number, name) of the finals' rounds that count games; empty while their size is unknown."""
    try:
        bracket = finals.bracket_of(history, len(history.phases))
    except RuleViolation:
        return ()
    names = enumerate(bracket.table.round_names, 1)
    return tuple(
        (number, name.render(gettext))
        for number, name in names
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def suggested_for(phase: PhaseRecord, now: settings.Settings, players: int) -> int:
    """Return the suggested number of rounds for this number of players."""
    if phase.kind == ROUND_ROBIN:
        return round_robin.round_count(players, replace(now, rounds=None))
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    return rulebooks.suggested_rounds(now.rulebook, players)


def finals_of(phase: PhaseRecord) -> dict:
    """Return the initial values of the finals form."""
    key = phase.settings.get("finals") or finals.DEFAULT_FINALS
    fields = {"finals": key, "top": (phase.settings.get("cut") or {}).get("top")}
    if isinstance(key, dict):
        fields |= {"finals": own.OWN, "own_name": key.get("name", ""), "own_table": own.written(key)}
    return fields


def is_more(phase: PhaseRecord) -> bool:
    """Whether the finals have a cut or settings that the short form of the settings page does not hold."""
    cut = phase.settings.get("cut") or {}
    return bool(cut.keys() - {"top"} or phase.settings.keys() - {"cut", "finals"})


def points_text(points) -> str:
    """“Win 3, Draw 1, Loss 0, Bye 3”."""
    return ", ".join(f"{what} {worth}" for what, worth in (*by_games(points), *by_outcome(points)))


def differences(rulebook: str, own: dict) -> tuple[str, ...]:
    """Describe how the phase differs from the rulebook (“points: win 2”); prizes have their own page."""
    changed = [(key, value) for key, value in own.items() if key != "prizes"]
    parts = [(key, {key: part}) for key, value in changed for part in parts_of(key, value)]
    usual = rulebooks.settings_of(rulebook, {})
    return tuple(
        words
        for key, part in parts
        if rulebooks.settings_of(rulebook, part) != usual
        for words in difference(key, part[key])
    )


def parts_of(key: str, value):
    return [{name: one} for name, one in value.items()] if key == "percentages" else [value]


def difference(key: str, value):
    if key == "percentages":
        yield from (switch_text(name, one) for name, one in value.items())
    elif key == "tiebreakers":
        keys = [one["key"] if isinstance(one, dict) else one for one in value]
        names = ", ".join(column.label for column in columns_of(keys)) or gettext("none")
        yield gettext("columns: {names}").format(names=names)
    elif key == "cut":
        yield f"{gettext(LABELS[key])}: {cut_words(value)}"
    elif key in PAIRING:
        yield pairing_text(key, value)
    elif key == "betting":
        yield bets_text(value)
    elif key in drafts.LABELS:
        yield drafts.draft_text(key, value)
    elif key in hall.LABELS:
        yield hall.hall_text(key, value)
    elif key in LABELS:
        yield f"{gettext(LABELS[key])}: {briefly(value)}"
    else:
        yield switch_text(key, value)


def bets_text(value) -> str:
    if value is None:
        return gettext("points are not bet")
    return gettext("bets: {words}").format(words=betting_text(changed_betting(None, value, "")))


def get_deletion_summary(event: Event) -> DeletionSummary:
    """Count what deleting the event removes."""
    history = load_history(event)
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    results = sum(match.played for round_ in rounds for match in round_.matches)
    return DeletionSummary(len(history.players), len(rounds), results, event.log.count())
