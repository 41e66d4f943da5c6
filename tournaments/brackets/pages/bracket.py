"""The page of a bracket, its odds and its sheets of paper."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from ...help.pages.finals import summary_text
from ...results.pages.cells import OUTCOMES
from ...results.pages.scores import has_numbers, score_text
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.finals.odds.match_odds import EVEN, RUNS
from ...rules.history import BRACKET, EventHistory, EventPhase, MatchRecord
from ...rules.results.notation import SHORT
from ...rules.results.scoring import outcomes
from ..drawing.picture import Drawing, chance_text, draw_bracket
from ..drawing.positions import PAGE_TYPE, TypeSize
from .cut import pending_choice_text

# Odds on the page: all matches even, by the players' ratings, or none.
BY_RATING, NONE = "rated", "no"
MODES = ("", BY_RATING, NONE)
# A result or outcome → how the match ended for the player.
ENDINGS = SHORT | OUTCOMES


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A seed's chance to win the title, at the start and now."""

    seed: int
    player: str | None
    name: str
    start: str
    now: str
    out: bool


@dataclass(frozen=True, slots=True)
class TitleOdds:
    """The title odds.

    `now` is {seed: chance} after the results so far, a Fraction, or a float if estimated; `how` describes the
    calculation.
    """

    rows: tuple[OddsRow, ...]
    now: dict
    how: str


def title_odds(bracket, names, ratings=None) -> TitleOdds:
    """Return the odds of a bracket at the start and now; matches are even, or by `ratings` in seed order."""
    rate = finals.odds_from_ratings(ratings) if ratings else EVEN
    now, error = chances_of(bracket.table, rate, bracket.results, bracket.seated)
    waiting = [meeting for meeting in bracket.meetings if not meeting.is_decided]
    alive = {seed for meeting in waiting for seed in meeting.possible}
    # An eliminated seed has exactly 0, not an estimate.
    now = {seed: odds if odds or seed in alive else Fraction(0) for seed, odds in now.items()}
    # A built-in table without extra matches.
    is_built_in = bracket.table.key in finals.FINALS and bracket.table.to_the_title is bracket.table
    if not ratings and is_built_in:
        start = even_start(bracket.table.key, bracket.table.size)
    else:
        start, _error = chances_of(bracket.table, rate)
    rows = tuple(
        OddsRow(
            seed,
            bracket.player(seed),
            names.get(bracket.player(seed), ""),
            chance_text(start[seed]),
            chance_text(now[seed]),
            now[seed] == 0 and isinstance(now[seed], Fraction),
        )
        for seed in start
    )
    return TitleOdds(rows, now, how_text(ratings, error))


def chances_of(table, rate, results=None, seated=None):
    """Return ({seed: chance}, largest standard error); the error is None if the chances are exact."""
    state = {"results": results or {}, "seated": seated or {}}
    if finals.has_exact_odds(table, state["results"], rate):
        return finals.exact_odds(table, rate, **state).win, None
    estimate = finals.estimate_odds(table, rate, **state)
    return estimate.win, estimate.largest_error


@lru_cache(maxsize=64)
def even_start(key: str, size: int):
    """Return the chances before the first match if all matches are even; they never change."""
    table = finals.build_table(key, size)
    return (finals.even_odds(key, size) if finals.has_exact_odds(table) else finals.estimate_odds(table)).win


def how_text(ratings, error) -> str:
    """“Title odds if every match is 50–50 (exact).”"""
    basis = gettext("based on player ratings") if ratings else gettext("if every match is 50–50")
    if error is None:
        return gettext("Title odds {by} (exact).").format(by=basis)
    text = gettext("Title odds {by}, estimated from {runs} simulations (±{percent} %).")
    return text.format(by=basis, runs=RUNS, percent=f"{error * 100:.1f}")


@dataclass(frozen=True, slots=True)
class PlayerWay:
    """The way of a player through the finals: “won 2–1, lost 0–2”; empty before the first result."""

    player: str
    name: str
    text: str


def ways_of(bracket, names) -> tuple[PlayerWay, ...]:
    """Return the way of each entrant, by seed."""
    results = {player: [] for player in bracket.entrants}
    for number in range(1, bracket.table.rounds + 1):
        for meeting in bracket.round(number):
            if meeting.match and meeting.is_decided:
                for place, player in enumerate(meeting.match.players):
                    results[player].append(result_text(meeting.match, place))
    return tuple(
        PlayerWay(player, names[player], capfirst(", ".join(texts))) for player, texts in results.items()
    )


def result_text(match: MatchRecord, place: int) -> str:
    """Return “won 2–1” from the player's side, “no-show”, or the place in a pod."""
    score = score_text(match, place)
    if match.is_pod and score:
        return score
    result = match.seats[place].result
    outcome = gettext(ENDINGS.get(result) or ENDINGS[outcomes(match)[place]])
    return f"{outcome} {score}" if has_numbers(score) else outcome


@dataclass(frozen=True)
class BracketPage:
    """The bracket page: the drawing, the title odds, the ways of the players, and the champion's name.

    `key` names the system's help page, if it has one; `rated`: some players have ratings to base odds on.
    A finished bracket has `places`, (rank, player id, name) from the champion on, instead of odds.
    """

    key: str
    title: str
    summary: str
    progress: str
    drawing: Drawing
    odds: TitleOdds | None
    rated: bool
    ways: tuple[PlayerWay, ...]
    picked: str
    champion: str
    places: tuple[tuple[int, str, str], ...]
    current: int
    call: str


