"""Forms of columns."""

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from ..help.pages.rulebooks import LABELS, VALUES
from ..rules.errors import RuleViolation
from ..rules.rulebooks import RULEBOOKS
from ..rules.settings.fields import EACH, ONCE, PERCENTAGE_CHECKS, VP_TABLES, changed_percentages, share
from ..rules.settings.settings import Settings, StandingsColumn, columns_of
from ..rules.standings.standings import POINTS
from ..rules.tiebreakers import TIEBREAKERS
from ..web.forms import text_without_path

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
    """Return the draft of a phase's columns (StandingsColumn)."""
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


YES, NO, RULEBOOK, OWN = "yes", "no", "", "own"
FLAG = [(YES, _(VALUES[True])), (NO, _(VALUES[False]))]
FROM_TEXT = {YES: True, NO: False, "0": 0}
# Fields of the phase's settings; the others belong to its percentages.
OF_SETTINGS = ("soft_in_tp", "dummy_capped")


class ShareField(forms.CharField):
    """A share from 0 to 1, as a number or a fraction such as 1/3, stored as typed."""

    def __init__(self, **kwargs):
        super().__init__(max_length=20, **kwargs)

    def clean(self, value):
        typed = super().clean(value).replace(" ", "").replace(",", ".")
        try:
            value = share(typed if "/" in typed else float(typed), "")
        except (ValueError, RuleViolation):
            raise ValidationError(gettext("Type a share from 0 to 1, such as 0.33 or 1/3.")) from None
        return typed if "/" in typed else value


def share_text(value: float) -> str:
    """Return the shortest text of exactly this number: “0.33”, “1/3”."""
    fraction = Fraction(value).limit_denominator(1000)
    return next(
        (text for text in (f"{value:g}", str(fraction)) if float(Fraction(text)) == value), repr(value)
    )


class CountingForm(forms.Form):
    """Settings in which publishers differ; values equal to the rulebook's are not stored."""

    prefix = "count"
    use_required_attribute = False

    floor = ShareField()
    cap = ShareField()
    cap_dropped = ShareField()
    own_gw_floored = forms.ChoiceField(choices=FLAG)
    bye_in_own_mw = forms.ChoiceField(choices=FLAG)
    bye_games = forms.IntegerField(min_value=0, max_value=100)
    bye_in_matches = forms.ChoiceField(choices=FLAG)
    bye_opponents = forms.IntegerField(min_value=0, max_value=10)
    bye_opponent_rate = ShareField()
    count_rematches = forms.ChoiceField(choices=[(key, _(VALUES[key])) for key in (EACH, ONCE)])
    no_opponent = forms.ChoiceField(choices=[("0", "0"), ("floor", _(VALUES["floor"]))])
    frozen_after_drop = forms.ChoiceField(choices=FLAG)
    soft_in_tp = forms.ChoiceField(choices=FLAG)
    dummy_capped = forms.ChoiceField(choices=FLAG)
    vp_table = forms.ChoiceField(required=False)

    def __init__(self, data=None, *, now: Settings, own: dict):
        """`now` are the phase's settings, `own` what it has in place of the rulebook's."""
        self.rulebook, self.own = now.rulebook, own
        self.start = start_of(now, own)
        names = {f"{self.prefix}-{name}": text for name, text in self.start.items()}
        super().__init__({name: data.get(name, text) for name, text in names.items()} if data else names)
        self.fields["vp_table"].choices = vp_choices(own)
        for name, form_field in self.fields.items():
            form_field.label = _(LABELS[name])

    def typed(self) -> dict:
        """Return what differs from the current settings, for an address."""
        return {
            self.add_prefix(name): self[name].value()
            for name, text in self.start.items()
            if self[name].value() != text
        }

    def clean(self):
        data = super().clean()
        if self.errors:
            return data
        try:
            changed_percentages(self.rulebook.percentages, self.switches(), "")
        except RuleViolation as violation:
            self.add_error(violation.params["path"].rpartition(".")[2], text_without_path(violation))
        return data

    def switches(self) -> dict:
        """Return the percentages that differ from the rulebook's, as in an event file."""
        switches = {}
        for name, check in PERCENTAGE_CHECKS.items():
            value = FROM_TEXT.get(self.cleaned_data[name], self.cleaned_data[name])
            if check(value, name) != getattr(self.rulebook.percentages, name):
                switches[name] = value
        return switches

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the rulebook's value."""
        data = self.cleaned_data
        values = {name: data[name] == YES or None for name in OF_SETTINGS}
        table = self.own.get("vp_table") if data["vp_table"] == OWN else data["vp_table"]
        values["vp_table"] = None if table in (RULEBOOK, self.rulebook.vp_table) else table
        return values | {"percentages": self.switches() or None}


def start_of(now: Settings, own: dict) -> dict:
    """Return the settings as the form's texts."""
    switches = {name: getattr(now.percentages, name) for name in PERCENTAGE_CHECKS}
    switches |= {name: getattr(now, name) for name in OF_SETTINGS}
    typed = {name: to_text(value) for name, value in switches.items()}
    typed |= {name: value for name, value in own.get("percentages", {}).items() if isinstance(value, str)}
    table = own.get("vp_table", RULEBOOK)
    return typed | {"vp_table": table if isinstance(table, str) else OWN}


def to_text(value) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return share_text(value) if isinstance(value, float) else str(value)


def vp_choices(own: dict):
    choices = [(RULEBOOK, _("Rulebook default")), *((key, key) for key in VP_TABLES)]
    return [*choices, (OWN, _("From the event file"))] if isinstance(own.get("vp_table"), list) else choices
