"""Pages of prizes."""

import csv

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..rules.prizes.table import plain
from ..web.forms import done, get_actor, new_idempotency_key, run_action
from ..web.layout import PRIZES, get_page_layout, settings_context
from ..web.live import render_live_page
from ..web.turns import take_turn
from ..web.wording import escape_formula
from .actions import set_prizes
from .forms import PrizesForm
from .pages import get_prize_plan, get_prize_settings, get_prizes_page

TEMPLATE = "prizes/desk.jinja"


@access.requires(set_prizes.permission)
def prizes_desk(request, event):
    """Show the form and its payout; POST stores it, or with `look` previews it."""
    prize_settings = get_prize_settings(event)
    form = PrizesForm(request.POST if request.method == "POST" else None, prize_settings=prize_settings)
    if request.method != "POST":
        return render_form(request, event, prize_settings, form)
    is_valid = form.is_valid()
    if "preview" in request.POST:
        if request.htmx:
            # Half-typed input is no error yet: the fragment shows the messages, with status 200.
            return render(
                request,
                "prizes/_plan.jinja",
                plan_context(form, prize_settings) | {"form": form, "shows_errors": True},
            )
        return render_form(request, event, prize_settings, form, status=200 if is_valid else 422)
    if is_valid and run_action(
        request, set_prizes, event, get_actor(request), form.pot, form.tables, form=form
    ):
        done(request, event, gettext("Prizes saved"), "desk_prizes")
        return redirect("desk_prizes", event.slug)
    event.refresh_from_db()
    return render_form(request, event, prize_settings, form, status=422)


def render_form(request, event, prize_settings, form, status=200):
    context = {
        **settings_context(request, event, PRIZES),
        "form": form,
        "shows_errors": False,
        "version": prize_settings.version,
        "key": new_idempotency_key(),
        **plan_context(form, prize_settings),
    }
    return render(request, TEMPLATE, context, status=status)


def plan_context(form, prize_settings):
    """Return the payout plan of the form's valid prizes, or of the stored ones."""
    history = form.changed if form.is_bound else prize_settings.history
    return {"plan": get_prize_plan(history) if history else None}


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