def find_bracket(history: EventHistory, number: int | None = None) -> EventPhase | None:
    """Return the bracket of this number, by default the current or next one; None if it does not exist."""
    brackets = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if number is not None:
        return next((phase for phase in brackets if phase.number == number), None)
    current = history.current_phase.number
    return next((phase for phase in brackets if phase.number >= current), brackets[-1] if brackets else None)


def bracket_page(
    phase: EventPhase,
    picked: str = "",
    odds_mode: str = "",
    is_full: bool = False,
    type_size: TypeSize = PAGE_TYPE,
) -> BracketPage | None:
    """Return the bracket of a phase; None if its table cannot be built yet.

    `picked` is a player to follow, `odds_mode` one of MODES; `is_full`: with all names in full.
    """
    history = phase.history
    try:
        bracket, settings = finals.bracket_of(phase), phase.settings
    except RuleViolation:
        return None
    names = history.names
    picked = picked if picked in bracket.entrants else ""
    best_of = tuple(
        ""
        if all(meeting.slot.is_pod for meeting in bracket.round(n))
        else gettext("best of {games}").format(games=settings.best_of_in(n))
        for n in range(1, bracket.table.rounds + 1)
    )
    rating_of = {player.id: player.rating for player in history.players}
    ratings = [rating_of[player] for player in bracket.entrants]
    rated = any(rating is not None for rating in ratings)
    odds = None
    if bracket.entrants and not bracket.is_over and odds_mode != NONE:
        odds = title_odds(bracket, names, ratings if rated and odds_mode == BY_RATING else None)
    ranks = finals.placings(phase) if bracket.is_over else ()
    running = [meeting for meeting in bracket.meetings if meeting.match and not meeting.is_decided]
    opened = [meeting.slot.round for meeting in bracket.meetings if meeting.match]
    return BracketPage(
        key=bracket.table.key if bracket.table.key in finals.FINALS else "",
        title=gettext(bracket.table.name),
        summary=summary_text(bracket.table),
        progress=progress_text(bracket, len(running)),
        drawing=draw_bracket(bracket, names, best_of, picked or None, odds and odds.now, is_full, type_size),
        odds=odds,
        rated=rated,
        ways=ways_of(bracket, names),
        picked=picked,
        champion=names.get(bracket.champion, ""),
        places=tuple((rank, player, names[player]) for rank, player in ranks),
        current=max(opened, default=1),
        call=pending_choice_text(phase),
    )


def progress_text(bracket, running: int) -> str:
    """Return “2 of 9 played, 2 in progress”."""
    if not bracket.entrants:
        return gettext("Seeds are set at the cut. This shows the bracket by seed.")
    over = sum(meeting.is_decided for meeting in bracket.meetings)
    words = gettext("{over} of {all} played").format(over=over, all=len(bracket.meetings))
    live = (
        ngettext("{count} in progress", "{count} in progress", running).format(count=running)
        if running
        else ""
    )
    return ", ".join(filter(None, [words, live]))


# Space below a sheet's head in CSS pixels, for both A4 and Letter: portrait, landscape.
PORTRAIT, LANDSCAPE = (700, 760), (960, 490)
# At this scale 14 px text is 6 pt high, which is still legible.
MIN_SCALE = 0.57
# Height of the round names at the top of the drawing; each sheet repeats them.
HEADER_HEIGHT = 56
# Enough overlap that every match with its name is complete on one of two adjacent sheets.
OVERLAP = 110


@dataclass(frozen=True)
class Tiles:
    """The sheets of a drawing.

    Each view is (viewBox of the round names above, empty if included; viewBox of the part).
    """

    is_landscape: bool
    views: tuple[tuple[str, str], ...]


def tiles_of(width: float, height: float) -> Tiles:
    """Return the sheets for a drawing of this size; landscape if that allows a larger scale."""
    scales = {room: min(room[0] / width, room[1] / height, 1) for room in (LANDSCAPE, PORTRAIT)}
    best = max(scales, key=scales.get)
    if scales[best] >= MIN_SCALE:
        return Tiles(best == LANDSCAPE, (("", f"0 0 {width:g} {height:g}"),))
    views = {room: split(width, height, room) for room in (LANDSCAPE, PORTRAIT)}
    best = min(views, key=lambda room: len(views[room]))
    return Tiles(best == LANDSCAPE, views[best])


def split(width: float, height: float, room: tuple[int, int]) -> tuple[tuple[str, str], ...]:
    """Split the drawing into parts row by row, scaled to the sheet's width if legible."""
    scale = max(MIN_SCALE, min(room[0] / width, 1))
    across, down = room[0] / scale, room[1] / scale
    return tuple(
        (f"{x} 0 {across:g} {HEADER_HEIGHT}" if y else "", f"{x} {y} {across:g} {min(down, height):g}")
        for y in starts(height, down)
        for x in starts(width, across)
    )


def starts(whole: float, part: float) -> list[int]:
    """Return the starts of overlapping parts that cover the whole length."""
    count = max(1, ceil((whole - OVERLAP) / (part - OVERLAP)))
    step = (whole - part) / (count - 1) if count > 1 else 0
    return [round(step * n) for n in range(count)]
