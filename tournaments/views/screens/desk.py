"""The addresses of venue screens, configured at the desk."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from ... import access
from ...access import secret_links
from ...actions.screens.links import renew_screen_link
from ...queries.events.status import get_event_status
from ...queries.paper.qr_codes import qr
from ...queries.screens.screens_page import CLOCK, CLOCK_LABEL, PARTS, count_pages
from ..http.forms import get_actor, new_idempotency_key, require_form_post, run_action
from ..http.page_layout import get_page_layout
from ..http.urls import absolute_url, is_local_only
from .public import MAX_SCREENS, MAX_SECONDS, MIN_SECONDS, read_screen_options

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
