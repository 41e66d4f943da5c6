"""The public page of a round: its tables and byes, and each player's seat."""

from dataclasses import dataclass, replace
from functools import cache, cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules import finals
from ...rules.history import (
    BRACKET,
    FINISHED,
    LOSS,
    PUBLISHED,
    EventHistory,
    EventPhase,
    MatchRecord,
    RoundRecord,
)
from ...rules.results import scoring, text
from ...rules.results.player_reports import REPORTING_NOTES
from ...rules.rounds import progress
from ...rules.rounds.picks import lets_pick
from ...rules.settings.on_site import ANYONE, PLAYERS
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..events.status import round_name
from ..history.cache import load_history
from ..history.load import public_history
from ..players.search import search_names
from ..results.result_icons import SYMBOLS
from ..wording.formats import hidden_text, number_text, record_text, results_text
from .change_notices import get_change_notices
from .clock import extension_text
from .draw_proof import DrawSummary, can_show_reasons, summarise_draw
from .tables import PlayerSeating, PlayerSide, RoundTable, seatings_by_name


@dataclass(frozen=True)
class RoundPage:
    """The page of a round.

    `title` is “Round 5”, `long_title` “Round 5 of 7”; `numbers` are those of the phase's rounds; `draw` is a
    summary of the draw, None in finals; `is_explained` if its page gives a reason for each table.
    `report_hint` tells phones that can't report how results of the open round are reported; `is_by_players`:
    players' phones do it, `is_by_picks`: any phone that came through the venue's QR code.
    """

    phase: int
    number: int
    state: str
    title: str
    long_title: str
    results_in: int
    results_all: int
    results_text: str
    tables: tuple[RoundTable, ...]
    is_bracket: bool
    numbers: tuple[int, ...]
    is_explained: bool
    report_hint: str = ""
    is_by_players: bool = False
    is_by_picks: bool = False
    draw: DrawSummary | None = None

    @property
    def is_open(self):
        return self.state != FINISHED

    @property
    def has_pods(self):
        return any(table.is_pod for table in self.tables)

    @property
    def previous(self):
        return max((number for number in self.numbers if number < self.number), default=0)

    @property
    def next(self):
        return min((number for number in self.numbers if number > self.number), default=0)

    @cached_property
    def seatings(self) -> tuple[PlayerSeating, ...]:
        """Return all players of the round by name."""
        return seatings_by_name(self.tables)

    def search(self, query: str) -> tuple[PlayerSeating, ...]:
        """Return the players whose name matches, or who sit at the table of this number."""
        at_table = tuple(seating for seating in self.seatings if str(seating.table) == query)
        return at_table or search_names(query, self.seatings, lambda seating: seating.side.name)


def get_round_page(event: Event, phase: int | None = None, number: int | None = None) -> RoundPage | None:
    """Return a published round of a phase, by default the current one; None if it does not exist."""
    history = public_history(load_history(event))
    shown = history.find_phase(phase) if phase else history.current_phase
    page = shown and build_round_page(shown, number, get_change_notices(event, history))
    if page is None or page.is_bracket:
        return page
    return replace(page, draw=summarise_draw(event, shown, page.number))


def build_round_page(
    phase: EventPhase, number: int | None = None, notices: dict | None = None
) -> RoundPage | None:
    """Return the page of a round, by default the current one, of a history without drafts.

    `notices` are shown to players of the running round. None if the round does not exist.
    """
    round_ = phase.find_round(number) if number else phase.current_round
    if round_ is None:
        return None
    is_bracket = phase.kind == BRACKET
    is_running = phase.is_current and round_.state == PUBLISHED
    tables = build_tables(phase, round_, (notices or {}) if is_running else {})
    if number is None and is_bracket:
        tables += early_tables(phase, round_.number)
    played = [match for match in round_.matches if not match.is_bye]
    reported = sum(match.reported for match in played)
    reporting = phase.settings.reporting
    return RoundPage(
        phase=phase.number,
        number=round_.number,
        state=round_.state,
        title=round_name(phase, round_.number),
        long_title=round_name(phase, round_.number, of=progress.round_count(phase)),
        results_in=reported,
        results_all=len(played),
        results_text=hidden_text() if is_hidden(phase) else results_text(reported, len(played)),
        tables=tables,
        is_bracket=is_bracket,
        numbers=tuple(r.number for r in phase.rounds),
        is_explained=is_bracket or (bool(round_.seed) and can_show_reasons(phase)),
        report_hint=report_hint(phase.history, reporting) if is_running else "",
        is_by_players=reporting in (PLAYERS, ANYONE),
        is_by_picks=reporting == ANYONE and lets_pick(phase.history),
    )


