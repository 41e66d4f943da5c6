"""The public page of prizes, and a CSV to pay them out."""

import csv

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.prizes.prizes_page import get_prizes_page
from ...queries.wording.csv import escape_formula
from ...rules.prizes.amounts import plain
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.turns import take_turn


@require_safe
def prizes_page(request, slug):
    """Show the prizes and their recipients, live; `format=csv` downloads a spreadsheet."""
    event = access.get_visible_event(request, slug)
    if request.GET.get("format") == "csv":
        with take_turn(event):
            return csv_response(event, get_prizes_page(event))

    def fragment_context():
        return {"event": event, "prizes": get_prizes_page(event)}

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "standings", event_status), "event": event}

    return render_live_page(
        request, event, "prizes/page.jinja", {"list": "prizes/_list.jinja"}, fragment_context, page_context
    )


def csv_response(event, prizes):
    """Return one line per player: the sum as a plain number, other prizes and reasons as text."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-prizes.csv"'
    writer = csv.writer(response)
    writer.writerow(["player", "sum", "things", "for"])
    for payee in prizes.payees:
        texts = (payee.name, "; ".join(payee.things), payee.reasons)
        name, things, reasons = map(escape_formula, texts)
        writer.writerow([name, plain(payee.sum), things, reasons])
    return response
