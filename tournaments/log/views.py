"""Pages of the log, undo and backups."""

from collections.abc import Callable
from itertools import groupby

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..changes.registry import UNDO
from ..history.cache import load_event_file
from ..models import Event
from ..rules import event_file as event_file_format
from ..rules.errors import RuleViolation
from ..web.forms import (
    done,
    get_actor,
    get_violation,
    json_download,
    new_idempotency_key,
    parse_whole_number,
    require_form_post,
    run_action,
)
from ..web.layout import get_page_layout
from ..web.wording import message_text
from .actions import backups, undo
from .actions.undo import create_restore_point
from .pages import entries
from .pages.entries import describe_action
from .pages.preview import differences, get_undo_preview
from .pages.undo import compare_restore_points, get_restore_points, last_action, last_of_undo_chain

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
    undoable = [entry.id for entry in undo.undoable(event)]
    start = page.start_index() - 1 if page.paginator.count else 0
    lines = entries.get_log_lines(event, start, LINES_PER_PAGE, undoable)
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
def undo_entry(request, event):
    """Undo the last action, the one that the page showed as last."""
    entry_id = parse_whole_number(request.POST.get("entry") or request.GET.get("entry") or "", digits=18)
    back = request.POST.get("back") or request.GET.get("back")
    entry = event.log.filter(pk=entry_id).first() if entry_id else None
    check_can_undo(request, event, entry)
    is_undone = entries.is_undone(event, entry_id) or run_action(
        request,
        undo.undo,
        event,
        get_actor(request),
        entry_id,
        done=undone_text(event, entry or last_action(event)),
    )
    sees_log = access.MANAGE in access.get_permissions(request, event)
    if not is_undone and sees_log:
        return render_log(request, event, status=422)
    return redirect(back if back in RETURN_PAGES else "desk_log" if sees_log else "desk", event.slug)


def undone_text(event, entry) -> str:
    """“Undone: Table 6: Arjun 2–1 Lewis”."""
    if entry is None:
        return gettext("Undone")
    return gettext("Undone: {action}").format(action=entries.describe_action(event, entry))


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


@access.requires(access.MANAGE)
def undo_change(request, event, pk):
    """Undo one action alone, or redo it if it is undone."""
    entry = entry_at(event, pk)
    is_undone = last_of_undo_chain(entry).action == UNDO
    action = undo.redo if is_undone else undo.undo
    message = gettext("Redone: {action}") if is_undone else gettext("Undone: {action}")
    message = message.format(action=describe_action(event, entry))
    return preview_or_run(request, event, "redo" if is_undone else "undo", entry, action, message)


@access.requires(undo.restore_to_before.permission)
def restore_to_before(request, event, pk):
    """Restore the whole event to before a log entry."""
    message = gettext("Event restored")
    return preview_or_run(request, event, "back", entry_at(event, pk), undo.restore_to_before, message)


@access.requires(undo.restore_to_point.permission)
def restore_point(request, event, pk):
    """Restore the whole event to a restore point."""
    point = event.restore_points.filter(pk=pk).first()
    if point is None:
        raise Http404
    message = gettext("Event restored")
    return preview_or_run(request, event, "point", point, undo.restore_to_point, message)


def entry_at(event, pk):
    entry = event.log.select_related("undoes__undoes").filter(pk=pk).first()
    if entry is None:
        raise Http404
    return entry


def preview_or_run(request, event, kind: str, row, action: Callable, message: str):
    """Render the preview of the changes; a POST makes them."""
    status = 200
    if request.method == "POST":
        if run_action(request, action, event, get_actor(request), row.pk):
            done(request, event, message, "desk_log")
            return redirect("desk_log", event.slug)
        status = 422
        event.refresh_from_db()
    context = {
        "layout": get_page_layout(request, event, "log"),
        "event": event,
        "preview": get_undo_preview(event, kind, row),
        "key": new_idempotency_key(),
    }
    return render(request, "log/undo_preview.jinja", context, status=status)


@access.requires(create_restore_point.permission)
def points_page(request, event):
    """List the restore points; a POST creates one."""
    name, status, error = request.POST.get("name", "")[:200], 200, ""
    if request.method == "POST":
        violation = get_violation(create_restore_point, event, get_actor(request), name)
        if violation is None:
            messages.success(request, gettext("Restore point saved"))
            return redirect("desk_points", event.slug)
        error, status = message_text(violation), 422
    context = {
        "layout": get_page_layout(request, event, "log"),
        "event": event,
        "points": get_restore_points(event),
        "name": name,
        "error": error,
        "key": new_idempotency_key(),
    }
    return render(request, "log/restore_points.jinja", context, status=status)


@require_safe
@access.requires(access.MANAGE)
def compare(request, event):
    """Show the differences between two restore points, or one and the current event."""
    ids = (parse_whole_number(request.GET.get(name, "")[:20], digits=18) for name in "ab")
    try:
        pair = compare_restore_points(event, *ids)
    except RuleViolation as violation:
        raise Http404(message_text(violation)) from None
    context = {
        "layout": get_page_layout(request, event, "log"),
        "event": event,
        "pair": pair,
        "points": get_restore_points(event),
        "differences": differences(*pair.events),
    }
    return render(request, "log/compare.jinja", context)


@require_safe
@access.requires(access.MANAGE)
def event_backup(request, event):
    """Download a backup of the event, including players' links.

    The seed of the next draw is left out: organisers must not know it in advance. So are open invitations.
    """
    return backup_download([event.slug], event.slug, for_organiser=True)


@require_safe
@access.requires_superuser
def all_backup(request):
    """Download a backup of all events of the site."""
    return backup_download(
        Event.objects.order_by("pk").values_list("slug", flat=True), "topcut", for_organiser=False
    )


def backup_download(slugs, name, for_organiser):
    """Send the backup while its events are read: all of them at once would take long, and much memory."""
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(
            True, f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
        ),
    }
    chunks = backups.stream_backup(slugs, for_organiser)
    return StreamingHttpResponse(chunks, content_type="application/zip", headers=headers)
