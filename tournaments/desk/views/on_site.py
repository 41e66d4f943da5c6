"""The timer, time extensions and announcements: forms beside the tables."""

from functools import partial

from django.contrib import messages
from django.http import Http404
from django.shortcuts import render
from django.utils.translation import gettext
from django_htmx.http import trigger_client_event

from ... import access
from ...changes.change import get_logged_request
from ...log.pages.log_lines import describe_action
from ...rounds.actions.rounds import change_clock, extend_table, pause_clock, resume_clock, start_clock
from ...web.answers import idempotency_key, require_form_post, respond_done, run_action, undo_address
from ...web.forms import form_errors_text
from ...web.status import CLOCK_STEPS, get_desk_status
from .. import actions
from ..forms import AnnouncementForm, ExtensionForm, RoundForm
from .desk_page import on_site_context, show_desk, with_desk_around

# Value of a button → action.
CLOCK_ACTIONS = {
    "start": start_clock,
    "pause": pause_clock,
    "resume": resume_clock,
    **{minutes: partial(change_clock, minutes=int(minutes)) for minutes, _label in CLOCK_STEPS},
}


@access.requires(access.ANNOUNCE)
@require_form_post
def clock(request, event):
    """Press one button of the timer: start, pause, resume, more or fewer minutes."""
    action, form = CLOCK_ACTIONS.get(request.POST.get("do", "")), RoundForm(request.POST)
    if action is None or not form.is_valid():
        raise Http404
    return run_and_respond(request, event, "clock_form", form, action, "phase", "round")


@access.requires(extend_table.permission)
@require_form_post
def extend(request, event):
    """Give a table a time extension."""
    form, fields = ExtensionForm(request.POST), ("phase", "round", "table", "minutes")
    return run_and_respond(request, event, "extend", form, extend_table, *fields)


@access.requires(actions.announce.permission)
@require_form_post
def announce(request, event):
    """Set or remove the announcement."""
    form = AnnouncementForm(request.POST)
    return run_and_respond(request, event, "announce", form, actions.announce, "text", "ends")


def run_and_respond(request, event, name, form, action, *fields):
    """Run the action with these fields of the form if it is valid.

    Respond with the form, emptied or as typed with the error; without htmx with the page.
    """
    key = idempotency_key(request)
    is_stored = form.is_valid() and run_action(
        request, action, event, *(form.cleaned_data[field] for field in fields), form=form
    )
    event.refresh_from_db()
    entry = get_logged_request(event, key) if is_stored else None
    toast = describe_action(event, entry) if entry else gettext("Done")
    error = form_errors_text(form)
    if is_stored and not request.htmx:
        return respond_done(request, event, toast)
    # The timer's form has no place for an error.
    is_timer_error = not is_stored and name == "clock_form"
    if not request.htmx:
        if is_timer_error:
            messages.error(request, error)
        return show_desk(request, event, on_site_forms={name: form})
    context = {
        **on_site_context(get_desk_status(event), {} if is_stored else {name: form}, key),
        "event": event,
        "done": toast if is_stored else error if is_timer_error else "",
        "failed": is_timer_error,
        "undo": undo_address(event, request, "desk") if is_stored else "",
    }
    page = render(request, f"events/desk/_{name}.jinja", context, status=200 if is_stored else 422)
    if name == "clock_form":
        with_desk_around(request, event, page)
    if is_stored and name == "extend":
        trigger_client_event(page, "extended")
    return trigger_client_event(page, "changed")
