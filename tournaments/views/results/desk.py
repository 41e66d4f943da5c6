"""The address that stores a result at the desk, and its answers."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from ... import access
from ...actions.results.results import report_result
from ...forms.results.result import ReportForm
from ...queries.events.status import round_of_table
from ...queries.results.consequences import needs_choice
from ...queries.results.entry_page import describe_result, excess_games_warning, get_result_entry
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import (
    form_errors_text,
    get_actor,
    require_form_post,
    run_action,
)
from . import tables


@require_safe
@access.requires(access.VIEW_DESK)
def results_page(request, event):
    """Redirect to the desk, which has the tables; the browser keeps the part after #."""
    query = request.META.get("QUERY_STRING", "")
    address = reverse("desk", args=[event.slug])
    return redirect(f"{address}?{query}" if query else address)


@access.requires(report_result.permission)
@require_form_post
def report(request, event):
    """Store a result; the response suits the sender: keyboard entry, a row, or a table's page."""
    form, is_entry = ReportForm(request.POST), request.POST.get("from") == "entry"
    is_stored, unconfirmed = False, ""
    if form.is_valid():
        data = form.cleaned_data
        if is_entry:
            data["round"] = round_of_table(event, data["phase"], data["round"], data["table"])
        result = (data["phase"], data["round"], data["table"], data["result_text"])
        warning = data["confirmed_result"] != data["result_text"] and excess_games_warning(event, *result)
        if warning:
            form.add_error(None, warning)
            unconfirmed = data["result_text"]
        elif needs_choice(event, *result):
            return redirect_to_choice(request, event, *result)
        else:
            is_stored = run_action(request, report_result, event, get_actor(request), *result, form=form)
    event.refresh_from_db()
    respond = respond_to_entry if is_entry else respond_to_table
    return respond(request, event, form, is_stored, unconfirmed)


def redirect_to_choice(request, event, phase, number, table, result_text):
    """Redirect to the page that decides about the next round, which was paired from this result."""
    query = urlencode({"phase": phase, "round": number, "table": table, "result_text": result_text})
    address = f"{reverse('correct', args=[event.slug])}?{query}"
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def respond_without_table(request, event, form):
    """Respond with the desk, which says why the result of an unknown table was refused."""
    messages.error(request, form_errors_text(form))
    if request.htmx:
        return HttpResponseClientRedirect(reverse("desk", args=[event.slug]))
    return desk.show(request, event, status=422)


def stored_result_text(event, form) -> str:
    """Return the table's stored result as text; empty for an unknown table."""
    data = form.cleaned_data
    return describe_result(event, data.get("phase"), data.get("round"), data["table"])


def respond_to_entry(request, event, form, is_stored, unconfirmed):
    """Respond to the keyboard entry: cleared for the next result, or as typed with the error."""
    if is_stored:
        result = stored_result_text(event, form)
        if not request.htmx:
            done(request, event, result)
            return redirect("desk", event.slug)
        undo = undo_address(event, request, "desk")
        return trigger_client_event(
            desk.render_quick_entry(request, event, stored=result, undo=undo), "changed"
        )
    has_table = form.cleaned_data.get("table") and stored_result_text(event, form)
    typed = {
        "values": {name: request.POST.get(name, "")[:60] for name in desk.EMPTY_ENTRY},
        "error": form_errors_text(form),
        "confirmed_result": unconfirmed,
        "focus": "second" if unconfirmed else "first" if has_table else "table",
    }
    if not request.htmx:
        return desk.show(request, event, status=422, typed=typed)
    return trigger_client_event(desk.render_quick_entry(request, event, status=422, typed=typed), "changed")


def respond_to_table(request, event, form, is_stored, unconfirmed):
    """Respond to a button of a row or of a table's page: the updated row, or the page."""
    place = tuple(form.cleaned_data.get(name) for name in ("phase", "round", "table"))
    if None in place:
        return respond_without_table(request, event, form)
    phase, number, table = place
    if is_stored and request.htmx:
        return row_response(request, event, *place, undo=undo_address(event, request, "desk"))
    if is_stored:
        done(request, event, stored_result_text(event, form))
        return redirect(f"{tables.round_address(event, phase, number)}#t{table}")
    typed = {
        "error": form_errors_text(form),
        "typed_result": request.POST.get("result_text", "")[:60],
        "confirmed_result": unconfirmed,
        "failed_part": failed_part(form),
    }
    entry = get_result_entry(event, phase, number)
    if entry is None or entry.is_draft or entry.find_table(table) is None:
        return respond_without_table(request, event, form)
    if request.htmx:
        return row_response(request, event, *place, status=422, form=form, error=typed["error"])
    return tables.show(request, event, *place, status=422, form=form, **typed)


def failed_part(form) -> str:
    """Return which part of a table's page was refused: `text`, `places`, `outcomes` or `figures`."""
    if form.data.get("result_text"):
        return "text"
    return "places" if form.places else "outcomes" if form.outcomes else "figures"


def row_response(request, event, phase, number, table, status=200, form=None, **context):
    """Respond with one table's row, and after a stored result what is around the tables.

    `form` is a refused one. The row stays where it was pressed; the page sorts its tables again later.
    """
    entry = get_result_entry(event, phase, number)
    html = tables.render_table(request, event, entry, tables.get_table(entry, table, form), **context)
    response = HttpResponse(html, status=status)
    return desk.with_desk_around(request, event, response) if status == 200 else response
