"""Pages of the desk about players."""

import re
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ... import access
from ...access.clubs import can_see_people
from ...changes.change import get_logged_request
from ...history.cache import load_history
from ...history.load import by_round
from ...people.pages.candidates import find_chosen, list_candidates, with_chosen
from ...people.pages.doubts import list_event_doubts
from ...people.pages.known_players import get_known_players
from ...ratings.pages.lists import can_take_ratings
from ...registration.pages.entries import get_contact, known_name
from ...web.answers import (
    button_view,
    csv_response,
    get_actor,
    new_idempotency_key,
    post_data,
    require_form_post,
    respond_done,
    run_action,
)
from ...web.layout import render_page
from ...web.links import absolute_url, is_local_only, qr
from ...web.tables import ColumnsForm
from ...web.wording import escape_formula
from ..actions import picks, players
from ..actions.players import add_players, merge_players, remove_player
from ..forms import FACTS, AddForm, MergeForm, PlayerForm
from ..pages.drops import get_drop_question, preview_departure
from ..pages.roster import (
    find_player_row,
    get_merge_preview,
    get_roster,
    names_and_tokens,
    number_text,
    player_choices,
    rounds_ahead,
    was_paired,
)
from ..pages.roster_table import COLUMNS, FILTERS, SORTS, get_roster_table

# What the address of the list can choose.
CHOICES = {*SORTS, *FILTERS}


def render_roster(request, event, form=None, status=None):
    roster = get_roster(event)
    context = {
        "roster": roster,
        "table": get_roster_table(event, roster.entries, **list_choices(request)),
        "column_names": {key: name for key, (name, _value) in COLUMNS.items()},
        "form": form or AddForm(),
        "can_take_ratings": can_take_ratings(event),
        **people_context(request, event, roster),
    }
    return render_page(request, event, "desk_players", "players/desk.jinja", context, status)


def people_context(request, event, roster) -> dict:
    """Return what those who manage the club's people see: who is known, who may be, and whom to add."""
    if not can_see_people(request, event):
        return {"known": {}, "doubts": [], "perhaps": {}, "candidates": [], "ticked": (), "offers": ""}
    candidates = list_candidates(event, timezone.now()) if roster.newcomers else []
    ticked, doubts = request.POST.getlist("people"), list_event_doubts(event)
    later = request.session.get("later", ())
    return {
        "candidates": with_chosen(candidates, event.club, ticked),
        "ticked": ticked,
        "offers": reverse("offer_club_people", args=[event.club.slug]),
        "known": get_known_players(event),
        "doubts": [doubt for doubt in doubts if doubt.player.pk not in later],
        "perhaps": {doubt.player.public_id: [one.name for one in doubt.people] for doubt in doubts},
        "club": event.club,
        "keys": new_idempotency_key,
        "back": f"{reverse('desk_players', args=[event.slug])}?doubts=1#doubts",
        "is_club": False,
        "are_doubts_open": "doubts" in request.GET,
    }


roster_page = require_safe(access.requires(access.ENTER_RESULTS)(render_roster))


def list_choices(request) -> dict[str, str]:
    """Return the order and the filter of the list, from its address or from the form that it sent."""
    return {name: request.POST.get(name) or request.GET.get(name, "") for name in ("sort", "show")}


def choice_query(request) -> str:
    """Return the order and the filter of the list as the query of an address; of unknown ones nothing."""
    choices = list_choices(request).items()
    query = urlencode({name: value for name, value in choices if value.removeprefix("-") in CHOICES})
    return f"?{query}" if query else ""


def list_address(request, event, key="") -> str:
    """Return the address of the list with its order and filter, at the player's row if one is named."""
    row = f"#p-{key}" if key else ""
    return f"{reverse('desk_players', args=[event.slug])}{choice_query(request)}{row}"


def player_or_404(event, key):
    player = find_player_row(event, key)
    if player is None:
        raise Http404
    return player


def get_name(event, player) -> str:
    """Return the name that pages show the player under."""
    return load_history(event).names.get(player.public_id, player.name)


