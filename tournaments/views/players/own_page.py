"""A player's own page: table, result, judge call, next step; confirming reports that nobody answered."""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from ... import access
from ...actions.change import Actor
from ...actions.desk.messages import call_judge
from ...actions.results.player_reports import confirm_expired_reports, submit_report
from ...forms.results.player_report import PlayerReportForm
from ...models import Player
from ...queries.players.own_history import load_own_event, page_versions
from ...queries.players.own_page import get_own_page
from ...queries.wording.formats import message_text
from ...rules.history import PHONE, TIME
from ..http.forms import form_errors_text, get_violation, idempotency_key, new_idempotency_key
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.service_worker import store_offline


@require_safe
@store_offline
@access.requires_player_link
def me_page(request, event, player):
    return render_own_page(request, event, player)


def render_own_page(request, event, player, error="", **options):
    """Render the page, with an error after a refused form. `options` as in `render_live_page`."""

    own_event = cache(lambda: load_own_event(player))

    def fragment_context():
        # An iterator, because each form of the page takes a key of its own.
        keys = iter(new_idempotency_key, "")
        return {"own_page": get_own_page(own_event()), "event": event, "token": player.token, "keys": keys}

    def page_context(event_status):
        return {
            "layout": get_page_layout(request, event, "pairings", event_status),
            "event": event,
            "error": error,
            "player": player,
            "manifest": reverse("own_manifest", args=[event.slug, player.token]),
        }

    return render_live_page(
        request,
        event,
        "players/own_page.html",
        {"now": "players/_own_table.jinja"},
        fragment_context,
        page_context,
        get_status=lambda _event: own_event().status,
        shared=False,
        etag=page_etag(player),
        address=reverse("me", args=[event.slug, player.token]),
        **options,
    )


def page_etag(player) -> str:
    """Return an ETag of everything that the player's own page depends on."""
    parts = [settings.RELEASE, player.pk, *page_versions(player), get_language()]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'W/"{player.event_id}-{digest[:32]}"'


def requires_post(view):
    """Decorate a view that the page posts to; a GET request is redirected to the page."""

    def wrapper(request, event, player):
        if request.method != "POST":
            return redirect("me", event.slug, player.token)
        return view(request, event, player)

    return wrapper


@access.requires_player_link
@requires_post
def report(request, event, player):
    """Store the player's report of their table."""
    form = PlayerReportForm(request.POST)
    if not form.is_valid():
        return respond(request, event, player, form_errors_text(form))
    data = form.cleaned_data
    match_args = (data["phase"], data["round"], form.seats)
    options = {"table": data["table"], "drop": form.wants_to_drop}
    violation = get_violation(
        submit_report,
        event,
        player_actor(request, player),
        player.key,
        *match_args,
        data["result_text"],
        **options,
    )
    return respond(request, event, player, message_text(violation) if violation else "")


@access.requires_player_link
@requires_post
def judge(request, event, player):
    """Call a judge to the player's table."""
    violation = get_violation(call_judge, event, player_actor(request, player), player.key)
    return respond(request, event, player, message_text(violation) if violation else "")


def player_actor(request, player) -> Actor:
    return Actor(player.name, key=idempotency_key(request), source=PHONE)


def respond(request, event, player, error):
    """Respond with the page, to htmx with its live fragment; an error has status 422."""
    if request.htmx and error:
        html = format_html('<p class="error" role="alert">{}</p>', error)
        return HttpResponse(html, status=422, headers={"HX-Retarget": "#wrong", "HX-Reswap": "innerHTML"})
    if not request.htmx and not error:
        return redirect("me", event.slug, player.token)
    player = Player.objects.select_related("event").get(pk=player.pk)
    if request.htmx:
        return render_own_page(request, player.event, player, part="now")
    return render_own_page(request, player.event, player, error=error, status=422)


# Harmless from any site: only the settings and the clock decide.
@csrf_exempt
@require_POST
def confirm_expired(request, slug):
    """Confirm reports that nobody answered in time; pages request it when the time comes."""
    event = access.get_visible_event(request, slug)
    get_violation(confirm_expired_reports, event, Actor("Topcut", source=TIME))
    return HttpResponse(status=204)
