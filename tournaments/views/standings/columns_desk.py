"""The settings of the standings: preview an arrangement of the columns, then store it."""

from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from ... import access
from ...actions.events import events
from ...forms.standings import columns as forms
from ...forms.standings.percentages import CountingForm
from ...queries.events.settings_page import phase_names
from ...queries.history.cache import load_history
from ...queries.standings.columns import find_phase_with_columns
from ..desk.messages import done
from ..events.settings_nav import STANDINGS, settings_context
from ..http.forms import get_actor, parse_whole_number, run_action
from .columns_panel import arrangement_context


@access.requires(events.change_settings.permission)
def standings_page(request, event):
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
    now, own = phase.settings, phase.record.settings
    if request.method != "POST":
        draft = forms.parse_draft(now.rulebook, request.GET.get("draft")) or forms.draft_of(now.columns)
        return show(request, event, phases, number, draft, CountingForm(request.GET, now=now, own=own))
    draft = forms.parse_columns_form(now.rulebook, request.POST)
    counting = CountingForm(request.POST, now=now, own=own)
    if draft.errors or not counting.is_valid():
        return show(request, event, phases, number, draft, counting, status=422)
    address = f"{reverse('settings_standings', args=[event.slug])}?phase={number}"
    if not request.POST.get("use"):
        changes = urlencode(counting.typed() | {"draft": forms.draft_text(draft)}, safe=",:")
        return redirect(f"{address}&{changes}")
    settings = counting.overrides() | {"tiebreakers": forms.stored_as(now.rulebook, draft)}
    if run_action(request, events.change_settings, event, get_actor(request), number, **settings):
        text = gettext("Tiebreakers saved. The standings now use them.")
        done(request, event, text, "settings_standings")
        return redirect(address)
    return show(request, event, phases, number, draft, counting, status=422)


def show(request, event, phases, number, draft, counting, status=200):
    settings = find_phase_with_columns(event, number).settings
    context = {
        **settings_context(request, event, STANDINGS),
        "phases": phases.items(),
        "is_paired": any(phase.rounds for phase in load_history(event).phases),
        "rulebook_name": gettext(settings.rulebook.name),
        **arrangement_context(event, number, settings, draft, counting),
    }
    return render(request, "events/desk/settings/standings.jinja", context, status=status)
