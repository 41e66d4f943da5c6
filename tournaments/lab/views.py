"""The lab: simulations of formats, their form, progress and results."""

from django.contrib import messages
from django.http import Http404, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from .. import access
from ..events.pages.plan import CHOICE_NUMBERS, FORMAT_CHOICES
from ..history.cache import load_history
from ..models import SimulationRun
from ..ratings.pages.fields import list_club_fields
from ..rules.errors import RuleViolation
from ..rules.simulation import MAX_PLAYERS
from ..web.answers import attempt, csv_response, status_of
from ..web.forms import parse_whole_number, text_without_path
from ..web.wording import escape_formula
from .actions import cancel_run, note_opening, start_run
from .forms import DIFFERENCES, OTHER, Formats, PlanForm, base_choices, build_plan
from .pages.comparison_plan import (
    KnownFormat,
    count_players,
    count_runs_before,
    find_example,
    find_run,
    format_of_choices,
    format_of_event,
    formats_of_plan,
    left_out,
    list_examples,
    list_runs,
    with_equal_time,
)
from .pages.simulation import ResultPage, Simulation, csv_rows, simulation_of, title_of

MAX_OWN_RUNS = 20
# The choices for a new event whose format fills the form in.
CHOICES = ("preset", *FORMAT_CHOICES)
PARAMS = ("event", "from", "time", *CHOICES)


@require_safe
def lab_page(request):
    """Show examples, the user's own simulations, and the form of a new one, filled in from the address.

    `event` is an event to start from, `from` another simulation, whose formats `time=equal` makes equally
    long; the choices for a new event can be given, too.
    """
    known, plan_values = filled_in_formats(request, request.GET)
    plan_form = PlanForm(initial=plan_values, prefix="plan", club_fields=list_club_fields(request.user))
    bases = [*known] or ["preset:store", "preset:hearthstone"]
    # A format alone is compared with itself until something is changed.
    initial = [{"base": base} for base in (bases if len(bases) > 1 else bases * 2)]
    return show(request, request.GET, plan_form, formats_form(known, initial=initial))


@require_POST
@access.requires_account
def run_simulation(request):
    """Queue the simulation of the form."""
    known, _values = filled_in_formats(request, request.POST)
    club_fields = list_club_fields(request.user)
    plan_form = PlanForm(request.POST, prefix="plan", club_fields=club_fields)
    formats = formats_form(known, data=request.POST)
    plan = build_plan(plan_form, formats)
    if plan:
        data = plan_form.cleaned_data
        outcome = attempt(start_run, plan, data["events"], data["seed"], request.user, timezone.now())
        if outcome:
            return redirect("simulation", outcome.result.address)
        plan_form.add_error(None, text_without_path(outcome.violation))
    return show(request, request.POST, plan_form, formats)


def show(request, values, plan_form, formats):
    context = {
        "plan_form": plan_form,
        "formats": formats,
        "is_comparing_more": any(form["base"].value() for form in formats.forms[2:]),
        "examples": list_examples(),
        "runs": [],
        "params": {name: values[name] for name in PARAMS if values.get(name)},
    }
    if request.user.is_authenticated:
        context["runs"] = [(title_of(run.plan), run) for run in list_runs(request.user, MAX_OWN_RUNS)]
    return render(request, "lab/index.jinja", context, status=status_of(request))


def formats_form(known: dict[str, KnownFormat], **kwargs) -> Formats:
    formats, groups = base_choices(known)
    return Formats(prefix="format", form_kwargs={"known": formats, "groups": groups}, **kwargs)


def filled_in_formats(request, values) -> tuple[dict[str, KnownFormat], dict]:
    """Return the formats that the address fills in, by value of the form's `base`, and values of PlanForm.

    Http404 for what the visitor must not see.
    """
    try:
        if slug := values.get("event"):
            history = load_history(access.get_visible_event(request, slug))
            known = {"event": format_of_event(history)}
            if words := left_out(history):
                messages.info(request, words)
            return known, {"players": count_players(history)}
        if any(values.get(name) for name in CHOICES):
            numbers = {name: parse_whole_number(values.get(name, "")) for name in CHOICE_NUMBERS}
            return {"new": format_of_choices(values.dict() | numbers)}, usable_players(numbers["players"])
    except RuleViolation as violation:
        messages.info(request, text_without_path(violation))
    if address := values.get("from"):
        simulation = find_simulation(address)
        plan = simulation.plan
        if values.get("time") == "equal" and simulation.result:
            plan = with_equal_time(plan, simulation.result)
        known = {f"from:{n}": one for n, one in enumerate(formats_of_plan(plan))}
        return known, plan_values(plan) | {"events": simulation.events, "seed": simulation.seed}
    return {}, {}


