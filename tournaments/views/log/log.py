"""The log at the desk: what was done, taken back, and the files to go back to."""

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import undo as undoing
from ...queries.history.cache import history_with_log
from ...queries.log import log_page as logs
from ...rules import event_file as file_format
from ..http.forms import attempt, by, new_key, posted
from ..http.jinja import render_template
from ..http.numbers import whole
from ..http.page_frame import frame_for

A_PAGE = 50
# The pages that an undo can come back to.
BACK = (
    "desk",
    "desk_results",
    "desk_players",
    "desk_pairs",
    "adjust_round",
    "desk_round",
    "desk_settings",
    "desk_log",
)


@require_safe
@access.may(access.COURSE)
def log_page(request, event):
    return show(request, event)


def show(request, event, status=200):
    page = Paginator(range(event.log.count()), A_PAGE).get_page(request.GET.get("page"))
    undoable = [entry.id for entry in undoing.undoable(event)]
    start = page.start_index() - 1 if page.paginator.count else 0
    lines = logs.lines_of(event, start, A_PAGE, undoable)
    context = {
        "frame": frame_for(request, event, "log"),
        "event": event,
        "lines": lines,
        "rows": render_template("desk/_log.jinja", {"event": event, "lines": lines}) if lines else "",
        "page": page,
        "last": next(iter(undoable), None),
        "key": new_key(),
    }
    return render(request, "desk/log.html", context, status=status)


@access.may(access.LOOK)
@posted
def undo(request, event):
    """Take the last action back: the one that the page showed as the last."""
    entry_id = whole(request.POST.get("entry") or request.GET.get("entry") or "", digits=18)
    back = request.POST.get("back") or request.GET.get("back")
    may_undo(request, event, entry_id)
    taken_back = logs.is_undone(event, entry_id) or attempt(
        request, undoing.undo, event, by(request), entry_id, done=gettext("Taken back")
    )
    sees_log = access.COURSE in access.rights(request, event)
    if not taken_back and sees_log:
        return show(request, event, status=422)
    return redirect(back if back in BACK else "desk_log" if sees_log else "desk", event.slug)


def may_undo(request, event, entry_id):
    """PermissionDenied for who may not do what is to be taken back; which without an entry is anything."""
    entry = event.log.filter(pk=entry_id).first() if entry_id else None
    if not access.may_take_back(access.rights(request, event), entry):
        raise PermissionDenied


@require_safe
@access.may(access.COURSE)
def event_file(request, event):
    """The event as one file."""
    return as_file(file_format.text(history_with_log(event)), f"{event.slug}.event.json")


@require_safe
@access.may(access.COURSE)
def snapshot(request, event, pk):
    """The event file as it was kept at a restore point."""
    kept = event.snapshots.filter(pk=pk).first()
    if kept is None:
        raise Http404
    return as_file(kept.file, f"{event.slug}.{kept.version}.event.json")


def as_file(text, name):
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)
