"""The standings' columns as arranged in the form, before they are stored."""

import re
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.errors import RuleViolation
from ...rules.rulebooks import RULEBOOKS
from ...rules.settings.settings import StandingsColumn, columns_of
from ...rules.standings.standings import POINTS
from ...rules.tiebreakers import TIEBREAKERS
from ..fields import text_without_path

MAX_COLUMNS = 100
MAX_LENGTH = 40
MINUS = "−"
NO_NUMBER = gettext_noop("Type a number, such as −3, or leave it empty for none.")
TWICE = gettext_noop("This tiebreaker is listed twice.")


@dataclass(frozen=True)
class Draft:
    """Columns in order.

    `options` by key are numbers, None if empty; `typed` is their text; `errors` by key are texts, with `""`
    for the list.
    """

    keys: tuple[str, ...]
    options: dict[str, dict] = field(default_factory=dict)
    typed: dict[tuple[str, str], str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def items(self) -> list[dict]:
        """The columns as `settings.tiebreakers` of an event file."""
        return [{"key": key, **self.options.get(key, {})} for key in self.keys]


def draft_of(columns) -> Draft:
    """Return the draft of a phase's columns (rules.settings.Column)."""
    options_by_key = {column.key: column.options for column in columns}
    options = {
        key: dict(own)
        for key, own in options_by_key.items()
        if own and own != options_by_key.get(TIEBREAKERS[key].takes_after)
    }
    return Draft(tuple(options_by_key), options)


def columns_in(rulebook, draft: Draft) -> tuple[StandingsColumn, ...]:
    """Return the columns of a draft without errors."""
    return columns_of(rulebook, draft.items, "tiebreakers")


def stored_as(rulebook, draft: Draft) -> list | None:
    """Return the draft as `settings.tiebreakers` in its shortest form, None if it is the rulebook's."""
    columns = columns_in(rulebook, draft)
    if columns == columns_of(rulebook, rulebook.tiebreakers, "tiebreakers"):
        return None
    plain = columns_of(rulebook, draft.keys, "tiebreakers")
    return [
        item["key"] if column.options == usual.options else item
        for item, column, usual in zip(draft.items, columns, plain, strict=True)
    ]


def parse_columns_form(rulebook, data) -> Draft:
    """Read the panel's form after one button: `move` (`KEY:up`), `add`, `remove`, or `take`.

    `take` replaces the columns by those of `rulebook`. Never raises; `errors` has the problems.
    """
    keys = data.getlist("tiebreakers")[:MAX_COLUMNS]
    if data.get("take"):
        return columns_of_rulebook(rulebook, data.get("rulebook", ""))
    keys, errors = apply_button(keys, *(data.get(name, "") for name in ("move", "add", "remove")))
    options, typed = {}, {}
    for key in keys:
        for name in TIEBREAKERS[key].options if key in TIEBREAKERS else ():
            text = data.get(f"{name}:{key}")
            if text is None:
                continue
            typed[key, name] = text[:MAX_LENGTH]
            try:
                options.setdefault(key, {})[name] = number_of(text)
            except ValueError:
                errors.setdefault(key, gettext(NO_NUMBER))
    return with_violations(rulebook, Draft(tuple(keys), options, typed, errors))


def apply_button(keys: list[str], move="", add="", remove="") -> tuple[list[str], dict[str, str]]:
    """Return the keys after one button, without duplicates, and errors of duplicates."""
    keys = [key for key in keys if key != remove]
    errors = {key: gettext(TWICE) for key in keys if keys.count(key) > 1}
    keys = list(dict.fromkeys(keys))
    key, _colon, direction = move.partition(":")
    if key in keys and direction in ("up", "down"):
        place = keys.index(key)
        other = place + (1 if direction == "down" else -1)
        if 0 <= other < len(keys):
            keys[place], keys[other] = keys[other], keys[place]
    if add and add not in keys:
        keys.append(add)
    return keys, errors


def columns_of_rulebook(rulebook, key: str) -> Draft:
    """Return the columns of another rulebook, with its first column if it differs."""
    source = RULEBOOKS.get(key)
    if source is None:
        return Draft((), errors={"": gettext("Rulebook {key} doesn’t exist.").format(key=key[:MAX_LENGTH])})
    first = () if source.first_column in (rulebook.first_column, POINTS) else (source.first_column,)
    columns = columns_of(source, source.tiebreakers, "tiebreakers")
    draft = draft_of([column for column in columns if column.key != rulebook.first_column])
    return replace(draft, keys=first + draft.keys)


def with_violations(rulebook, draft: Draft) -> Draft:
    """Return the draft with violations added and unknown columns removed."""
    errors = dict(draft.errors)
    keys = []
    for key in draft.keys:
        try:
            columns_of(rulebook, [{"key": key, **draft.options.get(key, {})}], "")
        except RuleViolation as violation:
            place = key if key in TIEBREAKERS and key != rulebook.first_column else ""
            errors.setdefault(place, text_without_path(violation))
            if not place:
                continue
        keys.append(key)
    return replace(draft, keys=tuple(keys), errors=errors)


def number_of(text: str) -> float | None:
    """Return “−3” as −3, an empty text as None; ValueError for anything else."""
    text = text.strip().replace(MINUS, "-").replace(",", ".")
    if not text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", text):
        raise ValueError(text)
    return float(text) if "." in text else int(text)


def number_text(number: float | None) -> str:
    """Return a number as `number_of` reads it, with all decimals."""
    return "" if number is None else f"{number:z.6f}".rstrip("0").rstrip(".")


def draft_text(draft: Draft) -> str:
    """Return the draft for an address: `win_loss_sum:floor:-2,omw`."""
    entries = []
    for key in draft.keys:
        options = draft.options.get(key, {})
        entries.append(":".join([key, *(f"{name}:{number_text(value)}" for name, value in options.items())]))
    return ",".join(entries)


def parse_draft(rulebook, text: str | None) -> Draft | None:
    """Parse a draft as `written`; None if it is missing or invalid."""
    if text is None:
        return None
    keys, options = [], {}
    for entry in text[:2000].split(",") if text else ():
        key, *rest = entry.split(":")
        names, values = rest[::2], rest[1::2]
        if key not in TIEBREAKERS or not set(names) <= TIEBREAKERS[key].options.keys():
            return None
        try:
            own = {name: number_of(value) for name, value in zip(names, values, strict=True)}
        except ValueError:
            return None
        keys.append(key)
        if own:
            options[key] = own
    draft = with_violations(rulebook, Draft(tuple(keys), options))
    return None if draft.errors or len(set(keys)) < len(keys) else draft
