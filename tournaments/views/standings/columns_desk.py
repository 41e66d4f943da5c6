"""The form of the standings' columns: preview an arrangement, then store it."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from ... import access
from ...actions.events import events
from ...forms.standings import columns as forms
from ...forms.standings.percentages import CountingForm
from ...queries.standings.columns import settings_to_show
from ..desk.messages import done
from ..http.forms import get_actor, parse_whole_number, require_form_post, run_action
from .public import show_standings, standings_address


@access.requires(access.MANAGE)
@require_form_post
def columns(request, event):
    """Read the arranged columns; store them if `use` was pressed, else redirect to their preview.

    Errors are shown at the column, with status 422.
    """
    phase = parse_whole_number(request.POST.get("phase", ""), digits=3)
    current_settings = settings_to_show(event, phase) if phase else None
    if current_settings is None:
        raise Http404
    _, now, own = current_settings
    draft = forms.parse_columns_form(now.rulebook, request.POST)
    counting = CountingForm(request.POST, now=now, own=own)
    if draft.errors or not counting.is_valid():
        return show_standings(request, event.slug, phase, (draft, counting), status=422)
    if not request.POST.get("use"):
        # Not a parameter of `standings_address`, which leaves out empty values: an empty draft has a meaning.
        address = standings_address(event, phase, columns=1, **counting.typed())
        return redirect(f"{address}&draft={forms.draft_text(draft)}")
    settings = counting.overrides() | {"tiebreakers": forms.stored_as(now.rulebook, draft)}
    if run_action(request, events.change_settings, event, get_actor(request), phase, **settings):
        done(request, event, gettext("Tiebreakers saved. The standings now use them."), "desk_settings")
        return redirect(standings_address(event, phase, columns=1))
    return show_standings(request, event.slug, phase, (draft, counting), status=422)
