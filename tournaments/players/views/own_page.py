"""A player's own page: table, result, judge call, next step; confirming reports that nobody answered.

It is found by the player's personal link or, with fewer rights, by the address of a picked name.
"""

from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from ... import access
from ...access import secret_links
from ...changes.change import Actor, program_actor
from ...desk.actions import call_judge
from ...models import Player
from ...results.actions.reports import confirm_expired_reports, submit_report
from ...series.actions.ticks import tick_achievements
from ...web.answers import MAX_KEY_LENGTH, Outcome, attempt, idempotency_key
from ...web.forms import form_errors_text
from ...web.layout import render_page
from ...web.service_worker import store_offline
from ...web.shared_forms import PlayerReportForm
from ..actions.check_in import check_in_myself
from ..actions.picks import dispute_result
from ..actions.players import drop_player
from ..forms import AchievementsForm
from ..pages.own_link import OwnLink, render_own_page
from ..pages.own_outlook import load_own_event
from ..pages.own_page import get_own_page


def for_player(view):
    """Decorate a view, `view(request, link)`, for the player's personal link."""

    @secret_links.requires_player_link
    @wraps(view)
    def wrapper(request, event, player):
        return view(request, OwnLink(player))

    return wrapper


def for_both_links(view):
    """Return `view(request, link)` for the player's personal link, and for a picked name."""

    @secret_links.requires_pick
    @wraps(view)
    def for_pick(request, event, pick):
        return view(request, OwnLink(pick.player, pick))

    return for_player(view), for_pick


def requires_post(view):
    """Decorate a view, `view(request, link)`, that the page's forms post to; a GET leads to the page."""

    @wraps(view)
    def wrapper(request, link):
        return view(request, link) if request.method == "POST" else redirect(link.page_url)

    return wrapper


picked_page = require_safe(store_offline(for_both_links(render_own_page)[1]))


@requires_post
def store_report(request, link: OwnLink):
    """Store the player's report of their table."""
    form = PlayerReportForm(request.POST)
    if not form.is_valid():
        return respond(request, link, form_errors_text(form))
    data = form.cleaned_data
    match_args = (data["phase"], data["round"], form.seats)
    options = {"table": data["table"], "drop": form.wants_to_drop, "pick_token": link.pick_token}
    outcome = attempt_as_player(request, link, submit_report, *match_args, data["result_text"], **options)
    return respond(request, link, outcome.error or store_ticks(request, link, "ticks"))


def store_ticks(request, link: OwnLink, more_key="") -> str:
    """Store the achievements that the form ticks and confirms, if it does; return the error, "" without one.

    `more_key` is added to the request's key, which another action has used.
    """
    form = AchievementsForm(request.POST)
    if not form.is_valid():
        return form_errors_text(form)
    if not form.is_used:
        return ""
    match_args = (form.cleaned_data["phase"], form.cleaned_data["round"], form.seats)
    ticks = (form.ticked, form.confirmed)
    options = {"pick_token": link.pick_token, "more_key": more_key}
    return attempt_as_player(request, link, tick_achievements, *match_args, *ticks, **options).error


@requires_post
def send_achievements(request, link: OwnLink):
    """Tick the player's achievements, or confirm those of others at the table."""
    return respond(request, link, store_ticks(request, link))


@requires_post
def send_judge_call(request, link: OwnLink):
    """Call a judge to the player's table."""
    return run_player_action(request, link, call_judge, pick_token=link.pick_token)


report, report_picked = for_both_links(store_report)
judge, judge_picked = for_both_links(send_judge_call)
achievements, achievements_picked = for_both_links(send_achievements)


@for_player
@requires_post
def check_in(request, link: OwnLink):
    """Check the player in."""
    return run_player_action(request, link, check_in_myself)


@for_player
@requires_post
def dispute(request, link: OwnLink):
    """Withdraw a result that picked names reported."""
    return run_player_action(request, link, dispute_result)


@for_player
def drop(request, link: OwnLink):
    """Ask whether the player wants to drop, then drop them."""
    if request.method == "POST":
        return run_player_action(request, link, drop_player)
    context = {"own_page": get_own_page(load_own_event(link.player)), "link": link}
    return render_page(request, link.event, "pairings", "players/drop_myself.jinja", context)


def run_player_action(request, link: OwnLink, action, *args, **kwargs):
    """Run an action of the player with these arguments, and respond with the page."""
    return respond(request, link, attempt_as_player(request, link, action, *args, **kwargs).error)


def attempt_as_player(request, link: OwnLink, action, *args, more_key="", **kwargs) -> Outcome:
    """Run an action of the player; `more_key` tells its key from that of another one of the request."""
    key = idempotency_key(request)
    if key and more_key:
        key = f"{key[: MAX_KEY_LENGTH - len(more_key) - 1]}-{more_key}"
    actor = Actor(link.player.name, key=key, source=link.actor_source)
    return attempt(action, link.event, actor, link.player.public_id, *args, **kwargs)


def respond(request, link: OwnLink, error):
    """Respond with the page, to htmx with its live fragment; an error has status 422."""
    if request.htmx and error:
        html = format_html('<p class="error" role="alert">{}</p>', error)
        return HttpResponse(html, status=422, headers={"HX-Retarget": "#wrong", "HX-Reswap": "innerHTML"})
    if not request.htmx and not error:
        return redirect(link.page_url)
    player = Player.objects.select_related("event", "registration").get(pk=link.player.pk)
    link = OwnLink(player, link.pick)
    if request.htmx:
        return render_own_page(request, link, part="now")
    return render_own_page(request, link, error=error)


# Harmless from any site: only the settings and the clock decide.
@csrf_exempt
@require_POST
def confirm_expired(request, slug):
    """Confirm reports that nobody answered in time; pages request it when the time comes."""
    event = access.get_visible_event(request, slug)
    attempt(confirm_expired_reports, event, program_actor())
    return HttpResponse(status=204)
