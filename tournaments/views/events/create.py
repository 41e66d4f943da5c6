"""Creating an event from a form or an event file."""

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
from ..http.forms import get_actor, new_idempotency_key
from ..http.numbers import parse_whole_number

MEANING = "desk/_meaning.html"
DEFAULTS = {"rulebook": "magic", "kind": SWISS, "finals": "single", "top": 8}
# Fields that the address may prefill.
ADDRESS_FIELDS = ("rulebook", "kind", "players", "rounds", "finals", "top")


@access.requires_account
def new_event(request):
    """The form of a new event, prefilled from the address; `part=meaning` explains its choices."""
    if request.method == "POST":
        return create(request)
    if request.GET.get("part") == "meaning":
        return render(request, MEANING, {"meaning": meaning_of(request.GET)})
    from_address = {name: request.GET[name] for name in ADDRESS_FIELDS if request.GET.get(name)}
    initial = {
        "day": timezone.localdate() + timedelta(days=7),
        "start": "10:00",
        "timezone": settings.TIME_ZONE,
        **DEFAULTS,
        **from_address,
    }
    return show(request, NewEventForm(initial=initial), initial)


def show(request, form, chosen, status=200):
    context = {"form": form, "meaning": meaning_of(chosen), "chosen": chosen, "key": new_idempotency_key()}
    return render(request, "desk/new.html", context, status=status)


def meaning_of(chosen):
    """Return what the choices so far result in; invalid ones are ignored."""
    players, rounds, top = (
        parse_whole_number(str(chosen.get(name) or "")) for name in ("players", "rounds", "top")
    )
    return presets.meaning_of(
        chosen.get("rulebook"), players, rounds, chosen.get("finals"), top, chosen.get("kind", "")
    )


def create(request):
    form = NewEventForm(request.POST, initial=DEFAULTS)
    if form.is_valid():
        try:
            event = events.create_event(get_actor(request), form.history())
        except RuleViolation as violation:
            form.add_error(None, in_words(violation))
        if form.is_valid():
            return redirect("desk", event.slug)
    return show(request, form, request.POST, status=422)


@access.requires_account
def import_event(request):
    """Create an event from an event file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        event = events.import_event(form.cleaned_data["file"], get_actor(request))
        messages.success(request, gettext("Imported"))
        return redirect("desk", event.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/import.html", {"form": form, "key": new_idempotency_key()}, status=status)
