"""The columns of the standings as an organiser arranges them, before they are used."""

import re
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from ...rules.errors import RuleViolation
from ...rules.rulebooks import RULEBOOKS
from ...rules.settings.settings import Column, columns_of
from ...rules.standings.standings import POINTS
from ...rules.tiebreakers import TIEBREAKERS
from ..fields import said_in_place

MOST = 100
LONGEST = 40
MINUS = "−"
NO_NUMBER = _("Type a number, such as −3, or leave it empty for none.")
TWICE = _("This column stands here twice.")


@dataclass(frozen=True)
class Draft:
    """Columns in order. `options` by key are numbers, None for none; `typed` what was typed for them;
    `errors` say by key what is wrong with a column, under `""` what is wrong with the list."""

    keys: tuple[str, ...]
    options: dict[str, dict] = field(default_factory=dict)
    typed: dict[tuple[str, str], str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def items(self) -> list[dict]:
        """As `settings.tiebreakers` of an event file."""
        return [{"key": key, **self.options.get(key, {})} for key in self.keys]


def draft_of(columns) -> Draft:
    """The draft that changes nothing: a phase's columns (rules.settings.Column)."""
    given = {column.key: column.options for column in columns}
    options = {
        key: dict(own) for key, own in given.items() if own and own != given.get(TIEBREAKERS[key].takes_after)
    }
    return Draft(tuple(given), options)


def columns_in(rulebook, draft: Draft) -> tuple[Column, ...]:
    """The columns that a draft without errors stands for."""
    return columns_of(rulebook, draft.items, "tiebreakers")


def stored_as(rulebook, draft: Draft) -> list | None:
    """The draft as `settings.tiebreakers`, in its shortest form; None where it is the rulebook's own."""
    columns = columns_in(rulebook, draft)
    if columns == columns_of(rulebook, rulebook.tiebreakers, "tiebreakers"):
        return None
    plain = columns_of(rulebook, draft.keys, "tiebreakers")
    return [
        item["key"] if column.options == usual.options else item
        for item, column, usual in zip(draft.items, columns, plain, strict=True)
    ]


def posted(rulebook, data) -> Draft:
    """What a form of the panel sends, after the button that was pressed: `move` (`KEY:up`), `add`,
    `remove`, or `take` for the columns of `rulebook`. Never raises: what is wrong is in `errors`."""
    keys = data.getlist("tiebreakers")[:MOST]
    if data.get("take"):
        return taken(rulebook, data.get("rulebook", ""))
    keys, errors = pressed(keys, *(data.get(name, "") for name in ("move", "add", "remove")))
    options, typed = {}, {}
    for key in keys:
        for name in TIEBREAKERS[key].options if key in TIEBREAKERS else ():
            text = data.get(f"{name}:{key}")
            if text is None:
                continue
            typed[key, name] = text[:LONGEST]
            try:
                options.setdefault(key, {})[name] = number_of(text)
            except ValueError:
                errors.setdefault(key, gettext(NO_NUMBER))
    return checked(rulebook, Draft(tuple(keys), options, typed, errors))


def pressed(keys: list[str], move="", add="", remove="") -> tuple[list[str], dict[str, str]]:
    """The keys after one press, each once, and what is wrong with those that stood twice."""
    keys = [key for key in keys if key != remove]
    errors = {key: gettext(TWICE) for key in keys if keys.count(key) > 1}
    keys = list(dict.fromkeys(keys))
    key, _colon, way = move.partition(":")
    if key in keys and way in ("up", "down"):
        place = keys.index(key)
        other = place + (1 if way == "down" else -1)
        if 0 <= other < len(keys):
            keys[place], keys[other] = keys[other], keys[place]
    if add and add not in keys:
        keys.append(add)
    return keys, errors


def taken(rulebook, key: str) -> Draft:
    """The columns of another rulebook, and what it ranks by first where that is not so here."""
    source = RULEBOOKS.get(key)
    if source is None:
        return Draft((), errors={"": gettext("There is no rulebook {key}.").format(key=key[:LONGEST])})
    first = () if source.first_column in (rulebook.first_column, POINTS) else (source.first_column,)
    columns = columns_of(source, source.tiebreakers, "tiebreakers")
    draft = draft_of([column for column in columns if column.key != rulebook.first_column])
    return replace(draft, keys=first + draft.keys)


def checked(rulebook, draft: Draft) -> Draft:
    """The draft with the rules' own objections; columns that there are not are left out."""
    errors = dict(draft.errors)
    keys = []
    for key in draft.keys:
        try:
            columns_of(rulebook, [{"key": key, **draft.options.get(key, {})}], "")
        except RuleViolation as violation:
            place = key if key in TIEBREAKERS and key != rulebook.first_column else ""
            errors.setdefault(place, said_in_place(violation))
            if not place:
                continue
        keys.append(key)
    return replace(draft, keys=tuple(keys), errors=errors)


def number_of(text: str) -> float | None:
    """“−3” as −3, nothing as None; ValueError for anything else."""
    text = text.strip().replace(MINUS, "-").replace(",", ".")
    if not text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,6})?", text):
        raise ValueError(text)
    return float(text) if "." in text else int(text)


def number_text(number: float | None) -> str:
    """A number as `number_of` reads it, with all its decimals."""
    return "" if number is None else f"{number:z.6f}".rstrip("0").rstrip(".")


def written(draft: Draft) -> str:
    """The draft for an address: `win_loss_sum:floor:-2,omw`."""
    told = []
    for key in draft.keys:
        options = draft.options.get(key, {})
        told.append(":".join([key, *(f"{name}:{number_text(to)}" for name, to in options.items())]))
    return ",".join(told)


def read(rulebook, text: str | None) -> Draft | None:
    """A draft as `written`; None where there is none or something is wrong with it."""
    if text is None:
        return None
    keys, options = [], {}
    for told in text[:2000].split(",") if text else ():
        key, *rest = told.split(":")
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
    draft = checked(rulebook, Draft(tuple(keys), options))
    return None if draft.errors or len(set(keys)) < len(keys) else draft
