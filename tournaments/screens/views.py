"""Screens of the hall."""

from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlencode

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from .. import access
from ..access import secret_links
from ..history.cache import load_history
from ..history.load import public_history
from ..rules.rounds.picks import lets_pick
from ..web.forms import get_actor, new_idempotency_key, parse_whole_number, require_form_post, run_action
from ..web.layout import get_page_layout
from ..web.links import absolute_url, is_local_only, qr
from ..web.live import render_live_page
from ..web.status import get_event_status
from .actions import renew_screen_link
from .pages import CLOCK, CLOCK_LABEL, PARTS, count_pages, get_screen

SCREEN_PARTS = (*PARTS, CLOCK)
MAX_SCREENS = 12
MIN_SECONDS, DEFAULT_SECONDS, MAX_SECONDS = 2, 8, 60


@dataclass(frozen=True)
class ScreenOptions:
    """A screen's options: its parts, which `screen` of how many, `seconds` per page."""

    show: tuple[str, ...]
    screen: int
    of: int
    seconds: int

    @property
    def params(self):
        return {"show": self.show, "screen": self.screen, "of": self.of}

    def at(self, screen: int):
        """Return the options of another of these screens."""
        return replace(self, screen=screen)

    @property
    def query(self):
        """Return the options as a query, without defaults."""
        params = {"show": ",".join(self.show)} if self.show else {}
        params |= {"screen": self.screen, "of": self.of} if self.of > 1 else {}
        params |= {"seconds": self.seconds} if self.seconds != DEFAULT_SECONDS else {}
        return f"?{urlencode(params, safe=',')}" if params else ""


def read_screen_options(params, show: list[str]) -> ScreenOptions:
    """Return the options within their bounds; invalid values are ignored."""
    of = parse_whole_number(params.get("of", "")) or 1
    of = of if of <= MAX_SCREENS else 1
    screen = parse_whole_number(params.get("screen", "")) or 1
    seconds = parse_whole_number(params.get("seconds", "")) or DEFAULT_SECONDS
    return ScreenOptions(
        show=tuple(name for name in SCREEN_PARTS if name in show),
        screen=screen if screen <= of else 1,
        of=of,
        seconds=min(max(seconds, MIN_SECONDS), MAX_SECONDS),
    )


@require_safe
def screen_page(request, slug):
    """Show one screen to everyone who sees the event."""
    return render_screen(request, access.get_visible_event(request, slug))


@require_safe
def signed_screen_page(request, slug, code):
    """Show one screen by the signed link that the desk makes, of a private event too."""
    event = secret_links.get_event_by_screen_code(request, slug, code)
    path = reverse("venue_code", args=[event.slug, secret_links.venue_code(event)])
    return render_screen(request, event, absolute_url(request, path))


def render_screen(request, event, venue_address=""):
    """Show one screen; `show=names,clock` selects its parts, `screen=2&of=3` its share of the lists.

    `venue_address` is for the QR code by which phones pick a name: not on screens that anybody can open.
    """
    options = read_screen_options(request.GET, request.GET.get("show", "").split(","))

    @cache
    def fragment_context():
        history = public_history(load_history(event))
        code = qr(venue_address) if venue_address and lets_pick(history) else ""
        screen = get_screen(event, history, options.show, options.screen, options.of)
        return {"screen": screen, "venue_code": code}

    def page_context(event_status):
        return {
            "event": event,
            "event_status": event_status,
            "options": options,
            "has_clock": not options.show or CLOCK in options.show,
            "only_clock": options.show == (CLOCK,),
            **fragment_context(),
        }

    return render_live_page(
        request,
        event,
        "screens/page.jinja",
        {"lists": "screens/_lists.jinja"} | ({"code": "screens/_venue_code.jinja"} if venue_address else {}),
        fragment_context,
        page_context,
        params=options.params | {"code": venue_address},
        # The screens of the venue have signed addresses.
        cached=bool(venue_address) or options.of == 1,
    )


LABELS = {**{name: label for name, (label, _panel) in PARTS.items()}, CLOCK: CLOCK_LABEL}


@require_safe
@access.requires(access.PRINT)
def screens_page(request, event):
    """Show the parts, the number of screens, and the signed address of each with its QR code."""
    screen_options = read_screen_options(request.GET, request.GET.getlist("show"))
    path = reverse("signed_screen", args=[event.slug, secret_links.screen_code(event)])
    players = get_event_status(event).players
    addresses = [
        absolute_url(request, path + screen_options.at(screen).query)
        for screen in range(1, screen_options.of + 1)
    ]
    context = {
        "layout": get_page_layout(request, event, "screens"),
        "event": event,
        "options": screen_options,
        "parts": [(name, label, name in screen_options.show) for name, label in LABELS.items()],
        "links": [(address, qr(address)) for address in addresses],
        "is_local_only": is_local_only(request),
        "key": new_idempotency_key(),
        "players": players,
        "cycle_seconds": count_pages(-(-players // screen_options.of)) * screen_options.seconds,
        "max_screens": MAX_SCREENS,
        "seconds": (MIN_SECONDS, MAX_SECONDS),
    }
    return render(request, "screens/desk.jinja", context)


@access.requires(renew_screen_link.permission)
@require_form_post
def renew_link(request, event):
    """Make a new link for the screens, which ends the old one."""
    done = gettext("New screen link made. Open it on each screen.")
    run_action(request, renew_screen_link, event, get_actor(request), done=done)
    return redirect("desk_screens", event.slug)
