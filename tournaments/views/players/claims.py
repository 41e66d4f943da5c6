"""Confirms reports that nobody answered in time; pages request it when the time comes."""

from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from ... import access
from ...actions.change import Actor
from ...actions.results.player_reports import confirm_expired_reports
from ...rules.history import TIME
from ..http.forms import get_violation


# Harmless from any site: only the settings and the clock decide.
@csrf_exempt
@require_POST
def settle(request, slug):
    event = access.get_visible_event(request, slug)
    get_violation(confirm_expired_reports, event, Actor("Topcut", source=TIME))
    return HttpResponse(status=204)
