"""Pages of brackets and cuts."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..drafts.pages import get_draft_page
from ..events.actions import phases
from ..history.cache import load_history
from ..history.load import public_history
from ..rounds.actions import rounds
from ..rounds.pages.round_desk import show_round
from ..rules import finals
from ..web.forms import (
    done,
    get_actor,
    get_violation,
    new_idempotency_key,
    parse_whole_number,
    require_form_post,
    run_action,
)
from ..web.layout import get_page_layout
from ..web.live import render_live_page
from ..web.shared_forms import CUT, CutForm, FinalsForm
from ..web.wording import message_text
from . import actions as early_matches
from .pages import bracket as bracket_queries
from .pages.bracket import MODES
from .pages.cut import (
    chooser_of,
    find_cut_problem,
    find_unplanned_cut,
    history_at_cut,
    preview_cut,
    with_finals,
)


@access.requires(access.MANAGE)
def cut_page(request, event):
    """Preview the next cut, a repeated one, or finals that were not planned; the rule may be in the address.

    POST makes the cut by the rule, by hand, or into finals that were not planned.
    """
    if "finals" in request.POST:
        return cut_to_finals(request, event)
    history, available_cut = history_at_cut(event)
    if available_cut is None:
        unplanned = find_unplanned_cut(history)
        if unplanned is None or request.method == "POST":
            return redirect("desk_round", event.slug)
        form = unplanned_form(unplanned, request.GET if request.GET.get("finals") else None)
        return show_unplanned(request, event, history, unplanned, form)
    if request.method == "POST":
        make_cut = make_cut_by_hand if request.POST.get("by") == "hand" else make_cut_by_rule
        return make_cut(request, event, history, available_cut)
    data = request.GET if any(request.GET.get(key) for key in CUT) else None
    return show(request, event, history, available_cut, cut_form(history, available_cut, data))


def cut_form(history, available_cut, data=None):
    """Return the form of the rule, from `data` or from the phase."""
    cut = history.phase(available_cut.number).settings.cut or {}
    return CutForm(data, initial={key: cut.get(key) for key in CUT})


def show(request, event, history, available_cut, form, picked=None, error=""):
    cut = form.cut() if form.is_bound and form.is_valid() else None
    preview = preview_cut(history.phase(available_cut.number), cut)
    if cut and preview.error and not form.errors:
        form.add_error("top" if "top" in cut else None, preview.error)
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "available_cut": available_cut,
        "preview": preview,
        "form": form,
        "rule_fields": (cut or preview.rule).items(),
        "picked": [row.player for row in preview.qualifiers] if picked is None else picked,
        "error": error,
        "key": new_idempotency_key(),
    }
    return render(request, "brackets/cut.jinja", context, status=422 if request.method == "POST" else 200)


def make_cut_by_rule(request, event, history, available_cut):
    form = cut_form(history, available_cut, request.POST)
    if form.is_valid() and run_action(
        request, phases.make_cut, event, get_actor(request), available_cut.number, cut=form.cut(), form=form
    ):
        return redirect_after_cut(request, event)
    return show(request, event, history, available_cut, form)


def make_cut_by_hand(request, event, history, available_cut):
    picked = tuple(request.POST.getlist("picked"))
    violation = get_violation(phases.make_cut, event, get_actor(request), available_cut.number, picked=picked)
    if violation is None:
        return redirect_after_cut(request, event)
    form = cut_form(history, available_cut)
    return show(request, event, history, available_cut, form, picked, message_text(violation))


@access.requires(phases.change_phase.permission)
@require_form_post
def fix_cut(request, event):
    """Change a planned cut that cannot work with the players there are to the size that works."""
    back = request.POST.get("back", "")
    back = back if back in ("desk", "desk_players") else "desk_round"
    problem = find_cut_problem(load_history(event))
    if problem is None or problem.workable is None:
        return redirect(back, event.slug)
    workable = problem.workable
    settings = {"cut": workable.cut} | ({"finals": workable.finals} if workable.finals else {})
    if run_action(
        request,
        phases.change_phase,
        event,
        get_actor(request),
        problem.phase,
        workable.name,
        **settings,
    ):
        done(request, event, gettext("Cut changed to top {size}").format(size=workable.size), back)
    return redirect(back, event.slug)


def redirect_after_cut(request, event):
    if get_draft_page(event):
        done(request, event, gettext("Cut made and pods created."), "desk_draft")
        return redirect("desk_draft", event.slug)
    done(request, event, gettext("Cut made. Review the round, then publish it."), "desk_round")
    return redirect("desk_round", event.slug)


def unplanned_form(unplanned, data=None):
    """Return the form of unplanned finals; without `data` it holds the usual ones for these players."""
    usual = {"finals": finals.DEFAULT_FINALS, "top": min(8, unplanned.players)}
    if unplanned.is_pods:
        usual = {"finals": "pods4", "top": 4}
    return FinalsForm(usual if data is None else data, initial=usual, pods=unplanned.is_pods)


def show_unplanned(request, event, history, unplanned, form):
    """Show finals that nobody has planned, with a preview of who would be in."""
    preview = None
    if form.is_valid() and form.cleaned_data["finals"]:
        data = form.cleaned_data
        preview = preview_cut(
            with_finals(history, data["finals"], data["top"]).phase(len(history.phases) + 1)
        )
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "unplanned": unplanned,
        "form": form,
        "preview": preview,
        "system": dict(form.fields["finals"].choices).get(form["finals"].value(), ""),
        "key": new_idempotency_key(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "brackets/unplanned_cut.jinja", context, status=status)


def cut_to_finals(request, event):
    """End the rounds and pair the first round of unplanned finals, unpublished."""
    form = FinalsForm(request.POST)
    if form.is_valid() and not form.cleaned_data["finals"]:
        form.add_error("finals", gettext("Choose a top cut."))
    data = form.cleaned_data
    stored = form.is_valid() and run_action(
        request, rounds.cut_to_finals, event, get_actor(request), data["finals"], data["top"]
    )
    if not stored:
        history = load_history(event)
        unplanned = find_unplanned_cut(history)
        if unplanned:
            return show_unplanned(request, event, history, unplanned, form)
        for errors in form.errors.values():
            messages.error(request, errors[0])
        return show_round(request, event, status=422)
    done(request, event, gettext("Cut to the top {size}").format(size=data["top"]), "desk_round")
    return redirect("desk_round", event.slug)


@access.requires(early_matches.open_matches.permission)
@require_form_post
def open_matches(request, event):
    """Start every match of the finals whose sides are known."""
    if run_action(request, early_matches.open_matches, event, get_actor(request)):
        done(request, event, gettext("Matches started."), "desk")
    return redirect("desk", event.slug)


@access.requires(early_matches.call_opponent.permission)
def call(request, event):
    """Show the page on which a player chooses an opponent; POST stores the choice."""
    if request.method == "POST":
        player = request.POST.get("player", "")[:200]
        if run_action(request, early_matches.call_opponent, event, get_actor(request), player):
            done(request, event, gettext("Opponent chosen."), "desk")
            return redirect("desk", event.slug)
        event.refresh_from_db()
    chooser = chooser_of(event)
    if chooser is None:
        if request.method == "GET":
            messages.error(request, gettext("There is no opponent to choose right now."))
        return redirect("desk", event.slug)
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "chooser": chooser,
        "key": new_idempotency_key(),
    }
    return render(
        request, "brackets/opponent_choice.jinja", context, status=422 if request.method == "POST" else 200
    )


TEMPLATE = "brackets/page.jinja"
# More than any finals have.
MAX_ROUND = 20
FRAGMENTS = {"bracket": "brackets/_bracket.jinja"}


@require_safe
def bracket_page(request, slug, phase=None):
    """Show the whole bracket.

    `player=ID` highlights a player's path, `round=N` selects a round on phones, `odds=no` hides the odds,
    `odds=rated` calculates them by rating.
    """
    event = access.get_visible_event(request, slug)
    picked = request.GET.get("player", "")[:200]
    if picked not in load_history(event).names:
        picked = ""
    shown_round = parse_whole_number(request.GET.get("round", ""), digits=3) or 0
    shown_round = shown_round if shown_round <= MAX_ROUND else 0
    odds = request.GET.get("odds", "")
    odds = odds if odds in MODES else ""
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds}

    def fragment_context():
        history = public_history(load_history(event))
        bracket = bracket_queries.find_bracket(history, phase)
        if bracket is None and phase is not None:
            raise Http404
        page = bracket_queries.bracket_page(bracket, picked, odds) if bracket else None
        last = len(page.drawing.rounds) if page else 0
        return {
            "page": page,
            "event": event,
            "odds": odds,
            "shown_round": shown_round if 1 <= shown_round <= last else page and page.current,
        }

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "bracket", event_status)}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        params=params,
        cached=not picked,
    )
