"""Adding players: a list of names at once, a table after a look at its columns."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from ... import access
from ...actions.players import players
from ...forms.players.add import AddForm, ColumnsForm
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout
from . import desk

PREVIEW_ROWS = 8


@access.requires(players.add_players.permission)
@require_form_post
def add(request, event):
    """Add the pasted or uploaded players; a table first asks what its columns are."""
    form = AddForm(request.POST, request.FILES)
    if "back" in request.POST:
        return desk.render_roster(request, event, form)
    if not form.is_valid():
        return desk.render_roster(request, event, form, status=422)
    names, table = form.cleaned_data["names"], form.cleaned_data["table"]
    if not names.strip() and is_for_round(request):
        return redirect("adjust_round", event.slug)
    if table and "plain" not in request.POST:
        columns = ColumnsForm(request.POST if "column_0" in request.POST else None, table=table)
        if not columns.is_valid():
            return show_columns(request, event, names, columns)
        names = columns.cleaned_data["names"]
    if not run_action(request, players.add_players, event, get_actor(request), names, form=form):
        return desk.render_roster(request, event, form, status=422)
    done(request, event, gettext("Players added"), "desk_players")
    if is_for_round(request):
        return redirect(f"{reverse('adjust_round', args=[event.slug])}#missing")
    return redirect("desk_players", event.slug)


def is_for_round(request) -> bool:
    """Return whether the new players go on to the page that adds them to the open round."""
    return request.POST.get("then") == "adjust"


def show_columns(request, event, names, form):
    """Show some rows of a table, with the field of each column to confirm or change.

    Rows with several cells come first: a single name needs no look.
    """
    rows = sorted(form.table.rows, key=lambda row: sum(map(bool, row)) < 2)
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "names": names,
        "form": form,
        "rows": rows[:PREVIEW_ROWS],
        "count": len(rows),
        "lines": len([line for line in names.splitlines() if line.strip()]),
        "key": new_idempotency_key(),
        "version": event.version,
        "then": "adjust" if is_for_round(request) else "",
    }
    return render(request, "players/columns.jinja", context, status=422 if form.is_bound else 200)
