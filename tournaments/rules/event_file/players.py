"""A player of an event file."""

from tournaments.rules.history import Player

from .fields import flag, number, record, text, whole

KEYS = (
    "id",
    "name",
    "club",
    "rating",
    "seed",
    "joined_round",
    "dropped_after",
    "disqualified",
    "soft",
)


def read_player(data, path="player", order=0):
    """The Player of one entry of `players`; RuleViolation with the path of what is wrong."""
    record(data, path, KEYS, required=("id", "name"))
    return Player(
        id=text(data, "id", path, least=1),
        name=text(data, "name", path, least=1),
        club=text(data, "club", path),
        rating=number(data, "rating", path),
        seed=number(data, "seed", path),
        joined_round=whole(data, "joined_round", path, 1),
        dropped_after=whole(data, "dropped_after", path, null=True),
        disqualified=flag(data, "disqualified", path),
        soft=number(data, "soft", path),
        order=order,
    )
