"""What the settings page shows of a phase: its numbers beside the rulebook's, its columns, its finals."""

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
from ..history.cache import history_of
from ..log.descriptions import briefly
from ..standings.columns import ColumnShown, columns_of
from ..wording import drafts, hall
from ..wording.betting import betting_text
from ..wording.cuts import cut_words
from ..wording.formats import phase_name
from ..wording.pairing import PAIRING, pairing_text


@dataclass(frozen=True)
class Chosen:
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
    columns: tuple[ColumnShown, ...]
    differs: tuple[str, ...]
    drawn: bool
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
        """What the phase is called."""
        return dict(self.phases).get(self.phase, "")


@dataclass(frozen=True)
class Going:
    """What deleting an event takes with it."""

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


def settings_for(event: Event, number: int | None = None) -> Chosen:
    """The settings of a phase that is no bracket (by default, and where there is no such, the first), and of
    the finals."""
    history = history_of(event)
    version = history.version
    phases = [(n, phase_name(history, n)) for n, p in enumerate(history.phases, 1) if p.kind != BRACKET]
    number = number if number in dict(phases) else next(iter(dict(phases)), 1)
    phase = history.phase(number)
    now = progress.settings_for(history, number)
    last = history.phases[-1]
    has_finals = len(history.phases) > 1 and last.kind == BRACKET
    there = sum(player.joined_round <= 1 and player.plays_in(1) for player in history.players)
    return Chosen(
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
        drawn=any(one.rounds for one in history.phases),
        rounds_drawn=len(phase.rounds),
        suggested=suggested_for(phase, now, there) if there > 1 else 0,
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
    """(number, name) of the rounds of the last phase's finals in which games are counted, so none of pods;
    none before one knows for how many."""
    try:
        bracket = finals.bracket_of(history, len(history.phases))
    except RuleViolation:
        return ()
    names = enumerate(bracket.table.round_names, 1)
    return tuple(
        (number, name.said(gettext))
        for number, name in names
        if not all(meeting.slot.is_pod for meeting in bracket.round(number))
    )


def suggested_for(phase: PhaseRecord, now: settings.Settings, players: int) -> int:
    """How many rounds the phase has for so many players where nobody sets them."""
    if phase.kind == ROUND_ROBIN:
        return round_robin.round_count(players, replace(now, rounds=None))
    if phase.kind == DRAFT_PODS:
        return booster.ROUNDS
    return rulebooks.suggested_rounds(now.rulebook, players)


def finals_of(phase: PhaseRecord) -> dict:
    """What stands in the form of the finals."""
    key = phase.settings.get("finals") or finals.DEFAULT_FINALS
    told = {"finals": key, "top": (phase.settings.get("cut") or {}).get("top")}
    if isinstance(key, dict):
        told |= {"finals": own.OWN, "own_name": key.get("name", ""), "own_table": own.written(key)}
    return told


def is_more(phase: PhaseRecord) -> bool:
    """Whether the finals have a cut or settings that the short form of the settings page does not hold."""
    cut = phase.settings.get("cut") or {}
    return bool(cut.keys() - {"top"} or phase.settings.keys() - {"cut", "finals"})


def points_text(points) -> str:
    """“Win 3, Draw 1, Loss 0, Bye 3”."""
    return ", ".join(f"{what} {worth}" for what, worth in (*by_games(points), *by_outcome(points)))


def differences(rulebook: str, own: dict) -> tuple[str, ...]:
    """“points: win 2”: what the phase has in place of the rulebook's; no word where it repeats it.

    Prizes have a page of their own: no rulebook has any.
    """
    told = [(key, value) for key, value in own.items() if key != "prizes"]
    parts = [(key, {key: part}) for key, value in told for part in parts_of(key, value)]
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


def going_with(event: Event) -> Going:
    """What a deleted event takes with it."""
    history = history_of(event)
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    results = sum(match.played for round_ in rounds for match in round_.matches)
    return Going(len(history.players), len(rounds), results, event.log.count())
