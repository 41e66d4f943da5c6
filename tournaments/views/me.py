"""A player's own page: the table first, then its result, a judge, and whatever comes next."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from .. import access
from ..actions.change import By
from ..actions.claims import claim_result
from ..actions.messages import call_judge
from ..forms.claims import ClaimForm
from ..queries.me import me_of
from ..queries.own_history import print_of
from ..queries.wording import in_words
from ..rules.history import PHONE
from . import live
from .events import is_running
from .frames import frame_for
from .offline import kept_offline
from .posting import key_in, new_key, refusal_of, words_in

TEMPLATE = "me/page.html"
PART = "now"


@require_safe
@kept_offline
@access.with_link
def me_page(request, event, player):
    return show(request, event, player)


def show(request, event, player, status=200, wrong=""):
    """The page; after a refusal with its words."""

    def shell():
        frame = frame_for(request, event, "pairings")
        return {"frame": frame, "event": event, "wrong": wrong}

    viewer, until = print_of(event, player)
    return live.answer(
        request,
        event,
        TEMPLATE,
        (PART,),
        lambda: context_of(event, player),
        shell,
        polls=is_running(request, event),
        address=reverse("me", args=[event.slug, player.token]),
        status=status,
        viewer=viewer,
        until=until,
        own={
            "name": player.name,
            "player": player.key,
            "manifest": reverse("own_manifest", args=[event.slug, player.token]),
        },
    )


def context_of(event, player):
    """What its part shows; of `keys` each of its forms takes one."""
    keys = iter(new_key, "")
    return {"me": me_of(event, player), "event": event, "token": player.token, "keys": keys}


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
    """The page again, or to a script its live part; what is wrong is a sentence, with status 422."""
    if not request.htmx and not wrong:
        return redirect("me", event.slug, player.token)
    event.refresh_from_db()
    if not request.htmx:
        return show(request, event, player, status=422, wrong=wrong)
    if wrong:
        words = format_html('<p class="error" role="alert">{}</p>', wrong)
        return HttpResponse(words, status=422, headers={"HX-Retarget": "#wrong", "HX-Reswap": "innerHTML"})
    viewer, _until = print_of(event, player)
    return live.alone(event, TEMPLATE, PART, lambda: context_of(event, player), viewer)
