"""What may be asked of a round by hand: read alike from the address of a preview and from its form."""

import secrets
from dataclasses import dataclass

from ..http.numbers import whole


@dataclass(frozen=True)
class Asked:
    """An adjustment as it was asked for: `kind` is empty while only players are chosen.

    `said` is what rules.adjustments takes, `fields` the same as hidden fields of the form that stores it.
    """

    kind: str
    picks: tuple[str, ...]
    pins: tuple[int, ...]
    said: dict
    fields: tuple[tuple[str, str], ...]


def asked(data) -> Asked:
    """Read a QueryDict; whatever is no number or too long is left out.

    `first` and `pick` are the players chosen: htmx sends one value of a name that a button has as well.
    """
    picks = tuple(key[:200] for key in (data.get("first"), data.get("pick")) if key)
    pins = tuple(sorted({number for text in data.getlist("pin")[:2000] if (number := whole(text))}))
    kind, _, joining = data.get("do", "")[:220].partition(":")
    if not kind and len(picks) == 2 and picks[0] != picks[1]:
        kind = "swap"
    first = joining or (picks[0] if picks else "")
    said = {
        "swap": lambda: {"a": first, "b": picks[1] if len(picks) > 1 else ""},
        "bye": lambda: {"a": first, "pins": pins},
        "table": lambda: {"a": first, "table": whole(data.get("table", "")) or 0},
        "move": lambda: {"a": first, "table": whole(data.get("table", "")) or 0},
        "seat": lambda: {"a": first},
        "out": lambda: {"a": first},
        "draw": lambda: {"pins": pins, "seed": seed_in(data), "exceptions": data.get("exceptions") == "on"},
        "fewest": lambda: {"pins": pins},
    }.get(kind, dict)()
    if not kind and len(picks) == 2:
        picks = ()  # pressed again: let go
    fields = [("do", kind), *(("pin", str(pin)) for pin in pins)]
    fields += [(field, said[name]) for field, name in (("first", "a"), ("pick", "b")) if name in said]
    fields += [(name, str(said[name])) for name in ("table", "seed") if name in said]
    fields += [("exceptions", "on")] if said.get("exceptions") else []
    return Asked(kind, picks, pins, said, tuple(fields))


def seed_in(data) -> str:
    """The seed that was shown, a random one without: letters and digits, as the log holds them."""
    return "".join(filter(str.isalnum, data.get("seed", "")))[:32] or secrets.token_hex(8)
