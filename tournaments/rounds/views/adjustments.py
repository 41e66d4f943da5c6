"""Changes of pairings and finished rounds."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from ... import access
from ...results.pages.entry import excess_games_warning, get_revisions
from ...rules.errors import RuleViolation
from ...rules.results.corrections import CHOICES, REMAKE
from ...web.forms import done, get_actor, new_idempotency_key, parse_whole_number, run_action
from ...web.layout import get_page_layout
from ...web.wording import message_text
from ..actions.adjustments import adjust_round, admit_player, correct_result, correct_seats, excuse_player
from ..pages.adjustments import get_adjustable_round, preview_adjustment
from ..pages.corrections import preview_correction

# Options of each kind of adjustment (see rules.rounds.adjustments).
OPTIONS = {
    "swap": ("a", "b"),
    "bye": ("a", "pins"),
    "table": ("a", "table"),
    "move": ("a", "table"),
    "seat": ("a",),
    "out": ("a",),
    "draw": ("pins", "seed", "exceptions"),
    "fewest": ("pins",),
}


@dataclass(frozen=True)
class AdjustmentRequest:
    """A requested adjustment; `kind` is empty while only players are `selected`.

    `options` are the arguments of rules.rounds.adjustments, `fields` the same as hidden fields of the form
    that stores it.
    """

    kind: str
    selected: tuple[str, ...]
    pins: tuple[int, ...]
    options: dict
    fields: tuple[tuple[str, str], ...]


def read_adjustment(data) -> AdjustmentRequest:
    """Read a QueryDict, ignoring invalid values.

    `first` and `pick` are the selected players: htmx sends only one value of a name that a button has as
    well.
    """
    selected = tuple(key[:200] for key in (data.get("first"), data.get("pick")) if key)
    pins = tuple(sorted(set(filter(None, map(parse_whole_number, data.getlist("pin")[:2000])))))
    kind, _, added_player = data.get("do", "")[:220].partition(":")
    if not kind and len(selected) == 2 and selected[0] != selected[1]:
        kind = "swap"
    values = {
        "a": added_player or (selected[0] if selected else ""),
        "b": selected[1] if len(selected) > 1 else "",
        "table": parse_whole_number(data.get("table", "")) or 0,
        "pins": pins,
        "seed": read_seed(data),
        "exceptions": data.get("exceptions") == "on",
    }
    options = {name: values[name] for name in OPTIONS.get(kind, ())}
    if not kind and len(selected) == 2:
        selected = ()  # pressed again: deselected
    fields = [("do", kind), *(("pin", str(pin)) for pin in pins)]
    for field, name in (("first", "a"), ("pick", "b"), ("table", "table"), ("seed", "seed")):
        if name in options:
            fields.append((field, str(options[name])))
    if options.get("exceptions"):
        fields.append(("exceptions", "on"))
    return AdjustmentRequest(kind, selected, pins, options, tuple(fields))


def read_seed(data) -> str:
    """Return the seed of the form, or a random one: letters and digits, as in the log."""
    return "".join(filter(str.isalnum, data.get("seed", "")))[:32] or secrets.token_hex(8)


@access.requires(adjust_round.permission)
def adjust(request, event):
    """Show the current round to adjust: GET previews a change, POST makes it."""
    is_post = request.method == "POST"
    adjustment = read_adjustment(request.POST if is_post else request.GET)
    reason = request.POST.get("reason", "")
    if is_post:
        place = [parse_whole_number(request.POST.get(name, "")) or 0 for name in ("phase", "round")]
        stored = run_action(
            request,
            adjust_round,
            event,
            get_actor(request),
            *place,
            adjustment.kind,
            reason=reason,
            fingerprint=request.POST.get("fingerprint", "")[:64],
            **adjustment.options,
        )
        if stored:
            done(request, event, gettext("Changed"), "adjust_round")
            return redirect("adjust_round", event.slug)
        event.refresh_from_db()
    round_, history = get_adjustable_round(event)
    if round_ is None:
        if not is_post:
            messages.error(request, gettext("No round is in progress, so there is nothing to adjust."))
        return redirect("desk_round", event.slug)
    preview, selected = None, None
    if adjustment.kind:
        preview = preview_adjustment(
            history.phase(round_.phase), round_.number, adjustment.kind, **adjustment.options
        )
    elif adjustment.selected:
        selected = round_.find_seat(adjustment.selected[0])
    context = {
        "layout": get_page_layout(request, event, "round"),
        "event": event,
        "round": round_,
        "dropped_names": ", ".join(seat.name for seat in round_.dropped),
        "adjustment": adjustment,
        "preview": preview,
        "selected": selected,
        "selected_table": round_.find_table_of(selected.key) if selected else None,
        "reason": reason,
        "key": new_idempotency_key(),
    }
    return render(request, "rounds/desk/adjust.jinja", context, status=422 if is_post else 200)


OF_RESULTS, OF_ROUND = ("desk", "desk"), ("round", "adjust_round")


@dataclass(frozen=True)
class CorrectionKind:
    """A kind of correction: its action, form fields in the order of its arguments, toast, tab and page."""

    action: Callable
    fields: tuple[str, ...]
    toast: str
    tab: str
    page: str


KINDS = {
    "result": CorrectionKind(
        correct_result, ("table", "result_text"), gettext_noop("Result corrected"), *OF_RESULTS
    ),
    "seats": CorrectionKind(correct_seats, ("a", "b"), gettext_noop("Seating corrected"), *OF_RESULTS),
    "in": CorrectionKind(admit_player, ("player",), gettext_noop("Changed"), *OF_ROUND),
    "out": CorrectionKind(excuse_player, ("player",), gettext_noop("Changed"), *OF_ROUND),
}
MAX_LENGTHS = {"result_text": 60, "a": 200, "b": 200, "player": 200}


def read_field(data, name: str) -> int | str:
    """Return a field's text, cut to its maximal length; the fields without one are whole numbers."""
    text = data.get(name, "")
    return text[: MAX_LENGTHS[name]] if name in MAX_LENGTHS else parse_whole_number(text) or 0