def report_hint(history: EventHistory, reporting: str) -> str:
    """Say how a result is reported, for a phone that can't do it itself."""
    if reporting == ANYONE and lets_pick(history):
        return gettext("To report your result, scan the QR code at the venue.")
    if reporting in (PLAYERS, ANYONE):
        return gettext("To report your result, open your personal link, or tell the desk.")
    return gettext(REPORTING_NOTES[reporting])


def build_tables(phase: EventPhase, round_: RoundRecord, notices: dict) -> tuple[RoundTable, ...]:
    """Return the tables of a round by number; those of a draft by pod, each with its bye."""
    names, settings = phase.history.names, phase.settings
    records = records_before_round(phase, round_.number)
    pods = pod_numbers(phase)
    # While results are hidden no round appears finished, because that would reveal that results exist.
    is_over = round_.finished and not is_hidden(phase)
    tables = []
    for match in round_.matches:
        outcomes = scoring.outcomes(match) or ("",) * len(match.seats)
        sides = tuple(
            PlayerSide(
                player,
                names[player],
                *records.get(player, ("", "")),
                SYMBOLS.get(outcome, ""),
                notices.get(player, ""),
            )
            for player, outcome in zip(match.players, outcomes, strict=True)
        )
        score = text.abbreviate_result(match, gettext)
        games = tuple(score.split(text.DASH))
        has_games = not match.is_pod and all(number.isdigit() for number in games)
        table = RoundTable(
            number=match.table,
            sides=sides,
            state=match_state(match),
            games=games if has_games else (),
            score=score,
            status_text=status_text(match, names, settings, is_over, has_games),
            pod=pods.get(match.players[0], 0),
            extension=extension_text(phase.history, round_, match),
        )
        tables.append(table)
    return tuple(sorted(tables, key=lambda table: table.pod))


def pod_numbers(phase: EventPhase) -> dict[str, int]:
    """Return {player id: pod number} if a draft has several pods."""
    pods = phase.pods if len(phase.pods) > 1 else ()
    return {player: number for number, pod in enumerate(pods, 1) for player in pod}


def early_tables(phase: EventPhase, number: int) -> tuple[RoundTable, ...]:
    """Return the finals tables that opened before their round, with their matches' names."""
    slots = finals.bracket_of(phase).table.by_id
    tables = []
    for round_ in phase.rounds:
        if round_.number <= number or round_.finished:
            continue
        for match, table in zip(round_.matches, build_tables(phase, round_, {}), strict=True):
            name = slots[match.slot].name.render(gettext) if match.slot in slots else ""
            tables.append(table if match.reported else replace(table, status_text=capfirst(name)))
    return tuple(tables)


def records_before_round(phase: EventPhase, number: int) -> dict[str, tuple[str, str]]:
    """Return {player: (record, points)} before a round; in a bracket their seed."""
    if phase.kind == BRACKET:
        return {player: (text, "") for player, text in seed_texts(phase).items()}
    if number == 1 or is_hidden(phase):
        return {}
    # Many players have the same points.
    cached_text = cache(points_text)
    rows = standings(phase, after_round=number - 1).rows
    return {row.player: (record_text(row), cached_text(row.points)) for row in rows}


def seed_texts(phase: EventPhase) -> dict[str, str]:
    """Return {player: “seed 3”} of finals."""
    seeds = enumerate(progress.entrants_of(phase), 1)
    return {player: gettext("seed {seed}").format(seed=seed) for seed, player in seeds}


def points_text(points) -> str:
    return ngettext("{points} point", "{points} points", points).format(points=number_text(points))


def match_state(match: MatchRecord) -> str:
    if match.is_bye:
        return "bye"
    return "confirmed" if match.reported else "waiting"


def bye_text(match: MatchRecord, settings) -> str:
    """Return the worth of a bye: “3 points”; with betting, points unchanged or a lost bet."""
    if not settings.betting:
        return points_text(scoring.points_of(match, settings)[0])
    if scoring.outcomes(match) == (LOSS,):
        return gettext("the bet is lost")
    return gettext("points unchanged")


def status_text(match: MatchRecord, names: dict, settings, is_over: bool, has_games: bool) -> str:
    """Return the status of a table, or the result text that the games do not already say."""
    if match.is_bye:
        return bye_text(match, settings)
    if not match.reported:
        if is_over:
            return gettext("No result")
        return "" if settings.hidden_standings else gettext("Waiting")
    if match.is_pod:
        return text.abbreviate_result(match, gettext)
    if not has_games:
        return text.describe_result(match, names, gettext)
    return "" if is_over else gettext("Confirmed")
