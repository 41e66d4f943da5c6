"""The current round at the desk: pair, publish, unpublish, redraw, finish; and the cut."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log.undo import last_action
from ...actions.rounds import rounds
from ...changes.registry import find_action
from ...queries.brackets.cut_preview import find_available_cut, preview_cut
from ...queries.events.status import get_end_text, round_name
from ...queries.history.cache import load_history
from ...queries.rounds.desk_round import get_desk_round
from ...queries.wording.formats import message_text
from ...rules.rounds.pairing_constraints import names_exception
from ..desk.messages import done
from ..http.forms import (
    get_actor,
    get_violation,
    new_idempotency_key,
    parse_whole_number,
    require_form_post,
    run_action,
)
from ..http.page_layout import get_page_layout


@require_safe
@access.requires(access.MANAGE)
def round_page(request, event):
    return show(request, event)


def show(request, event, status=200, offer=None):
    """Show the current round, with a preview of the planned cut if the rounds are over.

    `offer` is an exception without which no legal next round exists.
    """
    round_, history = get_desk_round(event)
    last = last_action(event)
    preview, available_cut = None, find_available_cut(history)
    if available_cut and not available_cut.again and round_.cut_is_set:
        preview = preview_cut(history.phase(available_cut.number))
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "round": round_,
        "preview": preview,
        "available_cut": available_cut,
        "offer": offer,
        "pairing_entry": last if round_.is_draft and last and find_action(last.action).pairs else None,
        "key": new_idempotency_key(),
        "undo_key": new_idempotency_key(),
    }
    return render(request, "rounds/desk/page.jinja", context, status=status)


def draw_options(request) -> dict:
    """Return the typed seed, and whether the offered exception may be made."""
    return {
        "seed": "".join(filter(str.isprintable, request.POST.get("seed", "").strip()))[:100],
        "exceptions": request.POST.get("exceptions") == "on",
    }


def respond_refused(request, event, violation, url_name):
    """Respond with the page and the violation; an exception that would help is offered.

    Accepting it is a POST to `url_name`.
    """
    offer, text = None, message_text(violation)
    if names_exception(violation):
        offer = {"text": text, "url_name": url_name, "seed": draw_options(request)["seed"]}
    else:
        messages.error(request, text)
    return show(request, event, status=422, offer=offer)


@access.requires(rounds.pair_next_round.permission)
@require_form_post
def pair(request, event):
    """Finish the round and pair the next one, unpublished."""
    if violation := get_violation(rounds.pair_next_round, event, get_actor(request), **draw_options(request)):
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


publish = round_action(rounds.publish_round, gettext_noop("{round} published"), "desk")
unpublish = round_action(rounds.unpublish_round, gettext_noop("{round} unpublished"), "desk_round")
redraw = round_action(rounds.redraw_round, gettext_noop("{round} paired again"), "desk_round", draw_options)


@access.requires(rounds.finish_round.permission)
@require_form_post
def finish(request, event):
    """Finish the round without pairing the next."""
    if not run_action(request, rounds.finish_round, event, get_actor(request)):
        return show(request, event, status=422)
    done(request, event, get_end_text(event) or gettext("Round finished"), "desk")
    return redirect("desk", event.slug)
