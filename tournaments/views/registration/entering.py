"""Players whom the desk enters with contact data, one by hand or a table, and changes of their entries."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, ngettext

from ... import access
from ...actions.change import DuplicateRequest
from ...actions.registration import entering
from ...actions.registration.desk import TooFewPlacesError
from ...actions.registration.editing import change_registration
from ...forms.registration.desk import EntryTableForm, staff_form
from ...models import Registration
from ...queries.history.cache import load_history
from ...queries.registration.own_page import entry_of
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ..desk.messages import done
from ..http.forms import get_actor, get_violation, new_idempotency_key
from ..http.page_layout import get_page_layout
from ..http.urls import site_url


@access.requires(entering.enter_registration.permission)
def enter(request, event):
    """Enter a player with contact data."""
    form = staff_form(request.POST or None, load_history(event).registration)
    if form.is_bound and form.is_valid():
        row = store(request, event, form, entering.enter_registration, form.entry())
        if row is not None:
            if row:
                done(request, event, gettext("{name} registered").format(name=row.name), "desk_registration")
            return redirect("desk_registration", event.slug)
    return show(request, event, "registration/desk/enter.jinja", form)


def store(request, event, form, action, *arguments):
    """Run the action; return its result, False if it was done before, None for an error of the form."""
    options = {"exceed": "exceed" in request.POST, "site_url": site_url(request), "language": get_language()}
    try:
        return action(event, get_actor(request), *arguments, **options)
    except DuplicateRequest:
        return False
    except TooFewPlacesError as violation:
        form.add_error(None, message_text(violation))
        form.can_exceed = True
    except RuleViolation as violation:
        form.add_error(None, message_text(violation))
    return None


@access.requires(change_registration.permission)
def change(request, event, pk):
    """Change what a player has entered, or what was entered for them."""
    row = Registration.objects.filter(event=event, pk=pk).first()
    if row is None:
        raise Http404
    player = row.present_player
    data = request.POST if request.method == "POST" else None
    form = staff_form(data, load_history(event).registration, entry_of(row, player))
    if form.is_bound and form.is_valid():
        violation = get_violation(change_registration, event, get_actor(request), pk, form.entry())
        if violation is None:
            done(request, event, gettext("Saved"), "desk_registration")
            return redirect("desk_registration", event.slug)
        form.add_error(None, message_text(violation))
    return show(request, event, "registration/desk/change.jinja", form, name=(player or row).name)


@access.requires(entering.import_registrations.permission)
def import_table(request, event):
    """Enter the players of a pasted or uploaded table, and complete the entries of known names."""
    data, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = EntryTableForm(data, files, settings=load_history(event).registration)
    if form.is_bound and form.is_valid():
        entries, ignored = form.cleaned_data["entries"], form.cleaned_data["ignored"]
        result = store(request, event, form, entering.import_registrations, entries)
        if result is not None:
            if result:
                done(request, event, describe_import(result, ignored), "desk_registration")
            return redirect("desk_registration", event.slug)
    return show(request, event, "registration/desk/import.jinja", form)


def describe_import(result: entering.ImportResult, ignored: list[str]) -> str:
    """Return “12 players added, 3 completed, 5 unchanged. Not read: Seed.”"""
    added = ngettext("{count} player added", "{count} players added", result.added)
    parts = [added.format(count=result.added)]
    if result.completed:
        parts.append(gettext("{count} completed").format(count=result.completed))
    if result.unchanged:
        parts.append(gettext("{count} unchanged").format(count=result.unchanged))
    text = ", ".join(parts)
    if ignored:
        columns = ", ".join(column[:40] for column in ignored[:10])
        text = text + ". " + gettext("Columns not read: {columns}").format(columns=columns)
    return text


def show(request, event, template, form, **more):
    history = load_history(event)
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "form": form,
        "labels": [field.label for field in history.registration.fields],
        "version": history.version,
        "key": new_idempotency_key(),
        **more,
    }
    return render(request, template, context, status=422 if form.is_bound else 200)
