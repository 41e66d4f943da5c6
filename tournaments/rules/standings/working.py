"""The working behind a number, line by line, and the column that parts two players."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..tiebreakers import RATIO
from .ranking import steps_of
from .standings import POINTS, computed
from .tables import FULL_BYE, OTHER_BYE, WON

FLOORED, CAPPED = _("raised to the floor"), _("lowered to the cap")
DUMMY = _("not played: the own score")
NO_OPPONENT = _("no opponent: not counted")
START = _("what everybody begins with")


@dataclass(frozen=True, slots=True)
class Line:
    """What one round adds, as it counts; `term` None: nothing to add.

    `opponent` is an id, None where nobody sat opposite; `round` 0 stands for the whole event.
    `whole` is what the term is out of (`ratio`), `unbound` the term before its floor or cap.
    `part` and `out_of` are what the opponent's own number is the ratio of, None where it is none.
    `note` says what is special, in words to be translated; empty if nothing is. Where points are bet,
    `staked` and `taken` make the term, and `winner` is the id of who won the table, None for nobody.
    """

    round: int
    opponent: str | None
    term: float | None
    counted: bool = True
    whole: float | None = None
    unbound: float | None = None
    note: str = ""
    part: float | None = None
    out_of: float | None = None
    staked: float | None = None
    taken: float | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """One number of one player with its lines in order of the rounds.

    `fold`: the counted terms are added up (`sum`), averaged (`mean`), or added up and divided by
    the sum of their wholes (`ratio`); empty: a number without terms. That gives `folded`; `note`
    says what made it `value` where the two differ, and `decimals` what the rule rounds to.
    `by_opponent`: the lines are about the opponents, not about the player's own results.
    """

    player: str
    key: str
    value: float
    fold: str
    folded: float
    lines: tuple[Line, ...]
    note: str = ""
    decimals: int | None = None
    by_opponent: bool = False


def working_of(history, phase_number, player, key, **asked):
    """The Shown of a player's number in a column; `asked` as for `standings`.

    The same computation as the standings': the lines cannot disagree with the number. RuleViolation
    as for `standings`, and for a player or column that does not stand in them.
    """
    found = computed(history, phase_number, **asked)
    listed = [found.tables.players[n] for n in found.listed]
    if player not in listed or key not in found.workings:
        raise RuleViolation(_("There is no {key} of {player} in these standings."), key=key, player=player)
    n, working = found.tables.players.index(player), found.workings[key]
    value = float(working.values[n])
    folded = value if working.before is None else float(working.before[n])
    lines = _lines(found.tables, working, n) if working.fold else ()
    if key == POINTS and found.tables.start:
        lines = tuple(_with_bet(found.tables, line, player) for line in lines)
    note = "" if working.decimals is not None else _bound(folded, value)
    by_opponent = getattr(working.rows, "opponent", None) is not None
    return Shown(player, key, value, working.fold, folded, lines, note, working.decimals, by_opponent)


def _lines(tables, working, n):
    rows = working.rows
    opponents = getattr(rows, "opponent", None)
    lines = []
    for at in (rows.player == n).nonzero()[0]:
        opponent = _opponent(tables, rows, at) if opponents is None else _player(tables, opponents[at])
        term = float(working.terms[at])
        unbound = None if working.unbound is None else float(working.unbound[at])
        counted = working.counted is None or bool(working.counted[at])
        note = _bound(term if unbound is None else unbound, term)
        if not counted:
            note = working.left_out
        elif opponents is not None and opponent is None:
            note = working.stand_in or DUMMY
        whole = None if working.whole is None else float(working.whole[at])
        ratio = _ratio(tables, working.theirs, opponent, term if unbound is None else unbound)
        lines.append(Line(int(rows.round[at]), opponent, term, counted, whole, unbound, note, *ratio))
    if rows is tables.met or working.stand_in:
        told = {line.round for line in lines}
        lines += [line for line in _own_byes(tables, n) if line.round not in told]
    return tuple(sorted(lines, key=lambda line: line.round))


def _with_bet(tables, line, player):
    """The line of a round with what was bet in it; that before the first round says what it is."""
    if line.round == 0:
        return replace(line, note=START)
    bet = tables.bets[player, line.round]
    played = tables.played
    others = set(_met_in(tables, tables.players.index(player), line.round))
    won = played.player[(played.round == line.round) & (played.outcome == WON)].tolist()
    here = [n for n in won if n in others or tables.players[n] == player]
    winner = tables.players[here[0]] if here and others else None
    return replace(line, staked=float(bet.stake), taken=float(bet.take), winner=winner)


def _ratio(tables, theirs, opponent, share):
    """What the opponent's share is the ratio of; None twice where it is none, or as of another round."""
    if theirs is None or theirs.fold != RATIO or opponent is None:
        return None, None
    own = theirs.rows.player == tables.players.index(opponent)
    if theirs.counted is not None:
        own &= theirs.counted
    part, out_of = float(theirs.terms[own].sum()), float(theirs.whole[own].sum())
    if not out_of or steps_of(part / out_of) != steps_of(share):
        return None, None
    return part, out_of


def _own_byes(tables, n):
    """A line for each round without an opponent, which averages over opponents leave out."""
    played = tables.played
    alone = (played.player == n) & ((played.kind == FULL_BYE) | (played.kind == OTHER_BYE))
    return [Line(int(number), None, None, False, note=NO_OPPONENT) for number in played.round[alone]]


def _opponent(tables, rows, at):
    """Who sat opposite in a played row; None where it was nobody, or several."""
    met = _met_in(tables, rows.player[at], rows.round[at])
    return tables.players[met[0]] if len(met) == 1 else None


def _met_in(tables, n, number):
    """Positions in the tables of those whom a player met in a round."""
    met = tables.met
    return met.opponent[(met.player == n) & (met.round == number)].tolist()


def _player(tables, n):
    return tables.players[n] if n >= 0 else None


def _bound(before, after):
    return FLOORED if after > before else CAPPED if after < before else ""


def parting(columns, one, other):
    """The first of the columns (keys in order) in which two Rows differ; None if they are tied."""
    for key in columns:
        first, second = (row.points if key == POINTS else row.values.get(key) for row in (one, other))
        if None not in (first, second) and steps_of(first) != steps_of(second):
            return key
    return None
