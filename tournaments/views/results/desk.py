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
from ...queries.events.play import round_with
from ...queries.events.status import get_desk_status
from ...queries.results.consequences import needs_choice
from ...queries.results.entry_buttons import with_typed
from ...queries.results.entry_page import excess_games_warning, get_round_report, result_text
from ...queries.results.revisions import versions_of
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import form_errors_text, get_actor, new_idempotency_key, require_form_post, run_action
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.numbers import parse_whole_number
from ..http.page_frame import get_page_layout

TEMPLATE = "desk/results.html"


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
    """A round's tables, or one of them in full, with the values of a refused `form`."""
    address = reverse("desk_results", args=[event.slug])

    @cache
    def load_report():
        report = get_round_report(event, phase, number)
        if report is None and number:
            raise Http404
        return report

    def choose_table(report, number):
        chosen = report.table(number) if report and number else None
        if number and chosen is None:
            raise Http404
        return with_form_values(chosen, form) if form else chosen

    def page_context(facts):
        report, row, rows = load_report(), "", ""
        chosen = choose_table(report, table or number_in(request, "table"))
        if chosen:
            row = render_template(
                "desk/_result.jinja", rows_context(request, event, report) | {"table": chosen}
            )
        elif report:
            rows = render_template("desk/_results.jinja", rows_context(request, event, report))
        return {
            "frame": get_page_layout(request, event, "results", facts),
            "event": event,
            "report": report,
            "chosen": chosen,
            "row": row,
            "rows": rows,
            "beside": report.neighbouring_tables(chosen.number) if chosen else (),
            "versions": versions_of(event, report.phase, report.round, chosen.number) if chosen else (),
            "may": access.get_permissions(request, event),
            "keys": new_idempotency_key,
            **typed,
        }

    return render_live_page(
        request,
        event,
        TEMPLATE,
        {"count": "desk/_count.jinja"},
        lambda: {"report": load_report()},
        page_context,
        params={"phase": phase, "round": number},
        address=f"{address}?{round_query(phase, number)}",
        status=status,
        facts=get_desk_status,
        shared=False,
    )


def round_query(phase, number):
    return f"phase={phase}&round={number}" if phase and number else ""


@access.requires(access.RESULTS)
@require_form_post
def report(request, event):
    """Store a result; the response suits the sender: keyboard entry, a row, or a table's page."""
    form = ReportForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    if data and request.POST.get("from") == "entry":
        data["round"] = round_with(event, data["phase"], data["round"], data["table"])
    confirmed_text = ""
    if data and data["sure"] != data["said"]:
        result_args = (data["phase"], data["round"], data["table"], data["said"])
        if warning := excess_games_warning(event, *result_args):
            form.add_error(None, warning)
            confirmed_text = data["said"]
    if form.is_valid() and needs_choice(event, *(data[name] for name in ("phase", "round", "table", "said"))):
        return redirect_to_choice(event, request, data)
    stored = form.is_valid() and run_action(
        request,
        report_result,
        event,
        get_actor(request),
        data["phase"],
        data["round"],
        data["table"],
        data["said"],
        form=form,
    )
    event.refresh_from_db()
    respond = RESPONSES.get(request.POST.get("from"), from_results)
    return respond(request, event, form, None if stored else confirmed_text)


def redirect_to_choice(event, request, data):
    """Redirect to the page that decides about the next round, which was paired from this result."""
    query = urlencode({name: data[name] for name in ("phase", "round", "table", "said")})
    address = f"{reverse('correct', args=[event.slug])}?{query}"
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def stored_result_text(event, form) -> str:
    """Return the table's stored result as text; empty for an unknown table."""
    data = form.cleaned_data
    return result_text(event, data.get("phase"), data.get("round") or 0, data["table"])


def from_entry(request, event, form, confirmed_text):
    """Respond to the keyboard entry: cleared for the next result, or as typed with the error."""
    if confirmed_text is None:
        words = stored_result_text(event, form)
        if not request.htmx:
            done(request, event, words)
            return redirect("desk", event.slug)
        undo = undo_address(event, request, "desk")
        return trigger_client_event(desk.entry_band(request, event, stored=words, undo=undo), "changed")
    stored_result = form.cleaned_data.get("table") and stored_result_text(event, form)
    focus = "first" if stored_result else "table"
    typed = {
        "values": {name: request.POST.get(name, "")[:60] for name in desk.NOTHING_TYPED},
        "error": form_errors_text(form),
        "sure": confirmed_text,
        "focus": "second" if confirmed_text else focus,
    }
    if not request.htmx:
        return desk.show(request, event, status=422, typed=typed)
    return trigger_client_event(desk.entry_band(request, event, status=422, typed=typed), "changed")


def from_results(request, event, form, confirmed_text):
    """Respond to a button of a row or of a table's page: the updated row, or the page."""
    place = {name: form.cleaned_data.get(name) for name in ("phase", "round", "table")}
    if None in place.values():
        messages.error(request, form_errors_text(form))
        return redirect("desk_results", event.slug)
    is_table_page = request.POST.get("from") == "table"
    if confirmed_text is None:
        return respond_stored(request, event, form, place, is_table_page)
    typed = {
        "error": form_errors_text(form),
        "said": request.POST.get("said", "")[:60],
        "sure": confirmed_text,
        "form": form,
        "failed": refused_part(form),
    }
    if not request.htmx:
        round_report = get_round_report(event, place["phase"], place["round"])
        if round_report is None or round_report.table(place["table"]) is None:
            messages.error(request, typed["error"])
            return redirect("desk_results", event.slug)
        return show(request, event, place["phase"], place["round"], place["table"], status=422, **typed)
    return row(request, event, place, status=422, **typed)


def respond_stored(request, event, form, place, is_table_page):
    words = stored_result_text(event, form)
    if request.htmx:
        undo = undo_address(event, request, "desk_results")
        return trigger_client_event(row(request, event, place, toast=words, undo=undo), "changed")
    done(request, event, words, "desk_results")
    address = reverse("desk_results", args=[event.slug])
    query = round_query(place["phase"], place["round"])
    return redirect(f"{address}?{query}#t{place['table']}")


def refused_part(form) -> str:
    """Return which part of a table's page was refused: `places`, `ends`, `figures` or `said`."""
    if form.data.get("said"):
        return "said"
    return "places" if form.places else "ends" if form.ends else "figures"


def with_form_values(table, form):
    figures = (form.data.get(name, "")[:12] for name in ("first", "second"))
    return with_typed(table, *figures, form.places, form.ends)


def row(request, event, place, status=200, form=None, **more):
    """Respond with one table's row, or with the values of a refused `form`."""
    round_report = get_round_report(event, place["phase"], place["round"])
    table = round_report.table(place["table"]) if round_report else None
    if table is None:
        raise Http404
    if form:
        table = with_form_values(table, form)
    context = rows_context(request, event, round_report)
    html = render_template("desk/_result.jinja", context | {"table": table, "error": more.get("error", "")})
    return render(request, "desk/_row.html", {"row": html, **more}, status=status)


def rows_context(request, event, report):
    """Return the context of the tables' rows and their forms."""
    return {
        "event": event,
        "report": report,
        "may": access.get_permissions(request, event),
        "key": new_idempotency_key(),
        "csrf_token": get_token(request),
        "error": "",
    }


RESPONSES = {"entry": from_entry, "row": from_results, "table": from_results}
