"""A player's own page: the table first, then its result, a judge, and whatever comes next."""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ... import access
from ...actions.change import By
from ...actions.desk.messages import call_judge
from ...actions.results.player_reports import claim_result
from ...forms.results.player_report import ClaimForm
from ...models import Player
from ...queries.players.own_history import page_versions, read_own_event
from ...queries.players.own_page import me_of
from ...queries.wording.formats import in_words
from ...rules.history import PHONE
from ..http.forms import key_in, new_key, refusal_of, words_in
from ..http.live import render_live_page
from ..http.page_frame import frame_for
from ..http.service_worker import kept_offline


@require_safe
@kept_offline
@access.with_link
def me_page(request, event, player):
    return show(request, event, player)


def show(request, event, player, wrong="", **options):
    """The page; after a refusal with its words. `options` as in `render_live_page`."""

    own_event = cache(lambda: read_own_event(player))

    def fragment_context():
        # Each of the page's forms takes a key.
        keys = iter(new_key, "")
        return {"me": me_of(own_event()), "event": event, "token": player.token, "keys": keys}

    def page_context(facts):
        return {
            "frame": frame_for(request, event, "pairings", facts),
            "event": event,
            "wrong": wrong,
            "own": player,
            "manifest": reverse("own_manifest", args=[event.slug, player.token]),
        }

    return render_live_page(
        request,
        event,
        "me/page.html",
        {"now": "me/_now.jinja"},
        fragment_context,
        page_context,
        facts=lambda _event: own_event().facts,
        shared=False,
        etag=page_etag(player),
        address=reverse("me", args=[event.slug, player.token]),
        **options,
    )


def page_etag(player) -> str:
    """Name all that the player's own page depends on."""
    parts = [settings.RELEASE, player.pk, *page_versions(player), get_language()]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'W/"{player.event_id}-{digest[:32]}"'


def sent_here(view):
    """A view of what the page sends; whoever comes back to its address later finds the page."""

    def checked(request, event, player):
        if request.method != "POST":
            return redirect("me", event.slug, player.token)
        return view(request, event, player)

    return checked


@access.with_link
@sent_here
def report(request, event, player):
    """What the player says of their table; one that another player confirms is stored."""
    form = ClaimForm(request.POST)
    if not form.is_valid():
        return answered(request, event, player, words_in(form))
    said = form.cleaned_data
    match = (said["phase"], said["round"], form.seats)
    more = {"table": said["table"], "drop": form.wants_to_drop}
    refused = refusal_of(claim_result, event, by(request, player), player.key, *match, said["said"], **more)
    return answered(request, event, player, in_words(refused) if refused else "")


@access.with_link
@sent_here
def judge(request, event, player):
    """Calls a judge to the player's table."""
    refused = refusal_of(call_judge, event, by(request, player), player.key)
    return answered(request, event, player, in_words(refused) if refused else "")


def by(request, player) -> By:
    return By(player.name, key=key_in(request), source=PHONE)


def answered(request, event, player, wrong):
    """The page again, or to a script its live fragment; what is wrong is a sentence, with status 422."""
    if request.htmx and wrong:
        words = format_html('<p class="error" role="alert">{}</p>', wrong)
        return HttpResponse(words, status=422, headers={"HX-Retarget": "#wrong", "HX-Reswap": "innerHTML"})
    if not request.htmx and not wrong:
        return redirect("me", event.slug, player.token)
    player = Player.objects.select_related("event").get(pk=player.pk)
    if request.htmx:
        return show(request, player.event, player, part="now")
    return show(request, player.event, player, wrong=wrong, status=422)
