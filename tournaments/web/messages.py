"""Success messages of the desk, with Undo."""

from django.contrib import messages
from django.urls import reverse

from ... import access
from ...queries.log import log_page
from ..http.forms import idempotency_key


def undo_address(event, request, back: str) -> str:
    """Return the address that undoes this request's action.

    Empty if nothing changed or the user may not undo it.
    """
    entry = log_page.get_logged_request(event, idempotency_key(request))
    if entry is None or not entry.changes:
        return ""
    if not access.can_undo(access.get_permissions(request, event), entry):
        return ""
    return f"{reverse('undo', args=[event.slug])}?entry={entry.id}&back={back}"


def done(request, event, text: str, back: str = "desk"):
    """Show a success message with Undo; `back` names the page to return to."""
    messages.success(request, text, extra_tags=undo_address(event, request, back))
