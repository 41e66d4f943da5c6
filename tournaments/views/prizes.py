"""Prizes: what there is, and who gets it so far; the list to pay them out by."""

import csv

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from .. import access
from ..queries import prizes
from ..queries.spreadsheets import safe
from ..rules.prizes.amounts import plain
from .events import is_running
from .frames import frame_for
from .live import answer


@require_safe
def prizes_page(request, slug):
    """Who gets what, live; `format=csv` for a spreadsheet."""
    event = access.event_to_see(request, slug)
    if request.GET.get("format") == "csv":
        return as_csv(event, prizes.prizes_shown(event))

    def context():
        return {"event": event, "shown": prizes.prizes_shown(event)}

    def shell():
        return {"frame": frame_for(request, event, "standings"), "event": event}

    polls = is_running(request, event)
    return answer(request, event, "prizes/page.html", ("list",), context, shell, polls=polls)


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
