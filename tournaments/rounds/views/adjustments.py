"""Corrections after a round was published: a preview of each choice, then one is made."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from ... import access
from ...actions.rounds import corrections
from ...queries.results.entry_page import excess_games_warning
from ...queries.results.revisions import get_revisions
from ...queries.rounds.corrections import CHOICES, preview_correction
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.results.corrections import REMAKE
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, run_action
from ..http.page_layout import get_page_layout
from .adjust_request import read_seed

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
        corrections.correct_result, ("table", "result_text"), gettext_noop("Result corrected"), *OF_RESULTS
    ),
    "seats": CorrectionKind(
        corrections.correct_seats, ("a", "b"), gettext_noop("Seating corrected"), *OF_RESULTS
    ),
    "in": CorrectionKind(corrections.admit_player, ("player",), gettext_noop("Changed"), *OF_ROUND),
    "out": CorrectionKind(corrections.excuse_player, ("player",), gettext_noop("Changed"), *OF_ROUND),
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
