"""The secret link of a player’s own page, and the page as it answers a request."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import get_language

from ...history.cache import load_history
from ...models import Event, Pick, Player, Registration
from ...registration.pages.entries import can_resend, get_mail_note, mailed_address, own_entry
from ...rules.history import PHONE, PICK
from ...web.answers import new_idempotency_key
from ...web.jinja import url
from ...web.layout import get_progress_fragment, render_live
from ...web.links import absolute_url, qr
from .own_outlook import load_own_event, page_versions
from .own_page import get_own_page


@dataclass(frozen=True)
class OwnLink:
    """The secret link that a page was opened by: of the player, or of a `pick` of their name."""

    player: Player
    pick: Pick | None = None

    @property
    def event(self) -> Event:
        return self.player.event

    @property
    def secret(self) -> str:
        return self.pick.token if self.pick else self.player.secret

    @property
    def pick_token(self) -> str:
        return self.pick.token if self.pick else ""

    @property
    def actor_source(self) -> str:
        return PICK if self.pick else PHONE

    def url(self, own_name: str, picked_name: str) -> str:
        """Return the address with one of these URL names."""
        return url(picked_name if self.pick else own_name, self.event.slug, self.secret)

    @property
    def page_url(self):
        return self.url("me", "picked")

    @property
    def report_url(self):
        return self.url("report_own", "report_picked")

    @property
    def achievements_url(self):
        return self.url("tick_own", "tick_picked")

    @property
    def judge_url(self):
        return self.url("call_judge", "judge_picked")

    @property
    def push_url(self):
        return self.url("push_own", "push_picked")

    @property
    def manifest_url(self):
        return self.url("own_manifest", "picked_manifest")


def render_own_page(request, link: OwnLink, error="", **options):
    """Render the page, with an error after a refused form. `options` as in `render_live_page`."""
    event, player = link.event, link.player
    own_event = cache(lambda: load_own_event(player, link.pick))

    def fragment_context():
        # An iterator, because each form of the page takes a key of its own.
        keys = iter(new_idempotency_key, "")
        page = get_own_page(own_event())
        context = {"own_page": page, "link": link, "keys": keys}
        if page.table and page.table.result and not page.is_over:
            context |= {"progress": get_progress_fragment(event)}
        return context | (own_link_values(request, link) if page.can_withdraw else {})

    return render_live(
        request,
        event,
        "pairings",
        "players/own_page.jinja",
        {"now": "players/_own_table.jinja", "result": "players/_own_result.jinja"},
        fragment_context,
        lambda _: {"error": error, "player": player, "name": own_name(player), "manifest": link.manifest_url},
        get_status=lambda _event: own_event().status,
        shared=False,
        etag=page_etag(link),
        address=link.page_url,
        **options,
    )


def own_name(player: Player) -> str:
    """Return the name that the player's pages greet by: the public one."""
    return load_history(player.event).names.get(player.public_id, player.name)


def own_link_values(request, link: OwnLink) -> dict:
    """Return what the page shows of the personal link and the registration before the event starts."""
    row = own_entry(link.player)
    address = absolute_url(request, link.page_url)
    return {
        "entry": row,
        "email": mailed_address(row),
        "mail_note": get_mail_note(row, Registration.REGISTERED),
        "can_resend": can_resend(row),
        "address": address,
        "code": qr(address),
    }


def page_etag(link: OwnLink) -> str:
    """Return an ETag of everything that the player's own page depends on."""
    player = link.player
    parts = [settings.RELEASE, player.pk, *page_versions(player), link.secret, get_language()]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f'W/"{player.event_id}-{digest[:32]}"'
