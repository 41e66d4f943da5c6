"""Result entry, and the revisions of results."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from ...history.cache import load_history
from ...log.pages.sentences import Names, names_of, sender_of
from ...models import Event, ResultRevision, Round, Seat
from ...players.pages.entry_list import name_words
from ...rules import event_file
from ...rules.errors import RuleViolation
from ...rules.history import (
    BRACKET,
    DRAFT,
    DRAWN_KINDS,
    PODS,
    PUBLISHED,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundRecord,
    SeatRecord,
)
from ...rules.results import player_reports
from ...rules.results.corrections import round_drawn_after
from ...rules.results.notation import DASH, describe_result
from ...rules.results.parsing import has_too_many_games, parse_result
from ...rules.rounds import seating
from ...rules.rounds.progress import ALLOWED, CORRECT_RESULT, ENTER_RESULT, FOLLOWED, situation_of
from ...rules.rulebooks import GAMES, POINTS, VP
from ...web.status import extension_text, round_name, time_text
from ...web.wording import phase_name
from .cells import ReportingMode, ResultEntryTable, build_entry_table
from .reports import DISPUTED, Alerts, build_alerts, format_report, get_table_state, list_player_reports


@dataclass(frozen=True)
class ResultEntry:
    """The result entry of one round; its tables are built on demand.

    `warning` explains what a change means now; drafts take no results. `correctable_players` are offered for
    seat corrections, if those are possible: (id, name, table or None for the bye). `rounds` are (phase,
    number, name, is the current one).
    """

    history: EventHistory
    phase: int
    round: int
    name: str
    is_draft: bool
    warning: str
    matches: tuple[MatchRecord, ...]
    reporting: ReportingMode
    rounds: list[tuple[int, int, str, bool]]
    correctable_players: list[tuple[str, str, int | None]]

    @property
    def version(self):
        return self.history.version

    @cached_property
    def names(self):
        return self.history.names

    @cached_property
    def tables(self):
        return tuple(map(self.build_table, self.matches))

    @cached_property
    def disputed(self):
        """Return the tables with contradicting player reports."""
        return tuple(self.build_table(m) for m in self.matches if get_table_state(m) == DISPUTED)

    @property
    def alerts(self) -> Alerts:
        tables = [table.number for table in self.disputed]
        return build_alerts({f"t{self.phase}.{self.round}.{table}": table for table in tables}, ())

    @property
    def reported(self):
        return sum(match.reported for match in self.matches)

    @cached_property
    def confirm_after_minutes(self):
        return player_reports.confirm_after_minutes(self.history.phase(self.phase).settings)

    def build_table(self, match: MatchRecord) -> ResultEntryTable:
        round_ = self.history.round(self.phase, self.round)
        settles_at = player_reports.confirmed_at(match, self.confirm_after_minutes)
        return replace(
            build_entry_table(match, self.names, self.reporting),
            phase=self.phase,
            round=self.round,
            state=get_table_state(match),
            player_reports=list_player_reports(match, self.names, self.history.timezone),
            extension=extension_text(self.history, round_, match),
            extra_minutes=match.extra_minutes,
            drops=self.drops_text(match),
            settles_at=settles_at,
            settles_time=time_text(self.history.timezone, settles_at),
        )

    @cached_property
    def leaving(self) -> set[str]:
        """Return the ids of the players who drop after this round."""
        number = self.history.phase(self.phase).rounds_before + self.round
        return {player.id for player in self.history.players if player.dropped_after == number}

    def drops_text(self, match: MatchRecord) -> str:
        """Return “Ada drops after this round”; empty if everybody plays on."""
        names = [self.names[player] for player in match.players if player in self.leaving]
        text = ngettext("{names} drops after this round", "{names} drop after this round", len(names))
        return text.format(names=", ".join(names)) if names else ""

    def find_table(self, number: int) -> ResultEntryTable | None:
        match = next((match for match in self.matches if match.table == number), None)
        return match and self.build_table(match)

    def neighbouring_tables(self, number: int) -> tuple[int | None, int | None]:
        """Return the numbers of the tables before and after this one."""
        numbers = [None, *(match.table for match in self.matches), None]
        position = numbers.index(number)
        return numbers[position - 1], numbers[position + 1]


def get_result_entry(event: Event, phase: int | None = None, number: int | None = None) -> ResultEntry | None:
    """Return the result entry of a round, by default the current one; None if it does not exist."""
    history = load_history(event)
    shown = history.find_phase(phase) if number and phase else history.current_phase
    round_ = shown and (shown.find_round(number) if number else shown.current_round)
    return round_ and build_result_entry(shown, round_)


def build_result_entry(phase: EventPhase, round_: RoundRecord) -> ResultEntry:
    history = phase.history
    return ResultEntry(
        history=history,
        phase=phase.number,
        round=round_.number,
        name=round_name(phase, round_.number),
        is_draft=round_.state == DRAFT,
        warning=change_warning(phase, round_),
        matches=tuple(match for match in round_.matches if not match.is_bye),
        reporting=get_reporting_mode(phase, round_),
        rounds=name_rounds(phase, round_),
        correctable_players=correctable_players(phase, round_),
    )


def name_rounds(phase: EventPhase, round_: RoundRecord) -> list[tuple[int, int, str, bool]]:
    """Return all rounds: (phase, number, name, whether it is this one).

    If rounds of two phases have one name, all are named with their phase: “Finals: Round 1”.
    """
    rounds = [
        (other, one, round_name(other, one.number))
        for other in phase.history.all_phases
        for one in other.rounds
        if one.state != DRAFT
    ]
    if len({name for _other, _one, name in rounds}) < len(rounds):
        rounds = [(other, one, f"{phase_name(other)}: {name}") for other, one, name in rounds]
    return [(other.number, one.number, name, (other, one) == (phase, round_)) for other, one, name in rounds]


def correctable_players(phase: EventPhase, round_: RoundRecord) -> list[tuple[str, str, int | None]]:
    """Return the players of a finished round whose table can be corrected, by name."""
    if phase.kind not in DRAWN_KINDS or not round_.finished:
        return []
    excused = seating.excused_players(phase, round_)
    players = [
        (player, phase.history.names[player], match.table)
        for match in round_.matches
        for player in match.players
        if not (match.is_bye and player in excused)
    ]
    return sorted(players, key=lambda player: name_words(player[1]))


def get_reporting_mode(phase: EventPhase, round_: RoundRecord) -> ReportingMode:
    """Return how the matches of a round are reported."""
    settings = phase.settings
    return ReportingMode(
        settings.rulebook.report,
        settings.best_of_in(round_.number),
        draws=settings.rulebook.draws,
        must_be_won=phase.must_be_won,
        can_clear=phase.kind == BRACKET or not round_.finished,
    )


def get_situation(phase: EventPhase, round_: RoundRecord) -> str:
    """Return the round's situation, one of those in rules.rounds.progress."""
    is_followed = phase.number < phase.history.current_phase.number or round_.number < len(phase.rounds)
    return situation_of(round_.state, is_followed, phase.kind == BRACKET)


