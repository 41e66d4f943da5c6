"""Settings of the columns of standings."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from ... import access
from ...events.actions.events import change_settings
from ...events.pages.settings import preview_settings
from ...history.cache import load_history
from ...rules.rulebooks import RULEBOOKS
from ...rules.tiebreakers import FAMILIES, TIEBREAKERS
from ...web.answers import respond_done, run_action
from ...web.forms import parse_whole_number
from ...web.layout import STANDINGS, phase_names, render_settings_page
from ...web.wording import rulebook_text
from ..forms import (
    MINUS,
    CountingForm,
    columns_in,
    draft_of,
    draft_text,
    number_text,
    parse_columns_form,
    parse_draft,
    stored_as,
)
from ..pages.standings import ColumnInfo, columns_of, find_phase_with_columns, option_name


@dataclass(frozen=True)
class ColumnOption:
    """An option of a column with its value as text."""

    name: str
    label: str
    value: str


@dataclass(frozen=True)
class ColumnEntry:
    """A column of the draft with its error."""

    column: ColumnInfo
    options: tuple[ColumnOption, ...]
    error: str


def arrangement_context(event, number, settings, draft, counting):
    """Return the context of the settings: the draft, columns to add, and a preview."""
    used_keys = {*draft.keys, settings.first_column, "points"}
    new_columns = () if draft.errors else columns_in(settings.rulebook, draft)
    changed_fields = counting.typed()
    is_new = bool(changed_fields) or new_columns != settings.columns
    preview = None
    if is_new and not draft.errors and counting.is_valid():
        tiebreakers = stored_as(settings.rulebook, draft)
        preview = preview_settings(event, number, tiebreakers=tiebreakers, **counting.overrides())
    return {
        "entries": [
            ColumnEntry(
                column, column_options(draft, new_columns, column.key), draft.errors.get(column.key, "")
            )
            for column in columns_of(draft.keys)
        ],
        "first": columns_of([settings.first_column])[0],
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
    }


def column_options(draft, new_columns, key):
    """Return the fields of a column, as typed or stored."""
    if TIEBREAKERS[key].takes_after and key not in draft.options:
        return ()
    values = next((column.options for column in new_columns if column.key == key), TIEBREAKERS[key].options)
    options = []
    for name, value in values.items():
        text = number_text(value).replace("-", MINUS)
        options.append(ColumnOption(name, option_name(name), draft.typed.get((key, name), text)))
    return tuple(options)


def families_left(used_keys):
    """Return (name, columns) of each family with columns left to add."""
    left = (
        (gettext(name), columns_of(entry.key for entry in family if entry.key not in used_keys))
        for name, family in FAMILIES
    )
    return [(name, family) for name, family in left if family]


@access.requires(change_settings.permission)
def standings_settings(request, event):
    """Show the columns of a `phase`: the draft of the address or the stored ones.

    POST stores the arranged columns if `use` was pressed, else redirects to their preview. Errors are shown
    at the column, with status 422.
    """
    phases = phase_names(load_history(event))
    number = parse_whole_number((request.POST or request.GET).get("phase", ""), digits=3)
    if request.method != "POST" and number not in phases:
        number = next(iter(phases), None)
    if number not in phases:
        raise Http404
    phase = find_phase_with_columns(event, number)
    now, own = phase.settings, phase.overrides
    if request.method != "POST":
        draft = parse_draft(now.rulebook, request.GET.get("draft")) or draft_of(now.columns)
        return show(request, event, phases, number, draft, CountingForm(request.GET, now=now, own=own))
    draft = parse_columns_form(now.rulebook, request.POST)
    counting = CountingForm(request.POST, now=now, own=own)
    if draft.errors or not counting.is_valid():
        return show(request, event, phases, number, draft, counting)
    address = f"{reverse('settings_standings', args=[event.slug])}?phase={number}"
    if not request.POST.get("use"):
        changes = urlencode(counting.typed() | {"draft": draft_text(draft)}, safe=",:")
        return redirect(f"{address}&{changes}")
    settings = counting.overrides() | {"tiebreakers": stored_as(now.rulebook, draft)}
    if run_action(request, change_settings, event, number, **settings):
        text = gettext("Tiebreakers saved. The standings now use them.")
        return respond_done(request, event, text, "settings_standings", address=address)
    return show(request, event, phases, number, draft, counting)


def show(request, event, phases, number, draft, counting):
    settings = find_phase_with_columns(event, number).settings
    context = {
        "phases": phases.items(),
        "is_paired": any(phase.rounds for phase in load_history(event).phases),
        "rulebook_name": gettext(settings.rulebook.name),
        **arrangement_context(event, number, settings, draft, counting),
    }
    return render_settings_page(request, event, STANDINGS, "events/desk/settings/standings.jinja", context)
