"""The public page of a round: its tables and byes, and each player's seat."""

from dataclasses import dataclass, replace
from functools import cache, cached_property

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules import finals
from ...rules.history import BRACKET, FINISHED, LOSS, PUBLISHED, EventHistory, PhaseRecord, RoundRecord
from ...rules.results import scoring
from ...rules.results import text as result_words
from ...rules.rounds import progress
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..events.status import round_name
from ..history.cache import load_history
from ..history.load import public_history
from ..players.search import named
from ..results.result_icons import SYMBOLS
from ..wording.formats import number_text, record_text, secret_text
from .change_notices import notices_of
from .clock import more_text
from .draw_proof import DrawSummary, can_show_reasons, summarise_draw
from .tables import PlayerSeating, PlayerSide, RoundTable, seatings_by_name


@dataclass(frozen=True)
class RoundPage:
    """The page of a round.

    `heading` is its name, `in_text` the number of results; `others` are the phase's rounds; `draw` is a
    summary of the draw, None in finals; `is_explained` if its page gives a reason for each table."""

    phase: int
    number: int
    state: str
    heading: str
    text: str
    results_in: int
    results_all: int
    in_text: str
    tables: tuple[RoundTable, ...]
    is_bracket: bool
    others: tuple[int, ...]
    previous: int
    next: int
    is_explained: bool
    draw: DrawSummary | None = None

    @property
    def is_open(self):
        return self.state != FINISHED

    @property
    def has_pods(self):
        return any(table.is_pod for table in self.tables)

    @cached_property
    def seatings(self) -> tuple[PlayerSeating, ...]:
        """Return all players of the round by name."""
        return seatings_by_name(self.tables)


def get_round_page(event: Event, phase: int | None = None, number: int | None = None) -> RoundPage | None:
    """Return a published round of a phase, by default the current one; None if there is no such round."""
    history = public_history(load_history(event))
    page = round_in(history, phase, number, notices_of(event, history))
    if page is None or page.is_bracket:
        return page
    return replace(page, draw=summarise_draw(event, history, page.phase, page.number))


def round_in(
    history: EventHistory, phase: int | None = None, number: int | None = None, notices: dict | None = None
) -> RoundPage | None:
    """Return the page of a round of a history without drafts.

    `notices` are shown to players of the running round."""
    phase = phase or history.current
    round_ = select_round(history, phase, number)
    if round_ is None:
        return None
    is_bracket = history.phase(phase).kind == BRACKET
    is_running = phase == history.current and round_.state == PUBLISHED
    tables = tables_of(history, phase, round_, (notices or {}) if is_running else {})
    if number is None and is_bracket:
        tables += early_tables(history, phase, round_.number)
    played = [match for match in round_.matches if not match.is_bye]
    reported = sum(match.reported for match in played)
    numbers = tuple(r.number for r in history.phase(phase).rounds)
    return RoundPage(
        phase=phase,
        number=round_.number,
        state=round_.state,
        heading=round_name(history, phase, round_.number),
        text=round_name(history, phase, round_.number, of=progress.round_count(history, phase)),
        results_in=reported,
        results_all=len(played),
        in_text=secret_text() if is_hidden(history, phase) else in_text(reported, len(played)),
        tables=tables,
        is_bracket=is_bracket,
        others=numbers,
        previous=max((n for n in numbers if n < round_.number), default=0),
        next=min((n for n in numbers if n > round_.number), default=0),
        is_explained=is_bracket or (bool(round_.seed) and can_show_reasons(history, phase)),
    )


def select_round(history: EventHistory, phase: int, number: int | None) -> RoundRecord | None:
    """Return the phase's round of this number, by default the one in play; None if it does not exist."""
    rounds = history.phase(phase).rounds if 1 <= phase <= len(history.phases) else ()
    wanted = number or (now(rounds).number if rounds else 0)
    return next((r for r in rounds if r.number == wanted), None)


def now(rounds):
    """Return the round in play: the first unfinished one, else the last."""
    return next((r for r in rounds if not r.finished), rounds[-1])


def in_text(reported: int, played: int) -> str:
    return gettext("{in_} of {all} results in").format(in_=reported, all=played)


