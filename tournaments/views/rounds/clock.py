"""The time and the words for everybody, at the desk: the clock, a table's extension, an announcement."""

from functools import partial

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django_htmx.http import trigger_client_event

from ... import access
from ...actions.desk import announcements
from ...actions.rounds import clock as clocks
from ...forms.rounds.clock import AnnouncementForm, ExtensionForm, RoundForm
from ...queries.log import log_page
from ...queries.rounds.clock import PRESSES
from ..desk.messages import done, undo_address
from ..events import desk
from ..http.forms import attempt, by, posted, words_in

# What a button of the clock says → what it does.
CLOCK = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "resume": clocks.resume_clock,
    **{said: partial(clocks.change_clock, minutes=int(said)) for said, _shown in PRESSES},
}


@access.may(access.SAY)
@posted
def clock(request, event):
    """One press of the clock: started, paused, set going again, so many minutes more or less."""
    action, form = CLOCK.get(request.POST.get("said", "")), RoundForm(request.POST)
    if action is None or not form.is_valid():
        raise Http404
    said = form.cleaned_data
    stored = attempt(request, action, event, by(request), said["phase"], said["round"], form=form)
    return answer(request, event, "clock_form", form, stored)


@access.may(access.HALL)
@posted
def extend(request, event):
    """A table given more time than the round."""
    form = ExtensionForm(request.POST)
    where = ("phase", "round", "table", "minutes")
    stored = form.is_valid() and attempt(
        request,
        clocks.extend_table,
        event,
        by(request),
        *(form.cleaned_data[name] for name in where),
        form=form,
    )
    return answer(request, event, "extend", form, stored)


@access.may(access.SAY)
@posted
def announce(request, event):
    """A line said to everybody, or taken back."""
    form = AnnouncementForm(request.POST)
    stored = form.is_valid() and attempt(
        request, announcements.announce, event, by(request), form.cleaned_data["text"], form=form
    )
    return answer(request, event, "announce", form, stored)


def answer(request, event, name, form, stored):
    """The form that was sent, ready for the next, or as it was typed with what is wrong; the page without
    a script."""
    event.refresh_from_db()
    words = last_words(event, by(request).key) if stored else ""
    error = words_in(form)
    if request.htmx:
        undo = undo_address(event, request, "desk") if stored else ""
        context = {
            **desk.hall_context(event, {name: form} if error else {}, by(request).key),
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


def last_words(event, key) -> str:
    """What this request did, as the log says it."""
    entry = log_page.done_with(event, key)
    return log_page.words_for(event, entry) if entry else gettext("Done")
