"""Registration at the desk."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext, ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ... import access
from ...changes.change import get_logged_request
from ...history.cache import load_history
from ...models import Registration
from ...models.registration import CLOSED_STATES
from ...rules.history import PRIVATE
from ...rules.registration import closed_now, opened_now
from ...web.answers import (
    Outcome,
    attempt,
    csv_response,
    get_actor,
    post_data,
    require_form_post,
    respond_done,
    run_action,
)
from ...web.forms import parse_whole_number
from ...web.layout import REGISTRATION, render_page, render_settings_page
from ...web.links import absolute_url, is_local_only, qr, site_url
from ..actions.entry_desk import (
    DOWN,
    FIRST,
    UP,
    ImportResult,
    TooFewPlacesError,
    accept_registrations,
    change_registration,
    decline_registrations,
    enter_registration,
    import_registrations,
    move_in_waitlist,
    move_to_waitlist,
    set_registration,
    withdraw_registrations,
)
from ..forms import EntryTableForm, RegistrationSettingsForm, next_field_number, staff_form
from ..pages.entries import entry_of, public_name, with_stored_name
from ..pages.entry_desk import ALL, FIRST_TITLES, csv_rows, get_entry_list, get_mail_queue


@access.requires(set_registration.permission)
def settings_page(request, event):
    """Show the settings of registration; POST saves them."""
    data = post_data(request)
    history = load_history(event)
    form = RegistrationSettingsForm(
        data,
        settings=history.registration,
        zone=history.timezone,
        next_key=next_field_number(event) if data else 0,
    )
    rows = {row.prefix: row for row in form.rows}
    is_valid = form.is_valid() and not any(row.errors for row in form.rows)
    if is_valid and run_action(request, set_registration, event, form.settings(), form=form):
        return respond_done(request, event, gettext("Saved"), "settings_registration")
    context = {**link_context(request, event), "page": history, "forms": {"registration": form, **rows}}
    return render_settings_page(request, event, REGISTRATION, "registration/desk/settings.jinja", context)


def link_context(request, event) -> dict:
    """Return the address of the public page with its QR code, and that of the poster once it is open."""
    address = absolute_url(request, reverse("register", args=[event.slug]))
    is_open = load_history(event).registration.open
    return {
        "address": address,
        "code": qr(address),
        "poster": reverse("sheet", args=[event.slug, "registration"]) if is_open else "",
        "is_local_only": is_local_only(request),
        "is_private": event.visibility == PRIVATE,
    }


@access.requires(set_registration.permission)
@require_form_post
def set_open(request, event):
    """Open registration now, or close it (`close`), without other changes."""
    settings, now = load_history(event).registration, timezone.now()
    closes = "close" in request.POST
    changed = closed_now(settings) if closes else opened_now(settings, now)
    if run_action(request, set_registration, event, changed):
        text = gettext("Registration closed") if closes else gettext("Registration opened")
        return respond_done(request, event, text, "desk_registration")
    return redirect("desk_registration", event.slug)


MAX_SEARCH_LENGTH = 100


@dataclass(frozen=True)
class BulkAction:
    """An action on the selected entries; `text` is the message about `count` of them.

    `takes_players`: also with players who have no entry.
    """

    run: Callable
    text: str
    takes_players: bool = True


# By the value of the button.
BULK_ACTIONS = {
    "accept": BulkAction(
        accept_registrations,
        ngettext_lazy("%(count)s player approved", "%(count)s players approved", "count"),
    ),
    "decline": BulkAction(
        decline_registrations,
        ngettext_lazy("%(count)s registration declined", "%(count)s registrations declined", "count"),
        takes_players=False,
    ),
    "waitlist": BulkAction(
        move_to_waitlist,
        ngettext_lazy(
            "%(count)s player put on the waitlist", "%(count)s players put on the waitlist", "count"
        ),
    ),
    "withdraw": BulkAction(
        withdraw_registrations,
        ngettext_lazy("%(count)s registration withdrawn", "%(count)s registrations withdrawn", "count"),
    ),
}


def render_list(request, event, question=None):
    """Show the entries of a filter (`show`) that match a search (`find`).

    `question` asks whether to exceed the cap: (text, the refused form).
    """
    context = {
        **link_context(request, event),
        "list": find_entries(request, event),
        "mails": get_mail_queue(event, timezone.now()),
        "question": question,
    }
    return render_page(request, event, "desk_players", "registration/desk/list.jinja", context)


list_page = require_safe(never_cache(access.requires(access.MANAGE)(render_list)))


def find_entries(request, event):
    choice = request.POST if request.method == "POST" else request.GET
    return get_entry_list(event, choice.get("show", ""), choice.get("find", "")[:MAX_SEARCH_LENGTH])


@access.requires(access.MANAGE)
@require_form_post
def change_selected(request, event):
    """Approve, decline, withdraw the selected entries (`entry`), or put them on the waitlist."""
    # A button of a row names the one entry that it is for.
    name, _dot, entry = request.POST.get("do", "").partition(" ")
    action = BULK_ACTIONS.get(name)
    pks, keys = read_selection(event, [entry] if entry else request.POST.getlist("entry"))
    if action is None or not (pks or keys):
        messages.error(request, gettext("Tick at least one registration first."))
        return redirect(list_address(request, event))
    arguments = (pks, keys) if action.takes_players else (pks,)
    options = {"exceed": True} if name == "accept" and "exceed" in request.POST else {}
    outcome = attempt(action.run, event, get_actor(request), *arguments, **options)
    if isinstance(outcome.violation, TooFewPlacesError):
        entries = [*(f"r{pk}" for pk in pks), *(f"p{key}" for key in keys)]
        return render_list(request, event, (outcome.error, {"do": name, "entries": entries}))
    if outcome.result is not None:
        text = action.text % {"count": outcome.result}
        return respond_done(request, event, text, "desk_registration", list_address(request, event))
    if not outcome:
        messages.error(request, outcome.error)
    elif not get_logged_request(event, get_actor(request).key):
        messages.error(request, gettext("This changes nothing for the selected registrations."))
    return redirect(list_address(request, event))


def read_selection(event, values: list[str]) -> tuple[list[int], list[str]]:
    """Return the row ids of the selected entries and the ids of selected players without one."""
    pks = [parse_whole_number(value[1:], digits=18) for value in values if value.startswith("r")]
    known = {player.id for player in load_history(event).players}
    keys = [value[1:] for value in values if value.startswith("p") and value[1:] in known]
    return [pk for pk in pks if pk is not None], keys


def list_address(request, event) -> str:
    """Return the address of the list with the filter and search of the submitted form."""
    choice = {name: request.POST.get(name, "")[:MAX_SEARCH_LENGTH] for name in ("show", "find")}
    choice = {name: value for name, value in choice.items() if value}
    address = reverse("desk_registration", args=[event.slug])
    return f"{address}?{urlencode(choice)}" if choice else address


@access.requires(move_in_waitlist.permission)
@require_form_post
def move(request, event):
    """Move an entry of the waitlist: `to` is first, up or down, then the entry's row id."""
    to, _space, pk = request.POST.get("to", "").partition(" ")
    pk = parse_whole_number(pk, digits=18)
    if to in (FIRST, UP, DOWN) and pk is not None:
        run_action(request, move_in_waitlist, event, pk, to)
    return redirect(list_address(request, event))


