"""Formats of a simulation with more Swiss rounds, so that all of them take about equally long."""

from django.utils.translation import gettext

from ...rules.simulation import parse_plan

COSTS = ("hours", "rounds")


def with_equal_time(plan: dict, result: dict) -> dict:
    """Return the plan with as many Swiss rounds more as each format is shorter than the longest one.

    The length is in hours if each format has minutes, else in rounds.
    """
    parsed = parse_plan(plan)
    measures = [entry["measures"] for entry in result["formats"]]
    cost = next(key for key in COSTS if all(of[key] for of in measures))
    longest = max(of[cost]["mean"] for of in measures)
    formats = []
    for entry, format_, of in zip(plan["formats"], parsed.formats, measures, strict=True):
        length = format_.minutes / 60 if cost == "hours" else 1
        more = round((longest - of[cost]["mean"]) / length)
        rounds = min(format_.rounds + more, most_rounds(parsed.players))
        formats.append(renamed(entry, rounds) if rounds != format_.rounds else entry)
    return plan | {"formats": formats}


def most_rounds(players: int) -> int:
    """Return the number of rounds in which everyone meets everyone."""
    return players - 1 + players % 2


def renamed(entry: dict, rounds: int) -> dict:
    name = gettext("{name}, {rounds} rounds").format(name=entry["name"], rounds=rounds)
    return entry | {"rounds": rounds, "name": name[:100]}
