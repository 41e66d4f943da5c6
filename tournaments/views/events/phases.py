"""The phases of an event at the desk: what is played after what, and who goes on."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.events import phases
from ...forms.events.phases import PhaseForm
from ...queries.events.phase_plan import plan_of
from ...queries.wording.formats import KINDS
from ...rules.history import BRACKET, PhaseRecord
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, posted
from ..http.numbers import whole
from ..http.page_frame import frame_for


@require_safe
@access.may(access.COURSE)
def phases_page(request, event):
    context = {
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "plan": plan_of(event),
        "key": new_key(),
    }
    return render(request, "desk/phases.html", context)


@access.may(access.COURSE)
def add(request, event):
    """The form of one more phase; `kind` says of which, `after` behind which one it comes."""
    plan, kind = plan_of(event), request.GET.get("kind", "")
    if kind not in KINDS:
        raise Http404
    number = whole(request.GET.get("after", ""), digits=3)
    after = number if number is not None and number <= len(plan.lines) else place_of(plan, kind)
    form = PhaseForm(request.POST or None, kind=kind, first=after == 0, rulebook=plan.rulebook)
    if request.method == "POST" and form.is_valid():
        kept = {key: value for key, value in form.settings().items() if value is not None}
        phase = PhaseRecord(kind, form.cleaned_data["name"], kept)
        if attempt(request, phases.add_phase, event, by(request), phase, after, form=form):
            done(request, event, gettext("Phase added"), "desk_phases")
            return redirect("desk_phases", event.slug)
    return show(request, event, plan, form, kind)


def place_of(plan, kind) -> int:
    """Rounds come before the finals that are planned, finals at the end."""
    return len(plan.lines) if kind == BRACKET else plan.last_rounds


@access.may(access.COURSE)
def change(request, event, number):
    """The form of a phase that has not begun."""
    plan = plan_of(event)
    if not plan.begun < number <= len(plan.lines):
        raise Http404
    phase = plan.phases[number - 1]
    form = PhaseForm(
        request.POST or None,
        kind=phase.kind,
        first=number == 1,
        rulebook=plan.rulebook,
        own=phase.settings,
        initial={"name": phase.name},
    )
    if request.method == "POST" and form.is_valid():
        name, settings = form.cleaned_data["name"], form.settings()
        if attempt(request, phases.change_phase, event, by(request), number, name, form=form, **settings):
            done(request, event, gettext("Phase changed"), "desk_phases")
            return redirect("desk_phases", event.slug)
    return show(request, event, plan, form, phase.kind, number)


def show(request, event, plan, form, kind, number=None):
    context = {
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "plan": plan,
        "form": form,
        "kind": gettext(KINDS[kind]),
        "number": number,
        "key": new_key(),
    }
    return render(request, "desk/phase.html", context, status=422 if form.is_bound else 200)


def of_phase(action, words):
    """A view that does one thing to a phase that has not begun."""

    @access.may(access.COURSE)
    @posted
    def view(request, event, number, **to):
        if attempt(request, action, event, by(request), number, **to):
            done(request, event, gettext(words), "desk_phases")
        return redirect("desk_phases", event.slug)

    return view


remove = of_phase(phases.remove_phase, gettext_noop("Phase removed"))
move = of_phase(phases.move_phase, gettext_noop("Phase moved"))
