"""Results of a round: every table with its scores to tap, and the one address that stores a result."""

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
from ...queries.events.status import desk_facts_of
from ...queries.results.consequences import needs_choice
from ...queries.results.entry_buttons import with_typed
from ...queries.results.entry_page import asks_again, report_of, result_text
from ...queries.results.revisions import versions_of
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import attempt, by, new_key, posted, words_in
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.numbers import whole
from ..http.page_frame import frame_for

TEMPLATE = "desk/results.html"


@require_safe
@access.may(access.LOOK)
def results_page(request, event):
    return show(request, event, number_in(request, "phase"), number_in(request, "round"))


def number_in(request, name):
    """A number of the address; None where it is left out, 404 where it is none."""
    given = request.GET.get(name)
    if given is None:
        return None
    number = whole(given)
    if number is None:
        raise Http404
    return number


def show(request, event, phase=None, number=None, table=None, status=200, form=None, **typed):
    """A round's tables, or one of them in full, with what was typed in a refused `form`."""
    address = reverse("desk_results", args=[event.slug])

    @cache
    def load_report():
        report = report_of(event, phase, number)
        if report is None and number:
            raise Http404
        return report

    def choose_table(report, number):
        chosen = report.table(number) if report and number else None
        if number and chosen is None:
            raise Http404
        return with_sent(chosen, form) if form else chosen

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
            "frame": frame_for(request, event, "results", facts),
            "event": event,
            "report": report,
            "chosen": chosen,
            "row": row,
            "rows": rows,
            "beside": report.beside(chosen.number) if chosen else (),
            "versions": versions_of(event, report.phase, report.round, chosen.number) if chosen else (),
            "may": access.rights(request, event),
            "keys": new_key,
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
        facts=desk_facts_of,
        shared=False,
    )


def round_query(phase, number):
    return f"phase={phase}&round={number}" if phase and number else ""


@access.may(access.RESULTS)
@posted
def report(request, event):
    """Store a result; the answer suits where it came from: the entry band, a row, or a table's own page."""
    form = ReportForm(request.POST)
    said = form.cleaned_data if form.is_valid() else {}
    if said and request.POST.get("from") == "entry":
        said["round"] = round_with(event, said["phase"], said["round"], said["table"])
    sure = ""
    if said and said["sure"] != said["said"]:
        where = (said["phase"], said["round"], said["table"], said["said"])
        if again := asks_again(event, *where):
            form.add_error(None, again)
            sure = said["said"]
    if form.is_valid() and needs_choice(event, *(said[name] for name in ("phase", "round", "table", "said"))):
        return choose(event, request, said)
    stored = form.is_valid() and attempt(
        request,
        report_result,
        event,
        by(request),
        said["phase"],
        said["round"],
        said["table"],
        said["said"],
        form=form,
    )
    event.refresh_from_db()
    answer = FROM.get(request.POST.get("from"), from_results)
    return answer(request, event, form, None if stored else sure)


def choose(event, request, said):
    """On to the page that says what becomes of the round drawn from this result; nothing is stored yet."""
    query = urlencode({name: said[name] for name in ("phase", "round", "table", "said")})
    address = f"{reverse('correct', args=[event.slug])}?{query}"
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def stored_words(event, form) -> str:
    """The table's result as it stands; empty where there is no such table."""
    said = form.cleaned_data
    return result_text(event, said.get("phase"), said.get("round") or 0, said["table"])


def from_entry(request, event, form, sure):
    """The answer to the entry band: cleared and ready for the next, or as typed with what is wrong."""
    if sure is None:
        words = stored_words(event, form)
        if not request.htmx:
            done(request, event, words)
            return redirect("desk", event.slug)
        undo = undo_address(event, request, "desk")
        return trigger_client_event(desk.entry_band(request, event, stored=words, undo=undo), "changed")
    known = form.cleaned_data.get("table") and stored_words(event, form)
    focus = "first" if known else "table"
    typed = {
        "values": {name: request.POST.get(name, "")[:60] for name in desk.NOTHING_TYPED},
        "error": words_in(form),
        "sure": sure,
        "focus": "second" if sure else focus,
    }
    if not request.htmx:
        return desk.show(request, event, status=422, typed=typed)
    return trigger_client_event(desk.entry_band(request, event, status=422, typed=typed), "changed")


def from_results(request, event, form, sure):
    """The answer to a tap in a row or on a table's page: the row as it is now, or the page."""
    place = {name: form.cleaned_data.get(name) for name in ("phase", "round", "table")}
    if None in place.values():
        messages.error(request, words_in(form))
        return redirect("desk_results", event.slug)
    whole_page = request.POST.get("from") == "table"
    if sure is None:
        return after_tap(request, event, form, place, whole_page)
    typed = {
        "error": words_in(form),
        "said": request.POST.get("said", "")[:60],
        "sure": sure,
        "form": form,
        "failed": failed_in(form),
    }
    if not request.htmx:
        found = report_of(event, place["phase"], place["round"])
        if found is None or found.table(place["table"]) is None:
            messages.error(request, typed["error"])
            return redirect("desk_results", event.slug)
        return show(request, event, place["phase"], place["round"], place["table"], status=422, **typed)
    return row(request, event, place, status=422, **typed)


def after_tap(request, event, form, place, whole_page):
    words = stored_words(event, form)
    if request.htmx:
        undo = undo_address(event, request, "desk_results")
        return trigger_client_event(row(request, event, place, toast=words, undo=undo), "changed")
    done(request, event, words, "desk_results")
    address = reverse("desk_results", args=[event.slug])
    query = round_query(place["phase"], place["round"])
    return redirect(f"{address}?{query}#t{place['table']}")


def failed_in(form) -> str:
    """Which part of a table's page was refused: the fields of `places`, `ends` or `figures`, else `said`."""
    if form.data.get("said"):
        return "said"
    return "places" if form.places else "ends" if form.ends else "figures"


def with_sent(table, form):
    figures = (form.data.get(name, "")[:12] for name in ("first", "second"))
    return with_typed(table, *figures, form.places, form.ends)


def row(request, event, place, status=200, form=None, **more):
    """One table's row, as the answer to a tap in it; with what was typed in a refused `form`."""
    found = report_of(event, place["phase"], place["round"])
    table = found.table(place["table"]) if found else None
    if table is None:
        raise Http404
    if form:
        table = with_sent(table, form)
    context = rows_context(request, event, found)
    html = render_template("desk/_result.jinja", context | {"table": table, "error": more.get("error", "")})
    return render(request, "desk/_row.html", {"row": html, **more}, status=status)


def rows_context(request, event, report):
    """What the rows of a round's tables need, forms included."""
    return {
        "event": event,
        "report": report,
        "may": access.rights(request, event),
        "key": new_key(),
        "csrf_token": get_token(request),
        "error": "",
    }


FROM = {"entry": from_entry, "row": from_results, "table": from_results}
