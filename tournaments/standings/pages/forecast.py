"""Clinching forecast: which players are certain of the cut while rounds run, and expected results."""

from bisect import bisect_left
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from ...help.pages.calculator import NEGLIGIBLE, build_chart, count_text
from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.forecast.bounds import (
    TOLERANCE,
    CutPlaces,
    cut_places,
    expected_finish,
    max_reaching,
    min_reaching,
    possible_gains,
    score_lines,
)
from ...rules.forecast.cut_races import check_cut_is_possible, cut_races, stakes_of_cut
from ...rules.forecast.phase_start import draw_rate
from ...rules.forecast.race import Race, build_race
from ...rules.forecast.stakes import IN, OUT, Stake, makes_cut, misses_cut
from ...rules.history import BRACKET, EventPhase
from ...rules.rounds import progress
from ...rules.rounds.phases import cut_rule
from ...rules.settings import fields
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import standings
from ...rules.tiebreakers import TIEBREAKERS
from ...web.charts import Chart
from ...web.wording import hidden_text, message_text, number_text
from .chances import (
    ChancesPage,
    StakeGroup,
    get_chances,
    group_by_stake,
    players_with_chances_by_result,
    safe_draws,
)
from .standings import cut_label, heading

# Levels that the page shows, and how many of them are above the first certain one.
MAX_LEVELS, LEVELS_ABOVE = 12, 2


@dataclass(frozen=True)
class Level:
    """How many players have these points now, and how many will finish with them or more.

    `certain` says whether these points are enough, or not enough, for the cut.
    """

    points: str
    now: int
    expected: str
    possible: str
    certain: str


@dataclass(frozen=True)
class Forecast:
    """The forecast page.

    `empty_text` explains an empty page, `has_ended` that the final standings replaced it; `cut` names the cut
    line, if there is one; `basis` says what the forecast rests on, or why nobody can clinch; `safe_draws` are
    tables (number, names) whose players both qualify with a draw.
    """

    heading: str
    empty_text: str = ""
    has_ended: bool = False
    cut: str = ""
    summary: str = ""
    basis: str = ""
    bars: Chart | None = None
    levels: tuple[Level, ...] = ()
    groups: tuple[StakeGroup, ...] = ()
    safe_draws: tuple[tuple[int, tuple[str, ...]], ...] = ()
    chances: ChancesPage | None = None


def build_forecast(event: Event) -> Forecast:
    """Return the forecast of the event's current phase for the public page."""
    history = without_draft_rounds(load_history(event))
    phase = history.current_phase
    if not history.players:
        return Forecast(gettext("No players yet"), gettext("Players appear here once they have entered."))
    title = heading(phase, None)
    if is_hidden(phase):
        return Forecast(title, hidden_text())
    if progress.has_ended(history):
        return Forecast(title, gettext("The event is over."), has_ended=True)
    race = build_race(phase)
    if race is None:
        return Forecast(title, missing_forecast_text(phase))
    rows = standings(phase, live=True).rows
    outlook, chances = get_cut_outlook(phase, race), get_chances(event, history)
    players = chances.chances.players if chances and race.is_running else {}
    open_players = players_with_chances_by_result(history, chances.chances) if chances else set()
    groups = group_by_stake(rows, outlook.stakes, race, players, open_players)
    ends = expected_finish(race, draw_rate(phase))
    return Forecast(
        heading=title,
        cut=outlook.label,
        summary=summary_text(outlook.stakes, race) if outlook.stakes else "",
        basis=outlook.basis,
        bars=finish_chart(ends, outlook) if ends and race.is_running else None,
        levels=build_levels(race, ends, outlook.places),
        groups=groups if phase.rounds else (),
        safe_draws=safe_draws(phase, race, outlook.stakes),
        chances=chances if players else None,
    )


def missing_forecast_text(phase: EventPhase) -> str:
    """Explain why a phase has no forecast."""
    if phase.kind == BRACKET:
        return gettext("The finals have started. See the bracket for who is still in.")
    return gettext(
        "Players bet points: what a round is worth depends on the points at the table, so nobody "
        "can clinch early."
    )


