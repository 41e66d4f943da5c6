"""The players at the desk: added, changed, dropped, disqualified, taken back, merged, removed."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ... import access
from ...actions.players import players
from ...actions.players import roster as entries
from ...forms.players.player import AddForm, MergeForm, PlayerForm
from ...queries.history.load import by_round
from ...queries.log import log_page
from ...queries.paper.qr_codes import qr
from ...queries.players import drop_preview, roster
from ..desk.messages import done
from ..http.forms import attempt, by, new_key, posted
from ..http.jinja import render_template
from ..http.page_frame import frame_for
from ..http.urls import address_of, is_here_alone


@require_safe
@access.may(access.RESULTS)
def roster_page(request, event):
    return show(request, event, AddForm())


def show(request, event, form, status=200):
    frame, shown = frame_for(request, event, "desk_players"), roster.roster_of(event)
    rows = {"event": event, "roster": shown, "may": frame.may}
    context = {
        "frame": frame,
        "event": event,
        "roster": shown,
        "rows": render_template("desk/_roster.jinja", rows),
        "form": form,
        "key": new_key(),
    }
    return render(request, "desk/players.html", context, status=status)


@access.may(access.COURSE)
@posted
def add(request, event):
    form = AddForm(request.POST)
    added = form.is_valid() and attempt(
        request, players.add_players, event, by(request), form.cleaned_data["names"], form=form
    )
    if not added:
        return show(request, event, form, status=422)
    done(request, event, gettext("Players added"), "desk_players")
    return redirect("desk_players", event.slug)


def player_or_404(event, key):
    player = roster.player_row(event, key)
    if player is None:
        raise Http404
    return player


@access.may(access.COURSE)
def change(request, event, key):
    """One player's facts; GET shows them, POST stores them."""
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
        stored = attempt(request, players.change_player, event, by(request), key, form=form, **form.facts())
        if stored:
            done(request, event, gettext("Changed"), "desk_players")
            return redirect("desk_players", event.slug)
    link = address_of(request, reverse("me", args=[event.slug, player.token]))
    context = {
        "frame": frame_for(request, event, "desk_players"),
        "event": event,
        "player": player,
        "form": form,
        "leaving": drop_preview.leaving_of(event, key),
        "link": link,
        "code": qr(link),
        "leads_here": is_here_alone(request),
        "can_remove": not roster.was_paired(player),
        "key": new_key(),
    }
    return render(request, "desk/player.html", context, status=422 if form.is_bound else 200)


@access.may(access.COURSE)
@posted
def renew_link(request, event, key):
    """Gives a player another secret address, and shows it."""
    player = player_or_404(event, key)
    words = gettext("{name} has a new link").format(name=player.name)
    attempt(request, players.renew_link, event, by(request), key, done=words)
    return redirect("change_player", event.slug, key)


@access.may(access.COURSE)
def renew_links(request, event):
    """Gives every player another secret address; what that ends is shown first."""
    if request.method == "POST":
        words = gettext("Every player has a new link")
        attempt(request, players.renew_links, event, by(request), done=words)
        return redirect("desk_players", event.slug)
    context = {
        "frame": frame_for(request, event, "desk_players"),
        "event": event,
        "count": event.players.count(),
        "key": new_key(),
    }
    return render(request, "desk/links.html", context)


def one_tap(right, action, words):
    """A view that does one thing to one player and comes back to the list."""

    @access.may(right)
    @posted
    def view(request, event, key):
        player = player_or_404(event, key)
        if not attempt(request, action, event, by(request), key):
            return show(request, event, AddForm(), status=422)
        done(request, event, gettext(words).format(name=player.name), "desk_players")
        return redirect(f"{reverse('desk_players', args=[event.slug])}#p-{key}")

    return view


drop = one_tap(access.RESULTS, players.drop_player, gettext_noop("{name} drops"))
disqualify = one_tap(access.COURSE, players.disqualify_player, gettext_noop("{name} is disqualified"))
take_back_drop = one_tap(access.RESULTS, players.take_back_drop, gettext_noop("{name} plays on"))


@access.may(access.COURSE)
@posted
def remove(request, event, key):
    """Take a player who was never paired off the list."""
    player = roster.player_row(event, key)
    if player is None:
        return redirect("desk_players", event.slug)
    if not attempt(request, entries.remove_player, event, by(request), key):
        return show(request, event, AddForm(), status=422)
    done(request, event, gettext("{name} removed").format(name=player.name), "desk_players")
    return redirect("desk_players", event.slug)


@access.may(access.COURSE)
def merge(request, event):
    """Choose two entries of one person; what merging them does is shown before it is done."""
    everybody = roster.everybody(event)
    if request.method == "POST":
        form = MergeForm(request.POST, players=everybody)
        if log_page.done_with(event, by(request).key) or (form.is_valid() and merged(request, event, form)):
            return redirect("desk_players", event.slug)
    else:
        chosen = {name: request.GET.get(name, "") for name in ("keep", "gone")}
        form = MergeForm(chosen if all(chosen.values()) else None, players=everybody, initial=chosen)
    said = form.cleaned_data if form.is_valid() else {}
    context = {
        "frame": frame_for(request, event, "desk_players"),
        "event": event,
        "form": form,
        "merge": roster.merge_of(event, said["keep"], said["gone"]) if said else None,
        "key": new_key(),
    }
    return render(request, "desk/merge.html", context, status=422 if request.method == "POST" else 200)


def merged(request, event, form) -> bool:
    keep, gone = form.cleaned_data["keep"], form.cleaned_data["gone"]
    if not attempt(request, entries.merge_players, event, by(request), keep, gone, form=form):
        return False
    done(request, event, gettext("Merged into one"), "desk_players")
    return True
