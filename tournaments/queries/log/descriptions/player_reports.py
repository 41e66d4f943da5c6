"""Descriptions of players' reports: reported, confirmed, confirmed automatically."""

from django.utils.translation import gettext

from ....rules.log import part_json
from ....rules.results import player_reports, text
from ...results.player_reports import format_report
from .changes import parts


def matches_after(row):
    return [part_json.from_json("match", part.after, "match") for part in parts(row, "match")]


def reported_by_player(row, names):
    """“Table 12: Ada reports Ada 2–1 Bo”, and whether they drop."""
    match, detail = next(iter(matches_after(row)), None), describe_drop(row, names)
    if match is None:
        return detail, ""
    report = next(
        report
        for report in reversed(player_reports.reported_results(match))
        if any(names[match.players[seat]] == row.who for seat in report.seats)
    )
    result = format_report(match, report.result_text, names)
    message = gettext("Table {table}: {who} reports {result}")
    return message.format(table=match.table, who=row.who, result=result), detail


def describe_drop(row, names) -> str:
    """“Ada drops after this round”; empty without a change."""
    part = next(parts(row, "player"), None)
    if part is None:
        return ""
    plays_on = part.after.get("dropped_after") is None
    message = gettext("{name} keeps playing") if plays_on else gettext("{name} drops after this round")
    return message.format(name=names[part.name[0]])


def confirmed_in_time(row, names):
    """“Reports confirmed automatically”, “table 12: Ada 2–1 Bo”."""
    results = (
        gettext("table {table}: {result}").format(
            table=match.table, result=text.describe_result(match, names, gettext)
        )
        for match in matches_after(row)
    )
    return gettext("Reports confirmed automatically"), "; ".join(results)
