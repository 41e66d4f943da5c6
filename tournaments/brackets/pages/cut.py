"""The cut: what is planned, who advances, and matches that open early."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...models import Event
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.finals import early_matches
from ...rules.finals_systems.system import ordinal
from ...rules.history import (
    BRACKET,
    DRAFT,
    DRAFT_PODS,
    PODS,
    PUBLISHED,
    EventHistory,
    EventPhase,
    PhaseRecord,
    RoundRecord,
)
from ...rules.rounds import phases
from ...rules.rounds.phases import (
    WorkableCut,
    cut_rule,
    entrants_of,
    find_impossible_cut,
    find_workable_cut,
    round_count,
)
from ...rules.rounds.progress import unreported
from ...rules.standings.cut import Cut
from ...rules.standings.standings import standings
from ...rules.standings.working import deciding_column
from ...standings.pages.standings import columns_of, row_text
from ...standings.pages.working import difference_text
from ...web.wording import cut_text, departure_text, message_text, number_text, phase_name, record_text


@dataclass(frozen=True)
class CutRow:
    """A row of the preview.

    `values` are (text, whether this column separates the last qualifier from the first player out); `reason`
    says what keeps the player out.
    """

    player: str
    rank: int
    name: str
    about: str
    record: str
    values: tuple[tuple[str, bool], ...]
    reason: str
    is_in: bool
    has_dropped: bool


@dataclass(frozen=True)
class CutPreview:
    """The preview of a cut.

    `rule` is the rule as stored; `rows` are in the order of the standings, `qualifiers` by seed; `error` says
    why the cut cannot be made.
    """

    rule: dict
    rule_text: str
    columns: tuple[str, ...]
    rows: tuple[CutRow, ...]
    qualifiers: tuple[CutRow, ...]
    tied: bool
    by_hand: bool
    error: str

    @property
    def width(self):
        """Return the number of cells in a row."""
        return 3 + len(self.columns)

    @property
    def others(self):
        return tuple(row for row in self.rows if not row.is_in)

    @property
    def first_out(self):
        return tuple(row for row in self.others if not row.has_dropped)[:3]


@dataclass(frozen=True)
class AvailableCut:
    """A cut that can be made now into phase `number`.

    With `again` it is repeated because the players named in `dropped` have left. While results are `missing`
    it can be looked at, but not made.
    """

    number: int
    name: str
    again: bool
    dropped: tuple[str, ...]
    missing: int = 0


@dataclass(frozen=True)
class UnplannedCut:
    """Finals that can be added after the last phase; not while results are `missing`.

    `is_pods`: its tables are pods, and so are those of the finals. `players` can be in it; the
    `rounds_left` of the phase won't be played.
    """

    is_pods: bool
    players: int
    missing: int
    rounds_left: int


def find_available_cut(history: EventHistory) -> AvailableCut | None:
    """Return the cut that is due; None while rounds before it are missing."""
    phase = history.current_phase
    # After a draft the drafted players play, so the cut is final.
    max_rounds = 0 if phase.kind == DRAFT_PODS else 1
    has_results = any(match.played for round_ in phase.rounds for match in round_.matches)
    if phase.previous and phase.begun and len(phase.rounds) <= max_rounds and not has_results:
        present, names = phases.playing_in(phases.without_cut(phase)), history.names
        dropped = tuple(names[player] for player in phase.entrants or () if player not in present)
        return AvailableCut(phase.number, phase_name(phase), True, dropped)
    if phase.next is None or not phase.rounds:
        return None
    open_round = phase.open_round
    if open_round and open_round.state == DRAFT:
        return None
    if len(phase.rounds) < round_count(phase):
        return None
    missing = len(unreported(open_round)) if open_round else 0
    return AvailableCut(phase.next.number, phase_name(phase.next), False, (), missing)


def find_unplanned_cut(history: EventHistory) -> UnplannedCut | None:
    """Return the finals that can be added; None if a phase follows, or no round has been published."""
    phase = history.current_phase
    if phase.next or phase.kind == BRACKET or not phase.rounds:
        return None
    open_round = phase.open_round
    if open_round and open_round.state == DRAFT:
        return None
    next_round = phase.rounds_before + len(phase.rounds) + 1
    return UnplannedCut(
        is_pods=phase.kind == PODS,
        players=sum(player.plays_in(next_round) for player in history.players),
        missing=len(unreported(open_round)) if open_round else 0,
        rounds_left=max(0, round_count(phase) - len(phase.rounds)),
    )


def history_at_cut(event: Event) -> tuple[EventHistory, AvailableCut | None]:
    """Return the event's history before its next cut, and that cut."""
    history = load_history(event)
    available_cut = find_available_cut(history)
    if available_cut and available_cut.again:
        history = phases.without_cut(history.phase(available_cut.number)).history
    return history, available_cut


