"""Making an event: from a form, or from an event file."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from ... import access
from ...actions.events import events
from ...forms.events.event import ImportForm, NewEventForm
from ...queries.events import presets
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.history import SWISS
from ..http.forms import by, new_key
from ..http.numbers import whole

MEANING = "desk/_meaning.html"
# What stands there before anybody chooses.
USUAL = {"rulebook": "magic", "kind": SWISS, "finals": "single", "top": 8}
# What the address may fill in: all that the meaning depends on.
ASKED = ("rulebook", "kind", "players", "rounds", "finals", "top")


@access.with_account
def new_event(request):
    """The form that makes an event, filled in as the address says; with `part=meaning`, what its choices
    come to."""
    if request.method == "POST":
        return make(request)
    if request.GET.get("part") == "meaning":
        return render(request, MEANING, {"meaning": meaning_of(request.GET)})
    asked = {name: request.GET[name] for name in ASKED if request.GET.get(name)}
    usual = {
        "day": timezone.localdate() + timedelta(days=7),
        "start": "10:00",
        "timezone": settings.TIME_ZONE,
        **USUAL,
        **asked,
    }
    return show(request, NewEventForm(initial=usual), usual)


def show(request, form, chosen, status=200):
    context = {"form": form, "meaning": meaning_of(chosen), "chosen": chosen, "key": new_key()}
    return render(request, "desk/new.html", context, status=status)


def meaning_of(chosen):
    """What the choices so far come to; whatever is no choice counts as not made."""
    players, rounds, top = (whole(str(chosen.get(name) or "")) for name in ("players", "rounds", "top"))
    return presets.meaning_of(
        chosen.get("rulebook"), players, rounds, chosen.get("finals"), top, chosen.get("kind", "")
    )


def make(request):
    form = NewEventForm(request.POST, initial=USUAL)
    if form.is_valid():
        try:
            event = events.create_event(by(request), form.told())
        except RuleViolation as violation:
            form.add_error(None, in_words(violation))
        if form.is_valid():
            return redirect("desk", event.slug)
    return show(request, form, request.POST, status=422)


@access.with_account
def import_event(request):
    """Make an event of an event file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        event = events.import_event(form.cleaned_data["file"], by(request))
        messages.success(request, gettext("Imported"))
        return redirect("desk", event.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/import.html", {"form": form, "key": new_key()}, status=status)
