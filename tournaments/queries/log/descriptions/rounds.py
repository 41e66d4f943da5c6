"""Descriptions of rounds changed by hand and of corrections after publishing."""

from django.utils.translation import gettext

from ....rules.log import part_json
from ....rules.log.part_json import sitting_in
from ....rules.results import text
from .changes import parts


def adjusted(row, names):
    """“Round 3 changed by hand: Bo came late”, with the tables as they are now."""
    _, (phase, number, _), _, _ = next(parts(row, "match", "bye"))
    reason = row.action.partition(": ")[2]
    words = gettext("Round {round} changed by hand").format(round=names.round(phase, number))
    return f"{words}: {reason}" if reason else words, with_seed(row, tables_now(row, names, number))


def corrected(row, names):
    """The result; the tables of the next round that changed with it."""
    changed = list(parts(row, "match", "bye"))
    first = min(number for _, (_, number, _), _, _ in changed)
    (_, (phase, _, table), _, after) = next(part for part in changed if part[1][1] == first)
    match = part_json.from_json("match", after, "match")
    said = text.words(match, names, gettext) if match.reported else gettext("result cleared")
    words = gettext("Table {table} of round {round} corrected: {said}")
    later = {number for _, (_, number, _), _, _ in changed} - {first}
    detail = with_seed(row, tables_now(row, names, max(later))) if later else ""
    return words.format(table=table, round=names.round(phase, first), said=said), detail


def seats_corrected(row, names):
    """The tables as they were after all; those of the next round that changed with them."""
    places = sorted({name[:2] for _, name, _, _ in parts(row, "match", "bye")})
    words = gettext("Who sat where in round {round} corrected").format(round=names.round(*places[0]))
    return words, with_seed(row, "; ".join(tables_now(row, names, number) for _, number in places))


def admitted(row, names):
    """“Zoe let into round 2”, with the tables as they are now; or left out of it."""
    words = (
        gettext("{name} let into round {round}")
        if chosen(row)
        else gettext("{name} left out of round {round}")
    )
    return who_moved(row, names, words, come=True)


def excused(row, names):
    return who_moved(row, names, gettext("{name} taken out of round {round}"), come=False)


def chosen(row) -> str:
    """Describe the choice for a published round; empty if its pairings were kept."""
    return row.action.partition(": ")[2]


def who_moved(row, names, words, come):
    """The words with the name of who came into a round or went out of it; its tables as they are now."""
    changed = list(parts(row, "match", "bye"))
    phase, number, _ = changed[0][1]
    was, now = ({key for part in changed for key in sitting_in(part[at])} for at in (2, 3))
    player = [name[0] for _, name, _, _ in parts(row, "player")] or list(now - was if come else was - now)
    return words.format(name=names[player[0]], round=names.round(phase, number)), with_seed(
        row, tables_now(row, names, number)
    )


def with_seed(row, words: str) -> str:
    """The same, with the seed where one drew the tables (actions.adjusting.logged)."""
    seed = row.action.partition(": ")[0].partition(" seed ")[2]
    return (
        gettext("{told}; drawn by hand from the seed {seed}").format(told=words, seed=seed) if seed else words
    )


def tables_now(row, names, number) -> str:
    """“table 2: Ada v Bo; bye: Chidi” of the matches of a round that the entry made."""
    made = []
    for kind, (_, round_, last), _, after in parts(row, "match", "bye"):
        if after is None or round_ != number:
            continue
        seats = [names[seat["player"]] for seat in after["seats"]] if kind == "match" else []
        table_words = gettext("table {table}: {names}").format(table=last, names=gettext(" v ").join(seats))
        out = gettext("sits out: {name}") if "points" in after else gettext("bye: {name}")
        made.append(table_words if seats else out.format(name=names[last]))
    return "; ".join(made[:8]) + (" …" if len(made) > 8 else "")
