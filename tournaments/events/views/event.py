"""Creating an event from a form or an event file."""

from datetime import timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from ... import access
from ...actions.events import events
from ...forms.events.event import ImportForm
from ...forms.events.new_event import NewEventForm
from ...forms.players.add import ColumnsForm
from ...queries.events import event_plan, presets
from ...queries.lab.formats import format_of_choices
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number
from ..players.add import show_columns

NUMBERS = ("players", "rounds", "best_of", "minutes", "top")
# Fields that replace what the preset says.
FORMAT_CHOICES = ("rulebook", "kind", "finals", *NUMBERS)
# Fields that the address may prefill.
CHOICES = ("preset", "visibility", "listed", *FORMAT_CHOICES)


@access.requires_account
def new_event(request):
    """The form of a new event, prefilled from the address; `part=meaning` is the summary of its choices."""
    if request.method == "POST":
        return create(request)
    choices = {name: request.GET[name] for name in CHOICES if request.GET.get(name)}
    if request.GET.get("part") == "meaning":
        context = {"summary": summary_of(choices), "lab_query": lab_query(choices)}
        return render(request, "events/desk/_choices_summary.jinja", context)
    next_hour = timezone.localtime() + timedelta(hours=1)
    defaults = {
        "preset": "custom" if choices.keys() & {*FORMAT_CHOICES} else presets.DEFAULT_PRESET,
        "day": next_hour.date(),
        "start": f"{next_hour:%H}:00",
        "timezone": settings.TIME_ZONE,
    }
    return show(request, NewEventForm(initial=defaults | choices), defaults | choices)


def show(request, form, choices, status=200):
    context = {
        "form": form,
        "summary": summary_of(choices),
        "lab_query": lab_query(choices),
        "choices": choices,
        "is_custom": any(choices.get(name) for name in FORMAT_CHOICES),
        "key": new_idempotency_key(),
    }
    return render(request, "events/desk/new.jinja", context, status=status)


def lab_query(choices):
    """Return the query of the lab's address for these choices; empty if they can't be simulated."""
    wanted = {name: choices[name] for name in ("preset", *FORMAT_CHOICES) if choices.get(name)}
    try:
        format_of_choices(wanted | whole_numbers(choices))
    except RuleViolation:
        return ""
    return urlencode(wanted)


def whole_numbers(choices):
    return {name: parse_whole_number(str(choices.get(name) or "")) for name in (*NUMBERS, "listed")}


def summary_of(choices):
    """Return the summary of the choices so far; invalid numbers are ignored."""
    numbers = whole_numbers(choices)
    if names := choices.get("names"):
        numbers["listed"] = sum(bool(line.strip()) for line in names.splitlines())
    return event_plan.summary_of({name: choices.get(name) for name in CHOICES} | numbers)


def create(request):
    form = NewEventForm(request.POST)
    if form.is_valid():
        try:
            event = events.create_event(get_actor(request), form.history())
        except RuleViolation as violation:
            form.add_error(None, message_text(violation))
        if form.is_valid() and form.table:
            return show_columns(request, event, request.POST["names"], ColumnsForm(table=form.table))
        if form.is_valid():
            return redirect("desk" if form.cleaned_data["names"] else "desk_players", event.slug)
    return show(request, form, request.POST, status=422)


@access.requires_account
def import_event(request):
    """Create an event from an event file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        event = events.import_event(form.cleaned_data["file"], get_actor(request))
        messages.success(request, gettext("Event imported"))
        return redirect("desk", event.slug)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "key": new_idempotency_key()}
    return render(request, "events/desk/import.jinja", context, status=status)
