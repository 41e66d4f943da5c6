"""The desk's inbox: accepting a player's report, closing a message."""

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from ... import access
from ...actions.desk.messages import close_message
from ...actions.results.player_reports import accept_report
from ...forms.results.result import MAX_NUMBER
from ...queries.results.entry_page import describe_result
from ..http.forms import get_actor, require_form_post, run_action
from .messages import done


@access.requires(accept_report.permission)
@require_form_post
def take_report(request, event, phase, number, table):
    """Store a player's report of a table as the result."""
    if max(phase, number, table) > MAX_NUMBER:
        raise Http404
    notation = request.POST.get("result_text", "")[:60]
    if run_action(request, accept_report, event, get_actor(request), phase, number, table, notation):
        done(request, event, describe_result(event, phase, number, table))
    return redirect("desk", event.slug)


@access.requires(close_message.permission)
@require_form_post
def close(request, event, pk):
    run_action(request, close_message, event, get_actor(request), pk, done=gettext("Done"))
    return redirect("desk", event.slug)
