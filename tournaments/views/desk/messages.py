"""What the desk says after an action: done, with the way to take it back."""

from django.contrib import messages
from django.urls import reverse

from ... import access
from ...queries.log import log_page
from ..http.forms import key_in


def undo_address(event, request, back: str) -> str:
    """Where a POST takes back what this request has done; empty where it changed nothing, and for who may not
    take it back."""
    entry = log_page.done_with(event, key_in(request))
    if entry is None or not entry.changes:
        return ""
    if not access.may_take_back(access.rights(request, event), entry):
        return ""
    return f"{reverse('undo', args=[event.slug])}?entry={entry.id}&back={back}"


def done(request, event, words: str, back: str = "desk"):
    """A toast with its Undo; `back` names the page to come back to."""
    messages.success(request, words, extra_tags=undo_address(event, request, back))