@access.requires(access.ENTER_RESULTS)
def correct(request, event):
    """Preview the choices for a correction; POST makes one.

    With permission for results alone only the first choice is offered: changing other rounds takes MANAGE.
    """
    is_post = request.method == "POST"
    data = request.POST if is_post else request.GET
    kind_name = data.get("what", "") if data.get("what") in KINDS else "result"
    kind = KINDS[kind_name]
    can_manage = access.MANAGE in access.get_permissions(request, event)
    keeps_pairings = kind.tab == "desk" and data.get("choice", CHOICES[0]) == CHOICES[0]
    if not can_manage and not keeps_pairings:
        raise PermissionDenied
    place = tuple(read_field(data, name) for name in ("phase", "round"))
    fields = {name: read_field(data, name) for name in kind.fields}
    draw_options = {"seed": read_seed(data), "exceptions": data.get("exceptions") == "on"}
    arguments = tuple(fields.values())
    if is_post and run_correction(request, event, kind.action, *place, *arguments, **draw_options):
        back = "desk_round" if can_manage else kind.page
        done(request, event, gettext(kind.toast), back)
        return redirect(back, event.slug)
    event.refresh_from_db()
    try:
        correction = preview_correction(event, kind_name, *place, arguments, **draw_options)
    except RuleViolation as violation:
        messages.error(request, message_text(violation))
        return redirect(kind.page, event.slug)
    if correction is None:
        if not is_post:
            messages.error(request, gettext("No open round depends on this result. Enter it as usual."))
        return redirect(kind.page, event.slug)
    is_result = kind_name == "result"
    exception_query = {"what": kind_name, "phase": place[0], "round": place[1], **fields}
    context = {
        "layout": get_page_layout(request, event, kind.tab),
        "event": event,
        "correction": correction,
        "choices": [choice for choice in correction.choices if can_manage or choice.key == CHOICES[0]],
        "games_warning": excess_games_warning(event, *place, *arguments) if is_result else "",
        "revisions": get_revisions(event, *place, fields["table"]) if is_result else (),
        "fields": fields,
        **draw_options,
        "exception_query": urlencode(exception_query | draw_options | {"exceptions": "on"}),
        "key": new_idempotency_key(),
    }
    return render(request, "rounds/desk/correct.jinja", context, status=422 if is_post else 200)


def run_correction(request, event, action, *arguments, **draw_options) -> bool:
    """Make the chosen correction; without a choice show an error and return False."""
    choice = request.POST.get("choice", "")
    if choice not in (*CHOICES, REMAKE):
        messages.error(request, gettext("Choose what to do with the round. Nothing is saved yet."))
        return False
    options = {"choice": choice, "fingerprint": request.POST.get("fingerprint", "")[:64], **draw_options}
    return run_action(request, action, event, get_actor(request), *arguments, **options)
