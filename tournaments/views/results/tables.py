"""Tables at the desk: those of one round with their result buttons, and one table with every result."""

from functools import cache

from django.http import Http404
from django.middleware.csrf import get_token
from django.urls import reverse

from ... import access
from ...queries.events.status import get_desk_status
from ...queries.results.entry_buttons import with_typed_values
from ...queries.results.entry_page import get_result_entry
from ...queries.results.revisions import get_revisions
from ..http.forms import new_idempotency_key
from ..http.jinja import render_template
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout

NOTHING_TYPED = {"error": "", "typed_result": "", "confirmed_result": "", "failed_part": ""}


def show(request, event, phase, number, table, status=200, form=None, **typed):
    """Show a round's tables, or one of them in full, with the values of a refused `form`."""

    @cache
    def load_entry():
        entry = get_result_entry(event, phase, number)
        if entry is None or entry.is_draft:
            raise Http404
        return entry

    def page_context(event_status):
        entry = load_entry()
        context = {
            "layout": get_page_layout(request, event, "desk", event_status),
            "event": event,
            "entry": entry,
            "permissions": access.get_permissions(request, event),
            "keys": new_idempotency_key,
            **NOTHING_TYPED,
            **typed,
        }
        if not table:
            row = row_context(request, event, entry.version) | {"tables": entry.tables}
            return context | {"rendered_tables": render_template("results/_tables.jinja", row)}
        chosen = get_table(entry, table, form)
        return context | {
            "chosen": chosen,
            "rendered_tables": render_table(request, event, entry, chosen),
            "neighbours": entry.neighbouring_tables(chosen.number),
            "revisions": get_revisions(event, entry.phase, entry.round, chosen.number),
        }

    return render_live_page(
        request,
        event,
        "results/table.jinja" if table else "results/round.jinja",
        {"count": "results/_counter.jinja"},
        lambda: {"entry": load_entry(), "event": event},
        page_context,
        params={"phase": phase, "round": number},
        address=round_address(event, phase, number),
        status=status,
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


def render_table(request, event, entry, table, **context):
    """Render one table with an `error`, or `undo`: the address that undoes the result just stored."""
    context = row_context(request, event, entry.version) | {"table": table} | context
    return render_template("results/_table.jinja", context)


def row_context(request, event, version):
    """Return the context of the tables' rows and their forms."""
    return {
        "event": event,
        "version": version,
        "permissions": access.get_permissions(request, event),
        "key": new_idempotency_key(),
        "csrf_token": get_token(request),
        "is_compact": False,
        "undo": "",
        "error": "",
    }