@access.requires(players.change_player.permission)
def change(request, event, key):
    """Edit a player."""
    player = player_or_404(event, key)
    name, desk_name = get_name(event, player), known_name(player)
    form = PlayerForm(
        post_data(request),
        byes=by_round(player.byes),
        rounds=rounds_ahead(event),
        initial={name: getattr(player, name) for name in FACTS}
        | {"name": desk_name, "rating": number_text(player.rating), "seed": number_text(player.seed)},
    )
    facts = form.facts() if form.is_valid() else {}
    if facts and facts["name"] == desk_name:
        # The row keeps the name that the player was entered with.
        facts["name"] = player.name
    if facts and run_action(request, players.change_player, event, key, form=form, **facts):
        address = list_address(request, event, key)
        return respond_done(request, event, gettext("Changed"), "desk_players", address)
    link = absolute_url(request, reverse("me", args=[event.slug, player.secret]))
    context = {
        "player": player,
        "name": name,
        "form": form,
        "departure": preview_departure(event, key),
        "link": link,
        "code": qr(link),
        "is_local_only": is_local_only(request),
        "can_remove": not was_paired(player),
        "choices": list_choices(request),
        "back": list_address(request, event, key),
        "contact": get_contact(player),
        "registration": player.entry,
        "person": player.person if can_see_people(request, event) else None,
    }
    return render_page(request, event, "desk_players", "players/edit.jinja", context)


@access.requires(players.renew_link.permission)
@require_form_post
def renew_link(request, event, key):
    """Give a player a new secret link."""
    player = player_or_404(event, key)
    message = gettext("New link for {name}").format(name=get_name(event, player))
    run_action(request, players.renew_link, event, key, done=message)
    return redirect("change_player", event.slug, key)


