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
from ...forms.events.on_site import HallForm
from ...forms.events.phase_settings import PlayForm
from ...forms.events.staff import VisibilityForm
from ...forms.results.betting import PodsForm
from ...forms.rounds.pairing import PairingForm
from ...queries.events.addresses import can_be_guessed
from ...queries.events.settings_page import get_deletion_summary, settings_for
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT_PODS, DRAWN_KINDS, PODS, UNLISTED
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, run_action
from ..http.numbers import parse_whole_number
from ..http.page_frame import get_page_layout


@access.requires(access.MANAGE)
def settings_page(request, event):
    """The forms of the page for `phase`; `form` names the one that a POST carries."""
    chosen = settings_for(event, parse_whole_number(request.GET.get("phase", ""), digits=3))
    form_name = request.POST.get("form") if request.method == "POST" else None
    forms = forms_for(event, chosen, form_name, request.POST)
    if request.method == "POST":
        if form_name not in forms:
            raise Http404
        if forms[form_name].is_valid() and STORES[form_name](request, event, forms[form_name], chosen):
            done(request, event, gettext("Stored"), "desk_settings")
            return redirect(request.get_full_path())
        event.refresh_from_db()
    return show(request, event, chosen, forms, status=422 if form_name else 200)


def show(request, event, chosen, forms, status=200):
    context = {
        "frame": get_page_layout(request, event, "settings"),
        "event": event,
        "chosen": chosen,
        "forms": forms,
        "keys": new_idempotency_key,
        "is_address_guessable": event.visibility == UNLISTED and can_be_guessed(event.slug),
    }
    return render(request, "desk/settings.html", context, status=status)


def forms_for(event, chosen, which=None, post_data=None):
    def data(name):
        return post_data if name == which else None

    forms = {
        "facts": EventForm(
            data("facts"), initial=facts_of(event), drawn=chosen.is_paired, auto_id="facts_%s"
        ),
        "play": PlayForm(data("play"), now=chosen.now, own=chosen.own, kind=chosen.kind, auto_id="play_%s"),
        "finals": SetFinalsForm(data("finals"), initial=chosen.finals, auto_id="finals_%s"),
    }
    forms["visibility"] = VisibilityForm(
        data("visibility"), initial={"visibility": event.visibility}, auto_id="visibility_%s"
    )
    initial = {key: getattr(chosen.now, key) for key in HallForm.base_fields}
    forms["hall"] = HallForm(data("hall"), minutes=chosen.minutes, initial=initial, auto_id="hall_%s")
    if chosen.finals_now:
        forms["options"] = FinalsOptionsForm(
            data("options"), now=chosen.finals_now, rounds=chosen.finals_rounds, auto_id="options_%s"
        )
    if chosen.kind in DRAWN_KINDS:
        forms["pairing"] = PairingForm(
            data("pairing"), now=chosen.now, kind=chosen.kind, auto_id="pairing_%s"
        )
    if chosen.kind == PODS or chosen.now.betting:
        forms["pods"] = PodsForm(data("pods"), now=chosen.now, auto_id="pods_%s")
    if chosen.kind == DRAFT_PODS:
        now = {key: getattr(chosen.now, key) for key in DraftForm.base_fields}
        forms["draft"] = DraftForm(data("draft"), initial=now, auto_id="draft_%s")
    return forms


def facts_of(event) -> dict:
    starts_at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone)) if event.starts_at else None
    return {
        "name": event.name,
        "day": starts_at.date() if starts_at else None,
        "start": starts_at.strftime("%H:%M") if starts_at else None,
        "timezone": event.timezone,
        "place": event.place,
        "rulebook": event.rulebook,
    }


def store_facts(request, event, form, chosen):
    return run_action(request, events.change_event, event, get_actor(request), form=form, **form.facts())


def store_visibility(request, event, form, chosen):
    return run_action(request, events.change_event, event, get_actor(request), form=form, **form.cleaned_data)


def store_play(request, event, form, chosen):
    return run_action(
        request,
        events.change_settings,
        event,
        get_actor(request),
        chosen.phase,
        form=form,
        **form.overrides(),
    )


def store_finals(request, event, form, chosen):
    key, top = form.cleaned_data["finals"] or None, form.cleaned_data["top"]
    return run_action(request, events.set_finals, event, get_actor(request), key, top, form=form)


def store_options(request, event, form, chosen):
    number = chosen.finals_phase
    return run_action(
        request, events.change_settings, event, get_actor(request), number, form=form, **form.overrides()
    )


def store_hall(request, event, form, chosen):
    return run_action(request, on_site.set_hall, event, get_actor(request), form=form, **form.arguments())


STORES = {
    "facts": store_facts,
    "visibility": store_visibility,
    "play": store_play,
    "pairing": store_play,
    "pods": store_play,
    "draft": store_play,
    "finals": store_finals,
    "hall": store_hall,
    "options": store_options,
}


@access.requires(access.OWN)
def delete(request, event):
    """Delete the event, after a page that shows what is deleted; its name must be typed."""
    error = ""
    if request.method == "POST":
        try:
            events.delete_event(event, request.POST.get("name", "")[:200])
        except RuleViolation as violation:
            error = in_words(violation)
        else:
            messages.success(request, gettext("{name} is deleted").format(name=event.name))
            return redirect("home")
    context = {
        "frame": get_page_layout(request, event, "settings"),
        "event": event,
        "going": get_deletion_summary(event),
        "error": error,
        "typed": request.POST.get("name", "")[:200],
    }
    return render(request, "desk/delete.html", context, status=422 if error else 200)