def change_warning(phase: EventPhase, round_: RoundRecord) -> str:
    """Return the warning for changing results of this round; empty while the round runs."""
    rule, situation = ENTER_RESULT, get_situation(phase, round_)
    if round_drawn_after(phase, round_.number):
        rule, situation = CORRECT_RESULT, FOLLOWED
    level, warning = rule[situation]
    if level == ALLOWED:
        return ""
    return gettext(warning).format(round=round_.number, next=round_.number + 1)


def excess_games_warning(event: Event, phase: int, number: int, table: int, notation: str) -> str:
    """Return a confirmation text if the result has more games than the match allows, else empty."""
    history = load_history(event)
    match = history.find_match(phase, number, table)
    if match is None:
        return ""
    try:
        reported = parse_result(history.phase(phase), match, notation)
    except RuleViolation:
        return ""
    best_of = history.phase(phase).settings.best_of_in(number)
    if not has_too_many_games(reported, best_of):
        return ""
    warning = gettext("{result} isn’t possible in a best of {best_of}. Press Save again to enter it anyway.")
    return warning.format(result=notation.replace("-", DASH), best_of=best_of)


def describe_entered_result(event: Event, phase: int, number: int, table: int) -> str:
    """Return “Table 12: corncrake 2–1 dovetail” for the current result; empty without a table."""
    history = load_history(event)
    match = history.find_match(phase, number, table)
    if match is None:
        return ""
    result_text = describe_result(match, history.names, gettext)
    return gettext("Table {table}: {result}").format(table=table, result=result_text)


# Labels of the fields by reporting mode.
FIELD_LABELS = {
    GAMES: (
        gettext_noop("Games"),
        gettext_noop("Games of the first player"),
        gettext_noop("Games of the second player"),
    ),
    POINTS: (
        gettext_noop("Points"),
        gettext_noop("Points of the first player"),
        gettext_noop("Points of the second player"),
    ),
    VP: (
        gettext_noop("Victory points"),
        gettext_noop("Victory points of the first player"),
        gettext_noop("Victory points of the second player"),
    ),
    PODS: (gettext_noop("Winner’s seat"),),
}
# Examples by reporting mode: keys to press between the table and Enter, and their meaning; first one without
# a draw.
KEYS = {
    POINTS: ((("6", "⏎", "0"), gettext_noop("six points for the first player, none for the second")),),
    VP: ((("75", "⏎", "40"), gettext_noop("75 victory points for the first player, 40 for the second")),),
    PODS: (
        (("3",), gettext_noop("seat 3 won")),
        (("d",), gettext_noop("everyone drew")),
        (("draw 1 2",), gettext_noop("seats 1 and 2 drew, the others lost")),
        (("1-3-2-4",), gettext_noop("the place of each seat, in order")),
        (("3 no-show 2",), gettext_noop("seat 3 won, seat 2 didn’t show up")),
    ),
}


