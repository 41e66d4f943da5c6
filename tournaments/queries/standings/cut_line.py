"""The line between the last qualifier and the first player out, and the column that decides it."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.errors import RuleViolation
from ...rules.finals.labels import ordinal
from ...rules.history import BRACKET, EventPhase
from ...rules.rounds import phases, progress
from ...rules.settings.cut import DIVISION
from ...rules.standings import cut
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..wording.cuts import cut_text
from ..wording.formats import number_text, percent_text


@dataclass(frozen=True)
class CutLine:
    """A line in the standings: the cut's name, and what separates the players at the line."""

    label: str
    reason: str


def cut_lines(phase: EventPhase, rows) -> dict[str, CutLine]:
    """Return {player above the line: CutLine} for the next phase's cut, one line per pool.

    Empty if no cut follows or can be made, or if it takes the best of each division.
    """
    if phase.next is None or not rows:
        return {}
    if phase.kind == BRACKET and not progress.is_over(phase):
        # While finals run, their standings list only eliminated players.
        return {}
    rule = phases.cut_rule(phase.next)
    qualifiers = find_qualifiers(phase, rows, rule)
    if not qualifiers or len(qualifiers) == len(rows) or (rule or {}).get("per") == DIVISION:
        return {}
    dropped = {player.id for player in phase.history.players if player.dropped_after is not None}
    lines, label = {}, cut_label(rule, len(qualifiers))
    for pool in cut.group_rows(rows, {row.player: row.pool for row in rows}).values():
        last = max((place for place, row in enumerate(pool) if row.player in qualifiers), default=None)
        if last is None or last + 1 == len(pool):
            continue
        first_out = next((row for row in pool[last + 1 :] if row.player not in dropped), None)
        reason = separation_text(pool[last], first_out) if first_out else ""
        lines[pool[last].player] = CutLine(label, reason)
    return lines


def find_qualifiers(phase: EventPhase, rows, rule: dict | None) -> set[str]:
    """Return the ids of the qualifiers: the next phase's entrants, or before it starts a projection."""
    entrants = phase.next.entrants
    if entrants is not None:
        return set(entrants) & {row.player for row in rows}
    return projected_entrants(phase, rows, rule) if rule is not None else set()


def projected_entrants(phase: EventPhase, rows, rule: dict) -> set[str]:
    """Return the ids of the players that the next phase's cut takes; empty if it cannot be made."""
    try:
        return set(phases.cut_rows(phase.next, rows, rule).entrants)
    except RuleViolation:
        return set()


def cut_label(rule: dict | None, qualifiers: int) -> str:
    """“Top 8 cut”, “Cut at 9 points”."""
    rule = rule or {}
    if "min_points" in rule and "top" not in rule:
        return gettext("Cut at {points} points").format(points=number_text(rule["min_points"]))
    if rule.get("by_hand"):
        return gettext("Cut by hand")
    if "per" in rule:
        text = cut_text(rule)
        return text[:1].upper() + text[1:]
    if "losses" in rule and "top" not in rule:
        return ngettext("At most {n} loss", "At most {n} losses", rule["losses"]).format(n=rule["losses"])
    return gettext("Top {size} cut").format(size=qualifiers)


def separation_text(last, first_out) -> str:
    """“8th and 9th are tied on 12 points; OMW % splits them (0.75)”."""
    places = {
        name: ordinal(row.place or row.rank).render(gettext)
        for name, row in (("in_", last), ("out", first_out))
    }
    points = number_text(last.points)
    if last.points != first_out.points:
        text = ngettext(
            "{in_} has {a} point, {out} has {b}", "{in_} has {a} points, {out} has {b}", last.points
        )
        return text.format(a=points, b=number_text(first_out.points), **places)
    if last.rank == first_out.rank:
        text = gettext("tied on {points} points and every tiebreaker, not decided yet")
        return text.format(points=points)
    key = deciding_column(last.values, last, first_out)
    if key is None:
        # Finals rank by places only.
        return ""
    return gettext("{in_} and {out} are tied on {points} points; {column} splits them ({gap})").format(
        points=points,
        column=gettext(TIEBREAKERS[key].label),
        gap=gap_text(key, last.values[key], first_out.values[key]),
        **places,
    )


def gap_text(key: str, a: float, b: float) -> str:
    """Format the difference of two values of a column; a tiny percentage reads “less than 0.01”."""
    gap = abs(a - b)
    if TIEBREAKERS[key].unit != PERCENT:
        return number_text(gap)
    return percent_text(gap) if gap >= 0.00005 else gettext("less than 0.01")