def tables_of(
    history: EventHistory, phase: int, round_: RoundRecord, notices: dict
) -> tuple[RoundTable, ...]:
    names = history.names
    before = before_round(history, phase, round_.number)
    settings = progress.settings_for(history, phase)
    # While results are hidden no round appears finished, because that would reveal that results exist.
    over = round_.finished and not is_hidden(history, phase)
    pods = pod_numbers(history.phase(phase))
    tables = (
        replace(
            table_of(match, names, before, settings, over),
            pod=pods.get(match.seats[0].player, 0),
            more=more_text(history, round_, match),
        )
        for match in round_.matches
    )
    # Group by pod, each with its bye.
    tables = sorted(tables, key=lambda table: table.pod)
    return tuple(with_notices(table, notices) for table in tables) if notices else tuple(tables)


def pod_numbers(phase: PhaseRecord) -> dict[str, int]:
    """Return {player id: pod number} if a draft has several pods."""
    several = phase.pods if len(phase.pods) > 1 else ()
    return {player: number for number, pod in enumerate(several, 1) for player in pod}


def early_tables(history: EventHistory, phase: int, number: int) -> tuple[RoundTable, ...]:
    """Return the finals tables that opened before their round, with their matches' names."""
    slots = finals.bracket_of(history, phase).table.by_id
    tables = []
    for round_ in history.phase(phase).rounds:
        if round_.number <= number or round_.finished:
            continue
        for match, table in zip(round_.matches, tables_of(history, phase, round_, {}), strict=True):
            name = slots[match.slot].name.render(gettext) if match.slot in slots else ""
            words = name[:1].upper() + name[1:]
            tables.append(table if match.reported else replace(table, words=words))
    return tuple(tables)


def with_notices(table: RoundTable, notices: dict) -> RoundTable:
    sides = tuple(replace(side, notice=notices.get(side.player, "")) for side in table.sides)
    return replace(table, sides=sides)


def before_round(history: EventHistory, phase: int, number: int) -> dict[str, tuple[str, str]]:
    """Return {player: (record, points)} before a round; in a bracket their seed."""
    if history.phase(phase).kind == BRACKET:
        seeds = progress.entrants_of(history, phase)
        return {
            player: (gettext("seed {seed}").format(seed=seed), "") for seed, player in enumerate(seeds, 1)
        }
    if number == 1 or is_hidden(history, phase):
        return {}
    return brought_into(history, phase, number)


def brought_into(history: EventHistory, phase: int, number: int) -> dict[str, tuple[str, str]]:
    rows, words = standings(history, phase, after_round=number - 1).rows, cache(points_text)
    return {row.player: (record_text(row), words(row.points)) for row in rows}


def points_text(points) -> str:
    return ngettext("{points} point", "{points} points", points).format(points=number_text(points))


def table_of(match, names, before, settings, finished) -> RoundTable:
    ends = scoring.outcomes(match) or ("",) * len(match.seats)
    sides = tuple(
        PlayerSide(seat.player, names[seat.player], *before.get(seat.player, ("", "")), SYMBOLS.get(end, ""))
        for seat, end in zip(match.seats, ends, strict=True)
    )
    score = result_words.score(match, gettext)
    plates = tuple(score.split(result_words.DASH))
    in_games = bool(score) and not match.is_pod and all(plate.isdigit() for plate in plates)
    return RoundTable(
        number=match.table,
        sides=sides,
        state=state_of(match),
        plates=plates if in_games else (),
        score=score,
        words=words_of(match, names, settings, finished, in_games),
    )


def state_of(match) -> str:
    if match.is_bye:
        return "bye"
    return "confirmed" if match.reported else "waiting"


def bye_text(match, settings) -> str:
    """Return the worth of a bye: “3 points”; with betting, points unchanged or a lost bet."""
    if not settings.betting:
        return points_text(scoring.points_of(match, settings)[0])
    if scoring.outcomes(match) == (LOSS,):
        return gettext("the bet is lost")
    return gettext("points unchanged")


def words_of(match, names, settings, finished, in_games) -> str:
    """Return the result text that the score does not already say."""
    if match.is_bye:
        return bye_text(match, settings)
    if not match.reported and not finished and settings.hidden_standings:
        return ""
    if not match.reported:
        return gettext("No result") if finished else gettext("Waiting")
    if match.is_pod:
        return result_words.score(match, gettext)
    if not in_games:
        return result_words.words(match, names, gettext)
    return "" if finished else gettext("Confirmed")


def matching(page: RoundPage, text: str) -> tuple[PlayerSeating, ...]:
    """Return the players whose name matches, or who sit at the table of this number."""
    at_table = tuple(sitting for sitting in page.seatings if str(sitting.table) == text)
    return at_table or named(text, page.seatings, lambda sitting: sitting.side.name)
