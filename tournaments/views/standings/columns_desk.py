"""The standings' columns: every press of the panel, and storing them once they are confirmed."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from ... import access
from ...actions.events import events
from ...forms.standings import columns as forms
from ...forms.standings.percentages import CountingForm
from ...queries.standings.columns import settings_to_show
from ..desk.messages import done
from ..http.forms import attempt, by, posted
from ..http.numbers import whole
from .public import address_of, show_standings


@access.may(access.COURSE)
@posted
def columns(request, event):
    """Read the columns as arranged; store them where `use` was pressed, else show what they would do.

    What is wrong comes back with status 422, its words beside the column.
    """
    phase = whole(request.POST.get("phase", ""), digits=3)
    found = settings_to_show(event, phase) if phase else None
    if found is None:
        raise Http404
    _, now, own = found
    draft = forms.posted(now.rulebook, request.POST)
    counting = CountingForm(request.POST, now=now, own=own)
    if draft.errors or not counting.is_valid():
        return show_standings(request, event.slug, phase, (draft, counting), status=422)
    if not request.POST.get("use"):
        # Not as `draft=` there: an empty draft is left out, though it says that no column shall stand.
        address = address_of(event, phase, columns=1, **counting.typed())
        return redirect(f"{address}&draft={forms.written(draft)}")
    settings = counting.overrides() | {"tiebreakers": forms.stored_as(now.rulebook, draft)}
    if attempt(request, events.change_settings, event, by(request), phase, **settings):
        done(request, event, gettext("The standings rank by these columns now"), "desk_settings")
        return redirect(address_of(event, phase, columns=1))
    return show_standings(request, event.slug, phase, (draft, counting), status=422)
