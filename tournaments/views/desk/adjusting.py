"""Rounds changed by hand: adjusted with what it costs shown first, and mended after a correction."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from ... import access
from ...actions import adjusting
from ...queries.adjustments import adjusting_of, outcome_of
from ...queries.corrections import CHOICES, correction_of
from ...queries.reporting import asks_again
from ...queries.wording import in_words
from ...rules.errors import RuleViolation
from ..frames import frame_for
from ..numbers import whole
from ..posting import attempt, by, new_key
from .asked import asked, seed_in
from .toasts import done


@require_http_methods(["GET", "POST"])
@access.at_desk
def adjust(request, event):
    """The current round to be changed: GET shows what a change would do, POST makes it."""
    wanted = asked(request.POST if request.method == "POST" else request.GET)
    typed = request.POST.get("reason", "")
    if request.method == "POST":
        place = [whole(request.POST.get(name, "")) or 0 for name in ("phase", "round")]
        shown = request.POST.get("shown", "")[:64]
        stored = attempt(
            request,
            adjusting.adjust_round,
            event,
            by(request),
            *place,
            wanted.kind,
            reason=typed,
            shown=shown,
            **wanted.said,
        )
        if stored:
            done(request, event, gettext("Changed"), "adjust_round")
            return redirect("adjust_round", event.slug)
        event.refresh_from_db()
    round_, told = adjusting_of(event)
    if round_ is None:
        if request.method == "GET":
            messages.error(request, gettext("No Swiss round is open: there is nothing to adjust."))
        return redirect("desk_round", event.slug)
    outcome = (
        outcome_of(told, round_.phase, round_.number, wanted.kind, **wanted.said) if wanted.kind else None
    )
    picked = round_.chair(wanted.picks[0]) if wanted.picks and not outcome else None
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "round": round_,
        "wanted": wanted,
        "outcome": outcome,
        "picked": picked,
        "picked_row": round_.row(picked.key) if picked else None,
        "typed": typed,
        "key": new_key(),
    }
    return render(request, "desk/adjust.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "POST"])
@access.at_desk
def correct(request, event):
    """A result of a round that others were drawn from: the choices and what follows, then one of them."""
    data = request.POST if request.method == "POST" else request.GET
    place = [whole(data.get(name, "")) or 0 for name in ("phase", "round", "table")]
    words, seed = data.get("said", "")[:60], seed_in(data)
    if request.method == "POST" and corrected(request, event, place, words, seed):
        done(request, event, gettext("The result is corrected"), "desk_round")
        return redirect("desk_round", event.slug)
    event.refresh_from_db()
    try:
        correction = correction_of(event, *place, words, seed)
    except RuleViolation as wrong:
        messages.error(request, in_words(wrong))
        return redirect("desk_results", event.slug)
    if correction is None:
        if request.method == "GET":
            messages.error(request, gettext("Nothing open was drawn from this result: enter it as usual."))
        return redirect("desk_results", event.slug)
    context = {
        "frame": frame_for(request, event, "results"),
        "event": event,
        "correction": correction,
        "odd": asks_again(event, *place, words),
        "seed": seed,
        "keys": new_key,
    }
    return render(request, "desk/correct.html", context, status=422 if request.method == "POST" else 200)


def corrected(request, event, place, words: str, seed: str) -> bool:
    choice = request.POST.get("choice", "")
    if choice not in CHOICES:
        return False
    shown = request.POST.get("shown", "")[:64]
    return attempt(
        request,
        adjusting.correct_result,
        event,
        by(request),
        *place,
        words,
        choice,
        seed=seed,
        shown=shown,
    )