@dataclass(frozen=True)
class CutOutlook:
    """The certain results of the next phase's cut.

    `stakes` is {player: Stake}, empty if nobody can clinch; `basis` says what they rest on, or why they are
    missing; `label` names the cut. `places` is None if points alone do not place a player in one cut of all.
    """

    basis: str
    label: str = ""
    stakes: dict[str, Stake] = field(default_factory=dict)
    places: CutPlaces | None = None


def get_cut_outlook(phase: EventPhase, race: Race) -> CutOutlook:
    """Return the outlook of a phase's players for the cut after it."""
    if phase.next is None:
        return CutOutlook(gettext("No cut follows these rounds, so there’s nothing to clinch."))
    if phase.next.entrants is not None:
        return CutOutlook(gettext("The players who advance are already set."))
    rule, column = cut_rule(phase.next), phase.settings.first_column
    if rule is None:
        return CutOutlook(gettext("Everyone advances, so there’s nothing to clinch."))
    places = cut_places(rule, race.listed_count)
    if places is None:
        return CutOutlook(
            gettext("The organiser chooses by hand who advances, so nobody can clinch."), cut_label(rule, 0)
        )
    label = cut_label(rule, int(min(places.limit, len(race.points))))
    races = cut_races(phase, race, rule)
    if not races:
        basis = gettext("The cut counts points, but these rounds are ranked by {column}: nobody can clinch.")
        return CutOutlook(basis.format(column=gettext(TIEBREAKERS[column].label)), label)
    try:
        check_cut_is_possible(races, rule)
    except RuleViolation as violation:
        return CutOutlook(message_text(violation), label)
    # Levels of points mean the same to all players only without groups and losses.
    is_by_points = "per" not in rule and not places.counts_losses
    return CutOutlook(basis_text(rule), label, stakes_of_cut(races), places if is_by_points else None)


def basis_text(rule: dict) -> str:
    """Explain what a forecast of the cut rests on."""
    basis = gettext("Based on points only, so no tiebreaker or pairing can change it.")
    if "losses" in rule:
        basis = gettext("Based on points and losses only, so no tiebreaker or pairing can change it.")
    tied = {
        fields.IN: gettext("Everyone tied on points at the cut line is in."),
        fields.OUT: gettext("Everyone tied on points at the cut line is out."),
    }
    assumption = gettext(
        "Assumes nobody joins or re-enters. An eliminated player can still get in if someone above them "
        "drops."
    )
    return " ".join(filter(None, (basis, tied.get(rule.get("ties")), assumption)))


def finish_chart(ends: dict[float, float], outlook: CutOutlook) -> Chart:
    """Return the chart of the expected numbers of players by final points."""
    records = {(points, 0, 0): many for points, many in ends.items() if many >= NEGLIGIBLE}
    inside, places = 0, outlook.places
    if places:
        enough = sum(many for points, many in ends.items() if points >= places.min_points)
        inside = max(min(places.limit, places.at_most, enough), places.guaranteed)
    lines = score_lines(records, inside, (1, 0, 0))
    labels = {line.points: number_text(line.points) for line in lines}
    return build_chart(lines, labels, outlook.label if places else "")


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
        certain = bisect_left(totals, True, key=lambda points: makes_cut(race, places, points))
        end = min(end, certain + LEVELS_ABOVE + 1)
    levels = []
    for points in reversed(totals[max(0, end - MAX_LEVELS) : end]):
        levels.append(build_level(race, ends, places, points))
        if levels[-1].certain == gettext("misses the cut"):
            break
    return tuple(levels)


def build_level(race: Race, ends, places, points: float) -> Level:
    least, most, certain = min_reaching(race, points), max_reaching(race, points), ""
    if places and makes_cut(race, places, points):
        certain = gettext("makes the cut")
    elif places and misses_cut(race, places, points):
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
