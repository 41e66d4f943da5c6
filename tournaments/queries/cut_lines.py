"""The line drawn in the standings between the last one in and the first one out, and what decides it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ..rules import cuts, finals, history, progress
from ..rules.errors import RuleViolation
from ..rules.finals.words import ordinal
from ..rules.tiebreakers import PERCENT, TIEBREAKERS
from ..rules.workings import parting
from .wording import number_text, percent_text


@dataclass(frozen=True)
class CutLine:
    """Stands below row `after` (from 0). `flag` names the cut, `why` says what decides it."""

    after: int
    flag: str
    why: str


def cut_line(told: history.Event, phase: int, rows) -> CutLine | None:
    """The line that the next phase's cut draws in these rows; None where none follows or can be made."""
    if phase >= len(told.phases) or not rows:
        return None
    if told.phase(phase).kind == history.BRACKET and not progress.is_over(told, phase):
        # Running finals list those who are out already.
        return None
    rule = cut_rule(told, phase + 1)
    inside = those_in(told, phase, rows, rule)
    if not inside or len(inside) == len(rows):
        return None
    last = max(place for place, row in enumerate(rows) if row.player in inside)
    gone = {player.id for player in told.players if player.dropped_after is not None}
    out = [row for row in rows[last + 1 :] if row.player not in gone]
    return CutLine(last, flag(rule, len(inside)), why(rows[last], out[0]) if out else "")


def cut_rule(told: history.Event, phase: int) -> dict | None:
    """The cut into a phase: as set, else as many as its finals take."""
    settings = progress.settings_for(told, phase)
    if settings.cut or told.phase(phase).kind != history.BRACKET:
        return settings.cut
    sizes = finals.check_finals(settings.finals or finals.DEFAULT_FINALS).sizes
    return {"top": sizes[0]} if len(sizes) == 1 else None


def those_in(told: history.Event, phase: int, rows, rule) -> set[str]:
    """Who is in: the entrants once the next phase has begun, until then who would be."""
    entrants = told.phase(phase + 1).entrants
    if entrants is not None:
        return set(entrants) & {row.player for row in rows}
    return set() if rule is None else would_enter(told, phase, rows, rule)


def would_enter(told: history.Event, phase: int, rows, rule) -> set[str]:
    """Whom the next phase's cut would take from these rows; nobody where it cannot be made."""
    last = told.rounds_before(phase + 1)
    gone = {player.id for player in told.players if not player.plays_in(last + 1)}
    try:
        return set(cuts.cut(rows, rule, gone).entrants)
    except RuleViolation:
        return set()


def flag(rule: dict | None, inside: int) -> str:
    if rule and "min_points" in rule and "top" not in rule:
        return gettext("Cut at {points} points").format(points=number_text(rule["min_points"]))
    return gettext("Top {size} cut").format(size=inside)


def why(last, out) -> str:
    """“8th and 9th have 12 points each; OMW % decides, by 0.75”."""
    places = {"in_": ordinal(last.rank).said(gettext), "out": ordinal(out.rank).said(gettext)}
    if last.points != out.points:
        words = ngettext(
            "{in_} has {a} point, {out} has {b}", "{in_} has {a} points, {out} has {b}", last.points
        )
        return words.format(a=number_text(last.points), b=number_text(out.points), **places)
    points = number_text(last.points)
    if last.rank == out.rank:
        words = gettext("level at {points} points and in every column: nothing decides it yet")
        return words.format(points=points)
    key = parting(last.values, last, out)
    if key is None:
        # Finals rank by places alone.
        return ""
    words = gettext("{in_} and {out} have {points} points each; {column} decides, by {gap}")
    return words.format(
        points=points, column=gettext(TIEBREAKERS[key].label), gap=gap(key, last, out), **places
    )


def gap(key: str, last, out) -> str:
    """How much of a column parts the two; a hair's breadth is said to be one."""
    between = abs(last.values[key] - out.values[key])
    if TIEBREAKERS[key].unit != PERCENT:
        return number_text(between)
    return percent_text(between) if between >= 0.00005 else gettext("less than 0.01")
