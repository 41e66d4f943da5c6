"""Result entry of a round: all tables with buttons, and the address that stores a result."""

from functools import cache
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from ... import access
from ...actions.results.results import report_result
from ...forms.results.result import ReportForm
from ...queries.events.status import get_desk_status, round_of_table
from ...queries.results.consequences import needs_choice
from ...queries.results.entry_buttons import with_typed_values
from ...queries.results.entry_page import describe_result, excess_games_warning, get_result_entry
from ...queries.results.revisions import get_revisions
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import (
    form_errors_text,
    get_actor,
    new_idempotency_key,
    parse_whole_number,
    require_form_post,
    run_action,
)
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout

TEMPLATE = "results/desk.html"


@require_safe
@access.requires(access.VIEW_DESK)
def results_page(request, event):
    return show(request, event, number_in(request, "phase"), number_in(request, "round"))


def number_in(request, name):
    """Return a number of the address, None if it is missing; 404 for anything else."""
    text = request.GET.get(name)
    if text is None:
        return None
    number = parse_whole_number(text)
    if number is None:
        raise Http404
    return number


def show(request, event, phase=None, number=None, table=None, status=200, form=None, **typed):
    """Show a round's tables, or one of them in full, with the values of a refused `form`."""

    @cache
    def load_entry():
        entry = get_result_entry(event, phase, number)
        if entry is None and number:
            raise Http404
        return entry

    def page_context(event_status):
        entry, table_number = load_entry(), table or number_in(request, "table")
        chosen = get_table(entry, table_number, form) if table_number else None
        context = {
            "layout": get_page_layout(request, event, "results", event_status),
            "event": event,
            "entry": entry,
            "chosen": chosen,
            "permissions": access.get_permissions(request, event),
            "keys": new_idempotency_key,
            **typed,
        }
        if chosen:
            context |= {
                "rendered_tables": render_table(request, event, entry, chosen),
                "neighbours": entry.neighbouring_tables(chosen.number),
                "revisions": get_revisions(event, entry.phase, entry.round, chosen.number),
            }
        elif entry:
            tables = render_template("results/_tables.jinja", tables_context(request, event, entry))
            context["rendered_tables"] = tables
        return context

    return render_live_page(
        request,
        event,
        TEMPLATE,
        {"count": "results/_counter.jinja"},
        lambda: {"entry": load_entry()},
        page_context,
        params={"phase": phase, "round": number},
        address=results_address(event, phase, number),
        status=status,
        get_status=get_desk_status,
        shared=False,
    )


def results_address(event, phase, number):
    query = f"phase={phase}&round={number}" if phase and number else ""
    return f"{reverse('desk_results', args=[event.slug])}?{query}"


def get_table(entry, number, form=None):
    """Return a table of the result entry, with the values of a refused `form`; 404 if it does not exist."""
    table = entry and entry.find_table(number)
    if table is None:
        raise Http404
    if form is None:
        return table
    figures = (form.data.get(name, "")[:12] for name in ("first", "second"))
    return with_typed_values(table, *figures, form.places, form.outcomes)


@access.requires(access.RESULTS)
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
        warning = data["sure"] != data["result_text"] and excess_games_warning(event, *result)
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
    query = urlencode({"phase": phase, "round": number, "table": table, "said": result_text})
    address = f"{reverse('correct', args=[event.slug])}?{query}"
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


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
        "sure": unconfirmed,
        "focus": "second" if unconfirmed else "first" if has_table else "table",
    }
    if not request.htmx:
        return desk.show(request, event, status=422, typed=typed)
    return trigger_client_event(desk.render_quick_entry(request, event, status=422, typed=typed), "changed")


def respond_to_table(request, event, form, is_stored, unconfirmed):
    """Respond to a button of a row or of a table's page: the updated row, or the page."""
    place = tuple(form.cleaned_data.get(name) for name in ("phase", "round", "table"))
    if None in place:
        messages.error(request, form_errors_text(form))
        return redirect("desk_results", event.slug)
    phase, number, table = place
    if is_stored:
        result = stored_result_text(event, form)
        if request.htmx:
            undo = undo_address(event, request, "desk_results")
            return trigger_client_event(
                row_response(request, event, *place, toast=result, undo=undo), "changed"
            )
        done(request, event, result, "desk_results")
        return redirect(f"{results_address(event, phase, number)}#t{table}")
    typed = {
        "error": form_errors_text(form),
        "typed_result": request.POST.get("said", "")[:60],
        "sure": unconfirmed,
        "form": form,
        "failed_part": failed_part(form),
    }
    if request.htmx:
        return row_response(request, event, *place, status=422, **typed)
    entry = get_result_entry(event, phase, number)
    if entry is None or entry.find_table(table) is None:
        messages.error(request, typed["error"])
        return redirect("desk_results", event.slug)
    return show(request, event, *place, status=422, **typed)


def failed_part(form) -> str:
    """Return which part of a table's page was refused: `text`, `places`, `outcomes` or `figures`."""
    if form.data.get("said"):
        return "text"
    return "places" if form.places else "outcomes" if form.outcomes else "figures"


def row_response(request, event, phase, number, table, status=200, form=None, **context):
    """Respond with one table's row, or with the values of a refused `form`."""
    entry = get_result_entry(event, phase, number)
    row = render_table(request, event, entry, get_table(entry, table, form), context.get("error", ""))
    return render(request, "results/_row_with_toast.html", {"row": row, **context}, status=status)


def render_table(request, event, entry, table, error=""):
    context = tables_context(request, event, entry) | {"table": table, "error": error}
    return render_template("results/_table.jinja", context)


def tables_context(request, event, entry):
    """Return the context of the tables' rows and their forms."""
    return {
        "event": event,
        "entry": entry,
        "permissions": access.get_permissions(request, event),
        "key": new_idempotency_key(),
        "csrf_token": get_token(request),
        "error": "",
    }
