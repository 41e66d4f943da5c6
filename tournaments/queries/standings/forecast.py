"""Clinching forecast: which players are certain of the cut while rounds run, and expected results."""

from bisect import bisect_left
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.forecast.bounds import expected_finish, max_reaching, min_reaching, possible_gains
from ...rules.forecast.race import Race, build_race
from ...rules.forecast.stakes import IN, OUT, Stake, calculate_stakes, cut_places
from ...rules.forecast.triangle import TOLERANCE, score_lines
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ...rules.rounds.phases import cut_rule
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..help.record_chart import NEGLIGIBLE, RecordChart, build_chart, count_text
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import hidden_text, number_text
from .cut_line import cut_label
from .stakes import StakeGroup, group_by_stake, safe_draws
from .standings_page import heading

# Levels that the page shows, and how many of them are above the first certain one.
MAX_LEVELS, LEVELS_ABOVE = 12, 2


@dataclass(frozen=True)
class Level:
    """How many players have these points now, and how many will finish with them or more.

    `certain` says whether these points are enough, or not enough, for the cut."""

    points: str
    now: int
    expected: str
    possible: str
    certain: str


@dataclass(frozen=True)
class Forecast:
    """The forecast page.

    `empty_text` explains an empty page; `cut` names the cut line, if there is one; `safe_draws` are tables
    (number, names) whose players both qualify with a draw."""

    heading: str
    empty_text: str = ""
    cut: str = ""
    summary: str = ""
    bars: RecordChart | None = None
    levels: tuple[Level, ...] = ()
    groups: tuple[StakeGroup, ...] = ()
    safe_draws: tuple[tuple[int, tuple[str, ...]], ...] = ()


def build_forecast(event: Event) -> Forecast:
    """Return the forecast of the event's current phase for the public page."""
    history = without_draft_rounds(load_history(event))
    phase = history.current
    if not history.players:
        return Forecast(gettext("No players yet"), gettext("Players appear here once they have entered."))
    title = heading(history, phase, None)
    if is_hidden(history, phase):
        return Forecast(title, hidden_text())
    race = build_race(history, phase)
    if race is None:
        return Forecast(title, missing_forecast_text(history, phase))
    rows = standings(history, phase, live=True).rows
    places, cut = find_cut(history, phase, race)
    stakes = calculate_stakes(race, places) if places else {}
    ends = expected_finish(race, draw_rate(history, phase, rows))
    levels = build_levels(race, ends, places)
    return Forecast(
        heading=title,
        cut=cut,
        summary=summary_text(stakes, race) if places else "",
        bars=finish_chart(ends, places, cut) if ends and race.is_running else None,
        levels=levels,
        groups=group_by_stake(rows, stakes, race) if history.phase(phase).rounds else (),
        safe_draws=safe_draws(history, phase, race, stakes),
    )


def missing_forecast_text(history: EventHistory, phase: int) -> str:
    """Explain why a phase has no forecast."""
    if history.phase(phase).kind == BRACKET:
        return gettext("The finals have started. See the bracket for who is still in.")
    return gettext(
        "Players bet points: what a round is worth depends on the points at the table, so nobody "
        "can clinch early."
    )


def find_cut(history: EventHistory, phase: int, race: Race):
    """Return (places in the next phase's cut, label of its line); (None, "") if no cut by points follows."""
    if phase == len(history.phases) or history.phase(phase + 1).entrants is not None:
        return None, ""
    rule = cut_rule(history, phase + 1)
    places = cut_places(rule, race.listed_count) if rule else None
    column = progress.settings_for(history, phase).first_column
    if places is None or ("min_points" in rule and column != "points"):
        return None, ""
    return places, cut_label(rule, int(min(places.limit, len(race.points))))


def draw_rate(history: EventHistory, phase: int, rows) -> float:
    """Return the share of drawn matches so far, 0 before the first match."""
    draws = sum(row.draws for row in rows)
    played = sum(row.wins + row.losses for row in rows) + draws
    return draws / played if played else 0.0


def finish_chart(ends: dict[float, float], places, cut: str) -> RecordChart:
    records = {(points, 0, 0): many for points, many in ends.items() if many >= NEGLIGIBLE}
    inside = 0
    if places:
        enough = sum(many for points, many in ends.items() if points >= places.min_points)
        inside = max(min(places.limit, enough), places.guaranteed)
    lines = score_lines(records, inside, (1, 0, 0))
    return build_chart(lines, {line.points: number_text(line.points) for line in lines}, cut)


def build_levels(race: Race, ends, places) -> tuple[Level, ...]:
    """Return the reachable totals, best first, from just above the certain ones to the first that is out."""
    totals = sorted(
        {
            round(points + gain, 9)
            for player, points in race.points.items()
            for gain in possible_gains(race.round_gains, race.rounds_left(player))
        }
    )
    # The index behind the last total that anybody can reach.
    end = bisect_left(totals, True, key=lambda points: not max_reaching(race, points))
    if places:
        certain = bisect_left(totals, True, key=lambda points: max_reaching(race, points) <= places.limit)
        end = min(end, certain + LEVELS_ABOVE + 1)
    levels = []
    for points in reversed(totals[max(0, end - MAX_LEVELS) : end]):
        levels.append(build_level(race, ends, places, points))
        if levels[-1].certain == gettext("misses the cut"):
            break
    return tuple(levels)


def build_level(race: Race, ends, places, points: float) -> Level:
    least, most, certain = min_reaching(race, points), max_reaching(race, points), ""
    if places and points >= places.min_points and most <= places.limit:
        certain = gettext("makes the cut")
    elif places and min_reaching(race, points + 2 * TOLERANCE) >= max(places.limit, places.guaranteed):
        certain = gettext("misses the cut")
    return Level(
        points=number_text(points),
        now=sum(abs(has - points) < TOLERANCE for has in race.points.values()),
        expected=count_text(sum(many for end, many in ends.items() if end >= points - TOLERANCE))
        if ends
        else "",
        possible=gettext("{least} to {most}").format(least=least, most=most) if least < most else str(most),
        certain=certain,
    )


def summary_text(stakes: dict[str, Stake], race: Race) -> str:
    """“3 players have clinched; 40 are eliminated; 45 are still alive”."""
    states = [stake.state for stake in stakes.values()]
    certain, out = states.count(IN), states.count(OUT)
    rest = len(stakes) - certain - out
    counts = [
        (ngettext("{count} player has clinched", "{count} players have clinched", certain), certain),
        (ngettext("{count} is eliminated", "{count} are eliminated", out), out),
        (ngettext("{count} is still alive", "{count} are still alive", rest), rest)
        if race.is_running
        else (ngettext("tiebreakers decide for {count}", "tiebreakers decide for {count}", rest), rest),
    ]
    if rest == len(stakes) and race.is_running:
        return gettext("Nobody has clinched or been eliminated yet")
    return "; ".join(text.format(count=count) for text, count in counts if count)
