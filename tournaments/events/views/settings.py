"""Pages of settings."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ... import access
from ...access.clubs import can_see_people
from ...history.cache import load_history
from ...rules.history import BRACKET, DRAFT_PODS, DRAWN_KINDS, PODS, ROUND_KINDS, UNLISTED, PhaseRecord
from ...rules.rulebooks import RULEBOOKS
from ...web.answers import attempt, post_data, require_form_post, respond_done, run_action
from ...web.forms import lock, parse_whole_number, rulebook_choices
from ...web.layout import (
    DANGER_ZONE,
    EVENT,
    FINALS,
    FORMAT,
    PAIRING,
    PHASES,
    REPORTING,
    SUBJECTS,
    render_settings_page,
)
from ...web.wording import KINDS
from ..actions import phases
from ..actions.cancelling import cancel_event, revive_event
from ..actions.events import change_event, change_settings, delete_event, set_finals, set_reporting
from ..forms.event import EventForm, ReportingForm
from ..forms.pairing import PairingForm, PodsForm
from ..forms.phases import DraftForm, FinalsSettingsForm, PhaseForm, PlayForm
from ..pages.catalogue import can_be_guessed
from ..pages.overview import get_format_page, get_phase_plan
from ..pages.plan import suggest_games
from ..pages.settings import get_deletion_summary, get_rulebook_change, get_settings_page

# Subjects whose settings belong to one phase → kinds of phases that have them.
OF_A_PHASE = {FORMAT: ROUND_KINDS, PAIRING: DRAWN_KINDS}


@access.requires(access.MANAGE)
def subject_page(request, event, subject):
    """Show the forms of a subject, of the `phase` in the address if phases differ; POST saves all of them."""
    number = parse_whole_number(request.GET.get("phase", ""), digits=3)
    if subject == EVENT and number and request.method != "POST":
        # Until settings had subjects, all of them had this address.
        return redirect(f"{reverse('settings_format', args=[event.slug])}?phase={number}")
    page = get_settings_page(event, number, OF_A_PHASE.get(subject, ROUND_KINDS))
    if subject in OF_A_PHASE and not page.phases:
        raise Http404
    build, save = FORMS[subject]
    forms = build(event, page, post_data(request))
    if request.method == "POST":
        has_errors = any(form.errors for form in forms.values())
        if not has_errors and save(request, event, forms, page):
            back, address = SUBJECTS[subject][1], request.get_full_path()
            return respond_done(request, event, gettext("Saved"), back, address)
    context = {
        "page": page,
        "forms": forms,
        "rulebook_choices": rulebook_choices(),
        "rulebook_change": get_rulebook_change(event, request.GET.get("rulebook", "")),
        "games": suggest_games(event.club),
        "is_address_guessable": event.visibility == UNLISTED and can_be_guessed(event.slug),
    }
    return render_settings_page(request, event, subject, f"events/desk/settings/{subject}.jinja", context)


@access.requires(change_event.permission)
@require_form_post
def change_rulebook(request, event):
    """Use another rulebook, before round 1 is paired."""
    key, back = request.POST.get("rulebook", "")[:40], get_format_page(load_history(event))
    if run_action(request, change_event, event, rulebook=key):
        name = gettext(RULEBOOKS[key].name)
        text = gettext("The event now uses the rulebook {name}").format(name=name)
        return respond_done(request, event, text, back)
    return redirect(back, event.slug)


def build_event(event, page, data):
    return {"event": EventForm(data, initial=event_initial(event))}


def event_initial(event) -> dict:
    starts_at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone)) if event.starts_at else None
    return {
        "name": event.name,
        "day": starts_at.date() if starts_at else None,
        "start": starts_at.strftime("%H:%M") if starts_at else None,
        "timezone": event.timezone,
        "place": event.place,
        "game": event.game,
        "game_format": event.game_format,
        "visibility": event.visibility,
    }


def build_format(event, page, data):
    settings = page.settings
    forms = {"play": PlayForm(data, settings=settings, overrides=page.overrides, kind=page.kind)}
    if page.kind == DRAFT_PODS:
        forms["draft"] = DraftForm(data, initial=initial_from(settings, DraftForm.base_fields))
        if page.rounds_paired:
            lock(forms["draft"], "draft_inside", _("The draft has started."))
    if page.kind == PODS or settings.betting:
        forms["pods"] = PodsForm(data, now=settings)
    return forms


def build_pairing(event, page, data):
    form = PairingForm(data, now=page.settings, kind=page.kind)
    if page.rounds_paired and "first_round_pairing" in form.fields:
        lock(form, "first_round_pairing", _("Round 1 is paired."))
    return {"pairing": form}


def build_reporting(event, page, data):
    return {"reporting": ReportingForm(data, initial=initial_from(page.settings, ReportingForm.base_fields))}


def build_finals(event, page, data):
    return {"finals": FinalsSettingsForm(data, page=page.finals)}


def initial_from(settings, names) -> dict:
    return {name: getattr(settings, name) for name in names}


def save_event(request, event, forms, page):
    form = forms["event"]
    return run_action(request, change_event, event, form=form, **form.values())


def save_phase_settings(request, event, forms, page):
    changes = {key: value for form in forms.values() for key, value in form.overrides().items()}
    return save_settings(request, event, next(iter(forms.values())), page.phase, changes)


def save_settings(request, event, form, number, changes):
    return run_action(request, change_settings, event, number, form=form, **changes)


def save_reporting(request, event, forms, page):
    form = forms["reporting"]
    return run_action(request, set_reporting, event, form=form, **form.cleaned_data)


def save_finals(request, event, forms, page):
    form = forms["finals"]
    if page.finals.locked:
        return save_settings(request, event, form, page.finals.number, form.overrides())
    system, top = form.cleaned_data["finals"] or None, form.cleaned_data["top"]
    return run_action(request, set_finals, event, system, top, form=form, **form.overrides())


# subject → (forms by name, action).
FORMS = {
    EVENT: (build_event, save_event),
    FORMAT: (build_format, save_phase_settings),
    PAIRING: (build_pairing, save_phase_settings),
    REPORTING: (build_reporting, save_reporting),
    FINALS: (build_finals, save_finals),
}


@require_safe
@access.requires(access.MANAGE)
def danger_page(request, event):
    """Show the downloads of the event and the way to delete it."""
    context = {
        "has_registrations": event.registrations.exists(),
        "has_people": can_see_people(request, event) and event.players.exclude(person=None).exists(),
    }
    return render_settings_page(request, event, DANGER_ZONE, "events/desk/settings/danger.jinja", context)


@access.requires(cancel_event.permission)
@require_form_post
def cancel(request, event):
    """Cancel the event."""
    sentence = request.POST.get("sentence", "")[:1000]
    if run_action(request, cancel_event, event, sentence):
        return respond_done(request, event, gettext("Event cancelled"), "settings_danger")
    return redirect("settings_danger", event.slug)


@access.requires(revive_event.permission)
@require_form_post
def revive(request, event):
    """Let a cancelled event take place."""
    if run_action(request, revive_event, event):
        return respond_done(request, event, gettext("The event takes place"), "settings_danger")
    return redirect("settings_danger", event.slug)


@access.requires(access.OWN)
def delete(request, event):
    """Show what deletion removes; POST deletes the event if its name is typed."""
    error = ""
    if request.method == "POST":
        outcome = attempt(delete_event, event, request.POST.get("name", "")[:200])
        if outcome:
            messages.success(request, gettext("{name} deleted").format(name=event.name))
            return redirect("home")
        error = outcome.error
    context = {
        "summary": get_deletion_summary(event),
        "error": error,
        "typed": request.POST.get("name", "")[:200],
    }
    return render_settings_page(request, event, DANGER_ZONE, "events/desk/delete.jinja", context)


@require_safe
@access.requires(access.MANAGE)
def phases_page(request, event):
    context = {"plan": get_phase_plan(event)}
    return render_settings_page(request, event, PHASES, "events/desk/phases.jinja", context)


@access.requires(phases.add_phase.permission)
def add(request, event):
    """Show the form of a new phase of this `kind`, `after` the number of another; POST adds it."""
    plan, kind = get_phase_plan(event), request.GET.get("kind", "")
    if kind not in KINDS:
        raise Http404
    number = parse_whole_number(request.GET.get("after", ""), digits=3)
    after = number if number is not None and number <= len(plan.lines) else default_place(plan, kind)
    form = PhaseForm(post_data(request), kind=kind, first=after == 0, rulebook=plan.rulebook)
    if form.is_valid():
        phase_settings = {key: value for key, value in form.settings().items() if value is not None}
        phase = PhaseRecord(kind, form.cleaned_data["name"], phase_settings)
        if run_action(request, phases.add_phase, event, phase, after, form=form):
            return respond_done(request, event, gettext("Phase added"), "desk_phases")
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
        post_data(request),
        kind=phase.kind,
        first=number == 1,
        rulebook=plan.rulebook,
        settings=phase.overrides,
        initial={"name": phase.name},
    )
    if form.is_valid():
        name, settings = form.cleaned_data["name"], form.settings()
        if run_action(request, phases.change_phase, event, number, name, form=form, **settings):
            return respond_done(request, event, gettext("Phase changed"), "desk_phases")
    return show(request, event, plan, form, phase.kind, number)


def show(request, event, plan, form, kind, number=None):
    context = {"plan": plan, "form": form, "kind": gettext(KINDS[kind]), "number": number}
    return render_settings_page(request, event, PHASES, "events/desk/phase.jinja", context)


def phase_action(action, message):
    """Return a view that runs an action on a phase that has not begun."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, number, **kwargs):
        if run_action(request, action, event, number, **kwargs):
            return respond_done(request, event, gettext(message), "desk_phases")
        return redirect("desk_phases", event.slug)

    return view


remove = phase_action(phases.remove_phase, gettext_noop("Phase removed"))
move = phase_action(phases.move_phase, gettext_noop("Phase moved"))
