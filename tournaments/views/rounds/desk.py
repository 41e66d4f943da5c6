"""The round at the desk: drawn, looked at, published, taken back, finished; and the cut."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log.undo import last_action
from ...actions.rounds import rounds
from ...forms.events.event import FinalsForm
from ...queries.brackets.cut_preview import cut_door, cut_shown, planned
from ...queries.rounds.desk_round import desk_round_of
from ...queries.wording.formats import in_words
from ...rules import finals
from ...rules.rounds.pairing_constraints import names_exception
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, posted, refusal_of
from ..http.jinja import render_template
from ..http.numbers import whole
from ..http.page_frame import frame_for

DRAWN_BY = ("pair_next_round", "redraw_round", "cut_to_finals", "make_cut")


@require_safe
@access.may(access.COURSE)
def round_page(request, event):
    return show(request, event)


def show(request, event, status=200, form=None, offer=None):
    """The current round; where the Swiss rounds can end here, who would make the cut. `offer` is an exception
    without which there is no next round."""
    round_, told = desk_round_of(event)
    last = last_action(event)
    preview, door = None, cut_door(told)
    if form and not round_.can_cut:
        for words in form.errors.values():
            messages.error(request, words[0])
    if round_.can_cut:
        form = form or FinalsForm(
            cut_asked(request, round_) or None, initial={"finals": finals.DEFAULT_FINALS, "top": 8}
        )
        if form.is_bound and form.is_valid() and form.cleaned_data["finals"]:
            said = form.cleaned_data
            preview = cut_shown(planned(told, said["finals"], said["top"]), len(told.phases) + 1)
    elif door and not door.again and round_.cut_is_set:
        preview = cut_shown(told, door.number)
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "round": round_,
        "rows": render_template("desk/_drawn.jinja", {"round": round_}),
        "form": form,
        "preview": preview,
        "door": door,
        "offer": offer,
        "take_back": last if round_.is_draft and last and last.action in DRAWN_BY else None,
        "key": new_key(),
        "undo_key": new_key(),
    }
    return render(request, "desk/round.html", context, status=status)


def cut_asked(request, round_) -> dict:
    """What the cut's preview was asked for; without being asked, eight where there are so many."""
    asked = {name: request.GET.get(name, "")[:20] for name in ("finals", "top")}
    if asked["finals"]:
        return asked
    return {"finals": "single", "top": str(min(8, round_.players))} if round_.players > 1 else {}


def drawing(request) -> dict:
    """The seed that was typed, and whether an exception that was shown may be made."""
    return {
        "seed": "".join(filter(str.isprintable, request.POST.get("seed", "").strip()))[:100],
        "exceptions": request.POST.get("exceptions") == "on",
    }


def refused(request, event, violation, again):
    """The page with what stood in the way; an exception that would make a round is offered, to be agreed to
    by a POST to the address named `again`. Nothing has been done."""
    offer = None
    if names_exception(violation):
        offer = {"words": in_words(violation), "again": again, "seed": drawing(request)["seed"]}
    else:
        messages.error(request, in_words(violation))
    return show(request, event, status=422, offer=offer)


@access.may(access.COURSE)
@posted
def pair(request, event):
    """Finish the round and draw the next one as a draft."""
    if violation := refusal_of(rounds.pair_next_round, event, by(request), **drawing(request)):
        return refused(request, event, violation, "pair")
    done(request, event, gettext("Drawn: nobody sees it before you publish it"), "desk_round")
    return redirect("desk_round", event.slug)


def of_round(action, words, then, more=lambda request: {}):
    """A view that does one thing to the round its form names; `more` reads what else the action takes."""

    @access.may(access.COURSE)
    @posted
    def view(request, event):
        phase, number = (whole(request.POST.get(name, "")) or 0 for name in ("phase", "round"))
        if violation := refusal_of(action, event, by(request), phase, number, **more(request)):
            return refused(request, event, violation, request.resolver_match.url_name)
        done(request, event, gettext(words).format(round=number), then)
        return redirect(then, event.slug)

    return view


publish = of_round(rounds.publish_round, gettext_noop("Round {round} is published"), "desk")
unpublish = of_round(rounds.unpublish_round, gettext_noop("Round {round} is a draft again"), "desk_round")
redraw = of_round(rounds.redraw_round, gettext_noop("Round {round} is drawn again"), "desk_round", drawing)


@access.may(access.COURSE)
@posted
def finish(request, event):
    """Close the round; nothing is drawn."""
    if not attempt(request, rounds.finish_round, event, by(request)):
        return show(request, event, status=422)
    done(request, event, gettext("The round is finished"), "desk")
    return redirect("desk", event.slug)
