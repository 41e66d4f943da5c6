"""The round timer, time extensions and announcements at the desk."""

from functools import partial

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django_htmx.http import trigger_client_event

from ... import access
from ...actions.desk import announcements
from ...actions.rounds import clock as clock_actions
from ...forms.rounds.clock import AnnouncementForm, ExtensionForm, RoundForm
from ...queries.events.status import get_desk_status
from ...queries.log import log_page
from ...queries.rounds.clock import CLOCK_STEPS
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import form_errors_text, get_actor, require_form_post, run_action

# Value of a button → action.
CLOCK_ACTIONS = {
    "start": clock_actions.start_clock,
    "pause": clock_actions.pause_clock,
    "resume": clock_actions.resume_clock,
    **{minutes: partial(clock_actions.change_clock, minutes=int(minutes)) for minutes, _label in CLOCK_STEPS},
}


@access.requires(access.ANNOUNCE)
@require_form_post
def clock(request, event):
    """Press one button of the timer: start, pause, resume, more or fewer minutes."""
    action, form = CLOCK_ACTIONS.get(request.POST.get("do", "")), RoundForm(request.POST)
    if action is None or not form.is_valid():
        raise Http404
    return run_and_respond(request, event, "clock_form", form, action, "phase", "round")


@access.requires(clock_actions.extend_table.permission)
@require_form_post
def extend(request, event):
    """Give a table a time extension."""
    form, fields = ExtensionForm(request.POST), ("phase", "round", "table", "minutes")
    return run_and_respond(request, event, "extend", form, clock_actions.extend_table, *fields)


@access.requires(announcements.announce.permission)
@require_form_post
def announce(request, event):
    """Set or remove the announcement."""
    form = AnnouncementForm(request.POST)
    return run_and_respond(request, event, "announce", form, announcements.announce, "text", "ends")


def run_and_respond(request, event, name, form, action, *fields):
    """Run the action with these fields of the form if it is valid.

    Respond with the form, emptied or as typed with the error; without htmx with the page.
    """
    actor = get_actor(request)
    is_stored = form.is_valid() and run_action(
        request, action, event, actor, *(form.cleaned_data[field] for field in fields), form=form
    )
    event.refresh_from_db()
    entry = log_page.get_logged_request(event, actor.key) if is_stored else None
    toast, error = (
        log_page.describe_action(event, entry) if entry else gettext("Done"),
        form_errors_text(form),
    )
    if is_stored and not request.htmx:
        done(request, event, toast)
        return redirect("desk", event.slug)
    # The timer's form has no place for an error.
    is_timer_error = not is_stored and name == "clock_form"
    if not request.htmx:
        if is_timer_error:
            messages.error(request, error)
        return desk.show(request, event, status=422, on_site_forms={name: form})
    context = {
        **desk.on_site_context(get_desk_status(event), {} if is_stored else {name: form}, actor.key),
        "event": event,
        "done": toast if is_stored else error if is_timer_error else "",
        "failed": is_timer_error,
        "undo": undo_address(event, request, "desk") if is_stored else "",
    }
    page = render(request, f"events/desk/_{name}.jinja", context, status=200 if is_stored else 422)
    if name == "clock_form":
        desk.with_desk_around(request, event, page)
    if is_stored and name == "extend":
        trigger_client_event(page, "extended")
    return trigger_client_event(page, "changed")
