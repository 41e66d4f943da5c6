"""The phases of an event at the desk."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.events import phases
from ...forms.events.phases import PhaseForm
from ...queries.events.phase_plan import get_phase_plan
from ...queries.wording.formats import KINDS
from ...rules.history import BRACKET, PhaseRecord
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, require_form_post, run_action
from .settings_nav import PHASES, settings_context


@require_safe
@access.requires(access.MANAGE)
def phases_page(request, event):
    context = {
        **settings_context(request, event, PHASES),
        "plan": get_phase_plan(event),
        "key": new_idempotency_key(),
    }
    return render(request, "events/desk/phases.jinja", context)


@access.requires(phases.add_phase.permission)
def add(request, event):
    """Show the form of a new phase of this `kind`, `after` the number of another; POST adds it."""
    plan, kind = get_phase_plan(event), request.GET.get("kind", "")
    if kind not in KINDS:
        raise Http404
    number = parse_whole_number(request.GET.get("after", ""), digits=3)
    after = number if number is not None and number <= len(plan.lines) else default_place(plan, kind)
    form = PhaseForm(request.POST or None, kind=kind, first=after == 0, rulebook=plan.rulebook)
    if request.method == "POST" and form.is_valid():
        phase_settings = {key: value for key, value in form.settings().items() if value is not None}
        phase = PhaseRecord(kind, form.cleaned_data["name"], phase_settings)
        if run_action(request, phases.add_phase, event, get_actor(request), phase, after, form=form):
            done(request, event, gettext("Phase added"), "desk_phases")
            return redirect("desk_phases", event.slug)
    return show(request, event, plan, form, kind)


def default_place(plan, kind) -> int:
    """Return the number of the phase before a new one: rounds precede planned finals, finals are last."""
    return len(plan.lines) if kind == BRACKET else plan.last_rounds


@access.requires(phases.change_phase.permission)
def change(request, event, number):
    """Show the form of a phase that has not begun; POST changes it."""
    plan = get_phase_plan(event)
    if not plan.begun < number <= len(plan.lines):
        raise Http404
    phase = plan.phases[number - 1]
    form = PhaseForm(
        request.POST or None,
        kind=phase.kind,
        first=number == 1,
        rulebook=plan.rulebook,
        settings=phase.settings,
        initial={"name": phase.name},
    )
    if request.method == "POST" and form.is_valid():
        name, settings = form.cleaned_data["name"], form.settings()
        if run_action(
            request, phases.change_phase, event, get_actor(request), number, name, form=form, **settings
        ):
            done(request, event, gettext("Phase changed"), "desk_phases")
            return redirect("desk_phases", event.slug)
    return show(request, event, plan, form, phase.kind, number)


def show(request, event, plan, form, kind, number=None):
    context = {
        **settings_context(request, event, PHASES),
        "plan": plan,
        "form": form,
        "kind": gettext(KINDS[kind]),
        "number": number,
        "key": new_idempotency_key(),
    }
    return render(request, "events/desk/phase.jinja", context, status=422 if form.is_bound else 200)


def phase_action(action, message):
    """Return a view that runs an action on a phase that has not begun."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, number, **kwargs):
        if run_action(request, action, event, get_actor(request), number, **kwargs):
            done(request, event, gettext(message), "desk_phases")
        return redirect("desk_phases", event.slug)

    return view


remove = phase_action(phases.remove_phase, gettext_noop("Phase removed"))
move = phase_action(phases.move_phase, gettext_noop("Phase moved"))
