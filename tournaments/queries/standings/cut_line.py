"""The line between the last qualifier and the first player out, and what decides it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.errors import RuleViolation
from ...rules.finals.labels import ordinal
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import phases, progress
from ...rules.settings.cut import DIVISION
from ...rules.standings import cut
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..wording.cuts import cut_words
from ..wording.formats import number_text, percent_text


@dataclass(frozen=True)
class CutLine:
    """A line in the standings: `flag` names the cut, `why` says what decides it."""

    flag: str
    why: str


def cut_lines(history: EventHistory, phase: int, rows) -> dict[str, CutLine]:
    """Return {player above the line: CutLine} for the next phase's cut, one line per pool.

    Empty if no cut follows or can be made, or if it takes the best of each division."""
    if phase >= len(history.phases) or not rows:
        return {}
    if history.phase(phase).kind == BRACKET and not progress.is_over(history, phase):
        # While finals run, their standings list only eliminated players.
        return {}
    rule = phases.cut_rule(history, phase + 1)
    inside = those_in(history, phase, rows, rule)
    if not inside or len(inside) == len(rows) or (rule or {}).get("per") == DIVISION:
        return {}
    pools = {row.player: row.pool for row in rows}
    dropped = {player.id for player in history.players if player.dropped_after is not None}
    lines = {}
    for group in cut.group_rows(rows, pools).values():
        last = max((place for place, row in enumerate(group) if row.player in inside), default=None)
        if last is None or last + 1 == len(group):
            continue
        out = [row for row in group[last + 1 :] if row.player not in dropped]
        reason = why(group[last], out[0]) if out else ""
        lines[group[last].player] = CutLine(flag(rule, len(inside)), reason)
    return lines


def those_in(history: EventHistory, phase: int, rows, rule) -> set[str]:
    """Return the ids of the qualifiers: the next phase's entrants, or before it starts a projection."""
    entrants = history.phase(phase + 1).entrants
    if entrants is not None:
        return set(entrants) & {row.player for row in rows}
    return set() if rule is None else would_enter(history, phase, rows, rule)


def would_enter(history: EventHistory, phase: int, rows, rule) -> set[str]:
    """Return the ids of the players that the next phase's cut takes; empty if it cannot be made."""
    try:
        return set(phases.cut_rows(history, phase + 1, rows, rule).entrants)
    except RuleViolation:
        return set()


def flag(rule: dict | None, inside: int) -> str:
    if rule and "min_points" in rule and "top" not in rule:
        return gettext("Cut at {points} points").format(points=number_text(rule["min_points"]))
    if rule and rule.get("by_hand"):
        return gettext("Cut by hand")
    if rule and "per" in rule:
        words = cut_words(rule)
        return words[:1].upper() + words[1:]
    if rule and "losses" in rule and "top" not in rule:
        return ngettext("At most {n} loss", "At most {n} losses", rule["losses"]).format(n=rule["losses"])
    return gettext("Top {size} cut").format(size=inside)


def why(last, out) -> str:
    """“8th and 9th have 12 points each; OMW % decides, by 0.75”."""
    ranks = {"in_": last.place or last.rank, "out": out.place or out.rank}
    places = {key: ordinal(rank).render(gettext) for key, rank in ranks.items()}
    if last.points != out.points:
        words = ngettext(
            "{in_} has {a} point, {out} has {b}", "{in_} has {a} points, {out} has {b}", last.points
        )
        return words.format(a=number_text(last.points), b=number_text(out.points), **places)
    points = number_text(last.points)
    if last.rank == out.rank:
        words = gettext("level at {points} points and in every column: nothing decides it yet")
        return words.format(points=points)
    key = deciding_column(last.values, last, out)
    if key is None:
        # Finals rank by places only.
        return ""
    words = gettext("{in_} and {out} have {points} points each; {column} decides, by {gap}")
    return words.format(
        points=points, column=gettext(TIEBREAKERS[key].label), gap=gap(key, last, out), **places
    )


def gap(key: str, last, out) -> str:
    """Format the difference of two rows in a column; a tiny percentage reads “less than 0.01”."""
    between = abs(last.values[key] - out.values[key])
    if TIEBREAKERS[key].unit != PERCENT:
        return number_text(between)
    return percent_text(between) if between >= 0.00005 else gettext("less than 0.01")
