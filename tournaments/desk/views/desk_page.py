"""The first page of the desk: results, clock, announcements."""

from functools import cache, partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from ... import access
from ...access.clubs import can_see_people
from ...changes.registry import action_names
from ...log.actions.undo import undoable
from ...log.pages.log_lines import get_log_lines
from ...players.pages.own_outlook import opening_before_start
from ...players.pages.roster import get_picks
from ...results.actions.results import report_result
from ...results.pages.cells import with_typed_values
from ...results.pages.entry import (
    describe_entered_result,
    excess_games_warning,
    get_quick_entry,
    get_result_entry,
    get_revisions,
)
from ...results.pages.reports import needs_choice
from ...rules.history import FINISHED, PUBLISHED
from ...rules.rounds.clock import ANNOUNCEMENT_MINUTES
from ...series.pages.achievements import get_desk_achievements
from ...series.pages.event_series import list_event_series
from ...standings.pages.chances import get_desk_chances
from ...web.answers import (
    idempotency_key,
    new_idempotency_key,
    require_form_post,
    respond_done,
    run_action,
    undo_address,
)
from ...web.changed_parts import ROWS
from ...web.forms import form_errors_text, parse_whole_number
from ...web.jinja import query, render_template
from ...web.layout import render_live
from ...web.live import render_out_of_band, version_text
from ...web.shared_forms import ReportForm
from ...web.status import get_desk_status, round_of_table
from ..pages.dashboard import get_dashboard, is_on_desk
from .table_rows import chosen_tables, form_secret, get_parts, render_posted_table, render_table, row_context

NOTHING_TYPED = {"error": "", "typed_result": "", "confirmed_result": "", "failed_part": ""}


def show_tables(request, event, phase, number, table, form=None, **typed):
    """Show a round's tables, or one of them in full, with the values of a refused `form`."""

    @cache
    def load_entry():
        entry = get_result_entry(event, phase, number)
        if entry is None or entry.is_draft:
            raise Http404
        return entry

    def page_context(_layout):
        entry = load_entry()
        context = {
            "entry": entry,
            "permissions": access.get_permissions(request, event),
            "keys": new_idempotency_key,
            **NOTHING_TYPED,
            **typed,
        }
        if not table:
            row = row_context(request, event, entry.version) | {"tables": entry.tables, "corrects": True}
            return context | {"rendered_tables": render_template("results/_tables.jinja", row)}
        chosen = get_table(entry, table, form)
        return context | {
            "chosen": chosen,
            "rendered_tables": render_table(request, event, entry, chosen),
            "achievements": get_desk_achievements(event),
            "neighbours": entry.neighbouring_tables(chosen.number),
            "revisions": get_revisions(event, entry.phase, entry.round, chosen.number),
        }

    return render_live(
        request,
        event,
        "desk",
        "results/table.jinja" if table else "results/round.jinja",
        {"count": "results/_counter.jinja"},
        lambda: {"entry": load_entry()},
        page_context,
        params={"phase": phase, "round": number},
        address=round_address(event, phase, number),
        get_status=get_desk_status,
        shared=False,
    )


def round_address(event, phase, number):
    """Return the address of a round's tables: the desk for the current round."""
    query = f"?phase={phase}&round={number}" if phase and number else ""
    return f"{reverse('desk', args=[event.slug])}{query}"


def get_table(entry, number, form=None):
    """Return a table of the result entry, with the values of a refused `form`; 404 if it does not exist."""
    table = entry.find_table(number)
    if table is None:
        raise Http404
    if form is None:
        return table
    figures = (form.data.get(name, "")[:12] for name in ("first", "second"))
    return with_typed_values(table, *figures, form.places, form.outcomes)


FRAGMENTS = {
    "progress": "desk/_progress.jinja",
    "clock": "desk/_clock.jinja",
    "inbox": "desk/_inbox.jinja",
    "picks": "desk/_picks.jinja",
    "filters": "desk/_filters.jinja",
    "tables": "desk/_tables.jinja",
    "rounds": "desk/_rounds.jinja",
    "order": "desk/_order.jinja",
    "activity": "desk/_activity.jinja",
    "chances": "desk/_chances.jinja",
}
# What a pressed button may change beside its own place; the tables stay in their order until the next poll.
AROUND = {name: FRAGMENTS[name] for name in ("progress", "clock", "inbox", "filters", "activity")}
RECENT_ACTIONS = 6
EMPTY_ENTRY = {"table": "", "first": "", "second": "", "drawn_games": "", "result_text": ""}


