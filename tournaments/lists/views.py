"""Players' lists at the desk: who is missing, deck checks, changes by the staff."""

import secrets
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from ... import access
from ...actions.lists import lists as actions
from ...forms.lists.lists import PASSED, DeckCheckForm, StaffListForm
from ...queries.history.cache import load_history
from ...queries.lists import staff_lists
from ...queries.wording.lists import list_noun
from ..events.public import search_text
from ..http.forms import get_actor, new_idempotency_key, parse_whole_number, require_form_post, run_action
from ..http.page_layout import get_page_layout

FILTERS = (staff_lists.MISSING, staff_lists.WARNINGS)


@require_safe
@access.requires(access.CHECK_LISTS)
def lists_page(request, event):
    """List all players with their lists; `show` filters them, `find` searches a name."""
    lists, find = staff_lists.get_staff_lists(event), search_text(request, "find")
    show = request.GET.get("show") if request.GET.get("show") in FILTERS else ""
    context = {
        "layout": get_page_layout(request, event, "lists"),
        "event": event,
        "lists": lists,
        "show": show,
        "find": find,
        "filters": [
            ("", gettext("All"), len(lists.players)),
            (staff_lists.MISSING, gettext("Missing"), len(lists.missing)),
            (staff_lists.WARNINGS, gettext("With warnings"), len(lists.with_warnings)),
        ],
        "players": lists.matching(show, find),
        "key": new_idempotency_key(),
    }
    return render(request, "lists/desk.jinja", context)


@access.requires(access.CHECK_LISTS)
@require_form_post
def draw_list(request, event):
    """Draw a player at random and show their list."""
    keys = staff_lists.keys_with_list(event)
    if not keys:
        messages.error(request, gettext("Nobody has sent a list yet."))
        return redirect("desk_lists", event.slug)
    key = secrets.choice(keys)
    name = load_history(event).names[key]
    text = ngettext(
        "{name}: the only list.", "{name}: drawn at random from {count} players with a list.", len(keys)
    )
    messages.success(request, text.format(name=name, count=len(keys)))
    return redirect("desk_list", event.slug, key)


@require_safe
@access.requires(access.CHECK_LISTS)
def list_page(request, event, key):
    """Show a player's list as a checklist, with its versions and checks."""
    return show_lists(request, event, [key])


@require_safe
@access.requires(access.CHECK_LISTS)
def table_page(request, event):
    """Show the lists of the players at a `table` of the current round."""
    table = parse_whole_number(request.GET.get("table", "").strip())
    keys = staff_lists.players_at_table(load_history(event), table) if table else ()
    if not keys:
        messages.error(request, gettext("There is no such table in this round."))
        return redirect("desk_lists", event.slug)
    return show_lists(request, event, keys, table=table)


def show_lists(request, event, keys, table=None, refused=None, status=200):
    """Show the lists of these players; `refused` is (player's id, the data of the outcome's form)."""
    lists = [staff_lists.get_checked_list(event, key) for key in keys]
    if None in lists:
        raise Http404
    refused_key, data = refused or ("", None)
    context = {
        "layout": get_page_layout(request, event, "lists"),
        "event": event,
        "noun": list_noun(event.rulebook),
        "table": table,
        "lists": [
            (one, outcome_form(number, data if one.key == refused_key else None), new_idempotency_key())
            for number, one in enumerate(lists, 1)
        ],
    }
    return render(request, "lists/check.jinja", context, status=status)


def outcome_form(number: int, data=None) -> DeckCheckForm:
    """Return the form of an outcome; `number` is its place on the page."""
    return DeckCheckForm(data, auto_id=f"id_{number}_%s")


@access.requires(actions.check_list.permission)
@require_form_post
def check_list(request, event, key):
    """Store the outcome of a deck check, and return to its page: of the player, or of the `table`."""
    form = outcome_form(1, request.POST)
    table = parse_whole_number(request.POST.get("table", ""))
    if form.is_valid():
        passed, note = form.cleaned_data["outcome"] == PASSED, form.cleaned_data["note"]
        actor = get_actor(request)
        done = gettext("Deck check saved")
        if run_action(request, actions.check_list, event, actor, key, passed, note, done=done):
            if table:
                query = urlencode({"table": table})
                return redirect(f"{reverse('desk_list_table', args=[event.slug])}?{query}")
            return redirect("desk_list", event.slug, key)
    keys = staff_lists.players_at_table(load_history(event), table) if table else ()
    if key in keys:
        return show_lists(request, event, keys, table, (key, request.POST), 422)
    return show_lists(request, event, [key], refused=(key, request.POST), status=422)


@access.requires(actions.change_list.permission)
def change_list(request, event, key):
    """Change a player's list for them, with a reason; also after the deadline."""
    checked = staff_lists.get_checked_list(event, key)
    if checked is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = StaffListForm(data, initial={"text": checked.newest.read.text if checked.newest else ""})
    if data is not None and form.is_valid():
        args = (key, form.cleaned_data["text"], form.cleaned_data["reason"])
        done = gettext("Saved")
        if run_action(request, actions.change_list, event, get_actor(request), *args, done=done, form=form):
            return redirect("desk_list", event.slug, key)
    context = {
        "layout": get_page_layout(request, event, "lists"),
        "event": event,
        "noun": list_noun(event.rulebook),
        "list": checked,
        "form": form,
        "key": new_idempotency_key(),
    }
    return render(request, "lists/change.jinja", context, status=422 if form.errors else 200)
