"""The log at the desk, and downloads of event files."""

from itertools import groupby

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import undo as undo_actions
from ...queries.history.cache import load_event_file
from ...queries.log import log_page as log_queries
from ...rules import event_file as event_file_format
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, require_form_post, run_action
from ..http.page_layout import get_page_layout

LINES_PER_PAGE = 50
# Pages that an undo may return to.
RETURN_PAGES = (
    "desk",
    "desk_players",
    "desk_pairs",
    "adjust_round",
    "desk_round",
    "desk_settings",
    "desk_check_in",
    "desk_registration",
    "settings_registration",
    "settings_format",
    "settings_pairing",
    "settings_standings",
    "settings_reporting",
    "settings_finals",
    "desk_phases",
    "desk_prizes",
    "desk_log",
)


@require_safe
@access.requires(access.MANAGE)
def log_page(request, event):
    return render_log(request, event)


def render_log(request, event, status=200):
    page = Paginator(range(event.log.count()), LINES_PER_PAGE).get_page(request.GET.get("page"))
    undoable = [entry.id for entry in undo_actions.undoable(event)]
    start = page.start_index() - 1 if page.paginator.count else 0
    lines = log_queries.get_log_lines(event, start, LINES_PER_PAGE, undoable)
    context = {
        "layout": get_page_layout(request, event, "log"),
        "event": event,
        "days": [(day, list(group)) for day, group in groupby(lines, key=lambda line: line.day)],
        "page": page,
        "last": next(iter(undoable), None),
        "key": new_idempotency_key(),
    }
    return render(request, "log/page.jinja", context, status=status)


@access.requires(access.VIEW_DESK)
@require_form_post
def undo(request, event):
    """Undo the last action, the one that the page showed as last."""
    entry_id = parse_whole_number(request.POST.get("entry") or request.GET.get("entry") or "", digits=18)
    back = request.POST.get("back") or request.GET.get("back")
    entry = event.log.filter(pk=entry_id).first() if entry_id else None
    check_can_undo(request, event, entry)
    is_undone = log_queries.is_undone(event, entry_id) or run_action(
        request,
        undo_actions.undo,
        event,
        get_actor(request),
        entry_id,
        done=undone_text(event, entry or undo_actions.last_action(event)),
    )
    sees_log = access.MANAGE in access.get_permissions(request, event)
    if not is_undone and sees_log:
        return render_log(request, event, status=422)
    return redirect(back if back in RETURN_PAGES else "desk_log" if sees_log else "desk", event.slug)


def undone_text(event, entry) -> str:
    """“Undone: Table 6: Arjun 2–1 Lewis”."""
    if entry is None:
        return gettext("Undone")
    return gettext("Undone: {action}").format(action=log_queries.describe_action(event, entry))


def check_can_undo(request, event, entry):
    """Raise PermissionDenied unless the user may undo this entry; without an entry, any action."""
    if not access.can_undo(access.get_permissions(request, event), entry):
        raise PermissionDenied


@require_safe
@access.requires(access.MANAGE)
def event_file(request, event):
    """Download the event file; with `?contact=1` also contact data."""
    text = load_event_file(event, with_contact_data=asks_for_contact_data(request))
    return json_download(text, f"{event.slug}.event.json")


@require_safe
@access.requires(access.MANAGE)
def restore_point_file(request, event, pk):
    """Download the event file of a restore point; with `?contact=1` also contact data."""
    restore_point = event.restore_points.filter(pk=pk).first()
    if restore_point is None:
        raise Http404
    text = restore_point.file
    if not asks_for_contact_data(request):
        text = event_file_format.without_contact_data(text)
    return json_download(text, f"{event.slug}.{restore_point.version}.event.json")


def asks_for_contact_data(request) -> bool:
    return request.GET.get("contact") == "1"


def json_download(text, name):
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)
