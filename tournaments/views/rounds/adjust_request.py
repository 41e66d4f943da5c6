"""A requested adjustment of a round, read from a preview's address or its form."""

import secrets
from dataclasses import dataclass

from ..http.forms import parse_whole_number

# Options of each kind of adjustment (see rules.rounds.adjustments).
OPTIONS = {
    "swap": ("a", "b"),
    "bye": ("a", "pins"),
    "table": ("a", "table"),
    "move": ("a", "table"),
    "seat": ("a",),
    "out": ("a",),
    "draw": ("pins", "seed", "exceptions"),
    "fewest": ("pins",),
}


@dataclass(frozen=True)
class AdjustmentRequest:
    """A requested adjustment; `kind` is empty while only players are `selected`.

    `options` are the arguments of rules.rounds.adjustments, `fields` the same as hidden fields of the form
    that stores it.
    """

    kind: str
    selected: tuple[str, ...]
    pins: tuple[int, ...]
    options: dict
    fields: tuple[tuple[str, str], ...]


def read_adjustment(data) -> AdjustmentRequest:
    """Read a QueryDict, ignoring invalid values.

    `first` and `pick` are the selected players: htmx sends only one value of a name that a button has as
    well.
    """
    selected = tuple(key[:200] for key in (data.get("first"), data.get("pick")) if key)
    pins = tuple(sorted(set(filter(None, map(parse_whole_number, data.getlist("pin")[:2000])))))
    kind, _, added_player = data.get("do", "")[:220].partition(":")
    if not kind and len(selected) == 2 and selected[0] != selected[1]:
        kind = "swap"
    values = {
        "a": added_player or (selected[0] if selected else ""),
        "b": selected[1] if len(selected) > 1 else "",
        "table": parse_whole_number(data.get("table", "")) or 0,
        "pins": pins,
        "seed": read_seed(data),
        "exceptions": data.get("exceptions") == "on",
    }
    options = {name: values[name] for name in OPTIONS.get(kind, ())}
    if not kind and len(selected) == 2:
        selected = ()  # pressed again: deselected
    fields = [("do", kind), *(("pin", str(pin)) for pin in pins)]
    for field, name in (("first", "a"), ("pick", "b"), ("table", "table"), ("seed", "seed")):
        if name in options:
            fields.append((field, str(options[name])))
    if options.get("exceptions"):
        fields.append(("exceptions", "on"))
    return AdjustmentRequest(kind, selected, pins, options, tuple(fields))


def read_seed(data) -> str:
    """Return the seed of the form, or a random one: letters and digits, as in the log."""
    return "".join(filter(str.isalnum, data.get("seed", "")))[:32] or secrets.token_hex(8)
