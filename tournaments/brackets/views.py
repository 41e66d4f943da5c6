"""Pages of brackets and cuts."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..drafts.pages import get_draft_page
from ..events.actions import phases
from ..history.cache import load_history
from ..history.load import public_history
from ..rounds.actions import rounds
from ..rounds.pages.round_desk import get_round_context
from ..rules import finals
from ..web.answers import attempt, get_actor, require_form_post, respond_done, run_action
from ..web.forms import parse_whole_number
from ..web.layout import render_live, render_page
from ..web.shared_forms import CUT, CutForm, FinalsForm
from . import actions
from .pages import bracket
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
        "available_cut": available_cut,
        "preview": preview,
        "form": form,
        "rule_fields": (cut or preview.rule).items(),
        "picked": [row.player for row in preview.qualifiers] if picked is None else picked,
        "error": error,
    }
    return render_page(request, event, "round", "brackets/cut.jinja", context)


def make_cut_by_rule(request, event, history, available_cut):
    form = cut_form(history, available_cut, request.POST)
    if form.is_valid() and run_action(
        request, phases.make_cut, event, available_cut.number, cut=form.cut(), form=form
    ):
        return redirect_after_cut(request, event)
    return show(request, event, history, available_cut, form)


def make_cut_by_hand(request, event, history, available_cut):
    picked = tuple(request.POST.getlist("picked"))
    outcome = attempt(phases.make_cut, event, get_actor(request), available_cut.number, picked=picked)
    if outcome:
        return redirect_after_cut(request, event)
    form = cut_form(history, available_cut)
    return show(request, event, history, available_cut, form, picked, outcome.error)


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
    if run_action(request, phases.change_phase, event, problem.phase, workable.name, **settings):
        text = gettext("Cut changed to top {size}").format(size=workable.size)
        return respond_done(request, event, text, back)
    return redirect(back, event.slug)


def redirect_after_cut(request, event):
    if get_draft_page(event):
        return respond_done(request, event, gettext("Cut made and pods created."), "desk_draft")
    return respond_done(request, event, gettext("Cut made. Review the round, then publish it."), "desk_round")


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
        "unplanned": unplanned,
        "form": form,
        "preview": preview,
        "system": dict(form.fields["finals"].choices).get(form["finals"].value(), ""),
    }
    return render_page(request, event, "round", "brackets/unplanned_cut.jinja", context)


def cut_to_finals(request, event):
    """End the rounds and pair the first round of unplanned finals, unpublished."""
    form = FinalsForm(request.POST)
    if form.is_valid() and not form.cleaned_data["finals"]:
        form.add_error("finals", gettext("Choose a top cut."))
    data = form.cleaned_data
    stored = form.is_valid() and run_action(request, rounds.cut_to_finals, event, data["finals"], data["top"])
    if not stored:
        history = load_history(event)
        unplanned = find_unplanned_cut(history)
        if unplanned:
            return show_unplanned(request, event, history, unplanned, form)
        for errors in form.errors.values():
            messages.error(request, errors[0])
        return render_page(request, event, "round", "rounds/desk/page.jinja", get_round_context(event))
    text = gettext("Cut to the top {size}").format(size=data["top"])
    return respond_done(request, event, text, "desk_round")


@access.requires(actions.open_matches.permission)
@require_form_post
def open_matches(request, event):
    """Start every match of the finals whose sides are known."""
    if run_action(request, actions.open_matches, event):
        return respond_done(request, event, gettext("Matches started."))
    return redirect("desk", event.slug)


@access.requires(actions.call_opponent.permission)
def call(request, event):
    """Show the page on which a player chooses an opponent; POST stores the choice."""
    if request.method == "POST":
        player = request.POST.get("player", "")[:200]
        if run_action(request, actions.call_opponent, event, player):
            return respond_done(request, event, gettext("Opponent chosen."))
    chooser = chooser_of(event)
    if chooser is None:
        if request.method == "GET":
            messages.error(request, gettext("There is no opponent to choose right now."))
        return redirect("desk", event.slug)
    return render_page(request, event, "round", "brackets/opponent_choice.jinja", {"chooser": chooser})


# More than any finals have.
MAX_ROUND = 20
# The value of `names` for names in full.
FULL = "full"


@require_safe
def bracket_page(request, slug, phase=None):
    """Show the whole bracket.

    `follow=ID` highlights a player's path, as `player=ID` does in older links; `round=N` selects a round on
    phones, `odds=no` hides the odds, `odds=rated` calculates them by rating, `names=full` shows all names in
    full.
    """
    event = access.get_visible_event(request, slug)
    picked = (request.GET.get("follow") or request.GET.get("player", ""))[:200]
    if picked not in load_history(event).names:
        picked = ""
    shown_round = parse_whole_number(request.GET.get("round", ""), digits=3) or 0
    shown_round = shown_round if shown_round <= MAX_ROUND else 0
    odds = request.GET.get("odds", "")
    odds = odds if odds in MODES else ""
    is_full = request.GET.get("names") == FULL
    params = {"phase": phase, "player": picked, "round": shown_round, "odds": odds, "full": is_full}

    def fragment_context():
        history = public_history(load_history(event))
        found = bracket.find_bracket(history, phase)
        if found is None and phase is not None:
            raise Http404
        page = bracket.bracket_page(found, picked, odds, is_full) if found else None
        last = len(page.drawing.rounds) if page else 0
        chosen_round = shown_round if 1 <= shown_round <= last else 0
        here = {"round": chosen_round or "", "odds": odds, "names": FULL if is_full else ""}
        return {
            "page": page,
            "odds": odds,
            "here": here,
            "shown_round": chosen_round or (page and page.current),
        }

    return render_live(
        request,
        event,
        "bracket",
        "brackets/page.jinja",
        {"bracket": "brackets/_bracket.jinja"},
        fragment_context,
        params=params,
        cached=not picked,
    )
