"""Clinching forecast: which players are certain of the cut while rounds run, and expected results."""

from bisect import bisect_left
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules import forecast
from ...rules.forecast import IN, OUT, Race, Stake
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ...rules.rounds.phases import cut_rule
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..help.record_chart import NOBODY, RecordChart, bars_of, count_text
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import number_text, secret_text
from .cut_line import flag
from .stakes import Group, groups_of, safe_draws
from .standings_page import heading

MAX_LEVELS, LEVELS_ABOVE = 12, 2


@dataclass(frozen=True)
class Level:
    """How many players have these points now, and how many will finish with them or more.

    `certain` says whether these points are enough, or not enough, for the cut."""

    points: str
    now: int
    expected: str
    between: str
    certain: str


@dataclass(frozen=True)
class Forecast:
    """The forecast page.

    `nothing` explains an empty page; `cut` names the cut line, if there is one; `safe_draws` are tables
    (number, names) whose players both qualify with a draw."""

    heading: str
    nothing: str = ""
    cut: str = ""
    summary: str = ""
    bars: RecordChart | None = None
    levels: tuple[Level, ...] = ()
    groups: tuple[Group, ...] = ()
    safe_draws: tuple[tuple[int, tuple[str, ...]], ...] = ()


def build_forecast(event: Event) -> Forecast:
    """Return the forecast of the event's current phase for the public page."""
    history = without_draft_rounds(load_history(event))
    phase = history.current
    if not history.players:
        return Forecast(gettext("Nobody has entered yet"), gettext("Players stand here once they have."))
    title = heading(history, phase, None)
    if is_hidden(history, phase):
        return Forecast(title, secret_text())
    race = forecast.race_of(history, phase)
    if race is None:
        return Forecast(title, unforeseen(history, phase))
    rows = standings(history, phase, live=True).rows
    places, cut = places_at(history, phase, race)
    stakes = forecast.stakes(race, places) if places else {}
    ends = forecast.expected_finish(race, draw_rate(history, phase, rows))
    levels = levels_of(race, ends, places)
    return Forecast(
        heading=title,
        cut=cut,
        summary=summary_of(stakes, race) if places else "",
        bars=chart_of(ends, places, cut) if ends and race.is_on else None,
        levels=levels,
        groups=groups_of(rows, stakes, race) if history.phase(phase).rounds else (),
        safe_draws=safe_draws(history, phase, race, stakes),
    )


def unforeseen(history: EventHistory, phase: int) -> str:
    """Explain why a phase has no forecast."""
    if history.phase(phase).kind == BRACKET:
        return gettext("Finals are played; the bracket says who is still in them.")
    return gettext(
        "Points are bet: what a round is worth depends on what those at the table have by then, so that "
        "nobody can be called safe."
    )


def places_at(history: EventHistory, phase: int, race: Race):
    """Return (places in the next phase's cut, label of its line); (None, "") if no cut by points follows."""
    if phase == len(history.phases) or history.phase(phase + 1).entrants is not None:
        return None, ""
    rule = cut_rule(history, phase + 1)
    places = forecast.places_of(rule, race.listed) if rule else None
    column = progress.settings_for(history, phase).first_column
    if places is None or ("min_points" in rule and column != "points"):
        return None, ""
    return places, flag(rule, int(min(places.most, len(race.has))))


def draw_rate(history: EventHistory, phase: int, rows) -> float:
    """Return the share of drawn matches so far, 0 before the first match."""
    draws = sum(row.draws for row in rows)
    played = sum(row.wins + row.losses for row in rows) + draws
    return draws / played if played else 0.0


def chart_of(ends: dict[float, float], places, cut: str) -> RecordChart:
    records = {(points, 0, 0): many for points, many in ends.items() if many >= NOBODY}
    inside = 0
    if places:
        enough = sum(many for points, many in ends.items() if points >= places.floor)
        inside = max(min(places.most, enough), places.least)
    lines = forecast.lines(records, inside, (1, 0, 0))
    return bars_of(lines, {line.points: number_text(line.points) for line in lines}, cut)


def levels_of(race: Race, ends, places) -> tuple[Level, ...]:
    """Return the reachable totals, best first, from just above the certain ones down to those that are
    out."""
    reached = sorted(
        {
            round(points + more, 9)
            for player, points in race.has.items()
            for more in forecast.values_ahead(race.each, race.left(player))
        }
    )
    limit = places.most if places else len(race.has)
    top = bisect_left(reached, True, key=lambda points: not forecast.most(race, points)) if reached else 0
    enough = bisect_left(reached, True, key=lambda points: forecast.most(race, points) <= limit)
    first = min(top, enough + LEVELS_ABOVE + 1) if places else top
    levels = []
    for points in reversed(reached[max(0, first - MAX_LEVELS) : first]):
        levels.append(level_of(race, ends, places, points))
        if levels[-1].certain == gettext("is out"):
            break
    return tuple(levels)


def level_of(race: Race, ends, places, points: float) -> Level:
    least, most, certain = forecast.fewest(race, points), forecast.most(race, points), ""
    if places and points >= places.floor and most <= places.most:
        certain = gettext("is in")
    elif places and forecast.fewest(race, points + 2 * forecast.NEARLY) >= max(places.most, places.least):
        certain = gettext("is out")
    return Level(
        points=number_text(points),
        now=sum(abs(has - points) < forecast.NEARLY for has in race.has.values()),
        expected=count_text(sum(many for end, many in ends.items() if end >= points - forecast.NEARLY))
        if ends
        else "",
        between=gettext("{least} to {most}").format(least=least, most=most) if least < most else str(most),
        certain=certain,
    )


def summary_of(stakes: dict[str, Stake], race: Race) -> str:
    """“3 players are in for certain; 40 are out; 45 still play for it”."""
    certain, out = (sum(one.state == state for one in stakes.values()) for state in (IN, OUT))
    rest = len(stakes) - certain - out
    counts = [
        (ngettext("{count} player is in for certain", "{count} are in for certain", certain), certain),
        (ngettext("{count} is out", "{count} are out", out), out),
        (ngettext("{count} still plays for it", "{count} still play for it", rest), rest)
        if race.is_on
        else (ngettext("tiebreakers decide on {count}", "tiebreakers decide on {count}", rest), rest),
    ]
    if rest == len(stakes) and race.is_on:
        return gettext("Nobody is in or out for certain yet")
    return "; ".join(words.format(count=count) for words, count in counts if count)
