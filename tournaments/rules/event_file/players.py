"""A player of an event file."""

import re

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import BYES, PlayerRecord
from tournaments.rules.settings import validators

from .fields import check_object, flag, moment, number, record, step, text, whole

KEYS = (
    *("id", "name", "club", "rating", "seed", "joined_round", "dropped_after", "disqualified"),
    *("soft", "household", "division", "table", "byes", "checked_in_at"),
)
_ROUND = re.compile(r"[1-9][0-9]{0,4}")


def read_player(data, path="player", order=0):
    """Return the PlayerRecord of one entry of `players`; RuleViolation with the path of an invalid value."""
    record(data, path, KEYS, required=("id", "name"))
    return PlayerRecord(
        id=text(data, "id", path, least=1),
        name=text(data, "name", path, least=1),
        club=text(data, "club", path),
        rating=number(data, "rating", path),
        seed=number(data, "seed", path),
        joined_round=whole(data, "joined_round", path, 1),
        dropped_after=whole(data, "dropped_after", path, null=True),
        disqualified=flag(data, "disqualified", path),
        soft_score=number(data, "soft", path),
        household=text(data, "household", path),
        division=text(data, "division", path),
        table=whole(data, "table", path, low=1, null=True),
        byes=read_byes(data.get("byes", {}), step(path, "byes")),
        checked_in_at=moment(data, "checked_in_at", path),
        order=order,
    )


def read_byes(data, path="byes"):
    """Return {round: worth of its bye} for an object such as {"3": "bye"}."""
    check_object(data, path)
    for key in data:
        if not _ROUND.fullmatch(key):
            raise RuleViolation(_("{path}: must be the number of a round."), path=step(path, key))
    byes = {int(key): validators.choice(worth, step(path, key), BYES) for key, worth in data.items()}
    return dict(sorted(byes.items()))
