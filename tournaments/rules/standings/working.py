"""Explanations of numbers in the standings, round by round, and the column that separates two players."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..tiebreakers import RATIO
from .standings import POINTS, compute_standings, steps_of
from .tables import FULL_BYE, OTHER_BYE, WON

FLOORED, CAPPED = _("raised to the minimum"), _("lowered to the maximum")
DUMMY = _("not played, own score counts")
NO_OPPONENT = _("no opponent, not counted")
START = _("starting points")


@dataclass(frozen=True, slots=True)
class ExplanationTerm:
    """The contribution of one round to a number; `term` is None if the round adds nothing.

    `opponent` is a player id, or None without a single opponent; `round` 0 stands for the whole event.
    `denominator` belongs to the term of a `ratio`; `raw_term` is the term before its floor or cap.
    `part` and `out_of` make up the opponent's own number where it is a ratio, else None.
    `note` is an untranslated remark, empty in the normal case. Where points are bet, `staked` and `taken`
    make the term, and `winner` is the id of the table's winner or None.
    """

    round: int
    opponent: str | None
    term: float | None
    counted: bool = True
    denominator: float | None = None
    raw_term: float | None = None
    note: str = ""
    part: float | None = None
    out_of: float | None = None
    staked: float | None = None
    taken: float | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class ValueExplanation:
    """One number of one player with its terms (`lines`) in order of the rounds.

    `aggregate`: the counted terms are added up (`sum`), averaged (`mean`), or added up and divided by
    the sum of their denominators (`ratio`); empty for a number without terms. The result is `aggregated`;
    `note` says how it became `value` if the two differ, and `decimals` is the rule's rounding.
    `by_opponent`: the terms describe the opponents, not the player's own results.
    """

    player: str
    key: str
    value: float
    aggregate: str
    aggregated: float
    lines: tuple[ExplanationTerm, ...]
    note: str = ""
    decimals: int | None = None
    by_opponent: bool = False


def explain_value(phase, player, key, **options):
    """Return the ValueExplanation of a player's number in a column; `options` as for `standings`.

    It uses the same computation as the standings, so the terms cannot disagree with the number.
    RuleViolation as for `standings`, and for a player or column that the standings do not list.
    """
    computed = compute_standings(phase, **options)
    tables = computed.tables
    listed = [tables.players[n] for n in computed.listed]
    if player not in listed or key not in computed.column_values:
        raise RuleViolation(_("These standings have no {key} for {player}."), key=key, player=player)
    n, column = tables.players.index(player), computed.column_values[key]
    value = float(column.values[n])
    aggregated = value if column.raw_values is None else float(column.raw_values[n])
    lines = _lines(tables, column, n) if column.aggregate else ()
    if key == POINTS and tables.start_points:
        lines = tuple(_with_bet(tables, line, player) for line in lines)
    return ValueExplanation(
        player,
        key,
        value,
        column.aggregate,
        aggregated,
        lines,
        "" if column.decimals is not None else _bound_note(aggregated, value),
        column.decimals,
        getattr(column.rows, "opponent", None) is not None,
    )


def _lines(tables, column, n):
    lines = [_line(tables, column, row) for row in (column.rows.player == n).nonzero()[0]]
    if column.rows is tables.meetings or column.bye_stand_in:
        rounds = {line.round for line in lines}
        lines += [line for line in _own_byes(tables, n) if line.round not in rounds]
    return tuple(sorted(lines, key=lambda line: line.round))


def _line(tables, column, row):
    rows = column.rows
    opponents = getattr(rows, "opponent", None)
    if opponents is None:
        opponent = _only_opponent(tables, rows, row)
    else:
        opponent = tables.players[opponents[row]] if opponents[row] >= 0 else None
    term = float(column.terms[row])
    raw_term = None if column.raw_terms is None else float(column.raw_terms[row])
    unbounded = term if raw_term is None else raw_term
    counted = column.counted is None or bool(column.counted[row])
    note = _bound_note(unbounded, term)
    if not counted:
        note = column.left_out
    elif opponents is not None and opponent is None:
        note = column.bye_stand_in or DUMMY
    denominator = None if column.denominators is None else float(column.denominators[row])
    ratio = _ratio(tables, column.opponent_column, opponent, unbounded)
    return ExplanationTerm(int(rows.round[row]), opponent, term, counted, denominator, raw_term, note, *ratio)


def _with_bet(tables, line, player):
    """Add the round's bet to a line, and a note to the line before the first round."""
    if line.round == 0:
        return replace(line, note=START)
    bet = tables.bets[player, line.round]
    played = tables.played
    others = set(_met_in(tables, tables.players.index(player), line.round))
    won = played.player[(played.round == line.round) & (played.outcome == WON)].tolist()
    winners = [n for n in won if n in others or tables.players[n] == player]
    winner = tables.players[winners[0]] if winners and others else None
    return replace(line, staked=float(bet.stake), taken=float(bet.take), winner=winner)


def _ratio(tables, opponent_column, opponent, share):
    """Return (part, out of) of the opponent's share; (None, None) if it is no ratio or of another round."""
    if opponent_column is None or opponent_column.aggregate != RATIO or opponent is None:
        return None, None
    own = opponent_column.rows.player == tables.players.index(opponent)
    if opponent_column.counted is not None:
        own &= opponent_column.counted
    part, out_of = float(opponent_column.terms[own].sum()), float(opponent_column.denominators[own].sum())
    if not out_of or steps_of(part / out_of) != steps_of(share):
        return None, None
    return part, out_of


def _own_byes(tables, n):
    """Return a line for each round without an opponent, which averages over opponents leave out."""
    played = tables.played
    byes = (played.player == n) & ((played.kind == FULL_BYE) | (played.kind == OTHER_BYE))
    return [
        ExplanationTerm(int(number), None, None, False, note=NO_OPPONENT) for number in played.round[byes]
    ]


def _only_opponent(tables, rows, row):
    """Return the only opponent of a played row; None without opponents or with several."""
    met = _met_in(tables, rows.player[row], rows.round[row])
    return tables.players[met[0]] if len(met) == 1 else None


def _met_in(tables, n, number):
    """Return the positions of a player's opponents of one round."""
    met = tables.meetings
    return met.opponent[(met.player == n) & (met.round == number)].tolist()


def _bound_note(before, after):
    return FLOORED if after > before else CAPPED if after < before else ""


def deciding_column(columns, row, other_row):
    """Return the first column (keys in order) in which two standings rows differ; None if they are tied."""
    for key in columns:
        first, second = (one.points if key == POINTS else one.values.get(key) for one in (row, other_row))
        if None not in (first, second) and steps_of(first) != steps_of(second):
            return key
    return None
