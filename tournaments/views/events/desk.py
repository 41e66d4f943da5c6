"""The desk: next step, missing results, keyboard entry."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...actions.change import SUBMIT_REPORT
from ...actions.log import undo as undo_actions
from ...queries.desk.dashboard import get_dashboard
from ...queries.events.status import get_desk_status
from ...queries.history.load import event_from_row
from ...queries.log import log_page
from ...queries.results.keyboard_entry import get_quick_entry
from ...rules.history import FINISHED, PUBLISHED
from ..http.forms import get_actor, new_idempotency_key
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout

TEMPLATE = "desk/page.html"
FRAGMENTS = {"progress": "desk/_progress.jinja", "lists": "desk/_inbox.jinja"}
RECENT_ACTIONS = 6
EMPTY_ENTRY = {"table": "", "first": "", "second": "", "drawn": "", "said": ""}


@require_safe
@access.requires(access.VIEW_DESK)
def desk_page(request, event):
    return show(request, event)


def show(request, event, status=200, typed=None, on_site_forms=None):
    """Show the desk, within the user's permissions.

    `typed` is a refused result with its error, `on_site_forms` is a refused announcement or time extension.
    """
    permissions = access.get_permissions(request, event)

    def fragment_context():
        desk = get_dashboard(event)
        undoable = [entry.id for entry in undo_actions.undoable(event) if access.can_undo(permissions, entry)]
        lines = log_page.get_log_lines(event, 0, RECENT_ACTIONS, undoable, without=[SUBMIT_REPORT])
        return {"desk": desk, "event": event, "lines": lines, "permissions": permissions}

    def page_context(event_status):
        layout = get_page_layout(request, event, "desk", event_status)
        has_results = layout.round_state in (PUBLISHED, FINISHED) and event_status.state != "ended"
        return {
            "layout": layout,
            "event": event,
            "key": new_idempotency_key(),
            "takes_results": has_results and access.RESULTS in permissions,
            **quick_entry_context(event, typed),
            **on_site_context(event, on_site_forms or {}),
        }

    return render_live_page(
        request,
        event,
        TEMPLATE,
        FRAGMENTS,
        fragment_context,
        page_context,
        params={"permissions": sorted(permissions)},
        address=reverse("desk", args=[event.slug]),
        status=status,
        get_status=get_desk_status,
        shared=False,
    )


def on_site_context(event, forms, sent_key=""):
    """Return the context of the on-site forms; `forms` are refused ones, `sent_key` is the request's key."""
    announcement = event_from_row(event).announcement
    return {
        "on_site_key": new_idempotency_key(sent_key),
        "extension_form": forms.get("extend"),
        "announcement_form": forms.get("announce"),
        "announcement_text": announcement.text if announcement else "",
    }


def quick_entry_context(event, typed=None, stored="", undo="", sent_key=""):
    """Return the context of the keyboard entry; `typed` is a refused result, `stored` an accepted one.

    `sent_key` is the key of the request, empty on a new page.
    """
    typed = typed or {}
    return {
        "event": event,
        "entry_key": new_idempotency_key(sent_key),
        "typed": {**EMPTY_ENTRY, **typed.get("values", {})},
        "error": typed.get("error", ""),
        "sure": typed.get("sure", ""),
        "focus": typed.get("focus", "table"),
        "quick_entry": get_quick_entry(event),
        "stored": stored,
        "undo": undo,
    }


def render_quick_entry(request, event, status=200, **entry):
    """Return the keyboard entry without the rest of the page."""
    context = quick_entry_context(event, sent_key=get_actor(request).key, **entry)
    return render(request, "desk/_quick_entry.html", context, status=status)
