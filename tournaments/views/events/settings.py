"""Settings of an event, and deleting it."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from ... import access
from ...actions.events import events, on_site
from ...forms.drafts.draft import DraftForm
from ...forms.events.event import EventForm
from ...forms.events.finals import FinalsOptionsForm, SetFinalsForm
from ...forms.events.on_site import OnSiteForm
from ...forms.events.phase_settings import PlayForm
from ...forms.events.staff import VisibilityForm
from ...forms.results.betting import PodsForm
from ...forms.rounds.pairing import PairingForm
from ...queries.events.addresses import can_be_guessed
from ...queries.events.settings_page import get_deletion_summary, get_settings_page
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT_PODS, DRAWN_KINDS, PODS, UNLISTED
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, run_action
from ..http.page_layout import get_page_layout


@access.requires(access.MANAGE)
def settings_page(request, event):
    """Show the forms of the page for `phase`; `form` names the form of a POST."""
    page = get_settings_page(event, parse_whole_number(request.GET.get("phase", ""), digits=3))
    form_name = request.POST.get("form") if request.method == "POST" else None
    forms = build_forms(event, page, form_name, request.POST)
    if request.method == "POST":
        if form_name not in forms:
            raise Http404
        form = forms[form_name]
        if form.is_valid() and SAVE_FUNCTIONS[form_name](request, event, form, page):
            done(request, event, gettext("Saved"), "desk_settings")
            return redirect(request.get_full_path())
        event.refresh_from_db()
    context = {
        "layout": get_page_layout(request, event, "settings"),
        "event": event,
        "page": page,
        "forms": forms,
        "keys": new_idempotency_key,
        "is_address_guessable": event.visibility == UNLISTED and can_be_guessed(event.slug),
    }
    return render(request, "events/desk/settings.html", context, status=422 if form_name else 200)


def build_forms(event, page, posted_name, post_data):
    """Return the forms of the page by name; the posted one is bound to its data."""
    settings = page.settings

    def build(form_class, name, **kwargs):
        return form_class(post_data if name == posted_name else None, auto_id=f"{name}_%s", **kwargs)

    forms = {
        "facts": build(EventForm, "facts", initial=event_initial(event), is_paired=page.is_paired),
        "play": build(PlayForm, "play", settings=settings, overrides=page.overrides, kind=page.kind),
        "finals": build(SetFinalsForm, "finals", initial=page.finals.initial if page.finals else {}),
        "visibility": build(VisibilityForm, "visibility", initial={"visibility": event.visibility}),
        "hall": build(
            OnSiteForm, "hall", minutes=page.minutes, initial=initial_from(settings, OnSiteForm.base_fields)
        ),
    }
    if page.finals:
        finals = page.finals
        forms["options"] = build(FinalsOptionsForm, "options", settings=finals.settings, rounds=finals.rounds)
    if page.kind in DRAWN_KINDS:
        forms["pairing"] = build(PairingForm, "pairing", now=settings, kind=page.kind)
    if page.kind == PODS or settings.betting:
        forms["pods"] = build(PodsForm, "pods", now=settings)
    if page.kind == DRAFT_PODS:
        forms["draft"] = build(DraftForm, "draft", initial=initial_from(settings, DraftForm.base_fields))
    return forms


def initial_from(settings, names) -> dict:
    return {name: getattr(settings, name) for name in names}


def event_initial(event) -> dict:
    starts_at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone)) if event.starts_at else None
    return {
        "name": event.name,
        "day": starts_at.date() if starts_at else None,
        "start": starts_at.strftime("%H:%M") if starts_at else None,
        "timezone": event.timezone,
        "place": event.place,
        "rulebook": event.rulebook,
    }


def save_facts(request, event, form, page):
    return run_action(request, events.change_event, event, get_actor(request), form=form, **form.values())


def save_visibility(request, event, form, page):
    return run_action(request, events.change_event, event, get_actor(request), form=form, **form.cleaned_data)


def save_phase_settings(request, event, form, page):
    return save_settings(request, event, form, page.phase)


def save_finals_options(request, event, form, page):
    return save_settings(request, event, form, page.finals.number)


def save_settings(request, event, form, number):
    return run_action(
        request, events.change_settings, event, get_actor(request), number, form=form, **form.overrides()
    )


def save_finals(request, event, form, page):
    key, top = form.cleaned_data["finals"] or None, form.cleaned_data["top"]
    return run_action(request, events.set_finals, event, get_actor(request), key, top, form=form)


def save_on_site(request, event, form, page):
    return run_action(request, on_site.set_on_site, event, get_actor(request), form=form, **form.arguments())


SAVE_FUNCTIONS = {
    "facts": save_facts,
    "visibility": save_visibility,
    "play": save_phase_settings,
    "pairing": save_phase_settings,
    "pods": save_phase_settings,
    "draft": save_phase_settings,
    "finals": save_finals,
    "hall": save_on_site,
    "options": save_finals_options,
}


@access.requires(access.OWN)
def delete(request, event):
    """Show what deletion removes; POST deletes the event if its name is typed."""
    error = ""
    if request.method == "POST":
        try:
            events.delete_event(event, request.POST.get("name", "")[:200])
        except RuleViolation as violation:
            error = message_text(violation)
        else:
            messages.success(request, gettext("{name} deleted").format(name=event.name))
            return redirect("home")
    context = {
        "layout": get_page_layout(request, event, "settings"),
        "event": event,
        "summary": get_deletion_summary(event),
        "error": error,
        "typed": request.POST.get("name", "")[:200],
    }
    return render(request, "events/desk/delete.html", context, status=422 if error else 200)
