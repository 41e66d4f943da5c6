"""The cut at the desk: a preview of who makes it, by the rule or by hand."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.events import phases
from ...actions.rounds import rounds
from ...forms.events.event import FinalsForm
from ...forms.events.phases import CUT, CutForm
from ...queries.brackets.cut_preview import history_at_cut, preview_cut
from ...queries.drafts.pods_page import draft_shown
from ...queries.wording.formats import in_words
from ..desk.messages import done
from ..http.forms import get_actor, get_violation, new_idempotency_key, run_action
from ..http.page_frame import get_page_layout
from ..rounds.desk import show as show_round


@access.requires(access.MANAGE)
def cut_page(request, event):
    """Preview the next cut, or a repeated one; the rule may come from the address. POST makes the cut.

    The POST is by the rule, by hand, or into finals that were not planned.
    """
    if "finals" in request.POST:
        return cut_to_finals(request, event)
    history, door = history_at_cut(event)
    if door is None:
        return redirect("desk_round", event.slug)
    if request.method == "POST":
        make_cut = by_hand if request.POST.get("by") == "hand" else by_rule
        return make_cut(request, event, history, door)
    data = request.GET if any(request.GET.get(key) for key in CUT) else None
    return show(request, event, history, door, cut_form(history, door, data))


def cut_form(history, door, data=None):
    """Return the form of the rule, from `data` or from the phase."""
    cut = history.phase(door.number).settings.get("cut") or {}
    return CutForm(data, initial={key: cut.get(key) for key in CUT})


def show(request, event, history, door, form, picked=None, wrong=""):
    cut = form.cut() if form.is_bound and form.is_valid() else None
    preview = preview_cut(history, door.number, cut)
    if cut and preview.wrong and not form.errors:
        form.add_error("top" if "top" in cut else None, preview.wrong)
    context = {
        "frame": get_page_layout(request, event, "round"),
        "event": event,
        "door": door,
        "preview": preview,
        "form": form,
        "sent": (cut or preview.asks).items(),
        "picked": [row.player for row in preview.inside] if picked is None else picked,
        "wrong": wrong,
        "key": new_idempotency_key(),
    }
    return render(request, "desk/cut.html", context, status=422 if request.method == "POST" else 200)


def by_rule(request, event, history, door):
    form = cut_form(history, door, request.POST)
    if form.is_valid() and run_action(
        request, phases.make_cut, event, get_actor(request), door.number, cut=form.cut(), form=form
    ):
        return redirect_after_cut(request, event)
    return show(request, event, history, door, form)


def by_hand(request, event, history, door):
    picked = tuple(request.POST.getlist("picked"))
    violation = get_violation(phases.make_cut, event, get_actor(request), door.number, picked=picked)
    if violation is None:
        return redirect_after_cut(request, event)
    return show(request, event, history, door, cut_form(history, door), picked, in_words(violation))


def redirect_after_cut(request, event):
    if draft_shown(event):
        done(request, event, gettext("The cut is made and the pods are drawn"), "desk_draft")
        return redirect("desk_draft", event.slug)
    done(request, event, gettext("The cut is made: look at the draft, then publish it"), "desk_round")
    return redirect("desk_round", event.slug)


def cut_to_finals(request, event):
    """End the rounds and pair the first round of unplanned finals, unpublished."""
    form = FinalsForm(request.POST)
    if form.is_valid() and not form.cleaned_data["finals"]:
        form.add_error("finals", gettext("Choose the finals."))
    data = form.cleaned_data
    stored = form.is_valid() and run_action(
        request, rounds.cut_to_finals, event, get_actor(request), data["finals"], data["top"]
    )
    if not stored:
        return show_round(request, event, status=422, form=form)
    done(request, event, gettext("Cut to the top {size}").format(size=data["top"]), "desk_round")
    return redirect("desk_round", event.slug)
