"""What the hall told the desk: one version of a table's result taken, a message seen to."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from ... import access
from ...actions.desk.messages import close_message
from ...actions.results.player_reports import take_claim
from ...forms.results.result import MOST
from ...queries.results.entry_page import result_text
from ..http.forms import attempt, by, posted
from .messages import done


@access.may(access.HALL)
@posted
def take_report(request, event, phase, number, table):
    """Store what a player of the table reports: the desk's word is final."""
    if max(phase, number, table) > MOST:
        raise Http404
    said = request.POST.get("said", "")[:60]
    if attempt(request, take_claim, event, by(request), phase, number, table, said):
        done(request, event, result_text(event, phase, number, table))
    return redirect("desk", event.slug)


@access.may(access.HALL)
@posted
def close(request, event, pk):
    attempt(request, close_message, event, by(request), pk, done=gettext("Seen to"))
    return redirect("desk", event.slug)
