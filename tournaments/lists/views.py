"""Pages of players’ lists."""

import secrets
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from .. import access
from ..access import secret_links
from ..changes.change import Actor
from ..history.cache import load_history
from ..rules.history import PHONE
from ..rules.lists.limits import default_limits
from ..web.answers import (
    attempt,
    idempotency_key,
    new_idempotency_key,
    post_data,
    require_form_post,
    respond_done,
    run_action,
)
from ..web.forms import parse_whole_number, search_text
from ..web.layout import LISTS, render_live, render_page, render_settings_page
from ..web.wording import list_noun, list_noun_plural
from . import actions
from .actions import send_list, set_lists
from .decks import get_event_decks, suggest_decks
from .forms import PASSED, DeckCheckForm, ListForm, ListSettingsForm, StaffListForm
from .pages import (
    MISSING,
    WARNINGS,
    ListVersionLine,
    are_lists_public,
    find_public_version,
    get_checked_list,
    get_own_list,
    get_public_list,
    get_staff_lists,
    keys_with_list,
    list_players,
    players_at_table,
)

FILTERS = (MISSING, WARNINGS)


@require_safe
@access.requires(access.CHECK_LISTS)
def lists_desk(request, event):
    """List all players with their lists; `show` filters them, `find` searches a name."""
    lists, find = get_staff_lists(event), search_text(request, "find")
    show = request.GET.get("show") if request.GET.get("show") in FILTERS else ""
    context = {
        "lists": lists,
        "show": show,
        "find": find,
        "filters": [
            ("", gettext("All"), len(lists.players)),
            (MISSING, gettext("Missing"), len(lists.missing)),
            (WARNINGS, gettext("With warnings"), len(lists.with_warnings)),
        ],
        "players": lists.matching(show, find),
    }
    return render_page(request, event, "lists", "lists/desk.jinja", context)


@access.requires(access.CHECK_LISTS)
@require_form_post
def draw_list(request, event):
    """Draw a player at random and show their list."""
    keys = keys_with_list(event)
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
def list_desk(request, event, key):
    """Show a player's list as a checklist, with its versions and checks."""
    return show_lists(request, event, [key])


@require_safe
@access.requires(access.CHECK_LISTS)
def table_page(request, event):
    """Show the lists of the players at a `table` of the current round."""
    table = parse_whole_number(request.GET.get("table", "").strip())
    keys = players_at_table(load_history(event), table) if table else ()
    if not keys:
        messages.error(request, gettext("There is no such table in this round."))
        return redirect("desk_lists", event.slug)
    return show_lists(request, event, keys, table=table)


def show_lists(request, event, keys, table=None, refused=None):
    """Show the lists of these players; `refused` is (player's id, the data of the outcome's form)."""
    lists = [get_checked_list(event, key) for key in keys]
    if None in lists:
        raise Http404
    refused_key, data = refused or ("", None)
    context = {
        "noun": list_noun(event.rulebook),
        "table": table,
        "lists": [
            (one, outcome_form(number, data if one.key == refused_key else None), new_idempotency_key())
            for number, one in enumerate(lists, 1)
        ],
    }
    return render_page(request, event, "lists", "lists/check.jinja", context)


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
        done = gettext("Deck check saved")
        if run_action(request, actions.check_list, event, key, passed, note, done=done):
            if table:
                query = urlencode({"table": table})
                return redirect(f"{reverse('desk_list_table', args=[event.slug])}?{query}")
            return redirect("desk_list", event.slug, key)
    keys = players_at_table(load_history(event), table) if table else ()
    if key in keys:
        return show_lists(request, event, keys, table, (key, request.POST))
    return show_lists(request, event, [key], refused=(key, request.POST))


@access.requires(actions.change_list.permission)
def change_list(request, event, key):
    """Change a player's list for them, with a reason; also after the deadline."""
    checked = get_checked_list(event, key)
    if checked is None:
        raise Http404
    form = StaffListForm(post_data(request), initial=values_of(checked.newest))
    if form.is_valid():
        args = [form.cleaned_data[name] for name in ("text", "reason", "deck")]
        done = gettext("Saved")
        if run_action(request, actions.change_list, event, key, *args, done=done, form=form):
            return redirect("desk_list", event.slug, key)
    context = {
        "noun": list_noun(event.rulebook),
        "list": checked,
        "form": form,
        "suggested_decks": suggest_decks(event),
    }
    return render_page(request, event, "lists", "lists/change.jinja", context)


def values_of(newest: ListVersionLine | None) -> dict[str, str]:
    """Return the first values of the form: those of the newest version."""
    return {"text": newest.read.text, "deck": newest.deck} if newest else {}


@secret_links.requires_player_link
def own_list_page(request, event, player):
    """Show the player's list and its form; POST sends a new version."""
    own_list = get_own_list(event, player, timezone.now())
    form = ListForm(post_data(request), initial=values_of(own_list.newest))
    if form.is_valid():
        actor = Actor(player.name, key=idempotency_key(request), source=PHONE)
        data = form.cleaned_data
        outcome = attempt(send_list, event, actor, player.public_id, data["text"], data["deck"])
        if outcome:
            return redirect("own_list", event.slug, player.secret)
        form.add_error("text", outcome.error)
    decks = () if own_list.refusal else suggest_decks(event)
    context = {"player": player, "own_list": own_list, "form": form, "suggested_decks": decks}
    return render_page(request, event, "pairings", "lists/own_list.jinja", context)


@require_safe
def lists_page(request, slug):
    """List the players whose lists can be read."""
    event = access.get_visible_event(request, slug)
    if not are_lists_public(event):
        raise Http404

    return render_live(
        request,
        event,
        "players",
        "lists/index.jinja",
        {"list": "lists/_index.jinja"},
        lambda: {"players": list_players(event), "decks": get_event_decks(event)},
        lambda _layout: {"plural": list_noun_plural(event.rulebook)},
    )


@require_safe
def list_page(request, slug, key):
    """Show a player's list."""
    event = access.get_visible_event(request, slug)
    public_list = get_public_list(event, key)
    if public_list is None:
        raise Http404
    context = {"key": key, "list": public_list}
    return render_page(request, event, "players", "lists/list.jinja", context)


@require_safe
def list_text(request, slug, key):
    """Download a player's list as plain text."""
    event = access.get_visible_event(request, slug)
    row = find_public_version(event, key)
    if row is None:
        raise Http404
    response = HttpResponse(row.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-list.txt"'
    return response


@access.requires(set_lists.permission)
def settings_page(request, event):
    """Show which lists the event asks for; POST saves it."""
    history = load_history(event)
    form = ListSettingsForm(
        post_data(request),
        settings=history.lists,
        zone=history.timezone,
        default_limits=default_limits(history),
    )
    if form.is_valid() and run_action(request, set_lists, event, form.settings(), form=form):
        return respond_done(request, event, gettext("Saved"), "settings_lists")
    context = {"page": history, "plural": list_noun_plural(history.rulebook), "forms": {"lists": form}}
    return render_settings_page(request, event, LISTS, "lists/settings.jinja", context)
