"""Submitted values, idempotency keys, the version that the page showed, and running actions."""

import secrets
from functools import wraps

from django.contrib import messages
from django.shortcuts import redirect

from ...actions.change import Actor, DuplicateRequest
from ...forms.fields import text_without_path
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ...rules.history import DESK


def new_idempotency_key(page="") -> str:
    """Return a new key; `page` is an earlier key of the same page, if any."""
    return f"{page.partition('.')[0] or secrets.token_urlsafe(12)}.{secrets.token_urlsafe(12)}"


def idempotency_key(request) -> str:
    """Return the key of the submitted form, or an empty string. Databases reject unprintable characters."""
    return "".join(filter(str.isprintable, request.POST.get("key", "")))[:64]


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


def run_action(request, action, *args, done="", form=None, **kwargs):
    """Run an action; return True if it is done, now or by an earlier copy of the same request.

    `done` is the text of the toast. A violation is added to `form`, or else shown in a toast.
    """
    violation = get_violation(action, *args, **kwargs)
    if violation is None:
        if done:
            messages.success(request, done)
        return True
    if form is not None:
        form.add_error(None, text_without_path(violation))
    else:
        # Users of a page do not know the event file's paths.
        to_text = text_without_path if "path" in violation.params else message_text
        messages.error(request, to_text(violation))
    return False


def form_errors_text(form) -> str:
    """Return all errors of a form in one line."""
    return " ".join(error for errors in form.errors.values() for error in errors)


def get_violation(action, *args, **kwargs) -> RuleViolation | None:
    """Run an action; return its violation, or None if it is done, now or by an earlier copy."""
    try:
        action(*args, **kwargs)
    except DuplicateRequest:
        return None
    except RuleViolation as violation:
        return violation
    return None


def parse_whole_number(text, digits=5):
    """Return the whole number in a text, or None for anything else and for more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
