"""A requested adjustment of a round, read from a preview's address or its form."""

import secrets
from dataclasses import dataclass

from ..http.numbers import parse_whole_number


@dataclass(frozen=True)
class AdjustmentRequest:
    """A requested adjustment; `kind` is empty while only players are selected.

    `options` are the arguments of rules.adjustments, `fields` the same as hidden fields of the form that
    stores it.
    """

    kind: str
    picks: tuple[str, ...]
    pins: tuple[int, ...]
    options: dict
    fields: tuple[tuple[str, str], ...]


def read_adjustment(data) -> AdjustmentRequest:
    """Read a QueryDict, ignoring invalid values.

    `first` and `pick` are the selected players: htmx sends only one value of a name that a button has as
    well.
    """
    picks = tuple(key[:200] for key in (data.get("first"), data.get("pick")) if key)
    pins = tuple(
        sorted({number for text in data.getlist("pin")[:2000] if (number := parse_whole_number(text))})
    )
    kind, _, joining = data.get("do", "")[:220].partition(":")
    if not kind and len(picks) == 2 and picks[0] != picks[1]:
        kind = "swap"
    first = joining or (picks[0] if picks else "")
    options = {
        "swap": lambda: {"a": first, "b": picks[1] if len(picks) > 1 else ""},
        "bye": lambda: {"a": first, "pins": pins},
        "table": lambda: {"a": first, "table": parse_whole_number(data.get("table", "")) or 0},
        "move": lambda: {"a": first, "table": parse_whole_number(data.get("table", "")) or 0},
        "seat": lambda: {"a": first},
        "out": lambda: {"a": first},
        "draw": lambda: {"pins": pins, "seed": seed_in(data), "exceptions": data.get("exceptions") == "on"},
        "fewest": lambda: {"pins": pins},
    }.get(kind, dict)()
    if not kind and len(picks) == 2:
        picks = ()  # pressed again: deselected
    fields = [("do", kind), *(("pin", str(pin)) for pin in pins)]
    fields += [(field, options[name]) for field, name in (("first", "a"), ("pick", "b")) if name in options]
    fields += [(name, str(options[name])) for name in ("table", "seed") if name in options]
    fields += [("exceptions", "on")] if options.get("exceptions") else []
    return AdjustmentRequest(kind, picks, pins, options, tuple(fields))


def seed_in(data) -> str:
    """Return the seed of the form, or a random one: letters and digits, as in the log."""
    return "".join(filter(str.isalnum, data.get("seed", "")))[:32] or secrets.token_hex(8)
