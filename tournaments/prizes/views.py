"""Prizes at the desk: the pot, the prizes, and a preview of the payout."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.prizes.prizes import set_prizes
from ...forms.prizes.prize import PrizesForm
from ...queries.prizes.plan import get_prize_plan, get_prize_settings
from ..desk.messages import done
from ..events.settings_nav import PRIZES, settings_context
from ..http.forms import get_actor, new_idempotency_key, run_action

TEMPLATE = "prizes/desk.jinja"


@access.requires(set_prizes.permission)
def prizes_page(request, event):
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
