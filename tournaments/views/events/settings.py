"""Settings of an event: its facts, how it is played and ranked, its finals; and its end."""

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
from ...queries.events import settings_page as choices
from ...queries.events.addresses import can_be_guessed
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT_PODS, DRAWN_KINDS, PODS, UNLISTED
from ..desk.messages import done
from ..http.forms import attempt, by, new_key
from ..http.numbers import whole
from ..http.page_frame import frame_for


@access.may(access.COURSE)
def settings_page(request, event):
    """The forms of the page, of the `phase` asked for; `form` says which of them a POST carries."""
    chosen = choices.settings_for(event, whole(request.GET.get("phase", ""), digits=3))
    which = request.POST.get("form") if request.method == "POST" else None
    forms = forms_for(event, chosen, which, request.POST)
    if request.method == "POST":
        if which not in forms:
            raise Http404
        if forms[which].is_valid() and STORES[which](request, event, forms[which], chosen):
            done(request, event, gettext("Stored"), "desk_settings")
            return redirect(request.get_full_path())
        event.refresh_from_db()
    return show(request, event, chosen, forms, status=422 if which else 200)


def show(request, event, chosen, forms, status=200):
    context = {
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "chosen": chosen,
        "forms": forms,
        "keys": new_key,
        "is_address_guessable": event.visibility == UNLISTED and can_be_guessed(event.slug),
    }
    return render(request, "desk/settings.html", context, status=status)


def forms_for(event, chosen, which=None, posted=None):
    def data(name):
        return posted if name == which else None

    told = {
        "facts": EventForm(data("facts"), initial=facts_of(event), drawn=chosen.drawn, auto_id="facts_%s"),
        "play": PlayForm(data("play"), now=chosen.now, own=chosen.own, kind=chosen.kind, auto_id="play_%s"),
        "finals": SetFinalsForm(data("finals"), initial=chosen.finals, auto_id="finals_%s"),
    }
    told["visibility"] = VisibilityForm(
        data("visibility"), initial={"visibility": event.visibility}, auto_id="visibility_%s"
    )
    usual = {key: getattr(chosen.now, key) for key in HallForm.base_fields}
    told["hall"] = HallForm(data("hall"), minutes=chosen.minutes, initial=usual, auto_id="hall_%s")
    if chosen.finals_now:
        told["options"] = FinalsOptionsForm(
            data("options"), now=chosen.finals_now, rounds=chosen.finals_rounds, auto_id="options_%s"
        )
    if chosen.kind in DRAWN_KINDS:
        told["pairing"] = PairingForm(data("pairing"), now=chosen.now, kind=chosen.kind, auto_id="pairing_%s")
    if chosen.kind == PODS or chosen.now.betting:
        told["pods"] = PodsForm(data("pods"), now=chosen.now, auto_id="pods_%s")
    if chosen.kind == DRAFT_PODS:
        now = {key: getattr(chosen.now, key) for key in DraftForm.base_fields}
        told["draft"] = DraftForm(data("draft"), initial=now, auto_id="draft_%s")
    return told


def facts_of(event) -> dict:
    at = timezone.localtime(event.starts_at, ZoneInfo(event.timezone)) if event.starts_at else None
    return {
        "name": event.name,
        "day": at.date() if at else None,
        "start": at.strftime("%H:%M") if at else None,
        "timezone": event.timezone,
        "place": event.place,
        "rulebook": event.rulebook,
    }


def store_facts(request, event, form, chosen):
    return attempt(request, events.change_event, event, by(request), form=form, **form.facts())


def store_visibility(request, event, form, chosen):
    return attempt(request, events.change_event, event, by(request), form=form, **form.cleaned_data)


def store_play(request, event, form, chosen):
    return attempt(
        request, events.change_settings, event, by(request), chosen.phase, form=form, **form.overrides()
    )


def store_finals(request, event, form, chosen):
    key, top = form.cleaned_data["finals"] or None, form.cleaned_data["top"]
    return attempt(request, events.set_finals, event, by(request), key, top, form=form)


def store_options(request, event, form, chosen):
    number = chosen.finals_phase
    return attempt(request, events.change_settings, event, by(request), number, form=form, **form.overrides())


def store_hall(request, event, form, chosen):
    return attempt(request, on_site.set_hall, event, by(request), form=form, **form.told())


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


@access.may(access.OWN)
def delete(request, event):
    """Delete the event; what goes with it is shown first, and its name has to be typed."""
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
        "frame": frame_for(request, event, "settings"),
        "event": event,
        "going": choices.going_with(event),
        "error": error,
        "typed": request.POST.get("name", "")[:200],
    }
    return render(request, "desk/delete.html", context, status=422 if error else 200)
