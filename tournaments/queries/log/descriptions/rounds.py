"""Descriptions of rounds changed by hand and of corrections after publishing."""

from django.utils.translation import gettext

from ....rules.log import part_json
from ....rules.log.part_json import seated_players
from ....rules.results import text
from .changes import parts, shorten, suffix_of


def adjusted(row, names):
    """“Round 3 changed by hand: Bo came late”, with the tables as they are now."""
    phase, number, _table = next(parts(row, "match", "bye")).name
    summary = gettext("{round} changed by hand").format(round=names.round(phase, number))
    reason = suffix_of(row)
    return f"{summary}: {reason}" if reason else summary, with_draw(row, tables_after(row, names, number))


def result_text(match, names) -> str:
    return text.describe_result(match, names, gettext) if match.reported else gettext("result cleared")


def corrected(row, names):
    """Describe the result, and the tables of the next round that changed with it."""
    changed = list(parts(row, "match", "bye"))
    first = min(part.name[1] for part in changed)
    (_, (phase, _, table), _, after) = next(part for part in changed if part.name[1] == first)
    match = part_json.from_json("match", after, "match")
    summary = gettext("Table {table} of {round} corrected: {result}").format(
        table=table, round=names.round_in_sentence(phase, first), result=result_text(match, names)
    )
    later = {part.name[1] for part in changed} - {first}
    return summary, with_draw(row, tables_after(row, names, max(later))) if later else ""


def seats_corrected(row, names):
    """Describe the corrected tables, and those of the next round that changed with them."""
    rounds = sorted({part.name[:2] for part in parts(row, "match", "bye")})
    summary = gettext("Seating of {round} corrected").format(round=names.round_in_sentence(*rounds[0]))
    return summary, with_draw(row, "; ".join(tables_after(row, names, number) for _, number in rounds))


def admitted(row, names):
    """“Zoe added to round 2”, with the tables as they are now; or left out of it."""
    # The action's suffix is the choice for a published round; without one the pairings were kept.
    if suffix_of(row):
        return describe_move(row, names, gettext("{name} added to {round}"), joins=True)
    return describe_move(row, names, gettext("{name} not added to {round}"), joins=True)


def excused(row, names):
    return describe_move(row, names, gettext("{name} removed from {round}"), joins=False)


def describe_move(row, names, message, joins):
    """Describe a player's move into or out of a round, with its tables as they are now."""
    changed = list(parts(row, "match", "bye"))
    phase, number, _table = changed[0].name
    before = {key for part in changed for key in seated_players(part.before)}
    after = {key for part in changed for key in seated_players(part.after)}
    player = next((part.name[0] for part in parts(row, "player")), None)
    if player is None:
        (player, *_others) = after - before if joins else before - after
    summary = message.format(name=names[player], round=names.round_in_sentence(phase, number))
    return summary, with_draw(row, tables_after(row, names, number))


def with_draw(row, tables: str) -> str:
    """Add to the tables that they were drawn, if a seed drew them; the draw details have the seed."""
    if " seed " not in row.action.partition(": ")[0]:
        return tables
    return gettext("{tables}; paired again").format(tables=tables)


def tables_after(row, names, number) -> str:
    """“table 2: Ada v Bo; bye: Chidi” of the matches of a round that the entry made."""
    tables = []
    for part in parts(row, "match", "bye"):
        _phase, round_, last = part.name
        if part.after is None or round_ != number:
            continue
        seats = part.after["seats"] if part.kind == "match" else []
        if seats:
            players = gettext(" v ").join(names[seat["player"]] for seat in seats)
            tables.append(gettext("table {table}: {names}").format(table=last, names=players))
        else:
            sits_out = "points" in part.after
            message = gettext("not paired: {name}") if sits_out else gettext("bye: {name}")
            tables.append(message.format(name=names[last]))
    return shorten(tables)
