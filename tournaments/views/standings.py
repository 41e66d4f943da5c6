"""Standings: live or after any round, with the columns that the event ranks by."""

import csv
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.urls import reverse

from .. import access
from ..queries import columns, standings
from ..rules.errors import RuleViolation
from ..rules.tiebreakers import TIEBREAKERS
from .events import is_running
from .frames import frame_for
from .live import answer
from .posting import new_key

# What makes a spreadsheet take text for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def standings_page(request, slug, phase=None):
    """Standings, live by default; `after`, `hide` and `format=csv` in the address."""
    event = access.event_to_see(request, slug)
    after, hidden = after_of(request), hidden_of(request)

    def found():
        try:
            return standings.standings_shown(event, phase, after, hidden)
        except RuleViolation:
            raise Http404 from None

    if request.GET.get("format") == "csv":
        return as_csv(event, found())

    def context():
        shown = found()
        return {"event": event, "shown": shown, "links": links_of(event, shown, phase, hidden)}

    def shell():
        frame = frame_for(request, event, "standings")
        page = {"frame": frame, "event": event}
        if "columns" in request.GET or request.htmx:
            page |= columns_panel(event, phase, after, hidden, frame.can_run)
        return page

    return answer(
        request,
        event,
        "standings/page.html",
        ("head", "table"),
        context,
        shell,
        params={"phase": phase, "after": after, "hide": hidden},
        polls=is_running(request, event),
    )


def after_of(request):
    """The round asked for; None, and so the live standings, for anything but a number."""
    asked = request.GET.get("after", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None


def hidden_of(request):
    """Keys of the columns that this viewer leaves out, in the registry's order; others are ignored."""
    asked = request.GET.get("hide", "")[:400].split(",")
    return tuple(key for key in TIEBREAKERS if key in asked)


def address_of(event, phase, **asked):
    """The address of standings; what is None or empty is left out."""
    place = [event.slug] if phase is None else [event.slug, phase]
    told = {name: value for name, value in asked.items() if value not in (None, "")}
    query = f"?{urlencode(told, safe=',')}" if told else ""
    return reverse("standings", args=place) + query


def links_of(event, shown, phase, hidden):
    """Where the page leads: other rounds and phases, its columns, its file."""
    hide, last = ",".join(hidden), shown.rounds[-1] if shown.rounds else None
    return {
        "live": address_of(event, phase, hide=hide),
        "last": address_of(event, phase, after=last, hide=hide) if last else "",
        "columns": address_of(event, phase, after=shown.after, hide=hide, columns=1),
        "csv": address_of(event, phase, after=shown.after, hide=hide, format="csv"),
        "after": [(number, address_of(event, phase, after=number, hide=hide)) for number in shown.rounds],
        "phases": [(name, address_of(event, number)) for number, name in shown.others],
    }


def columns_panel(event, phase, after, hidden, can_run):
    """The panel of columns: what this viewer hides and, for who runs the event, what it ranks by."""
    chosen = columns.columns_chosen(event, phase)
    keys = [column.key for column in chosen.chosen] if chosen else []
    toggles = []
    for column in chosen.chosen if chosen else ():
        others = [key for key in keys if (key in hidden) != (key == column.key)]
        address = address_of(event, phase, after=after, hide=",".join(others), columns=1)
        toggles.append({"label": column.label, "is_hidden": column.key in hidden, "address": address})
    panel = {
        "columns_open": bool(chosen),
        "toggles": toggles,
        "done": address_of(event, phase, after=after, hide=",".join(hidden)),
    }
    return {**panel, "columns": chosen, "key": new_key()} if can_run else panel


def as_csv(event, shown):
    """The standings for a spreadsheet: a line a player, numbers as they are."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-standings.csv"'
    keys = [column.key for column in shown.columns]
    writer = csv.writer(response)
    writer.writerow(["rank", "player", "record", "points", *keys])
    for row in shown.found.rows:
        values = [row.values[key] for key in keys]
        writer.writerow([row.rank, safe(row.name), row.record, row.points, *values])
    return response


def safe(text):
    """Text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
