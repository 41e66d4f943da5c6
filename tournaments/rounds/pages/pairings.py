"""Public pairings."""

from dataclasses import dataclass, replace
from functools import cache, cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...history.load import public_history
from ...models import Event
from ...players.pages.entry_list import name_words, search_names
from ...results.pages.cells import SYMBOLS
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
from ...rules.results import scoring
from ...rules.results.notation import DASH, abbreviate_result, describe_result, join_names
from ...rules.results.player_reports import REPORTING_NOTES
from ...rules.rounds.phases import entrants_of, round_count
from ...rules.rounds.picks import lets_pick
from ...rules.settings.fields import ANYONE, PLAYERS
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import standings
from ...web.jinja import render_template
from ...web.status import extension_text, round_name
from ...web.turns import take_turn
from ...web.wording import hidden_text, number_text, record_text, results_text
from .change_notices import get_change_notices
from .proofs import DrawSummary, anchor_at, can_show_reasons, summarise_draw


@dataclass(frozen=True)
class PlayerSide:
    """A player at a table: record or seed before the round, and `outcome` (won, lost, drawn or empty).

    `notice` says that their table was changed.
    """

    player: str
    name: str
    record: str
    points: str
    outcome: str
    notice: str = ""

    @property
    def record_and_points(self):
        return f"{self.record}, {self.points}" if self.points else self.record


@dataclass(frozen=True)
class RoundTable:
    """A table, or without a number a bye.

    `games` are those of both sides, empty if `status_text` describes the result; `pod` is the draft pod's
    number, 0 for a single pod; `extension` is its time extension.
    """

    number: int | None
    sides: tuple[PlayerSide, ...]
    state: str
    games: tuple[str, ...]
    score: str
    status_text: str
    pod: int = 0
    extension: str = ""

    @property
    def anchor(self):
        return anchor_at(self.number, self.sides[0].player)

    @property
    def has_changed(self):
        return any(side.notice for side in self.sides)

    @property
    def is_pod(self):
        return len(self.sides) > 2

    @cached_property
    def seatings(self):
        """Return each side's PlayerSeating in order of the seats."""
        return tuple(seating_at(self, place) for place in range(len(self.sides)))


@dataclass(frozen=True)
class PlayerSeating:
    """A player's seat.

    `result` is from their side; `seat` (from 1) is set in pods only; `opponents` are in order of their seats;
    `extension` is the time extension.
    """

    side: PlayerSide
    opponents: tuple[PlayerSide, ...]
    table: int | None
    seat: int | None
    anchor: str
    result: str
    bye_text: str
    extension: str = ""

    @property
    def opponents_text(self):
        """Return “Ben” or “Ben, Cleo and Dan”; empty for a bye."""
        return join_names(tuple(side.name for side in self.opponents), gettext) if self.opponents else ""

    @property
    def opponent_record(self):
        """Return the record of the only opponent; empty in pods."""
        return self.opponents[0].record_and_points if len(self.opponents) == 1 else ""


def seating_at(table: RoundTable, place: int) -> PlayerSeating:
    side = table.sides[place]
    opponents = (*table.sides[:place], *table.sides[place + 1 :])
    bye_text = (
        "" if opponents else gettext("{bye}, {points}").format(bye=table.score, points=table.status_text)
    )
    seat = place + 1 if table.is_pod else None
    result = result_text(table, place)
    return PlayerSeating(side, opponents, table.number, seat, table.anchor, result, bye_text, table.extension)


def seatings_by_name(tables) -> tuple[PlayerSeating, ...]:
    """Return all players of the round by name."""
    seatings = (seating for table in tables for seating in table.seatings)
    return tuple(sorted(seatings, key=lambda seating: (name_words(seating.side.name), seating.side.player)))


def result_text(table: RoundTable, place: int) -> str:
    """Return “won 2–1” or “lost 0–2” from one player's side; empty without a result and for a bye."""
    outcome = table.sides[place].outcome
    if not outcome or table.number is None:
        return ""
    games = table.games
    if place == 1 and games:
        games = (games[1], games[0], *games[2:])
    texts = {"won": gettext("won {score}"), "lost": gettext("lost {score}"), "drawn": gettext("drew {score}")}
    return texts[outcome].format(score=DASH.join(games)).strip()


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
        long_title=round_name(phase, round_.number, of=round_count(phase)),
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
        score = abbreviate_result(match, gettext)
        games = tuple(score.split(DASH))
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
    seeds = enumerate(entrants_of(phase), 1)
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
        return abbreviate_result(match, gettext)
    if not has_games:
        return describe_result(match, names, gettext)
    return "" if is_over else gettext("Confirmed")


@dataclass(frozen=True)
class TableNeighbours:
    """A table and its neighbours, each (number, “Anna v Ben”) or None at the end of the row."""

    lower: tuple[int, str] | None
    table: tuple[int, str]
    higher: tuple[int, str] | None


def find_neighbours(tables: tuple[RoundTable, ...], number: int | None) -> TableNeighbours | None:
    """Return the neighbours of table `number` in its round; None for a bye."""
    sides = {table.number: [side.name for side in table.sides] for table in tables}
    return neighbours_by_table(sides).get(number)


def neighbours_by_table(names: dict[int | None, list[str]]) -> dict[int, TableNeighbours]:
    """Return {table: its neighbours} for {table: names}."""
    tables = [(number, gettext(" v ").join(names[number])) for number in sorted(names.keys() - {None})]
    triples = zip([None, *tables], tables, [*tables[1:], None], strict=False)
    return {table[0]: TableNeighbours(lower, table, higher) for lower, table, higher in triples}


def search_context(event, find, fragment_context):
    """Return the context of the players that match the search; empty without a search."""
    if not find:
        return {}
    with take_turn(event):
        context = fragment_context()
        round_ = context["round"]
        seatings = round_.search(find) if round_ else ()
    tables = {seating.table for seating in seatings}
    neighbours = find_neighbours(round_.tables, *tables) if len(tables) == 1 else None
    context = context | {"seatings": seatings, "find": find, "neighbours": neighbours}
    return {"search_results": render_template("players/_search_results.jinja", context)}
