"""The desk's list of registrations: filters, bulk actions, email addresses, the waitlist's order."""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ... import access
from ...actions.change import DuplicateRequest
from ...actions.registration import desk as actions
from ...actions.registration.desk import TooFewPlacesError
from ...queries.history.cache import load_history
from ...queries.log import log_page
from ...queries.registration.csv import csv_rows
from ...queries.registration.entry_list import ALL, get_entry_list
from ...queries.registration.mail import get_mail_queue
from ...queries.registration.states import CLOSED_STATES
from ...queries.wording.formats import message_text
from ...rules.errors import RuleViolation
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, require_form_post, run_action
from ..http.page_layout import get_page_layout
from .settings import link_context

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
        actions.accept_registrations,
        ngettext_lazy("%(count)s player approved", "%(count)s players approved", "count"),
    ),
    "decline": BulkAction(
        actions.decline_registrations,
        ngettext_lazy("%(count)s registration declined", "%(count)s registrations declined", "count"),
        takes_players=False,
    ),
    "waitlist": BulkAction(
        actions.move_to_waitlist,
        ngettext_lazy(
            "%(count)s player put on the waitlist", "%(count)s players put on the waitlist", "count"
        ),
    ),
    "withdraw": BulkAction(
        actions.withdraw_registrations,
        ngettext_lazy("%(count)s registration withdrawn", "%(count)s registrations withdrawn", "count"),
    ),
}


@require_safe
@never_cache
@access.requires(access.MANAGE)
def list_page(request, event):
    """Show the entries of a filter (`show`) that match a search (`find`)."""
    return render_list(request, event, request.GET)


def render_list(request, event, choice, status=200, question=None):
    """Show the list; `question` asks whether to exceed the cap: (text, the refused form)."""
    layout = get_page_layout(request, event, "desk_players")
    entries = find_entries(event, choice)
    context = {
        **link_context(request, event),
        "layout": layout,
        "event": event,
        "list": entries,
        "mails": get_mail_queue(event, timezone.now()),
        "key": new_idempotency_key(),
        "question": question,
    }
    return render(request, "registration/desk/list.jinja", context, status=status)


def find_entries(event, choice):
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
        return back_to_list(request, event)
    arguments = (pks, keys) if action.takes_players else (pks,)
    options = {"exceed": True} if name == "accept" and "exceed" in request.POST else {}
    try:
        count = action.run(event, get_actor(request), *arguments, **options)
    except TooFewPlacesError as violation:
        entries = [*(f"r{pk}" for pk in pks), *(f"p{key}" for key in keys)]
        question = message_text(violation), {"do": name, "entries": entries}
        return render_list(request, event, request.POST, 422, question)
    except RuleViolation as violation:
        messages.error(request, message_text(violation))
    except DuplicateRequest:
        if not log_page.get_logged_request(event, get_actor(request).key):
            messages.error(request, gettext("This changes nothing for the selected registrations."))
    else:
        done(request, event, action.text % {"count": count}, "desk_registration")
    return back_to_list(request, event)


def read_selection(event, values: list[str]) -> tuple[list[int], list[str]]:
    """Return the row ids of the selected entries and the ids of selected players without one."""
    pks = [parse_whole_number(value[1:], digits=18) for value in values if value.startswith("r")]
    known = {player.id for player in load_history(event).players}
    keys = [value[1:] for value in values if value.startswith("p") and value[1:] in known]
    return [pk for pk in pks if pk is not None], keys


def back_to_list(request, event):
    choice = {name: request.POST.get(name, "")[:MAX_SEARCH_LENGTH] for name in ("show", "find")}
    choice = {name: value for name, value in choice.items() if value}
    address = reverse("desk_registration", args=[event.slug])
    return redirect(f"{address}?{urlencode(choice)}" if choice else address)


@access.requires(actions.move_in_waitlist.permission)
@require_form_post
def move(request, event):
    """Move an entry of the waitlist: `to` is first, up or down, then the entry's row id."""
    to, _space, pk = request.POST.get("to", "").partition(" ")
    pk = parse_whole_number(pk, digits=18)
    if to in (actions.FIRST, actions.UP, actions.DOWN) and pk is not None:
        run_action(request, actions.move_in_waitlist, event, get_actor(request), pk, to)
    return back_to_list(request, event)


@never_cache
@access.requires(access.MANAGE)
def addresses_page(request, event):
    """Show the email addresses of the selected entries to copy; without a form, of a filter and search."""
    choice = request.POST if request.method == "POST" else request.GET
    entries = find_entries(event, choice)
    if selected := set(request.POST.getlist("entry")):
        chosen = [entry for entry in entries.entries if entry.value in selected]
    else:
        is_all = entries.show == ALL
        chosen = [entry for entry in entries.entries if not (is_all and entry.state in CLOSED_STATES)]
    addresses = list(dict.fromkeys(entry.email for entry in chosen if entry.email))
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "list": entries,
        "addresses": addresses,
        "missing": sum(not entry.email for entry in chosen),
    }
    return render(request, "registration/desk/addresses.jinja", context)


@require_safe
@never_cache
@access.requires(access.MANAGE)
def csv_file(request, event):
    """Return the entries of a filter and search as a file."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-registrations.csv"'
    csv.writer(response).writerows(csv_rows(find_entries(event, request.GET)))
    return response