def with_finals(history: EventHistory, finals_key: str, top: int) -> EventHistory:
    """Return the history with finals added after its phases."""
    bracket = PhaseRecord(BRACKET, overrides={"finals": finals_key, "cut": {"top": top}})
    return replace(history, phases=(*history.phases, bracket))


def preview_cut(phase: EventPhase, rule: dict | None = None) -> CutPreview:
    """Preview who would enter a phase if the one before it ended with the current results.

    `rule` replaces the phase's own cut.
    """
    rule = rule or phases.cut_rule(phase) or {}
    table = standings(phase.previous, live=True)
    by_hand, error = bool(rule.get("by_hand")), ""
    try:
        cut = phases.cut_rows(phase, table.rows, rule or None)
        if phase.kind == BRACKET:
            key = phase.settings.finals or finals.DEFAULT_FINALS
            finals.build_table(key, len(cut.entrants))
    except RuleViolation as violation:
        cut, error = Cut(()), "" if by_hand else message_text(violation)
    columns = deciding_columns(table, cut.entrants)
    rows = cut_rows(phase, table, cut.entrants, rule, columns)
    rows_by_player = {row.player: row for row in rows}
    return CutPreview(
        rule=rule,
        rule_text=cut_text(rule) if rule else gettext("everyone"),
        columns=tuple(column.label for column in columns_of(columns)),
        rows=rows,
        qualifiers=tuple(rows_by_player[player] for player in cut.entrants),
        tied=cut.tied_at_line,
        by_hand=by_hand,
        error=error,
    )


def deciding_columns(table, entrants) -> tuple[str, ...]:
    """Return the columns down to the one that decides the cut; all of them for a tie."""
    last = max((n for n, row in enumerate(table.rows) if row.player in entrants), default=len(table.rows))
    if last + 1 >= len(table.rows):
        return table.columns[:1]
    key = deciding_column(table.columns, table.rows[last], table.rows[last + 1])
    return table.columns[: table.columns.index(key) + 1] if key else table.columns


def cut_rows(phase, table, entrants, rule, keys) -> tuple[CutRow, ...]:
    history = phase.history
    present, players = phases.playing_in(phase), {player.id: player for player in history.players}
    groups = phases.groups_of(history, table.rows, rule)
    last_qualifiers = {groups.get(row.player, ""): row for row in table.rows if row.player in entrants}
    rows = []
    for row in table.rows:
        player, is_in, has_dropped = players[row.player], row.player in entrants, row.player not in present
        reason = ""
        if has_dropped:
            reason = departure_text(history, player)
        elif entrants and not is_in:
            reason = reason_out(table.columns, row, last_qualifiers.get(groups.get(row.player, "")), rule)
        rows.append(
            CutRow(
                player=row.player,
                rank=row.place or row.rank,
                name=row.name,
                about=gettext("pool {pool}").format(pool=row.pool) if row.pool else player.division,
                record=record_text(row),
                values=tuple((row_text(row, key), key == keys[-1]) for key in keys),
                reason=reason,
                is_in=is_in,
                has_dropped=has_dropped,
            )
        )
    return tuple(rows)


def reason_out(columns, row, last, rule) -> str:
    """Return why a player is out: “2 losses (1 allowed)” or “OMW % 66.60 v 67.00”.

    `last` is the last qualifier of the player's group, if any.
    """
    if "losses" in rule and row.losses > rule["losses"]:
        return gettext("{n} losses ({most} allowed)").format(n=row.losses, most=rule["losses"])
    if row.points < rule.get("min_points", row.points):
        return gettext("{points} points needed").format(points=number_text(rule["min_points"]))
    if last is None:
        return ""
    if last.place is not None and last.place != row.place:
        return gettext("{ordinal} in the pool").format(ordinal=ordinal(row.place).render(gettext))
    key = deciding_column(columns, last, row)
    if key is None:
        return gettext("tied on every tiebreaker; the order of the list decides")
    return difference_text(key, row, last)


