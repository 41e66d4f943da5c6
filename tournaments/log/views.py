"""Undo, redo and restore: a preview of the changes, then one button."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import restore_points, undo
from ...changes.registry import UNDO
from ...queries.log import log_page
from ...queries.log import undo as undo_queries
from ...queries.log.diff import differences
from ...queries.log.restore_points import compare_restore_points, get_restore_points
from ...queries.log.undo_preview import get_undo_preview
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ..desk.messages import done
from ..http.forms import get_actor, get_violation, new_idempotency_key, parse_whole_number, run_action
from ..http.page_layout import get_page_layout


@access.requires(access.MANAGE)
def undo_change(request, event, pk):
    """Undo one action alone, or redo it if it is undone."""
    entry = entry_at(event, pk)
    is_undone = undo_queries.last_of_undo_chain(entry).action == UNDO
    action = undo.redo if is_undone else undo.undo
    message = gettext("Redone: {action}") if is_undone else gettext("Undone: {action}")
    message = message.format(action=log_page.describe_action(event, entry))
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


@access.requires(restore_points.create_restore_point.permission)
def points_page(request, event):
    """List the restore points; a POST creates one."""
    name, status, error = request.POST.get("name", "")[:200], 200, ""
    if request.method == "POST":
        violation = get_violation(restore_points.create_restore_point, event, get_actor(request), name)
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
