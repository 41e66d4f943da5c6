"""Requested pairings at the desk: players kept apart, or wanted as opponents."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.rounds import pairing_requests
from ...forms.players.player import PairForm
from ...queries.players import roster
from ...queries.rounds.pairing_requests import get_pairing_requests
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout

STORES = {PairForm.APART: pairing_requests.forbid_pair, PairForm.WISHED: pairing_requests.wish_pair}


@access.requires(access.MANAGE)
def pairs_page(request, event):
    """Show both lists; POST adds a pair."""
    form = PairForm(request.POST or None, players=roster.player_choices(event))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if run_action(
            request, STORES[data["kind"]], event, get_actor(request), data["a"], data["b"], form=form
        ):
            done(request, event, gettext("Saved"), "desk_pairs")
            return redirect("desk_pairs", event.slug)
        event.refresh_from_db()
    return show(request, event, form, status=422 if form.is_bound else 200)


def show(request, event, form, status=200):
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "form": form,
        "requests": get_pairing_requests(event),
        "keys": new_idempotency_key,
    }
    return render(request, "rounds/desk/pairing_requests.jinja", context, status=status)


@access.requires(pairing_requests.release_pair.permission)
@require_form_post
def remove(request, event):
    """Remove a pair from both lists."""
    pair = [request.POST.get(name, "")[:200] for name in "ab"]
    if not run_action(request, pairing_requests.release_pair, event, get_actor(request), *pair):
        return show(request, event, PairForm(players=roster.player_choices(event)), status=422)
    done(request, event, gettext("Removed"), "desk_pairs")
    return redirect("desk_pairs", event.slug)
