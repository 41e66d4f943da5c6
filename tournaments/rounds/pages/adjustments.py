"""Changes of pairings, and what can be drawn again."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from ...history.cache import load_history
from ...models import Event
from ...players.pages.entry_list import name_words
from ...rules.errors import RuleViolation
from ...rules.history import (
    BYE,
    DRAWN_KINDS,
    PODS,
    PUBLISHED,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ...rules.pairing.objectives import RoundCosts
from ...rules.results.corrections import CorrectedPhase, adjustment_options
from ...rules.results.notation import abbreviate_result
from ...rules.rounds import seating
from ...rules.rounds.adjustments import NOTHING_CHANGES, apply_adjustment, costs_of
from ...rules.rounds.pairing_constraints import names_exception
from ...rules.rounds.phases import entrants_of
from ...rules.rounds.progress import ADJUST, ALLOWED, WARNED
from ...web.status import round_name
from ...web.wording import message_text
from .round_desk import records_before

COSTS = {
    "rematches": gettext_noop("Rematches"),
    "gap": gettext_noop("Score gaps"),
    "same_club": gettext_noop("Same-team tables"),
    "byes": gettext_noop("Earlier byes of the bye player"),
}
# Changed tables listed in a preview; the rest is counted.
MAX_CHANGES = 12


@dataclass(frozen=True)
class AdjustableSeat:
    key: str
    name: str
    record: str


@dataclass(frozen=True)
class AdjustableTable:
    """A table, or a bye (`number` None). A table with a result cannot be changed."""

    number: int | None
    seats: tuple[AdjustableSeat, ...]
    has_result: bool


@dataclass(frozen=True)
class AdjustableRound:
    """The round to adjust.

    A published round has a `warning` and needs a reason. `missing` players could join, including those with a
    requested bye; `dropped` players still have a seat in the draft or at an unreported table. In a published
    round, additions and removals have their own page.
    """

    version: int
    phase: int
    number: int
    name: str
    is_draft: bool
    is_pods: bool
    warning: str
    tables: tuple[AdjustableTable, ...]
    missing: tuple[AdjustableSeat, ...]
    dropped: tuple[AdjustableSeat, ...]

    @property
    def has_bye(self):
        return any(table.number is None for table in self.tables)

    def find_seat(self, key: str) -> AdjustableSeat | None:
        seats = [seat for table in self.tables for seat in table.seats] + list(self.missing)
        return next((seat for seat in seats if seat.key == key), None)

    def find_table_of(self, key: str) -> AdjustableTable | None:
        return next((table for table in self.tables if any(seat.key == key for seat in table.seats)), None)


@dataclass(frozen=True)
class CostChange:
    """One kind of cost, before and after."""

    label: str
    before: int
    after: int

    @property
    def is_worse(self):
        return self.after > self.before


@dataclass(frozen=True)
class AdjustmentPreview:
    """The effect of an adjustment, or in `error` the reason why it is impossible.

    `is_same`: nothing would change; `needs_exception`: possible with an exception that may be accepted.
    `changes` are (table, players before, after) of the first changed tables, `more_changes` counts the
    others. `new_tables` get other players, `players_moved` lose their opponents. `fingerprint` identifies the
    new seating.
    """

    changes: tuple[tuple[str, str, str], ...] = ()
    more_changes: int = 0
    costs: tuple[CostChange, ...] = ()
    players_moved: int = 0
    new_tables: int = 0
    unchanged_tables: int = 0
    reported_tables: int = 0
    fingerprint: str = ""
    error: str = ""
    is_same: bool = False
    needs_exception: bool = False


def get_adjustable_round(event: Event) -> tuple[AdjustableRound | None, EventHistory]:
    """Return (the current round if it can be adjusted, else None; the event's history)."""
    history = load_history(event)
    phase = history.current_phase
    round_ = phase.current_round
    if round_ is None or round_.finished or phase.kind not in DRAWN_KINDS:
        return None, history
    level, warning = ADJUST[round_.state]
    is_draft = level == ALLOWED
    excused = seating.excused_players(phase, round_)
    matches = [m for m in round_.matches if not (m.is_bye and m.seats[0].player in excused)]
    seated = {player for match in matches for player in match.players}
    not_seated = set(entrants_of(phase)) - seated
    # In a published round, dropped players with a bye or a result need no action.
    removable = {player for match in matches if is_draft or not match.reported for player in match.players}
    event_round = phase.rounds_before + round_.number
    records = records_before(phase, round_)
    records |= dict.fromkeys(excused - seated, gettext("not paired"))
    seats = {p.id: AdjustableSeat(p.id, p.name, records.get(p.id, "")) for p in history.players}
    by_name = sorted(history.players, key=lambda player: name_words(player.name))
    return AdjustableRound(
        version=history.version,
        phase=phase.number,
        number=round_.number,
        name=round_name(phase, round_.number),
        is_draft=is_draft,
        is_pods=phase.kind == PODS,
        warning=gettext(warning).format(round=round_.number) if level == WARNED else "",
        tables=tuple(
            AdjustableTable(match.table, tuple(seats[player] for player in match.players), match.played)
            for match in matches
        ),
        missing=tuple(seats[p.id] for p in by_name if p.id in not_seated and not p.has_left),
        dropped=tuple(
            seats[p.id] for p in history.players if p.id in removable and not p.plays_in(event_round)
        ),
    ), history


def preview_adjustment(
    phase: EventPhase,
    number: int,
    kind: str,
    published_round: RoundRecord | None = None,
    **options,
) -> AdjustmentPreview:
    """Preview one adjustment of a round; `options` are those of rules.rounds.adjustments.

    `published_round` is the round as players know it, if `history` already differs from it by a removed
    bye.
    """
    before = phase.round(number)
    reported_tables = sum(match.played for match in before.matches)
    try:
        after = apply_adjustment(phase, number, kind, **options)
    except RuleViolation as violation:
        return AdjustmentPreview(
            reported_tables=reported_tables,
            error=message_text(violation),
            is_same=violation.template == NOTHING_CHANGES,
            needs_exception=kind == "draw" and names_exception(violation),
        )
    changes = table_changes(published_round or before, after, phase.history.names)
    old_opponents, new_opponents = seating.opponents(before), seating.opponents(after)
    tables = [match for match in after.matches if not match.is_bye]
    new_tables = sum(
        old_opponents.get(match.players[0]) != new_opponents[match.players[0]] for match in tables
    )
    return AdjustmentPreview(
        changes=changes[:MAX_CHANGES],
        more_changes=max(len(changes) - MAX_CHANGES, 0),
        costs=cost_changes(*(costs_of(phase, round_) for round_ in (before, after))),
        players_moved=sum(
            new_opponents.get(player) != others for player, others in old_opponents.items() if others
        ),
        new_tables=new_tables,
        unchanged_tables=len(tables) - new_tables - reported_tables,
        reported_tables=reported_tables,
        fingerprint=seating.fingerprint(after),
    )


def cost_changes(before: RoundCosts, after: RoundCosts) -> tuple[CostChange, ...]:
    """Return the change of each cost; earlier byes only if there are any."""
    keys = [key for key in COSTS if key != "byes" or before.byes or after.byes]
    return tuple(CostChange(gettext(COSTS[key]), getattr(before, key), getattr(after, key)) for key in keys)


def table_changes(before: RoundRecord, after: RoundRecord, names: dict) -> tuple[tuple[str, str, str], ...]:
    """Return (table, players before, after) of those that differ, by number, then the byes."""
    old, new = seating_texts(before, names), seating_texts(after, names)
    numbers = sorted({*old, *new}, key=lambda number: (number is None, number or 0))
    return tuple(
        (
            gettext("Bye") if number is None else gettext("Table {table}").format(table=number),
            old.get(number, ""),
            new.get(number, ""),
        )
        for number in numbers
        if old.get(number) != new.get(number)
    )


def seating_texts(round_: RoundRecord, names: dict) -> dict[int | None, str]:
    """Return {table: “Ada v Bo”}, with the players who have a bye under None."""
    texts = {
        match.table: gettext(" v ").join(names[player] for player in match.players)
        for match in round_.matches
        if not match.is_bye
    }
    byes = [bye_text(match, names) for match in round_.matches if match.is_bye]
    return texts | ({None: ", ".join(byes)} if byes else {})


def bye_text(match: MatchRecord, names: dict) -> str:
    """Return “Bo”, or for a partial bye “Bo (half-point bye)”."""
    seat = match.seats[0]
    name = names[seat.player]
    return name if seat.result == BYE else f"{name} ({abbreviate_result(match, gettext)})"


@dataclass(frozen=True)
class ChoiceLabels:
    """Labels of the choices and their buttons for one kind of correction.

    `repair_button` has a singular and a plural form; `no_change_button` is for zero tables.
    """

    keep: str
    keep_button: str
    repair_button: tuple[str, str]
    redraw_button: str
    no_change_button: str = ""


CORRECTION_LABELS = ChoiceLabels(
    gettext_noop("Keep the pairings"),
    gettext_noop("Save, keep pairings"),
    (gettext_noop("Save and change {n} table"), gettext_noop("Save and change {n} tables")),
    gettext_noop("Save and pair again"),
)
ADMISSION_LABELS = ChoiceLabels(
    gettext_noop("Leave them unpaired this round"),
    gettext_noop("Leave unpaired"),
    (gettext_noop("Add them and change {n} table"), gettext_noop("Add them and change {n} tables")),
    gettext_noop("Add them and pair again"),
    gettext_noop("Add them without changing tables"),
)
REMOVAL_LABELS = ChoiceLabels(
    gettext_noop("Keep them in this round"),
    "",
    (gettext_noop("Remove them and change {n} table"), gettext_noop("Remove them and change {n} tables")),
    gettext_noop("Remove them and pair again"),
    gettext_noop("Remove them without changing other tables"),
)


@dataclass(frozen=True)
class RedrawChoice:
    """A choice for the open round.

    `effect` describes what happens to matches under way; `preview` is None if the pairings are kept; `button`
    is empty if nothing can be stored.
    """

    key: str
    name: str
    effect: str
    button: str
    preview: AdjustmentPreview | None = None


def preview_redraw(
    phase: EventPhase,
    corrected: CorrectedPhase,
    labels: ChoiceLabels,
    key: str,
    **draw_options,
) -> RedrawChoice:
    """Preview changing the fewest tables of the open round, or drawing it again with `draw_options`."""
    number = corrected.open_round.number
    preview = preview_adjustment(
        corrected.phase,
        number,
        key,
        published_round=phase.round(number),
        **adjustment_options(corrected, key, **draw_options),
    )
    if key == "draw":
        name, button = gettext("Pair again"), gettext(labels.redraw_button)
    else:
        name, button = gettext("Fix with fewest changes"), gettext(labels.no_change_button)
        if preview.new_tables:
            button = ngettext(*labels.repair_button, preview.new_tables).format(n=preview.new_tables)
    effect = describe_effect(key, preview, corrected.open_round)
    return RedrawChoice(key, name, effect, "" if preview.error else button, preview)


def describe_effect(key: str, preview: AdjustmentPreview, open_round: RoundRecord) -> str:
    """Describe the effect of a redraw on the matches of the open round."""
    new, unchanged = preview.new_tables, preview.unchanged_tables
    reported, moved = preview.reported_tables, preview.players_moved
    if not new and reported and reported == sum(not match.is_bye for match in open_round.matches):
        return gettext("Every table has a result, so no table can change.")
    if preview.is_same and key == "fewest":
        return gettext("These are already the best pairings. No table needs to change.")
    if preview.error:
        return preview.error
    if open_round.state == PUBLISHED and not new and not moved:
        return gettext("No table changes. Matches in progress continue.")
    counts = [
        ngettext("{n} table changes", "{n} tables change", new).format(n=new),
        ngettext("{n} stays the same", "{n} stay the same", unchanged).format(n=unchanged),
    ]
    if reported:
        results = ngettext("{n} has a result and stays", "{n} have results and stay", reported)
        counts.append(results.format(n=reported))
    summary = ", ".join(counts) + "."
    if open_round.state != PUBLISHED:
        return summary
    if not moved:
        return summary + " " + gettext("Matches in progress continue.")
    leaving = ngettext(
        "{n} player has to leave a match that may have started.",
        "{n} players have to leave matches that may have started.",
        moved,
    )
    return f"{summary} {leaving.format(n=moved)}"