@require_safe
@access.requires(access.VIEW_DESK)
def desk_page(request, event):
    """Show the desk; `table` in the address opens one table in full, `round` an earlier round.

    `show` chooses the tables of a filter, `find` those of a number or a name.
    """
    phase, number, table = (number_in(request, name) for name in ("phase", "round", "table"))
    if table is None and number is None:
        return show_desk(request, event)
    entry = get_result_entry(event, phase, number)
    if entry is None:
        raise Http404
    if entry.is_draft or (table is None and is_current(event, entry)):
        return show_desk(request, event)
    return show_tables(request, event, phase, number, table)


def number_in(request, name):
    """Return a number of the address, None if it is missing; 404 for anything else."""
    text = request.GET.get(name)
    number = None if text is None else parse_whole_number(text)
    if text is not None and number is None:
        raise Http404
    return number


def is_current(event, entry) -> bool:
    current = get_result_entry(event)
    return current is not None and (entry.phase, entry.round) == (current.phase, current.round)


def show_desk(request, event, typed=None, on_site_forms=None):
    """Show the desk, within the user's permissions.

    `typed` is a refused result with its error, `on_site_forms` is a refused announcement or time extension.
    """
    permissions = access.get_permissions(request, event)
    choice = chosen_tables(request)

    def fragment_context():
        context = around_context(request, event)
        row = row_context(request, event, context["desk"].version)
        return context | row | {"picks": get_picks(event), "chances": get_desk_chances(event), "rows": ROWS}

    def page_context(layout):
        has_tables = layout.round_state in (PUBLISHED, FINISHED)
        manages_club = can_see_people(request, event)
        return {
            "series": list_event_series(event, with_private=manages_club),
            "series_address": "series_desk" if manages_club else "series",
            "key": new_idempotency_key(),
            "keys": new_idempotency_key,
            "choice": choice,
            "has_tables": has_tables,
            "takes_results": has_tables and layout.state != "ended" and access.ENTER_RESULTS in permissions,
            **quick_entry_context(event, typed),
            **on_site_context(layout.status, on_site_forms or {}),
        }

    return render_live(
        request,
        event,
        "desk",
        "desk/page.jinja",
        FRAGMENTS,
        fragment_context,
        page_context,
        # Check-in opens and closes by time, too.
        params={
            "permissions": sorted(permissions),
            "check_in": opening_before_start(event),
            "chances": event.chances_at,
            "tables": [choice.show, choice.find],
            "forms": form_secret(request),
        },
        address=f"{reverse('desk', args=[event.slug])}{query(**choice.query)}",
        get_status=get_desk_status,
        shared=False,
        get_parts=partial(get_parts, request, event),
    )


def around_context(request, event):
    """Return the context of the fragments around the tables."""
    permissions = access.get_permissions(request, event)
    undoable_ids = [entry.id for entry in undoable(event) if access.can_undo(permissions, entry)]
    # The tables and lists show these.
    quiet = action_names(lambda action: action.is_quiet or action.self_service)
    return {
        "desk": get_dashboard(event, chosen_tables(request)),
        "event": event,
        "permissions": permissions,
        "lines": get_log_lines(event, 0, RECENT_ACTIONS, undoable_ids, without=quiet),
    }


def with_desk_around(request, event, response):
    """Add the fragments around the tables to the answer to a pressed button, and the version they show."""
    context = around_context(request, event)
    response.write(render_out_of_band(AROUND, context, get_desk_status(event)))
    response["Event-Version"] = version_text(event, context["desk"].version)
    return response


def on_site_context(event_status, forms, sent_key=""):
    """Return the context of the on-site forms; `forms` are refused ones, `sent_key` is the request's key."""
    return {
        "on_site_key": new_idempotency_key(sent_key),
        "extension_form": forms.get("extend"),
        "announcement_form": forms.get("announce"),
        "announcement": event_status.announcement,
        "can_end_with_round": event_status.round_state == PUBLISHED,
        "announcement_minutes": ANNOUNCEMENT_MINUTES,
        "done": "",
    }