@dataclass(frozen=True)
class CutProblem:
    """A planned cut that cannot be made; `button` offers `workable`, and both are empty if nothing works."""

    phase: int
    text: str
    button: str
    workable: WorkableCut | None


def find_cut_problem(history: EventHistory) -> CutProblem | None:
    """Return the first planned cut that cannot work; None once round 1 is published."""
    problem = find_impossible_cut(history)
    if problem is None:
        return None
    phase, field, violation = problem
    workable = find_workable_cut(phase, field)
    text = problem_text(phase, len(field), violation)
    return CutProblem(phase.number, text, button_text(workable), workable)


def problem_text(phase: EventPhase, players: int, violation) -> str:
    """Return “The cut takes 8 players, but there are only 5.”, or what else is wrong.

    `players` is the number that the cuts before this one leave.
    """
    rule = cut_rule(phase) or {}
    if rule.get("top", 0) > players and "per" not in rule:
        text = ngettext(
            "The cut takes {size} players, but there is only {count}.",
            "The cut takes {size} players, but there are only {count}.",
            players,
        )
        if phase.number > 2:
            text = ngettext(
                "The cut to {phase} takes {size} players, but only {count} is left by then.",
                "The cut to {phase} takes {size} players, but only {count} are left by then.",
                players,
            )
        return text.format(phase=phase_name(phase), size=rule["top"], count=players)
    text = gettext("The cut to {phase} doesn’t work with {count} players. {reason}")
    return text.format(phase=phase_name(phase), count=players, reason=message_text(violation))


def button_text(workable: WorkableCut | None) -> str:
    """“Change the cut to top 4, single elimination”."""
    if workable is None:
        return ""
    if workable.finals is None:
        return gettext("Change the cut to top {size}").format(size=workable.size)
    system = gettext(finals.check_finals(workable.finals).name)
    text = gettext("Change the cut to top {size}, {system}")
    if "per" in workable.cut:
        text = gettext("Change the cut to top {size} of each group, {system}")
    return text.format(size=workable.size, system=system[:1].lower() + system[1:])


@dataclass(frozen=True)
class Chooser:
    """A player who chooses their opponent in a match; `choices` are (player id, name, seed)."""

    version: int
    match: str
    name: str
    choices: tuple[tuple[str, str, int], ...]


def matches_ready(phase: EventPhase) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each match that can open before its round is paired."""
    current = phase.open_round
    if phase.kind != BRACKET or current is None or not unreported(current):
        return ()
    names = phase.history.names
    return tuple(
        match_text(meeting.slot, [names[side.player] for side in meeting.sides])
        for meeting in early_matches.ready_matches(phase)
    )


def opened_early(phase: EventPhase, current: RoundRecord | None) -> tuple[str, ...]:
    """Return “Semi-final 1: Ada v Bo” for each open match of a round after the current one."""
    if phase.kind != BRACKET or current is None:
        return ()
    names, table = phase.history.names, finals.bracket_of(phase).table
    return tuple(
        match_text(table.slot(match.slot), [names[player] for player in match.players])
        for round_ in phase.rounds
        if round_.number > current.number and round_.state == PUBLISHED
        for match in round_.matches
        if match.slot and not match.reported
    )


def match_text(slot, players) -> str:
    match = slot.name.render(gettext)
    sides = gettext(" v ").join(players)
    return gettext("{match}: {sides}").format(match=match[:1].upper() + match[1:], sides=sides)


def chooser_of(event: Event) -> Chooser | None:
    """Return the pending choice of an opponent, if any."""
    history = load_history(event)
    phase = history.current_phase
    choice = pending_choice(phase)
    if choice is None:
        return None
    names, seeds = history.names, entrants_of(phase)
    match = finals.bracket_of(phase).table.slot(choice.slot).name.render(gettext)
    choices = tuple((player, names[player], seeds.index(player) + 1) for player in choice.choices)
    return Chooser(history.version, match, names[choice.caller], choices)


def pending_choice(phase: EventPhase):
    return next(iter(early_matches.opponent_choices(phase)), None)


def pending_choice_text(phase: EventPhase) -> str:
    """Return “Ada chooses their opponent: Bo or Cy.”; empty if no choice is pending."""
    choice = pending_choice(phase)
    if choice is None:
        return ""
    names = phase.history.names
    a, b = (names[player] for player in choice.choices)
    text = gettext("{name} chooses their opponent: {a} or {b}.")
    return text.format(name=names[choice.caller], a=a, b=b)