@never_cache
@access.requires(access.MANAGE)
def addresses_page(request, event):
    """Show the email addresses of the selected entries to copy; without a form, of a filter and search."""
    entries = find_entries(request, event)
    if selected := set(request.POST.getlist("entry")):
        chosen = [entry for entry in entries.entries if entry.value in selected]
    else:
        is_all = entries.show == ALL
        chosen = [entry for entry in entries.entries if not (is_all and entry.state in CLOSED_STATES)]
    addresses = list(dict.fromkeys(entry.email for entry in chosen if entry.email))
    context = {"list": entries, "addresses": addresses, "missing": sum(not entry.email for entry in chosen)}
    return render_page(request, event, "desk_players", "registration/desk/addresses.jinja", context, 200)


@require_safe
@never_cache
@access.requires(access.MANAGE)
def csv_file(request, event):
    """Return the entries of a filter and search as a file."""
    return csv_response(f"{event.slug}-registrations.csv", csv_rows(find_entries(request, event)))


@access.requires(enter_registration.permission)
def enter(request, event):
    """Enter a player with contact data."""
    form = staff_form(post_data(request), load_history(event).registration)
    if form.is_valid() and (outcome := store(request, event, form, enter_registration, form.entry())):
        if outcome.is_repeated:
            return redirect("desk_registration", event.slug)
        text = gettext("{name} registered").format(name=outcome.result.name)
        return respond_done(request, event, text, "desk_registration")
    return show(request, event, "registration/desk/enter.jinja", form)


def store(request, event, form, action, *arguments) -> Outcome:
    """Run the action; a violation is added to the form, which offers to exceed the cap if that would help."""
    options = {"exceed": "exceed" in request.POST, "site_url": site_url(request), "language": get_language()}
    outcome = run_action(request, action, event, *arguments, form=form, **options)
    form.can_exceed = isinstance(outcome.violation, TooFewPlacesError)
    return outcome


@access.requires(change_registration.permission)
def change(request, event, pk):
    """Change what a player has entered, or what was entered for them."""
    row = get_object_or_404(Registration, event=event, pk=pk)
    player = row.present_player
    form = staff_form(post_data(request), load_history(event).registration, entry_of(row, player))
    entry = with_stored_name(form.entry(), row, player) if form.is_valid() else None
    if entry and run_action(request, change_registration, event, pk, entry, form=form):
        return respond_done(request, event, gettext("Saved"), "desk_registration")
    return show(request, event, "registration/desk/change.jinja", form, name=public_name(row))


@access.requires(import_registrations.permission)
def import_table(request, event):
    """Enter the players of a pasted or uploaded table, and complete the entries of known names."""
    settings = load_history(event).registration
    form = EntryTableForm(post_data(request), request.FILES or None, settings=settings)
    if form.is_valid():
        entries, ignored = form.cleaned_data["entries"], form.cleaned_data["ignored"]
        if outcome := store(request, event, form, import_registrations, entries):
            if outcome.is_repeated:
                return redirect("desk_registration", event.slug)
            text = describe_import(outcome.result, ignored)
            return respond_done(request, event, text, "desk_registration")
    return show(request, event, "registration/desk/import.jinja", form)


def describe_import(result: ImportResult, ignored: list[str]) -> str:
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
        "form": form,
        "titles": [*map(gettext, FIRST_TITLES), *(field.label for field in history.registration.fields)],
        "version": history.version,
        **more,
    }
    return render_page(request, event, "desk_players", template, context)
