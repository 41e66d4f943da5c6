"""Pages of prizes."""

from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..history.cache import load_history
from ..rules.prizes.table import plain
from ..web.answers import csv_response, post_data, respond_done, run_action
from ..web.layout import PRIZES, render_live, render_settings_page
from ..web.turns import take_turn
from ..web.wording import escape_formula
from .actions import set_prizes
from .forms import PrizesForm
from .pages import get_prize_plan, get_prizes_page


@access.requires(set_prizes.permission)
def prizes_desk(request, event):
    """Show the form and its payout; POST stores it, or with `look` previews it."""
    form = PrizesForm(post_data(request), history=load_history(event))
    if request.method != "POST":
        return render_form(request, event, form)
    is_valid = form.is_valid()
    if "preview" in request.POST:
        if request.htmx:
            # Half-typed input is no error yet: the fragment shows the messages, with status 200.
            context = {"form": form, "shows_errors": True, "plan": get_plan(form)}
            return render(request, "prizes/_plan.jinja", context)
        return render_form(request, event, form, status=200 if is_valid else 422)
    if is_valid and run_action(request, set_prizes, event, form.pot, form.tables, form=form):
        return respond_done(request, event, gettext("Prizes saved"), "desk_prizes")
    return render_form(request, event, form)


def render_form(request, event, form, status=None):
    context = {"form": form, "shows_errors": False, "version": form.history.version, "plan": get_plan(form)}
    return render_settings_page(request, event, PRIZES, "prizes/desk.jinja", context, status)


def get_plan(form):
    """Return the payout plan of the form's valid prizes, or of the stored ones."""
    history = form.changed if form.is_bound else form.history
    return get_prize_plan(history) if history else None


@require_safe
def prizes_page(request, slug):
    """Show the prizes and their recipients, live; `format=csv` downloads a spreadsheet."""
    event = access.get_visible_event(request, slug)
    if request.GET.get("format") == "csv":
        with take_turn(event):
            return csv_response(f"{event.slug}-prizes.csv", csv_rows(get_prizes_page(event)))

    return render_live(
        request,
        event,
        "standings",
        "prizes/page.jinja",
        {"list": "prizes/_list.jinja"},
        lambda: {"prizes": get_prizes_page(event)},
    )


def csv_rows(prizes):
    """Yield one line per player: the sum as a plain number, other prizes and reasons as text."""
    yield "player", "sum", "things", "for"
    for payee in prizes.payees:
        texts = (payee.name, "; ".join(payee.things), payee.reasons)
        name, things, reasons = map(escape_formula, texts)
        yield name, plain(payee.sum), things, reasons
