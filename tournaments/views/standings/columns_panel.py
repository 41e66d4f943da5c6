"""The columns of the standings: visitors hide them, organisers arrange them in the settings."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...forms.standings import columns as forms
from ...queries.events import settings_preview
from ...queries.standings import columns
from ...queries.wording.formats import rulebook_text
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import FAMILIES, TIEBREAKERS
from ..http.forms import new_idempotency_key


@dataclass(frozen=True)
class ColumnOption:
    """An option of a column with its value as text."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class ColumnEntry:
    """A column of the draft with its error."""

    column: columns.ColumnInfo
    options: tuple[ColumnOption, ...]
    error: str


def columns_panel(event, phase, hidden, here):
    """Return the panel in which the viewer hides columns; `here` returns the address of these standings."""
    phase_with_columns = columns.find_phase_with_columns(event, phase)
    if phase_with_columns is None:
        return {"columns_open": False}
    visible_columns = columns.columns_of(column.key for column in phase_with_columns.settings.columns)
    return {
        "columns_open": True,
        "number": phase_with_columns.number,
        "toggles": column_toggles(visible_columns, hidden, here),
        "done": here(hide=",".join(hidden)),
    }


def column_toggles(visible_columns, hidden, here):
    """Return a link to hide or show each column."""
    toggles = []
    for column in visible_columns:
        keys = [other.key for other in visible_columns if (other.key in hidden) != (other.key == column.key)]
        address = here(hide=",".join(keys), columns=1)
        toggles.append({"label": column.label, "is_hidden": column.key in hidden, "address": address})
    return toggles


def arrangement_context(event, number, settings, draft, counting):
    """Return the context of the settings: the draft, columns to add, and a preview."""
    used_keys = {*draft.keys, settings.first_column, "points"}
    new_columns = () if draft.errors else forms.columns_in(settings.rulebook, draft)
    changed_fields = counting.typed()
    is_new = bool(changed_fields) or new_columns != settings.columns
    preview = None
    if is_new and not draft.errors and counting.is_valid():
        tiebreakers = forms.stored_as(settings.rulebook, draft)
        preview = settings_preview.preview_settings(
            event, number, tiebreakers=tiebreakers, **counting.overrides()
        )
    return {
        "entries": [
            ColumnEntry(
                column, column_options(draft, new_columns, column.key), draft.errors.get(column.key, "")
            )
            for column in columns.columns_of(draft.keys)
        ],
        "first": columns.columns_of([settings.first_column])[0],
        "families": families_left(used_keys),
        "presets": [
            (key, rulebook_text(rulebook), key == settings.rulebook.key)
            for key, rulebook in RULEBOOKS.items()
        ],
        "error": draft.errors.get("", ""),
        "is_new": is_new,
        "preview": preview,
        "counting": counting,
        "counting_open": bool(changed_fields) or bool(counting.errors),
        "number": number,
        "key": new_idempotency_key(),
    }


def column_options(draft, new_columns, key):
    """Return the fields of a column, as typed or stored."""
    if TIEBREAKERS[key].takes_after and key not in draft.options:
        return ()
    values = next((column.options for column in new_columns if column.key == key), TIEBREAKERS[key].options)
    options = []
    for name, value in values.items():
        text = forms.number_text(value).replace("-", forms.MINUS)
        options.append(ColumnOption(name, columns.option_name(name), draft.typed.get((key, name), text)))
    return tuple(options)


def families_left(used_keys):
    """Return (name, columns) of each family with columns left to add."""
    left = (
        (gettext(name), columns.columns_of(entry.key for entry in family if entry.key not in used_keys))
        for name, family in FAMILIES
    )
    return [(name, family) for name, family in left if family]
