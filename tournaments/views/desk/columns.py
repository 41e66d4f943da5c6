"""The standings' columns: every press of the panel, and storing them once they are confirmed."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from ... import access
from ...actions import events
from ...forms import columns as forms
from ...queries.columns import settings_to_show
from ..posting import attempt, by
from ..standings import address_of, show
from .toasts import done


@require_POST
@access.at_desk
def columns(request, event):
    """Read the columns as arranged; store them where `use` was pressed, else show what they would do.

    What is wrong comes back with status 422, its words beside the column.
    """
    given = request.POST.get("phase", "")
    phase = int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else 0
    found = settings_to_show(event, phase) if phase else None
    if found is None:
        raise Http404
    rulebook = found[1].rulebook
    draft = forms.posted(rulebook, request.POST)
    if draft.errors:
        return show(request, event, phase, draft, status=422)
    if not request.POST.get("use"):
        return redirect(address_of(event, phase, columns=1, draft=forms.written(draft)))
    tiebreakers = forms.stored_as(rulebook, draft)
    if attempt(request, events.change_settings, event, by(request), phase, tiebreakers=tiebreakers):
        done(request, event, gettext("The standings rank by these columns now"), "desk_settings")
        return redirect(address_of(event, phase, columns=1))
    event.refresh_from_db()
    return show(request, event, phase, draft, status=422)
