"""Pairs at the desk: kept apart, wished against each other, left to the draw again."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.rounds import pairing_requests
from ...forms.players.player import PairForm
from ...queries.players import roster
from ...queries.rounds.pairing_requests import pairs_of
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, posted
from ..http.page_frame import frame_for

STORES = {PairForm.APART: pairing_requests.forbid_pair, PairForm.WISHED: pairing_requests.wish_pair}


@access.may(access.COURSE)
def pairs_page(request, event):
    """Both lists; POST adds a pair to one of them."""
    form = PairForm(request.POST or None, players=roster.everybody(event))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        if attempt(request, STORES[said["kind"]], event, by(request), said["a"], said["b"], form=form):
            done(request, event, gettext("Stored"), "desk_pairs")
            return redirect("desk_pairs", event.slug)
        event.refresh_from_db()
    return show(request, event, form, status=422 if form.is_bound else 200)


def show(request, event, form, status=200):
    context = {
        "frame": frame_for(request, event, "desk_players"),
        "event": event,
        "form": form,
        "pairs": pairs_of(event),
        "keys": new_key,
    }
    return render(request, "desk/pairs.html", context, status=status)


@access.may(access.COURSE)
@posted
def remove(request, event):
    """Leave a pair to the draw again."""
    pair = [request.POST.get(name, "")[:200] for name in "ab"]
    if not attempt(request, pairing_requests.release_pair, event, by(request), *pair):
        return show(request, event, PairForm(players=roster.everybody(event)), status=422)
    done(request, event, gettext("Left to the draw again"), "desk_pairs")
    return redirect("desk_pairs", event.slug)
