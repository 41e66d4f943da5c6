"""Descriptions of players' reports: reported, confirmed, confirmed automatically."""

from django.utils.translation import gettext

from ....rules.history import MatchRecord
from ....rules.log import part_json
from ....rules.results import player_reports, text
from ...results.player_reports import format_report
from .changes import parts


def claimed(row, names):
    """“Table 12: Ada says Ada 2–1 Bo”, and whether they drop."""
    match = next((part_json.from_json("match", after, "match") for *_, after in parts(row, "match")), None)
    detail = dropping(row, names)
    if match is None:
        return detail, ""
    version = next(
        one for one in reversed(player_reports.reported_results(match)) if says(match, one, row.who, names)
    )
    words = gettext("Table {table}: {who} reports {said}")
    return words.format(
        table=match.table, who=row.who, said=format_report(match, version.result_text, names)
    ), detail


def says(match: MatchRecord, version: player_reports.ReportedResult, who: str, names) -> bool:
    return any(names[match.players[seat]] == who for seat in version.seats)


def dropping(row, names) -> str:
    """“Ada drops after this round”; empty without a change."""
    for _kind, (key,), _before, after in parts(row, "player"):
        words = gettext("{name} drops after this round")
        if after.get("dropped_after") is None:
            words = gettext("{name} plays on")
        return words.format(name=names[key])
    return ""


def settled(row, names):
    """“Nobody answered in time: table 12, Ada 2–1 Bo”."""
    matches = [part_json.from_json("match", after, "match") for *_, after in parts(row, "match")]
    results = (
        gettext("table {table}: {said}").format(table=match.table, said=text.words(match, names, gettext))
        for match in matches
    )
    return gettext("Reports stand that nobody answered in time"), "; ".join(results)