def usable_players(count: int | None) -> dict:
    return {"players": count} if count and 2 <= count <= MAX_PLAYERS else {}


def plan_values(plan: dict) -> dict:
    """Return the values of PlanForm for a plan; ratings of a list are as a spread of 200."""
    spread = plan.get("ratings", {}).get("spread", 200)
    is_known = str(spread) in dict(DIFFERENCES)
    return {
        "players": plan["players"],
        "difference": str(spread) if is_known else OTHER,
        "spread": None if is_known else spread,
        "draws": round(plan.get("draws", 0) * 100),
    }


def find_simulation(address: str) -> Simulation:
    """Return the simulation at this address, an example or a run. Http404 without one."""
    if example := find_example(address):
        return example
    run = find_run(address) if address.isprintable() else None
    if run is None:
        raise Http404
    return simulation_of(run)


@require_safe
def simulation_page(request, address):
    """Show a simulation: its progress, or its result.

    The result is `about` one format, compared `with` another (numbers from 0), and its picture has the
    measures `x` and `y` on the axes.
    """
    simulation = find_simulation(address)
    is_open = simulation.run is not None and simulation.run.is_open
    if request.GET.get("part") == "progress" and not is_open:
        return HttpResponseClientRefresh()
    if simulation.run is not None:
        note_opening(simulation.run, timezone.now())
    context = {"simulation": simulation, "can_cancel": can_cancel(request, simulation.run)}
    if simulation.result:
        keys = (request.GET.get(name, "") for name in ("x", "y"))
        formats = (parse_whole_number(request.GET.get(name, "")) for name in ("about", "with"))
        context["page"] = ResultPage(simulation, *keys, *formats)
        context["is_changed"] = bool(request.GET)
        return render(request, "lab/result.jinja", context)
    context["before"] = count_runs_before(simulation.run)
    context["is_silent"] = simulation.is_silent(timezone.now())
    is_fragment = request.GET.get("part") == "progress"
    return render(request, "lab/_progress.jinja" if is_fragment else "lab/progress.jinja", context)


def can_cancel(request, run: SimulationRun | None) -> bool:
    """Return whether the user may cancel this run: their own, or any as an administrator."""
    is_allowed = run and request.user.is_authenticated
    return bool(is_allowed and (run.by == request.user or request.user.is_superuser))


@require_POST
@access.requires_account
def cancel_simulation(request, address):
    simulation = find_simulation(address)
    if can_cancel(request, simulation.run):
        cancel_run(simulation.run, timezone.now())
    else:
        messages.error(request, gettext("Only the person who started a simulation can cancel it."))
    return redirect("simulation", address)


@require_POST
@access.requires_account
def repeat_simulation(request, address):
    """Queue a cancelled or failed simulation again; one that is too long with fewer events."""
    simulation = find_simulation(address)
    if simulation.run is None:
        raise Http404
    events = simulation.run.most_events or simulation.events
    outcome = attempt(start_run, simulation.plan, events, simulation.seed, request.user, timezone.now())
    if not outcome:
        messages.error(request, text_without_path(outcome.violation))
        return redirect("simulation", address)
    return redirect("simulation", outcome.result.address)


@require_safe
def measures_csv(request, address):
    """All measures as a table."""
    simulation = find_simulation(address)
    if not simulation.result:
        raise Http404
    header, *rows = csv_rows(simulation.result)
    return csv_response(f"simulation-{simulation.address}.csv", [map(escape_formula, header), *rows])


@require_safe
def plan_json(request, address):
    """The plan, a file for `manage.py simulate`."""
    response = JsonResponse(find_simulation(address).plan, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="plan-{address}.json"'
    return response