@dataclass(frozen=True)
class QuickEntry:
    """The keyboard entry; its `mode` is games, points, victory points, or pods (winner's seat, notation).

    `draws`: the rulebook allows them. Matches are the best of `best_of` games.
    """

    mode: str
    best_of: int
    draws: bool

    @property
    def label(self):
        return gettext(FIELD_LABELS[self.mode][0])

    @property
    def labels(self):
        """Return a screen reader's label for each number."""
        return tuple(map(gettext, FIELD_LABELS[self.mode][1:]))

    @property
    def keys(self):
        if self.mode == GAMES:
            return self.game_keys
        examples = KEYS[self.mode] if self.draws else KEYS[self.mode][:1]
        return tuple((pressed, gettext(meaning)) for pressed, meaning in examples)

    @property
    def game_keys(self):
        """Return the examples for a match of this length, with a drawn game where draws are allowed."""
        lost = self.best_of // 2
        won = lost if self.best_of == 2 else lost + 1
        meaning = gettext("{won} to {lost} in games for the first player").format(won=won, lost=lost)
        examples = [((str(won), str(lost)), meaning)]
        if self.draws:
            examples.append(((str(won), str(lost), "1"), gettext("the same with one drawn game")))
        return tuple(examples)

    @property
    def is_pod(self):
        return self.mode == PODS

    @property
    def has_drawn_games(self):
        return self.mode == GAMES and self.draws


def get_quick_entry(event: Event) -> QuickEntry:
    """Return the form for the current round, else the last one, by its seats and the rulebook."""
    rounds = list(
        Round.objects.filter(phase__event=event)
        .exclude(state=DRAFT)
        .order_by("phase__number", "number")
        .values_list("pk", "phase", "state", "phase__number", "number")
    )
    open_rounds = [row for row in rounds if row[1:3] == (rounds[-1][1], PUBLISHED) or row == rounds[-1]]
    has_pods = Seat.objects.filter(round__in=[row[0] for row in open_rounds], position__gt=2).exists()
    phase, number = open_rounds[0][3:] if open_rounds else (1, 1)
    settings = load_history(event).phase(phase).settings
    mode = PODS if has_pods else settings.rulebook.report
    return QuickEntry(mode, settings.best_of_in(number), settings.rulebook.draws)


@dataclass(frozen=True)
class RevisionLine:
    """A revision of a result; `source` is empty if unknown."""

    text: str
    author: str
    source: str
    time: str


def get_revisions(event: Event, phase: int, number: int, table: int) -> tuple[RevisionLine, ...]:
    """Return the revisions of the result at a table, newest first."""
    rows = ResultRevision.objects.filter(
        match__round__phase__event=event,
        match__round__phase__number=phase,
        match__round__number=number,
        match__table=table,
    )
    names = names_of(load_history(event))
    return tuple(build_revision(row, names) for row in rows.order_by("-id"))


def build_revision(row: ResultRevision, names: Names) -> RevisionLine:
    at = timezone.localtime(row.at, names.zone)
    time = f"{date_format(at, 'j M')}, {date_format(at, 'H:i:s')}"
    return RevisionLine(
        revision_text(row.result, names), sender_of(row, names), row.get_source_display(), time
    )


def revision_text(part: dict, names: Names) -> str:
    """Return “Ada 2–1 Bo”, the players' reports if no result stands, or “cleared”."""
    try:
        match = event_file.READERS["match"](part, "match")
        if match.reported:
            return describe_result(match, names, gettext)
        reports = [player_report_text(match, seat, names) for seat in match.seats if seat.player_report]
        return "; ".join(reports) or gettext("cleared")
    except RuleViolation:
        # A revision from an archive may have any content.
        return gettext("unreadable")


def player_report_text(match: MatchRecord, seat: SeatRecord, names: Names) -> str:
    if seat.player_report.result_text == player_reports.DISPUTE:
        return gettext("{name} disputes the result").format(name=names[seat.player])
    report = gettext("{name} reported {result}")
    result = format_report(match, seat.player_report.result_text, names)
    return report.format(name=names[seat.player], result=result)
