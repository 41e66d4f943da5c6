"""Rounds, at the desk and in public."""

from django.contrib import messages
from django.http import Http404
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...history.cache import load_history
from ...players.pages.roster import player_choices
from ...rules.rounds.pairing_constraints import names_exception
from ...web.answers import (
    attempt,
    get_actor,
    new_idempotency_key,
    post_data,
    require_form_post,
    respond_done,
    run_action,
)
from ...web.forms import draw_options, order_of, parse_whole_number, search_text
from ...web.layout import render_live, render_page
from ...web.service_worker import store_offline
from ...web.status import get_end_text, round_name
from ...web.turns import take_turn
from ..actions.requests import forbid_pair, release_pair, wish_pair
from ..actions.rounds import finish_round, pair_next_round, publish_round, redraw_round, unpublish_round
from ..forms import PairForm
from ..pages.pairings import get_round_page, search_context
from ..pages.proofs import get_draw_page
from ..pages.round_desk import get_pairing_requests, get_round_context


def render_round(request, event, offer=None):
    return render_page(request, event, "round", "rounds/desk/page.jinja", get_round_context(event, offer))


round_desk = require_safe(access.requires(access.MANAGE)(render_round))


def respond_refused(request, event, outcome, url_name):
    """Respond with the page and the reason; an exception that would help is offered.

    Accepting it is a POST to `url_name`.
    """
    offer = None
    if names_exception(outcome.violation):
        offer = {"text": outcome.error, "url_name": url_name, "seed": draw_options(request)["seed"]}
    else:
        messages.error(request, outcome.error)
    return render_round(request, event, offer)


@access.requires(pair_next_round.permission)
@require_form_post
def pair(request, event):
    """Finish the round and pair the next one, unpublished."""
    outcome = attempt(pair_next_round, event, get_actor(request), **draw_options(request))
    if not outcome:
        return respond_refused(request, event, outcome, "pair")
    return respond_done(request, event, gettext("Round paired. Not visible until you publish."), "desk_round")


def round_action(action, toast, back, read_options=lambda request: {}):
    """Return a view that runs an action on the form's round; `read_options` reads its other arguments."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event):
        phase, number = (parse_whole_number(request.POST.get(name, "")) or 0 for name in ("phase", "round"))
        outcome = attempt(action, event, get_actor(request), phase, number, **read_options(request))
        if not outcome:
            return respond_refused(request, event, outcome, request.resolver_match.url_name)
        name = round_name(load_history(event).phase(phase), number)
        return respond_done(request, event, gettext(toast).format(round=name), back)

    return view


publish = round_action(publish_round, gettext_noop("{round} published"), "desk")
unpublish = round_action(unpublish_round, gettext_noop("{round} unpublished"), "desk_round")
redraw = round_action(redraw_round, gettext_noop("{round} paired again"), "desk_round", draw_options)


@access.requires(finish_round.permission)
@require_form_post
def finish(request, event):
    """Finish the round without pairing the next."""
    if not run_action(request, finish_round, event):
        return render_round(request, event)
    return respond_done(request, event, get_end_text(event) or gettext("Round finished"))


STORES = {PairForm.APART: forbid_pair, PairForm.WISHED: wish_pair}


@access.requires(access.MANAGE)
def pairs_page(request, event):
    """Show both lists; POST adds a pair."""
    form = PairForm(post_data(request), players=player_choices(event))
    if form.is_valid():
        data = form.cleaned_data
        if run_action(request, STORES[data["kind"]], event, data["a"], data["b"], form=form):
            return respond_done(request, event, gettext("Saved"), "desk_pairs")
    return show_requests(request, event, form)


def show_requests(request, event, form):
    context = {"form": form, "keys": new_idempotency_key, **get_pairing_requests(event)}
    return render_page(request, event, "desk_players", "rounds/desk/pairing_requests.jinja", context)


@access.requires(release_pair.permission)
@require_form_post
def remove(request, event):
    """Remove a pair from both lists."""
    pair = [request.POST.get(name, "")[:200] for name in "ab"]
    if not run_action(request, release_pair, event, *pair):
        return show_requests(request, event, PairForm(players=player_choices(event)))
    return respond_done(request, event, gettext("Removed"), "desk_pairs")


@require_safe
@store_offline
def round_page(request, slug, number, phase=None):
    """One round: its tables by number or by name."""
    event = access.get_visible_event(request, slug)
    order, find = order_of(request, "table"), search_text(request, "find")

    def fragment_context():
        round_ = get_round_page(event, phase, number) if number else None
        if round_ is None:
            raise Http404
        return {"round": round_, "by": order}

    def page_context(_layout):
        search = search_context(event, find, fragment_context)
        return {"number": number, "by": order, "find": find, **search}

    return render_live(
        request,
        event,
        "pairings",
        "rounds/page.jinja",
        {"tables": "rounds/_tables.jinja", "head": "rounds/_head.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase, "number": number, "by": order},
    )


@require_safe
def draw_page(request, slug, number, phase=None):
    """A round drawn again from its seed, for anyone to check."""
    event = access.get_visible_event(request, slug)
    with take_turn(event):
        proof = get_draw_page(event, phase, number)
    if proof is None:
        raise Http404
    return render_page(request, event, "pairings", "rounds/draw.jinja", {"draw": proof})
