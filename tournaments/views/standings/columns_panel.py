"""The panel of the standings' columns: visitors hide them, organisers arrange them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...forms.standings import columns as forms
from ...forms.standings.percentages import CountingForm
from ...queries.events import settings_preview
from ...queries.standings import columns
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


def columns_panel(request, event, phase, hidden, can_run, refused, here):
    """Return the panel's context: the columns that the viewer hides and, for organisers, the ranking columns.

    `refused` are a refused draft and its CountingForm; by default the address has a draft, or the stored
    columns apply. `here` returns the address of these standings.
    """
    current_settings = columns.settings_to_show(event, phase)
    if current_settings is None:
        return {}
    number, settings, own = current_settings
    panel = {
        "columns_open": True,
        "toggles": toggles_of(columns.columns_of(one.key for one in settings.columns), hidden, here),
        "done": here(hide=",".join(hidden)),
    }
    if not can_run:
        return panel
    panel["undo"] = here(hide=",".join(hidden), columns=1)
    if refused is None:
        draft = forms.parse_draft(settings.rulebook, request.GET.get("draft"))
        refused = draft or forms.draft_of(settings.columns), CountingForm(request.GET, now=settings, own=own)
    return panel | arranging(event, number, settings, *refused)


def toggles_of(visible_columns, hidden, here):
    """Return a link to hide or show each column."""
    toggles = []
    for column in visible_columns:
        others = [one.key for one in visible_columns if (one.key in hidden) != (one.key == column.key)]
        address = here(hide=",".join(others), columns=1)
        toggles.append({"label": column.label, "is_hidden": column.key in hidden, "address": address})
    return toggles


def arranging(event, number, settings, draft, counting):
    """Return the organiser's context: the draft, columns to add, and a preview."""
    taken = {*draft.keys, settings.first_column, "points"}
    chosen = draft_columns(settings.rulebook, draft)
    counted = counting.typed()
    is_new = bool(counted) or chosen != settings.columns
    preview = None
    if is_new and not draft.errors and counting.is_valid():
        tiebreakers = forms.stored_as(settings.rulebook, draft)
        preview = settings_preview.preview_of(event, number, tiebreakers=tiebreakers, **counting.overrides())
    return {
        "entries": [
            ColumnEntry(column, options_of(draft, chosen, column.key), draft.errors.get(column.key, ""))
            for column in columns.columns_of(draft.keys)
        ],
        "first": columns.columns_of([settings.first_column])[0],
        "families": families_left(taken),
        "presets": [(key, gettext(one.name), key == settings.rulebook.key) for key, one in RULEBOOKS.items()],
        "error": draft.errors.get("", ""),
        "is_new": is_new,
        "preview": preview,
        "counting": counting,
        "counting_open": bool(counted) or bool(counting.errors),
        "number": number,
        "key": new_idempotency_key(),
    }


def draft_columns(rulebook, draft):
    """Return the draft's columns; none while it has errors."""
    return () if draft.errors else forms.columns_in(rulebook, draft)


def options_of(draft, chosen, key):
    """Return the fields of a column, as typed or stored."""
    resolved = next((column.options for column in chosen if column.key == key), TIEBREAKERS[key].options)
    if TIEBREAKERS[key].takes_after and key not in draft.options:
        return ()
    return tuple(
        ColumnOption(name, columns.option_name(name), draft.typed.get((key, name), option_text(value)))
        for name, value in resolved.items()
    )


def option_text(value):
    return forms.number_text(value).replace("-", forms.MINUS)


def families_left(taken):
    """Return (name, columns) of each family with columns left to add."""
    left = (
        (gettext(name), columns.columns_of(entry.key for entry in family if entry.key not in taken))
        for name, family in FAMILIES
    )
    return [(name, family) for name, family in left if family]
