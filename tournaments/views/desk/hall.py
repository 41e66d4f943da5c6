"""What the hall told the desk: one version of a table's result taken, a message seen to."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from ... import access
from ...actions.messages import close_message
from ...actions.results import report_result
from ...forms.results import MOST
from ...queries.reporting import result_text
from ..posting import attempt, by
from .toasts import done


@require_POST
@access.at_desk
def take_report(request, event, phase, number, table):
    """Store what a player of the table reported: the organiser's word is final."""
    if max(phase, number, table) > MOST:
        raise Http404
    said = request.POST.get("said", "")[:60]
    if attempt(request, report_result, event, by(request), phase, number, table, said):
        done(request, event, result_text(event, phase, number, table))
    return redirect("desk", event.slug)


@require_POST
@access.at_desk
def close(request, event, pk):
    attempt(request, close_message, event, by(request), pk, done=gettext("Seen to"))
    return redirect("desk", event.slug)
