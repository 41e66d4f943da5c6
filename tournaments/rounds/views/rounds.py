"""Rounds, at the desk and in public."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...history.cache import load_history
from ...players.pages.roster import player_choices
from ...rules.rounds.pairing_constraints import names_exception
from ...web.forms import (
    done,
    draw_options,
    get_actor,
    get_violation,
    new_idempotency_key,
    order_of,
    parse_whole_number,
    require_form_post,
    run_action,
    search_text,
)
from ...web.layout import get_page_layout
from ...web.live import render_live_page
from ...web.service_worker import store_offline
from ...web.status import get_end_text, round_name
from ...web.turns import take_turn
from ...web.wording import message_text
from ..actions.requests import forbid_pair, release_pair, wish_pair
from ..actions.rounds import finish_round, pair_next_round, publish_round, redraw_round, unpublish_round
from ..forms import PairForm
from ..pages.pairings import get_round_page, search_context
from ..pages.proofs import get_draw_page
from ..pages.round_desk import get_pairing_requests, show_round


@require_safe
@access.requires(access.MANAGE)
def round_desk(request, event):
    return show_round(request, event)


def respond_refused(request, event, violation, url_name):
    """Respond with the page and the violation; an exception that would help is offered.

    Accepting it is a POST to `url_name`.
    """
    offer, text = None, message_text(violation)
    if names_exception(violation):
        offer = {"text": text, "url_name": url_name, "seed": draw_options(request)["seed"]}
    else:
        messages.error(request, text)
    return show_round(request, event, status=422, offer=offer)


@access.requires(pair_next_round.permission)
@require_form_post
def pair(request, event):
    """Finish the round and pair the next one, unpublished."""
    if violation := get_violation(pair_next_round, event, get_actor(request), **draw_options(request)):
        return respond_refused(request, event, violation, "pair")
    done(request, event, gettext("Round paired. Not visible until you publish."), "desk_round")
    return redirect("desk_round", event.slug)


def round_action(action, toast, back, read_options=lambda request: {}):
    """Return a view that runs an action on the form's round; `read_options` reads its other arguments."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event):
        phase, number = (parse_whole_number(request.POST.get(name, "")) or 0 for name in ("phase", "round"))
        if violation := get_violation(
            action, event, get_actor(request), phase, number, **read_options(request)
        ):
            return respond_refused(request, event, violation, request.resolver_match.url_name)
        done(
            request,
            event,
            gettext(toast).format(round=round_name(load_history(event).phase(phase), number)),
            back,
        )
        return redirect(back, event.slug)

    return view


publish = round_action(publish_round, gettext_noop("{round} published"), "desk")
unpublish = round_action(unpublish_round, gettext_noop("{round} unpublished"), "desk_round")
redraw = round_action(redraw_round, gettext_noop("{round} paired again"), "desk_round", draw_options)


@access.requires(finish_round.permission)
@require_form_post
def finish(request, event):
    """Finish the round without pairing the next."""
    if not run_action(request, finish_round, event, get_actor(request)):
        return show_round(request, event, status=422)
    done(request, event, get_end_text(event) or gettext("Round finished"), "desk")
    return redirect("desk", event.slug)


STORES = {PairForm.APART: forbid_pair, PairForm.WISHED: wish_pair}


@access.requires(access.MANAGE)
def pairs_page(request, event):
    """Show both lists; POST adds a pair."""
    form = PairForm(request.POST or None, players=player_choices(event))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if run_action(
            request, STORES[data["kind"]], event, get_actor(request), data["a"], data["b"], form=form
        ):
            done(request, event, gettext("Saved"), "desk_pairs")
            return redirect("desk_pairs", event.slug)
        event.refresh_from_db()
    return show_requests(request, event, form, status=422 if form.is_bound else 200)


def show_requests(request, event, form, status=200):
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "form": form,
        "requests": get_pairing_requests(event),
        "keys": new_idempotency_key,
    }
    return render(request, "rounds/desk/pairing_requests.jinja", context, status=status)


@access.requires(release_pair.permission)
@require_form_post
def remove(request, event):
    """Remove a pair from both lists."""
    pair = [request.POST.get(name, "")[:200] for name in "ab"]
    if not run_action(request, release_pair, event, get_actor(request), *pair):
        return show_requests(request, event, PairForm(players=player_choices(event)), status=422)
    done(request, event, gettext("Removed"), "desk_pairs")
    return redirect("desk_pairs", event.slug)


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
        return {"event": event, "round": round_, "by": order}

    def page_context(event_status):
        layout = get_page_layout(request, event, "pairings", event_status)
        return {
            "layout": layout,
            "event": event,
            "number": number,
            "by": order,
            "find": find,
            **search_context(event, find, fragment_context),
        }

    return render_live_page(
        request,
        event,
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
    context = {"layout": get_page_layout(request, event, "pairings"), "event": event, "draw": proof}
    return render(request, "rounds/draw.jinja", context)
