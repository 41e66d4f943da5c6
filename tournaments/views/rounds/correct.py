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
from ...queries.results.revisions import versions_of
from ...queries.rounds.corrections import CHOICES, correction_of
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.results.corrections import REMAKE
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, run_action
from ..http.numbers import parse_whole_number
from ..http.page_frame import get_page_layout
from .adjust_request import seed_in


@dataclass(frozen=True)
class CorrectionKind:
    """A kind of correction: its action, readers of the arguments, toast, tab, and page to return to."""

    action: Callable
    readers: dict
    done: str
    tab: str
    page: str


def number(text: str) -> int:
    return parse_whole_number(text) or 0


def words(text: str) -> str:
    return text[:60]


def key(text: str) -> str:
    return text[:200]


KINDS = {
    "result": CorrectionKind(
        corrections.correct_result,
        {"table": number, "said": words},
        gettext_noop("The result is corrected"),
        "results",
        "desk_results",
    ),
    "seats": CorrectionKind(
        corrections.correct_seats,
        {"a": key, "b": key},
        gettext_noop("Corrected: who sat where"),
        "results",
        "desk_results",
    ),
    "in": CorrectionKind(
        corrections.admit_player, {"player": key}, gettext_noop("Changed"), "round", "adjust_round"
    ),
    "out": CorrectionKind(
        corrections.excuse_player, {"player": key}, gettext_noop("Changed"), "round", "adjust_round"
    ),
}
OF_RESULTS = ("result", "seats")


@access.requires(access.RESULTS)
def correct(request, event):
    """Preview the choices for a correction; POST makes one.

    With permission for results alone only the first choice is offered: changing other rounds takes MANAGE.
    """
    can_manage = access.MANAGE in access.get_permissions(request, event)
    data = request.POST if request.method == "POST" else request.GET
    name = data.get("what", "") if data.get("what") in KINDS else "result"
    correction_kind, seed, exceptions = KINDS[name], seed_in(data), data.get("exceptions") == "on"
    place = [number(data.get(part, "")) for part in ("phase", "round")]
    arguments = {part: read(data.get(part, "")) for part, read in correction_kind.readers.items()}
    if not (can_manage or (name in OF_RESULTS and data.get("choice", CHOICES[0]) == CHOICES[0])):
        raise PermissionDenied
    if request.method == "POST" and run_correction(
        request, event, correction_kind, place, arguments, seed, exceptions
    ):
        back = "desk_round" if can_manage else correction_kind.page
        done(request, event, gettext(correction_kind.done), back)
        return redirect(back, event.slug)
    event.refresh_from_db()
    try:
        correction = correction_of(event, name, *place, arguments, seed, exceptions)
    except RuleViolation as wrong:
        messages.error(request, in_words(wrong))
        return redirect(correction_kind.page, event.slug)
    if correction is None:
        if request.method == "GET":
            messages.error(request, gettext("Nothing open was drawn from this result: enter it as usual."))
        return redirect(correction_kind.page, event.slug)
    context = {
        "frame": get_page_layout(request, event, correction_kind.tab),
        "event": event,
        "correction": correction,
        "choices": [one for one in correction.choices if can_manage or one.key == CHOICES[0]],
        "odd": excess_games_warning(event, *place, *arguments.values()) if name == "result" else "",
        "versions": versions_of(event, *place, arguments["table"]) if name == "result" else (),
        "seed": seed,
        "said": arguments,
        "exceptions": exceptions,
        "with_exception": urlencode(
            {
                "what": name,
                "phase": place[0],
                "round": place[1],
                **arguments,
                "seed": seed,
                "exceptions": "on",
            }
        ),
        "keys": new_idempotency_key(),
    }
    return render(request, "desk/correct.html", context, status=422 if request.method == "POST" else 200)


def run_correction(
    request, event, correction_kind: CorrectionKind, place, arguments: dict, seed: str, exceptions: bool
) -> bool:
    choice = request.POST.get("choice", "")
    if choice not in (*CHOICES, REMAKE):
        messages.error(request, gettext("Say what becomes of the round: nothing is stored yet."))
        return False
    fingerprint = request.POST.get("shown", "")[:64]
    options = {"choice": choice, "seed": seed, "shown": fingerprint, "exceptions": exceptions}
    return run_action(
        request, correction_kind.action, event, get_actor(request), *place, **arguments, **options
    )