def quick_entry_context(event, typed=None, stored="", undo="", sent_key=""):
    """Return the context of the keyboard entry; `typed` is a refused result, `stored` an accepted one.

    `sent_key` is the key of the request, empty on a new page.
    """
    typed = typed or {}
    return {
        "event": event,
        "entry_key": new_idempotency_key(sent_key),
        "typed": {**EMPTY_ENTRY, **typed.get("values", {})},
        "error": typed.get("error", ""),
        "confirmed_result": typed.get("confirmed_result", ""),
        "focus": typed.get("focus", "table"),
        "quick_entry": get_quick_entry(event),
        "stored": stored,
        "undo": undo,
    }


def render_quick_entry(request, event, status=200, **entry):
    """Return the keyboard entry without the rest of the page."""
    context = quick_entry_context(event, sent_key=idempotency_key(request), **entry)
    return render(request, "desk/_quick_entry.jinja", context, status=status)


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
            is_stored = run_action(request, report_result, event, *result, form=form)
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
    return show_desk(request, event)


def stored_result_text(event, form) -> str:
    """Return the table's stored result as text; empty for an unknown table."""
    data = form.cleaned_data
    return describe_entered_result(event, data.get("phase"), data.get("round"), data["table"])


def respond_to_entry(request, event, form, is_stored, unconfirmed):
    """Respond to the keyboard entry: cleared for the next result, or as typed with the error."""
    if is_stored:
        result = stored_result_text(event, form)
        if not request.htmx:
            return respond_done(request, event, result)
        undo = undo_address(event, request, "desk")
        response = render_quick_entry(request, event, stored=result, undo=undo)
        response.write(out_of_band_row(request, event, form, undo))
        return trigger_client_event(response, "changed")
    has_table = form.cleaned_data.get("table") and stored_result_text(event, form)
    typed = {
        "values": {name: request.POST.get(name, "")[:60] for name in EMPTY_ENTRY},
        "error": form_errors_text(form),
        "confirmed_result": unconfirmed,
        "focus": "second" if unconfirmed else "first" if has_table else "table",
    }
    if not request.htmx:
        return show_desk(request, event, typed=typed)
    return trigger_client_event(render_quick_entry(request, event, status=422, typed=typed), "changed")


def out_of_band_row(request, event, form, undo: str) -> str:
    """Return the row of the table whose result was just typed, to be swapped into the list."""
    data = form.cleaned_data
    entry = get_result_entry(event, data["phase"], data["round"])
    table = get_table(entry, data["table"])
    return render_posted_table(request, event, entry, table, undo=undo, is_out_of_band=True)


def respond_to_table(request, event, form, is_stored, unconfirmed):
    """Respond to a button of a row or of a table's page: the updated row, or the page."""
    place = tuple(form.cleaned_data.get(name) for name in ("phase", "round", "table"))
    if None in place:
        return respond_without_table(request, event, form)
    phase, number, table = place
    if is_stored and request.htmx:
        return row_response(request, event, *place, undo=undo_address(event, request, "desk"))
    if is_stored:
        address = f"{round_address(event, phase, number)}#t{table}"
        return respond_done(request, event, stored_result_text(event, form), address=address)
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
    return show_tables(request, event, *place, form=form, **typed)


def failed_part(form) -> str:
    """Return which part of a table's page was refused: `text`, `places`, `outcomes` or `figures`."""
    if form.data.get("result_text"):
        return "text"
    return "places" if form.places else "outcomes" if form.outcomes else "figures"


def row_response(request, event, phase, number, table, status=200, form=None, **context):
    """Respond with one table's row, and after a stored result what is around the tables of the desk.

    `form` is a refused one. The row stays where it was pressed; the page sorts its tables again later. The
    page of an earlier round has nothing around its tables.
    """
    entry, on_desk = get_result_entry(event, phase, number), is_on_desk(event, phase, number)
    shown = get_table(entry, table, form)
    html = render_posted_table(request, event, entry, shown, corrects=not on_desk, **context)
    response = HttpResponse(html, status=status)
    if status == 200 and on_desk:
        with_desk_around(request, event, response)
    return response
