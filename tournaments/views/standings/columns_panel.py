"""The panel in which the standings' columns are chosen: hidden by anybody, arranged by the organiser."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...forms.standings import columns as forms
from ...forms.standings.percentages import CountingForm
from ...queries.events import settings_preview
from ...queries.standings import columns
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import FAMILIES, TIEBREAKERS
from ..http.forms import new_key


@dataclass(frozen=True)
class Option:
    """A number that a column can be given, as it stands in its field."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class Entry:
    """A column of the draft with what is wrong with it."""

    column: columns.ColumnShown
    options: tuple[Option, ...]
    error: str


def columns_panel(request, event, phase, hidden, can_run, refused, here):
    """The panel: what this viewer hides and, for who runs the event, the columns to rank by.

    `refused` are a draft and its CountingForm that were; without them the address has some, or all
    stands as it is. `here` gives the address of these standings.
    """
    found = columns.settings_to_show(event, phase)
    if found is None:
        return {}
    number, settings, own = found
    panel = {
        "columns_open": True,
        "toggles": toggles_of(columns.columns_of(one.key for one in settings.columns), hidden, here),
        "done": here(hide=",".join(hidden)),
    }
    if not can_run:
        return panel
    panel["undo"] = here(hide=",".join(hidden), columns=1)
    if refused is None:
        read = forms.read(settings.rulebook, request.GET.get("draft"))
        refused = read or forms.draft_of(settings.columns), CountingForm(request.GET, now=settings, own=own)
    return panel | arranging(event, number, settings, *refused)


def toggles_of(shown, hidden, here):
    """A way to hide or show each column on one's own page."""
    toggles = []
    for column in shown:
        others = [one.key for one in shown if (one.key in hidden) != (one.key == column.key)]
        address = here(hide=",".join(others), columns=1)
        toggles.append({"label": column.label, "is_hidden": column.key in hidden, "address": address})
    return toggles


def arranging(event, number, settings, draft, counting):
    """What the organiser sees: the draft, what can be added, and what it would do."""
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
            Entry(column, options_of(draft, chosen, column.key), draft.errors.get(column.key, ""))
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
        "key": new_key(),
    }


def draft_columns(rulebook, draft):
    """The draft's columns; none while something is wrong with it."""
    return () if draft.errors else forms.columns_in(rulebook, draft)


def options_of(draft, chosen, key):
    """The fields of a column: as typed, else as it stands."""
    resolved = next((column.options for column in chosen if column.key == key), TIEBREAKERS[key].options)
    if TIEBREAKERS[key].takes_after and key not in draft.options:
        return ()
    return tuple(
        Option(name, columns.option_name(name), draft.typed.get((key, name), option_text(value)))
        for name, value in resolved.items()
    )


def option_text(value):
    return forms.number_text(value).replace("-", forms.MINUS)


def families_left(taken):
    """(name, columns) of each family that has columns left to add."""
    left = (
        (gettext(name), columns.columns_of(entry.key for entry in family if entry.key not in taken))
        for name, family in FAMILIES
    )
    return [(name, family) for name, family in left if family]
