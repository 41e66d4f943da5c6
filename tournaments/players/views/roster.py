"""The players at the desk: add, edit, drop, disqualify, reinstate, merge, remove."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.players import players
from ...actions.players import roster as roster_actions
from ...forms.players.add import AddForm
from ...forms.players.player import MergeForm, PlayerForm
from ...queries.history.load import by_round
from ...queries.log import log_page
from ...queries.paper.qr_codes import qr
from ...queries.players import drop_preview, roster
from ...queries.players.drop_question import get_drop_question
from ...queries.registration.contact import get_contact
from ..desk.messages import done
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout
from ..http.urls import absolute_url, is_local_only


@require_safe
@access.requires(access.ENTER_RESULTS)
def roster_page(request, event):
    return render_roster(request, event, AddForm())


def render_roster(request, event, form, status=200):
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "roster": roster.get_roster(event),
        "form": form,
        "key": new_idempotency_key(),
    }
    return render(request, "players/desk.jinja", context, status=status)


def player_or_404(event, key):
    player = roster.find_player_row(event, key)
    if player is None:
        raise Http404
    return player


@access.requires(players.change_player.permission)
def change(request, event, key):
    """Edit a player."""
    player = player_or_404(event, key)
    form = PlayerForm(
        request.POST or None,
        byes=by_round(player.byes),
        rounds=roster.rounds_ahead(event),
        initial={
            "name": player.name,
            "club": player.club,
            "rating": roster.number_text(player.rating),
            "seed": roster.number_text(player.seed),
            "household": player.household,
            "division": player.division,
            "table": player.table,
        },
    )
    if request.method == "POST" and form.is_valid():
        is_stored = run_action(
            request, players.change_player, event, get_actor(request), key, form=form, **form.facts()
        )
        if is_stored:
            done(request, event, gettext("Changed"), "desk_players")
            return redirect("desk_players", event.slug)
    link = absolute_url(request, reverse("me", args=[event.slug, player.secret]))
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "player": player,
        "form": form,
        "departure": drop_preview.preview_departure(event, key),
        "link": link,
        "code": qr(link),
        "is_local_only": is_local_only(request),
        "can_remove": not roster.was_paired(player),
        "contact": get_contact(player),
        "registration": player.entry,
        "key": new_idempotency_key(),
    }
    return render(request, "players/edit.jinja", context, status=422 if form.is_bound else 200)


@access.requires(players.renew_link.permission)
@require_form_post
def renew_link(request, event, key):
    """Give a player a new secret link."""
    player = player_or_404(event, key)
    message = gettext("New link for {name}").format(name=player.name)
    run_action(request, players.renew_link, event, get_actor(request), key, done=message)
    return redirect("change_player", event.slug, key)


def player_action(action, message):
    """Return a view that runs an action on one player and returns to the list."""

    @access.requires(action.permission)
    @require_form_post
    def view(request, event, key):
        player = player_or_404(event, key)
        if not run_action(request, action, event, get_actor(request), key):
            return render_roster(request, event, AddForm(), status=422)
        done(request, event, gettext(message).format(name=player.name), "desk_players")
        return redirect(f"{reverse('desk_players', args=[event.slug])}#p-{key}")

    return view


@access.requires(players.drop_player.permission)
def drop(request, event, key):
    """Drop a player; during a match a page first asks what happens to the table."""
    player = player_or_404(event, key)
    question = get_drop_question(event, key)
    if question and "table" not in request.POST:
        if request.method == "POST":
            return redirect("drop_player", event.slug, key)
        context = {
            "layout": get_page_layout(request, event, "desk_players"),
            "event": event,
            "question": question,
            "player_key": key,
            "key": new_idempotency_key(),
        }
        return render(request, "players/drop.jinja", context)
    concede = request.POST.get("table") == "concede"
    if request.method == "POST":
        if not run_action(request, players.drop_player, event, get_actor(request), key, concede=concede):
            return render_roster(request, event, AddForm(), status=422)
        done(request, event, gettext("{name} dropped").format(name=player.name), "desk_players")
    return redirect(f"{reverse('desk_players', args=[event.slug])}#p-{key}")


disqualify = player_action(players.disqualify_player, gettext_noop("{name} disqualified"))
bring_back_player = player_action(players.bring_back_player, gettext_noop("{name} restored"))


@access.requires(roster_actions.remove_player.permission)
@require_form_post
def remove(request, event, key):
    """Remove a player who was never paired."""
    player = roster.find_player_row(event, key)
    if player is None:
        return redirect("desk_players", event.slug)
    if not run_action(request, roster_actions.remove_player, event, get_actor(request), key):
        return render_roster(request, event, AddForm(), status=422)
    done(request, event, gettext("{name} removed").format(name=player.name), "desk_players")
    return redirect("desk_players", event.slug)


@access.requires(access.MANAGE)
def merge(request, event):
    """Merge two entries of one person, after a preview."""
    choices = roster.player_choices(event)
    if request.method == "POST":
        form = MergeForm(request.POST, players=choices)
        if log_page.get_logged_request(event, get_actor(request).key) or (
            form.is_valid() and run_merge(request, event, form)
        ):
            return redirect("desk_players", event.slug)
    else:
        selected = {name: request.GET.get(name, "") for name in ("keep", "remove")}
        form = MergeForm(selected if all(selected.values()) else None, players=choices, initial=selected)
    data = form.cleaned_data if form.is_valid() else {}
    context = {
        "layout": get_page_layout(request, event, "desk_players"),
        "event": event,
        "form": form,
        "merge": roster.get_merge_preview(event, data["keep"], data["remove"]) if data else None,
        "key": new_idempotency_key(),
    }
    return render(request, "players/merge.jinja", context, status=422 if request.method == "POST" else 200)


def run_merge(request, event, form) -> bool:
    keep, remove = form.cleaned_data["keep"], form.cleaned_data["remove"]
    if not run_action(
        request, roster_actions.merge_players, event, get_actor(request), keep, remove, form=form
    ):
        return False
    done(request, event, gettext("Entries merged"), "desk_players")
    return True
