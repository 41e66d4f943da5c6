"""The personal page before the event starts: state, edit, withdraw, register again, confirm the address."""

import hashlib
import json

from django.conf import settings as site_settings
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from ...access import secret_links
from ...actions.change import Actor
from ...actions.registration import entries
from ...forms.registration.entry import RegistrationForm
from ...queries.history.cache import load_history
from ...queries.paper.qr_codes import qr
from ...queries.registration.confirm_codes import is_confirm_code
from ...queries.registration.own_page import (
    can_edit,
    can_withdraw,
    entry_of,
    find_registration,
    get_registration_page,
)
from ...queries.wording.formats import message_text
from ...rules.history import PHONE
from ...rules.registration.settings import has_started
from ..http.forms import get_violation, idempotency_key, new_idempotency_key
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.service_worker import store_offline
from ..http.urls import absolute_url
from ..middleware.errors import too_many_requests
from ..players.own_page import OwnLink, render_own_page
from .address_limits import count_address_change
from .check_in import respond_to_scan

# The live fragments of a registration's page, and of a player's own page.
STATE, TABLE = "state", "now"


@require_safe
@store_offline
@secret_links.requires_personal_link
def me_page(request, event, player, row):
    """Show the page of a link: of the player, or of the registration while they are not in the event.

    When one becomes the other, pages that are open load again.
    """
    if response := respond_to_scan(request, event, player, row):
        return response
    is_registration = row is not None and (player is None or not has_started(load_history(event)))
    part = request.GET.get("part")
    if part in (STATE, TABLE) and part != (STATE if is_registration else TABLE):
        return HttpResponseClientRefresh()
    if is_registration:
        return render_registration(request, event, player, row)
    return render_own_page(request, OwnLink(player))


def render_registration(request, event, player, row, error="", status=200):
    """Render the page of a registration, with an error after a refused form."""
    page, path = get_registration_page(row, player), reverse("me", args=[event.slug, row.token])
    address = absolute_url(request, path)

    def fragment_context():
        keys = {"key": new_idempotency_key(), "address": address, "code": qr(address)}
        return {"page": page, "event": event, "token": row.token, **keys}

    def page_context(event_status):
        layout = get_page_layout(request, event, "pairings", event_status)
        return {"layout": layout, "event": event, "name": page.name, "error": error}

    parts = [site_settings.RELEASE, event.version, get_language(), repr(page)]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return render_live_page(
        request,
        event,
        "registration/own_page.jinja",
        {STATE: "registration/_state.jinja"},
        fragment_context,
        page_context,
        shared=False,
        etag=f'W/"{event.pk}-{digest[:32]}"',
        address=path,
        status=status,
    )


def secret_of(request) -> str:
    """Return the secret in the address of the page."""
    return request.resolver_match.kwargs["token"]


def run_own_action(request, event, action, row_or_player, *args) -> str:
    """Run an action of the player with the link; return the violation's text, empty if it is done."""
    actor = Actor(row_or_player.name, key=idempotency_key(request), source=PHONE)
    violation = get_violation(action, event, actor, secret_of(request), *args)
    return message_text(violation) if violation else ""


@secret_links.requires_personal_link
def edit(request, event, player, row):
    """Change what the player has entered."""
    row = row or find_registration(player)
    if row is None or (request.method != "POST" and not can_edit(row)):
        return redirect("me", event.slug, secret_of(request))
    data = request.POST if request.method == "POST" else None
    settings = load_history(event).registration
    form = RegistrationForm(data, settings=settings, entry=entry_of(row, player))
    if data is not None and form.is_valid():
        is_new_address = form.entry().email.casefold() != entry_of(row, player).email.casefold()
        if is_new_address and (seconds := count_address_change(request, event, settings)):
            return too_many_requests(request, seconds)
        error = run_own_action(request, event, entries.edit_registration, row, form.entry())
        if not error:
            return redirect("me", event.slug, row.token)
        form.add_error(None, error)
    context = page_values(request, event) | {"form": form}
    return render(request, "registration/edit.jinja", context, status=200 if data is None else 422)


@secret_links.requires_personal_link
def withdraw(request, event, player, row):
    """Ask whether the player wants to withdraw, then withdraw them."""
    error = ""
    if request.method == "POST":
        error = run_own_action(request, event, entries.withdraw, player or row)
    if error or (request.method != "POST" and can_withdraw(event, player, row)):
        context = page_values(request, event) | {"has_entry": row or player.entry, "error": error}
        return render(request, "registration/withdraw.jinja", context, status=422 if error else 200)
    return redirect("me", event.slug, secret_of(request))


@secret_links.requires_personal_link
def register_again(request, event, player, row):
    """Register a player who has withdrawn; a GET leads to their page."""
    if request.method == "POST" and row:
        error = run_own_action(request, event, entries.register_again, row)
        if error:
            return render_registration(request, event, player, row, error, status=422)
    return redirect("me", event.slug, secret_of(request))


@secret_links.requires_personal_link
def confirm_email(request, event, player, row, code):
    """Confirm the email address by the link in its mail, with a button: programs open links, too.

    The code of another address than the present one confirms nothing.
    """
    row = row or find_registration(player)
    if row and row.email_confirmed_at and not row.new_email and is_confirm_code(row, code):
        return redirect("me", event.slug, row.token)
    is_valid, error = row is not None and is_confirm_code(row, code), ""
    if is_valid and request.method == "POST":
        error = run_own_action(request, event, entries.confirm_email, row)
        if not error:
            return redirect("me", event.slug, row.token)
    context = page_values(request, event) | {"row": row, "is_valid": is_valid, "error": error}
    status = (422 if error else 200) if is_valid else 404
    return render(request, "registration/confirm.jinja", context, status=status)


def page_values(request, event) -> dict:
    """Return the context that all these pages have."""
    return {
        "layout": get_page_layout(request, event, "pairings"),
        "event": event,
        "token": secret_of(request),
        "key": new_idempotency_key(),
    }
