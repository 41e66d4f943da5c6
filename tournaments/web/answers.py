"""Helpers for views: bind a form, run one action as the user, build the response."""

import csv
import secrets
from dataclasses import dataclass
from functools import wraps
from urllib.parse import quote, urlsplit

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from .. import access
from ..changes.change import Actor, DuplicateRequest, get_logged_request
from ..changes.club_change import is_undoable
from ..rules.errors import RuleViolation
from ..rules.history import DESK
from .forms import parse_whole_number, text_without_path, violation_text

MAX_KEY_LENGTH = 64


def new_idempotency_key(page="") -> str:
    """Return a new key; `page` is an earlier key of the same page, if any."""
    return f"{page.partition('.')[0] or secrets.token_urlsafe(12)}.{secrets.token_urlsafe(12)}"


def idempotency_key(request) -> str:
    """Return the key of the submitted form, or an empty string. Databases reject unprintable characters."""
    return "".join(filter(str.isprintable, request.POST.get("key", "")))[:MAX_KEY_LENGTH]


def get_actor(request) -> Actor:
    """Return the signed-in user with the key and version of the submitted form."""
    return Actor(
        who=request.user.get_username(),
        user=request.user,
        key=idempotency_key(request),
        seen_version=parse_whole_number(request.POST.get("version", ""), digits=18),
        source=DESK,
    )


def require_form_post(view):
    """Decorate a view that other pages' forms post to; a GET request is redirected to the desk."""

    @wraps(view)
    def wrapper(request, event, **kwargs):
        return view(request, event, **kwargs) if request.method == "POST" else redirect("desk", event.slug)

    return wrapper


def post_data(request):
    """Return the data that a form is bound to: that of a POST, None for the page of an empty form."""
    return request.POST if request.method == "POST" else None


def status_of(request) -> int:
    """Return the status of a page with a form: 422 if it answers a POST, which it shows to be refused."""
    return 422 if request.method == "POST" else 200


@dataclass(frozen=True)
class Outcome:
    """How an action ended; true if it is done, now or by an earlier copy of the same request.

    `result` is what the action returned, None for the earlier copy (`is_repeated`); `violation` is why
    nothing is stored.
    """

    result: object = None
    violation: RuleViolation | None = None
    is_repeated: bool = False

    def __bool__(self):
        return self.violation is None

    @property
    def error(self) -> str:
        """Return the text of the violation, "" if the action is done."""
        return violation_text(self.violation) if self.violation else ""


def attempt(action, *args, **kwargs) -> Outcome:
    """Call an action with these arguments, and return how it ended."""
    try:
        return Outcome(action(*args, **kwargs))
    except DuplicateRequest:
        return Outcome(is_repeated=True)
    except RuleViolation as violation:
        return Outcome(violation=violation)


def run_action(request, action, event, *args, done="", form=None, **kwargs) -> Outcome:
    """Run an action of an event as the person of the request.

    `done` is the text of the toast. A violation is added to `form`, or else shown in a toast, and the event
    is read again for the page that shows it.
    """
    outcome = attempt(action, event, get_actor(request), *args, **kwargs)
    if outcome:
        if done:
            messages.success(request, done)
        return outcome
    if form is not None:
        form.add_error(None, text_without_path(outcome.violation))
    else:
        messages.error(request, outcome.error)
    event.refresh_from_db()
    return outcome


def undo_address(event, request, back: str, address: str = "") -> str:
    """Return the address that undoes this request's action, and leads to the page `back`.

    If `address` is that page with a choice in its query, it leads to the same choice. Empty if nothing
    changed or the user may not undo it.
    """
    entry = get_logged_request(event, idempotency_key(request))
    if entry is None or not entry.changes:
        return ""
    if not access.can_undo(access.get_permissions(request, event), entry):
        return ""
    parts = urlsplit(address)
    choice = f"&{parts.query}" if parts.query and parts.path == reverse(back, args=[event.slug]) else ""
    return f"{reverse('undo', args=[event.slug])}?entry={entry.id}&back={back}{choice}"


def respond_done(request, event, text: str, back: str = "desk", address: str = ""):
    """Show a success message with Undo, and redirect to the address, or else to the page `back`.

    `back` is the URL name of the page to which Undo leads.
    """
    messages.success(request, text, extra_tags=undo_address(event, request, back, address))
    return redirect(address or reverse(back, args=[event.slug]))


def respond_club_done(request, club, text: str, address: str):
    """Show a success message with Undo for the change of people that this request made, and redirect.

    Undo leads to the address, too.
    """
    key = idempotency_key(request)
    entry = club.log.filter(key=key).exclude(key="").first()
    undo = f"{reverse('undo_club_entry', args=[club.slug, entry.pk])}?next={quote(address)}" if entry else ""
    messages.success(request, text, extra_tags=undo if entry and is_undoable(entry) else "")
    return redirect(address)


def csv_response(name: str, rows) -> HttpResponse:
    """Return rows as a CSV file of this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = HttpResponse(content_type="text/csv; charset=utf-8", headers=headers)
    csv.writer(response).writerows(rows)
    return response


def json_download(text, name):
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def button_view(action, toast: str, back: str = "desk"):
    """Return a view of a button that runs an action with the values of its address, and returns to `back`."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, **kwargs):
        run_action(request, action, event, *kwargs.values(), done=gettext(toast))
        return redirect(back, event.slug)

    return view
