"""Reports that nobody has answered in time: any page that sees the time come asks for them to be stored."""

from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from ... import access
from ...actions.change import By
from ...actions.results.player_reports import settle_claims
from ...rules.history import TIME
from ..http.forms import refusal_of


# Whoever asks decides nothing: the setting and the clock do.
@csrf_exempt
@require_POST
def settle(request, slug):
    event = access.event_to_see(request, slug)
    refusal_of(settle_claims, event, By("Topcut", source=TIME))
    return HttpResponse(status=204)
