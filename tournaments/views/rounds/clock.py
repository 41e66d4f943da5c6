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
from ...queries.log import log_page
from ...queries.rounds.clock import PRESSES
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import form_errors_text, get_actor, require_form_post, run_action

# Value of a button → action.
CLOCK = {
    "start": clock_actions.start_clock,
    "pause": clock_actions.pause_clock,
    "resume": clock_actions.resume_clock,
    **{minutes: partial(clock_actions.change_clock, minutes=int(minutes)) for minutes, _label in PRESSES},
}


@access.requires(access.ANNOUNCE)
@require_form_post
def clock(request, event):
    """One button of the timer: start, pause, resume, more or fewer minutes."""
    action, form = CLOCK.get(request.POST.get("said", "")), RoundForm(request.POST)
    if action is None or not form.is_valid():
        raise Http404
    data = form.cleaned_data
    stored = run_action(request, action, event, get_actor(request), data["phase"], data["round"], form=form)
    return respond(request, event, "clock_form", form, stored)


@access.requires(access.HANDLE_REPORTS)
@require_form_post
def extend(request, event):
    """Give a table a time extension."""
    form = ExtensionForm(request.POST)
    names = ("phase", "round", "table", "minutes")
    stored = form.is_valid() and run_action(
        request,
        clock_actions.extend_table,
        event,
        get_actor(request),
        *(form.cleaned_data[name] for name in names),
        form=form,
    )
    return respond(request, event, "extend", form, stored)


@access.requires(access.ANNOUNCE)
@require_form_post
def announce(request, event):
    """Set or remove the announcement."""
    form = AnnouncementForm(request.POST)
    stored = form.is_valid() and run_action(
        request, announcements.announce, event, get_actor(request), form.cleaned_data["text"], form=form
    )
    return respond(request, event, "announce", form, stored)


def respond(request, event, name, form, stored):
    """Respond with the form, emptied or as typed with the error; without htmx with the page."""
    event.refresh_from_db()
    words = action_text(event, get_actor(request).key) if stored else ""
    error = form_errors_text(form)
    if request.htmx:
        undo = undo_address(event, request, "desk") if stored else ""
        context = {
            **desk.hall_context(event, {name: form} if error else {}, get_actor(request).key),
            "event": event,
        }
        context |= {"toast": words, "undo": undo}
        if error and name == "clock_form":
            context |= {"toast": error, "failed": True}
        page = render(request, f"desk/_{name}.html", context, status=422 if error else 200)
        if stored and name == "extend":
            trigger_client_event(page, "extended")
        return trigger_client_event(page, "changed")
    if stored:
        done(request, event, words)
        return redirect("desk", event.slug)
    if name == "clock_form":
        messages.error(request, error)
    return desk.show(request, event, status=422, hall={name: form})


def action_text(event, key) -> str:
    """Return what this request did, from the log."""
    entry = log_page.get_logged_request(event, key)
    return log_page.words_for(event, entry) if entry else gettext("Done")
