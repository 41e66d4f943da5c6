"""What was wrong after a round is out: what follows from each choice, then one of them is made."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from ... import access
from ...actions.rounds import corrections
from ...queries.results.entry_page import asks_again
from ...queries.results.revisions import versions_of
from ...queries.rounds.corrections import CHOICES, correction_of
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.results.corrections import REMAKE
from ..desk.messages import done
from ..http.forms import attempt, by, new_key
from ..http.numbers import whole
from ..http.page_frame import frame_for
from .adjust_request import seed_in


@dataclass(frozen=True)
class What:
    """One kind of correction: the action, what it is told and how that is read, the toast, the tab and page
    it belongs to."""

    action: Callable
    said: dict
    done: str
    tab: str
    page: str


def number(text: str) -> int:
    return whole(text) or 0


def words(text: str) -> str:
    return text[:60]


def key(text: str) -> str:
    return text[:200]


KINDS = {
    "result": What(
        corrections.correct_result,
        {"table": number, "said": words},
        gettext_noop("The result is corrected"),
        "results",
        "desk_results",
    ),
    "seats": What(
        corrections.correct_seats,
        {"a": key, "b": key},
        gettext_noop("Corrected: who sat where"),
        "results",
        "desk_results",
    ),
    "in": What(corrections.admit_player, {"player": key}, gettext_noop("Changed"), "round", "adjust_round"),
    "out": What(corrections.excuse_player, {"player": key}, gettext_noop("Changed"), "round", "adjust_round"),
}
OF_RESULTS = ("result", "seats")


@access.may(access.RESULTS)
def correct(request, event):
    """Something was wrong with a round: the choices and what follows from each; a POST makes one. Who enters
    results may put one right; what else moves is for who runs the event."""
    runs = access.COURSE in access.rights(request, event)
    data = request.POST if request.method == "POST" else request.GET
    name = data.get("what", "") if data.get("what") in KINDS else "result"
    what, seed, exceptions = KINDS[name], seed_in(data), data.get("exceptions") == "on"
    place = [number(data.get(part, "")) for part in ("phase", "round")]
    said = {part: read(data.get(part, "")) for part, read in what.said.items()}
    if not (runs or (name in OF_RESULTS and data.get("choice", CHOICES[0]) == CHOICES[0])):
        raise PermissionDenied
    if request.method == "POST" and corrected(request, event, what, place, said, seed, exceptions):
        back = "desk_round" if runs else what.page
        done(request, event, gettext(what.done), back)
        return redirect(back, event.slug)
    event.refresh_from_db()
    try:
        correction = correction_of(event, name, *place, said, seed, exceptions)
    except RuleViolation as wrong:
        messages.error(request, in_words(wrong))
        return redirect(what.page, event.slug)
    if correction is None:
        if request.method == "GET":
            messages.error(request, gettext("Nothing open was drawn from this result: enter it as usual."))
        return redirect(what.page, event.slug)
    context = {
        "frame": frame_for(request, event, what.tab),
        "event": event,
        "correction": correction,
        "choices": [one for one in correction.choices if runs or one.key == CHOICES[0]],
        "odd": asks_again(event, *place, *said.values()) if name == "result" else "",
        "versions": versions_of(event, *place, said["table"]) if name == "result" else (),
        "seed": seed,
        "said": said,
        "exceptions": exceptions,
        "with_exception": urlencode(
            {"what": name, "phase": place[0], "round": place[1], **said, "seed": seed, "exceptions": "on"}
        ),
        "keys": new_key(),
    }
    return render(request, "desk/correct.html", context, status=422 if request.method == "POST" else 200)


def corrected(request, event, what: What, place, said: dict, seed: str, exceptions: bool) -> bool:
    choice = request.POST.get("choice", "")
    if choice not in (*CHOICES, REMAKE):
        messages.error(request, gettext("Say what becomes of the round: nothing is stored yet."))
        return False
    shown = request.POST.get("shown", "")[:64]
    how = {"choice": choice, "seed": seed, "shown": shown, "exceptions": exceptions}
    return attempt(request, what.action, event, by(request), *place, **said, **how)
