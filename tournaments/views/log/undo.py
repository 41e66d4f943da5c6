"""Going back: what changes is shown first, then one button does it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.log import restore_points, undo
from ...queries.log import log_page
from ...queries.log import undo as turns
from ...queries.log.diff import differences
from ...queries.log.restore_points import compared, points_of
from ...queries.log.undo_preview import turning_of
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, refusal_of
from ..http.numbers import whole
from ..http.page_frame import frame_for


@access.may(access.COURSE)
def take_back(request, event, pk):
    """One action taken back alone, or done again where it is taken back."""
    entry = entry_at(event, pk)
    is_undone = turns.last_turn(entry).action == log_page.UNDO
    action = undo.redo if is_undone else undo.undo
    words = gettext("Done again") if is_undone else gettext("Taken back")
    return turn(request, event, "redo" if is_undone else "undo", entry, action, words)


@access.may(access.COURSE)
def go_back(request, event, pk):
    """The whole event as it was before a line of its log."""
    return turn(request, event, "back", entry_at(event, pk), undo.go_back, gettext("The event is as it was"))


@access.may(access.COURSE)
def restore_point(request, event, pk):
    """The whole event as it was at a restore point."""
    point = event.snapshots.filter(pk=pk).first()
    if point is None:
        raise Http404
    return turn(request, event, "point", point, undo.go_back_to_point, gettext("The event is as it was"))


def entry_at(event, pk):
    entry = event.log.select_related("undoes__undoes").filter(pk=pk).first()
    if entry is None:
        raise Http404
    return entry


def turn(request, event, kind: str, row, action: Callable, words: str):
    """The page that shows what changes; a POST does it."""
    status = 200
    if request.method == "POST":
        if attempt(request, action, event, by(request), row.pk):
            done(request, event, words, "desk_log")
            return redirect("desk_log", event.slug)
        status = 422
        event.refresh_from_db()
    context = {
        "frame": frame_for(request, event, "log"),
        "event": event,
        "turning": turning_of(event, kind, row),
        "key": new_key(),
    }
    return render(request, "desk/turn.html", context, status=status)


@access.may(access.COURSE)
def points_page(request, event):
    """The restore points; a POST keeps one more."""
    name, status, error = request.POST.get("name", "")[:200], 200, ""
    if request.method == "POST":
        wrong = refusal_of(restore_points.keep_point, event, by(request), name)
        if wrong is None:
            messages.success(request, gettext("Restore point kept"))
            return redirect("desk_points", event.slug)
        error, status = in_words(wrong), 422
    context = {
        "frame": frame_for(request, event, "log"),
        "event": event,
        "points": points_of(event),
        "name": name,
        "error": error,
        "key": new_key(),
    }
    return render(request, "desk/points.html", context, status=status)


@require_safe
@access.may(access.COURSE)
def compare(request, event):
    """Two restore points, or one and the event as it is now: what differs."""
    asked = [request.GET.get(name, "")[:20] for name in ("a", "b")]
    try:
        pair = compared(event, *(whole(one, digits=18) for one in asked))
    except RuleViolation as wrong:
        raise Http404(in_words(wrong)) from None
    context = {
        "frame": frame_for(request, event, "log"),
        "event": event,
        "pair": pair,
        "points": points_of(event),
        "differences": differences(*pair.events),
    }
    return render(request, "desk/compare.html", context)
