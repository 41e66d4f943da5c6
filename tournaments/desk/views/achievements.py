"""Achievements in the rows of the desk's tables."""

from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from ... import access
from ...results.pages.entry import get_result_entry
from ...series.actions.ticks import set_achievement
from ...web.answers import require_form_post, run_action
from ...web.forms import form_errors_text
from ..forms import AchievementForm
from .desk_page import respond_without_table, round_address, row_response


@access.requires(set_achievement.permission)
@require_form_post
def achievement(request, event):
    """Confirm an achievement of a player at a table, or remove it; respond with the row or the page."""
    form = AchievementForm(request.POST)
    if not form.is_valid():
        return respond_without_table(request, event, form)
    place = tuple(form.cleaned_data[name] for name in ("phase", "round", "table"))
    # A row shows the error itself.
    shown = {"form": form} if request.htmx else {"done": gettext("Saved.")}
    is_stored = run_action(request, set_achievement, event, *place, **form.arguments, **shown)
    event.refresh_from_db()
    if not request.htmx:
        return redirect(sender_address(request, event, *place))
    entry = get_result_entry(event, *place[:2])
    if entry is None or entry.is_draft or entry.find_table(place[2]) is None:
        return respond_without_table(request, event, form)
    status, error = (200, "") if is_stored else (422, form_errors_text(form))
    return row_response(request, event, *place, status=status, error=error, has_open_achievements=True)


def sender_address(request, event, phase, number, table) -> str:
    """Return the address of the page that the button was on: the table's own, or the row in its round."""
    if request.POST.get("from") == "table":
        return f"{reverse('desk', args=[event.slug])}?phase={phase}&round={number}&table={table}"
    return f"{round_address(event, phase, number)}#t{table}"