def player_action(action, message):
    """Return a view that runs an action on one player and returns to the list."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, key):
        name = get_name(event, player_or_404(event, key))
        if not run_action(request, action, event, key):
            return render_roster(request, event)
        text = gettext(message).format(name=name)
        return respond_done(request, event, text, "desk_players", list_address(request, event, key))

    return view


@access.requires(players.drop_player.permission)
def drop(request, event, key):
    """Drop a player; during a match a page first asks what happens to the table."""
    name = get_name(event, player_or_404(event, key))
    question = get_drop_question(event, key)
    if question and "table" not in request.POST:
        if request.method == "POST":
            question_page = reverse("drop_player", args=[event.slug, key])
            return redirect(f"{question_page}{choice_query(request)}")
        context = {"question": question, "back": list_address(request, event, key)}
        return render_page(request, event, "desk_players", "players/drop.jinja", context)
    if request.method != "POST":
        return redirect(list_address(request, event, key))
    concede = request.POST.get("table") == "concede"
    if not run_action(request, players.drop_player, event, key, concede=concede):
        return render_roster(request, event)
    text = gettext("{name} dropped").format(name=name)
    return respond_done(request, event, text, "desk_players", list_address(request, event, key))


disqualify = player_action(players.disqualify_player, gettext_noop("{name} disqualified"))
bring_back_player = player_action(players.bring_back_player, gettext_noop("{name} restored"))


@access.requires(remove_player.permission)
@require_form_post
def remove(request, event, key):
    """Remove a player who was never paired."""
    player = find_player_row(event, key)
    if player is None:
        return redirect("desk_players", event.slug)
    name = get_name(event, player)
    if not run_action(request, remove_player, event, key):
        return render_roster(request, event)
    text = gettext("{name} removed").format(name=name)
    return respond_done(request, event, text, "desk_players", list_address(request, event))


@access.requires(access.MANAGE)
def merge(request, event):
    """Merge two entries of one person, after a preview."""
    choices = player_choices(event)
    if request.method == "POST":
        form = MergeForm(request.POST, players=choices)
        if get_logged_request(event, get_actor(request).key):
            return redirect("desk_players", event.slug)
        if form.is_valid() and run_action(request, merge_players, event, **form.cleaned_data, form=form):
            return respond_done(request, event, gettext("Entries merged"), "desk_players")
    else:
        selected = {name: request.GET.get(name, "") for name in ("keep", "remove")}
        form = MergeForm(selected if all(selected.values()) else None, players=choices, initial=selected)
    data = form.cleaned_data if form.is_valid() else {}
    context = {
        "form": form,
        "merge": get_merge_preview(event, data["keep"], data["remove"]) if data else None,
    }
    return render_page(request, event, "desk_players", "players/merge.jinja", context)


def is_for_round(request) -> bool:
    """Return whether the new players go on to the page that adds them to the open round."""
    return request.POST.get("then") == "adjust"


@access.requires(add_players.permission)
@require_form_post
def add(request, event):
    """Add the pasted or uploaded players; a table first asks what its columns are."""
    form = AddForm(request.POST, request.FILES)
    if "back" in request.POST:
        return render_roster(request, event, form, status=200)
    if not form.is_valid():
        return render_roster(request, event, form)
    names, table = form.cleaned_data["names"], form.cleaned_data["table"]
    values = request.POST.getlist("people") if can_see_people(request, event) else []
    people = [person.pk for person in find_chosen(event.club, values)] if values else []
    if not names.strip() and not people and is_for_round(request):
        return redirect("adjust_round", event.slug)
    if table and "plain" not in request.POST:
        columns = ColumnsForm(request.POST if "column_0" in request.POST else None, table=table)
        if not columns.is_valid():
            then = "adjust" if is_for_round(request) else ""
            context = {"names": names, "form": columns, "then": then, "people": values}
            status = 422 if columns.is_bound else 200
            return render_page(request, event, "desk_players", "players/columns.jinja", context, status)
        names = columns.cleaned_data["names"]
    if not run_action(request, add_players, event, names, people, form=form):
        return render_roster(request, event, form)
    address = f"{reverse('adjust_round', args=[event.slug])}#missing" if is_for_round(request) else ""
    return respond_done(request, event, gettext("Players added"), "desk_players", address)


@require_safe
@never_cache
@access.requires(access.MANAGE)
def links_page(request, event):
    """Show every player's name and personal link, to copy, print or download (`format=csv`)."""
    rows = [
        (name, absolute_url(request, reverse("me", args=[event.slug, token])))
        for name, token in names_and_tokens(event)
    ]
    if request.GET.get("format") == "csv":
        lines = [(escape_formula(name), link) for name, link in rows]
        return csv_response(f"{event.slug}-links.csv", [(gettext("Player"), gettext("Link")), *lines])
    context = {"links": rows, "is_local_only": is_local_only(request)}
    return render_page(request, event, "desk_players", "players/links.jinja", context)


renew_links = button_view(players.renew_links, gettext_noop("Every player has a new link."), "player_links")
free = button_view(picks.free_pick, gettext_noop("Name freed"))
# A contested pick is the player's.
confirm = button_view(picks.confirm_pick, gettext_noop("Name confirmed"))


@access.requires(picks.accept_origin.permission)
@require_form_post
def accept_origin(request, event):
    """Decide that many names picked from one address with one browser come from several phones."""
    done = gettext("Names accepted as picked by several phones")
    run_action(request, picks.accept_origin, event, posted_origin(request), done=done)
    return redirect("desk", event.slug)


@access.requires(picks.free_origin.permission)
@require_form_post
def free_origin(request, event):
    """Free the names that one phone may have picked."""
    done = gettext("Names freed")
    run_action(request, picks.free_origin, event, posted_origin(request), done=done)
    return redirect("desk", event.slug)


def posted_origin(request) -> str:
    """Return the hash in the form. Http404 for anything that cannot be one."""
    origin = request.POST.get("origin", "")
    if not re.fullmatch("[0-9a-f]{64}", origin):
        raise Http404
    return origin


@access.requires(picks.renew_venue_code.permission)
@require_form_post
def renew_code(request, event):
    """Make a new code for the venue's QR code; posters with the old one no longer let phones pick a name."""
    done = gettext("New QR code made. Print the poster again.")
    run_action(request, picks.renew_venue_code, event, done=done)
    return redirect("sheet", event.slug, "poster")
