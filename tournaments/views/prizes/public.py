"""Prizes: what there is, and who gets it so far; the list to pay them out by."""

import csv

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.prizes import prizes_page as prizes
from ...queries.wording.csv import safe
from ...rules.prizes.amounts import plain
from ..http.live import render_live_page
from ..http.page_frame import frame_for


@require_safe
def prizes_page(request, slug):
    """Who gets what, live; `format=csv` for a spreadsheet."""
    event = access.event_to_see(request, slug)
    if request.GET.get("format") == "csv":
        return as_csv(event, prizes.prizes_shown(event))

    def fragment_context():
        return {"event": event, "shown": prizes.prizes_shown(event)}

    def page_context(facts):
        return {"frame": frame_for(request, event, "standings", facts), "event": event}

    return render_live_page(
        request, event, "prizes/page.html", {"list": "prizes/_list.html"}, fragment_context, page_context
    )


def as_csv(event, shown):
    """A line a player: the sum as a plain number, things and reasons in words."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-prizes.csv"'
    writer = csv.writer(response)
    writer.writerow(["player", "sum", "things", "for"])
    for payee in shown.payees:
        words = (payee.name, "; ".join(payee.things), payee.reasons)
        name, things, reasons = map(safe, words)
        writer.writerow([name, plain(payee.sum), things, reasons])
    return response
