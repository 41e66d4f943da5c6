"""Standings in an event file as they were published when a round was finished."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import StandingsRecord
from tournaments.rules.settings import validators
from tournaments.rules.standings.standings import POINTS
from tournaments.rules.tiebreakers import TIEBREAKERS

from .fields import items, moment, record, shown, step, whole

KEYS = ("phase", "round", "at", "columns", "rows")
MOST_ROWS, LONGEST_TEXT = 100_000, 40
# What stands in a row before the text of each column: rank, player's id, record.
BEFORE = 3


def published_fragment(one):
    """One entry of `published`."""
    told = {"phase": one.phase, "round": one.round, "at": one.at, "columns": list(one.columns)}
    return told | {"rows": [list(row) for row in one.rows]}


def read_published(data):
    """The Published of each entry of `published`; RuleViolation with the path of what is wrong."""
    lists, count = [], 0
    for path, value in items(data, "published", ""):
        record(value, path, KEYS, required=KEYS)
        columns = tuple(
            validators.choice(key, where, (POINTS, *TIEBREAKERS))
            for where, key in items(value, "columns", path)
        )
        rows = tuple(_row(row, where, len(columns)) for where, row in items(value, "rows", path))
        count += len(rows)
        if count > MOST_ROWS:
            words = _("{path}: too many rows; {most} are the most in all lists.")
            raise RuleViolation(words, path=step(path, "rows"), most=MOST_ROWS)
        place = (whole(value, key, path, low=1) for key in ("phase", "round"))
        lists.append(StandingsRecord(*place, moment(value, "at", path, null=False), columns, rows))
    return tuple(lists)


def _row(row, path, columns):
    if not isinstance(row, list) or len(row) != BEFORE + columns:
        words = _("{path}: must be a list of {count}: rank, player, record, then a text for each column.")
        raise RuleViolation(words, path=path, count=BEFORE + columns)
    rank, player, *texts = row
    validators.whole(rank, f"{path}[0]", 1)
    for at, text in enumerate((player, *texts), 1):
        most = 200 if at == 1 else LONGEST_TEXT
        if not isinstance(text, str) or not 1 <= len(text) <= most:
            words = _("{path}: must be text of 1 to {most} characters, not {value}.")
            raise RuleViolation(words, path=f"{path}[{at}]", most=most, value=shown(text))
    return tuple(row)
