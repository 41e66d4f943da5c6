"""Pages of the log, undo and backups."""

from collections.abc import Callable
from itertools import groupby
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..access.clubs import can_see_people
from ..changes.registry import UNDO
from ..history.cache import load_event_file
from ..models import Event
from ..rules.errors import RuleViolation
from ..rules.event_file import without_contact_data
from ..web.answers import attempt, get_actor, json_download, require_form_post, respond_done, run_action
from ..web.forms import parse_whole_number
from ..web.layout import render_page
from ..web.wording import message_text
from .actions import backups, undo
from .actions.undo import create_restore_point
from .pages import log_lines
from .pages.log_lines import describe_action
from .pages.preview import differences, get_undo_preview
from .pages.undo import get_point_file, get_restore_points, last_action, last_of_undo_chain, load_state

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


def render_log(request, event):
    page = Paginator(range(event.log.count()), LINES_PER_PAGE).get_page(request.GET.get("page"))
    undoable = [entry.id for entry in undo.undoable(event)]
    start = page.start_index() - 1 if page.paginator.count else 0
    lines = log_lines.get_log_lines(event, start, LINES_PER_PAGE, undoable)
    context = {
        "days": [(day, list(group)) for day, group in groupby(lines, key=lambda line: line.day)],
        "page": page,
        "last": next(iter(undoable), None),
    }
    return render_page(request, event, "log", "log/page.jinja", context)


log_page = require_safe(access.requires(access.MANAGE)(render_log))


@access.requires(access.VIEW_DESK)
@require_form_post
def undo_entry(request, event):
    """Undo the last action, the one that the page showed as last."""
    entry_id = parse_whole_number(request.POST.get("entry") or request.GET.get("entry") or "", digits=18)
    back = request.POST.get("back") or request.GET.get("back")
    entry = event.log.filter(pk=entry_id).first() if entry_id else None
    check_can_undo(request, event, entry)
    is_undone = log_lines.is_undone(event, entry_id) or run_action(
        request, undo.undo, event, entry_id, done=undone_text(event, entry or last_action(event))
    )
    sees_log = access.MANAGE in access.get_permissions(request, event)
    if not is_undone and sees_log:
        return render_log(request, event)
    if back not in RETURN_PAGES:
        return redirect("desk_log" if sees_log else "desk", event.slug)
    # The list on that page keeps its order and filter.
    choice = urlencode({name: value for name, value in request.GET.items() if name not in ("entry", "back")})
    return redirect(f"{reverse(back, args=[event.slug])}{f'?{choice}' if choice else ''}")


def undone_text(event, entry) -> str:
    """“Undone: Table 6: Arjun 2–1 Lewis”."""
    if entry is None:
        return gettext("Undone")
    return gettext("Undone: {action}").format(action=log_lines.describe_action(event, entry))


def check_can_undo(request, event, entry):
    """Raise PermissionDenied unless the user may undo this entry; without an entry, any action."""
    if not access.can_undo(access.get_permissions(request, event), entry):
        raise PermissionDenied


@require_safe
@access.requires(access.MANAGE)
def event_file(request, event):
    """Download the event file, with what the address asks for: `?contact=1&people=1&identifiers=1`."""
    asks_for_people = {f"with_{name}": request.GET.get(name) == "1" for name in ("people", "identifiers")}
    if any(asks_for_people.values()) and not can_see_people(request, event):
        raise PermissionDenied
    text = load_event_file(event, with_contact_data=asks_for_contact_data(request), **asks_for_people)
    return json_download(text, f"{event.slug}.event.json")


@require_safe
@access.requires(access.MANAGE)
def restore_point_file(request, event, pk):
    """Download the event file of a restore point; with `?contact=1` also contact data."""
    restore_point = get_object_or_404(event.restore_points, pk=pk)
    text = get_point_file(event, restore_point)
    if not asks_for_contact_data(request):
        text = without_contact_data(text)
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
    point = get_object_or_404(event.restore_points, pk=pk)
    message = gettext("Event restored")
    return preview_or_run(request, event, "point", point, undo.restore_to_point, message)


def entry_at(event, pk):
    return get_object_or_404(event.log.select_related("undoes__undoes"), pk=pk)


def preview_or_run(request, event, kind: str, row, action: Callable, message: str):
    """Render the preview of the changes; a POST makes them."""
    if request.method == "POST" and run_action(request, action, event, row.pk):
        return respond_done(request, event, message, "desk_log")
    context = {"preview": get_undo_preview(event, kind, row)}
    return render_page(request, event, "log", "log/undo_preview.jinja", context)


@access.requires(create_restore_point.permission)
def points_page(request, event):
    """List the restore points; a POST creates one."""
    name, error = request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        outcome = attempt(create_restore_point, event, get_actor(request), name)
        if outcome:
            messages.success(request, gettext("Restore point saved"))
            return redirect("desk_points", event.slug)
        error = outcome.error
    context = {"points": get_restore_points(event), "name": name, "error": error}
    return render_page(request, event, "log", "log/restore_points.jinja", context)


@require_safe
@access.requires(access.MANAGE)
def compare(request, event):
    """Show the differences between two restore points, or one and the current event."""
    ids = [parse_whole_number(request.GET.get(name, "")[:20], digits=18) for name in "ab"]
    try:
        (name_a, before), (name_b, after) = (load_state(event, point) for point in ids)
    except RuleViolation as violation:
        raise Http404(message_text(violation)) from None
    context = {
        "ids": ids,
        "names": (name_a, name_b),
        "points": get_restore_points(event),
        "differences": differences(before, after),
    }
    return render_page(request, event, "log", "log/compare.jinja", context)


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
    slugs = Event.objects.order_by("pk").values_list("slug", flat=True)
    return backup_download(slugs, "topcut", of_site=True)


def backup_download(slugs, name, **options):
    """Send the backup while its events are read: all of them at once would take long, and much memory."""
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(
            True, f"{name}.{timezone.now():%Y-%m-%d-%H%M}.backup.zip"
        ),
    }
    chunks = backups.stream_backup(slugs, **options)
    return StreamingHttpResponse(chunks, content_type="application/zip", headers=headers)
