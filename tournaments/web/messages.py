"""Success messages of the desk, with Undo."""

from django.contrib import messages
from django.urls import reverse

from .. import access
from ..log.pages.entries import get_logged_request
from .forms import idempotency_key


def undo_address(event, request, back: str) -> str:
    """Return the address that undoes this request's action.

    Empty if nothing changed or the user may not undo it.
    """
    entry = get_logged_request(event, idempotency_key(request))
    if entry is None or not entry.changes:
        return ""
    if not access.can_undo(access.get_permissions(request, event), entry):
        return ""
    return f"{reverse('undo', args=[event.slug])}?entry={entry.id}&back={back}"


def done(request, event, text: str, back: str = "desk"):
    """Show a success message with Undo; `back` names the page to return to."""
    messages.success(request, text, extra_tags=undo_address(event, request, back))
