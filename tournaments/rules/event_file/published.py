"""Published standings of finished rounds in an event file."""

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import StandingsRecord
from tournaments.rules.settings import validators
from tournaments.rules.standings.standings import POINTS
from tournaments.rules.tiebreakers import TIEBREAKERS

from .fields import MAX_TEXT_LENGTH, describe_value, items, moment, record, step, whole

KEYS = ("phase", "round", "at", "columns", "rows")
MAX_ROWS, MAX_CELL_LENGTH = 100_000, 40
# The values of a row before the text of each column: rank, player id, record.
LEADING_VALUES = 3


def published_fragment(standings):
    """Return one entry of `published`."""
    fields = {key: getattr(standings, key) for key in ("phase", "round", "at")}
    return fields | {"columns": list(standings.columns), "rows": [list(row) for row in standings.rows]}


def read_published(data):
    """Return the StandingsRecord of each entry of `published`."""
    published, count = [], 0
    for path, value in items(data, "published", ""):
        record(value, path, KEYS, required=KEYS)
        columns = tuple(
            validators.choice(key, where, (POINTS, *TIEBREAKERS))
            for where, key in items(value, "columns", path)
        )
        rows = tuple(_row(row, where, len(columns)) for where, row in items(value, "rows", path))
        count += len(rows)
        if count > MAX_ROWS:
            words = _("{path}: has too many rows. All lists together can have {most}.")
            raise RuleViolation(words, path=step(path, "rows"), most=MAX_ROWS)
        phase, number = (whole(value, key, path, low=1) for key in ("phase", "round"))
        published.append(StandingsRecord(phase, number, moment(value, "at", path, null=False), columns, rows))
    return tuple(published)


def _row(row, path, columns):
    if not isinstance(row, list) or len(row) != LEADING_VALUES + columns:
        words = _(
            "{path}: must be a list of {count} values: rank, player, record, then a text for each column."
        )
        raise RuleViolation(words, path=path, count=LEADING_VALUES + columns)
    rank, player, *texts = row
    validators.whole(rank, f"{path}[0]", 1)
    for at, text in enumerate((player, *texts), 1):
        most = MAX_TEXT_LENGTH if at == 1 else MAX_CELL_LENGTH
        if not isinstance(text, str) or not 1 <= len(text) <= most:
            words = _("{path}: must be text of 1 to {most} characters, not {value}.")
            raise RuleViolation(words, path=f"{path}[{at}]", most=most, value=describe_value(text))
    return tuple(row)
