"""The cut at the desk: who is in and who is out, before it is made by its rule or by hand."""

from django.shortcuts import redirect, render
from django.utils.translation import gettext

from ... import access
from ...actions.events import phases
from ...actions.rounds import rounds
from ...forms.events.event import FinalsForm
from ...forms.events.phases import CUT, CutForm
from ...queries.brackets.cut_preview import cut_at, cut_shown
from ...queries.drafts.pods_page import draft_shown
from ...queries.wording.formats import in_words
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, refusal_of
from ..http.page_frame import frame_for
from ..rounds.desk import show as show_round


@access.may(access.COURSE)
def cut_page(request, event):
    """The cut into the phase that comes next, or once more into one without a result; a rule in the address
    stands in place of the phase's own. A POST makes it: by the rule, by hand, or to finals nobody planned."""
    if "finals" in request.POST:
        return cut_to_finals(request, event)
    told, door = cut_at(event)
    if door is None:
        return redirect("desk_round", event.slug)
    if request.method == "POST":
        made_by = by_hand if request.POST.get("by") == "hand" else by_rule
        return made_by(request, event, told, door)
    asked = request.GET if any(request.GET.get(key) for key in CUT) else None
    return show(request, event, told, door, form_of(told, door, asked))


def form_of(told, door, asked=None):
    """The rule in its form: as it was asked for, or as the phase has it."""
    cut = told.phase(door.number).settings.get("cut") or {}
    return CutForm(asked, initial={key: cut.get(key) for key in CUT})


def show(request, event, told, door, form, picked=None, wrong=""):
    asked = form.cut() if form.is_bound and form.is_valid() else None
    shown = cut_shown(told, door.number, asked)
    if asked and shown.wrong and not form.errors:
        form.add_error("top" if "top" in asked else None, shown.wrong)
    context = {
        "frame": frame_for(request, event, "round"),
        "event": event,
        "door": door,
        "shown": shown,
        "form": form,
        "sent": (asked or shown.asks).items(),
        "picked": [row.player for row in shown.inside] if picked is None else picked,
        "wrong": wrong,
        "key": new_key(),
    }
    return render(request, "desk/cut.html", context, status=422 if request.method == "POST" else 200)


def by_rule(request, event, told, door):
    form = form_of(told, door, request.POST)
    if form.is_valid() and attempt(
        request, phases.make_cut, event, by(request), door.number, cut=form.cut(), form=form
    ):
        return made(request, event)
    return show(request, event, told, door, form)


def by_hand(request, event, told, door):
    picked = tuple(request.POST.getlist("picked"))
    refused = refusal_of(phases.make_cut, event, by(request), door.number, picked=picked)
    if refused is None:
        return made(request, event)
    return show(request, event, told, door, form_of(told, door), picked, in_words(refused))


def made(request, event):
    if draft_shown(event):
        done(request, event, gettext("The cut is made and the pods are drawn"), "desk_draft")
        return redirect("desk_draft", event.slug)
    done(request, event, gettext("The cut is made: look at the draft, then publish it"), "desk_round")
    return redirect("desk_round", event.slug)


def cut_to_finals(request, event):
    """End the rounds and draw the first round of finals that were not planned, as a draft."""
    form = FinalsForm(request.POST)
    if form.is_valid() and not form.cleaned_data["finals"]:
        form.add_error("finals", gettext("Choose the finals."))
    said = form.cleaned_data
    stored = form.is_valid() and attempt(
        request, rounds.cut_to_finals, event, by(request), said["finals"], said["top"]
    )
    if not stored:
        return show_round(request, event, status=422, form=form)
    done(request, event, gettext("Cut to the top {size}").format(size=said["top"]), "desk_round")
    return redirect("desk_round", event.slug)
