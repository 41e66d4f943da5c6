"""Registration on phones."""

import hashlib
import json

from django.conf import settings as site_settings
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from ... import access
from ...access import secret_links
from ...changes.change import Actor, DuplicateRequest
from ...history.cache import load_history
from ...models import Event, Registration
from ...players.pages.own_page import OwnLink, render_own_page
from ...rules.errors import RuleViolation
from ...rules.history import PHONE
from ...rules.history.players import RegistrationSettings
from ...rules.registration import has_started
from ...web.forms import get_violation, idempotency_key, new_idempotency_key
from ...web.layout import get_page_layout
from ...web.links import absolute_url, qr, site_url
from ...web.live import render_live_page
from ...web.middleware.errors import too_many_requests
from ...web.middleware.limits import DAY, MINUTE, Limit, address, link, retry_after
from ...web.service_worker import store_offline
from ...web.wording import message_text
from ..actions import entries
from ..actions.entries import register, send_link
from ..forms import LostLinkForm, RegistrationForm
from ..pages.entries import can_edit, can_withdraw, entry_of, find_registration, get_registration_page
from ..pages.mails import can_send_mail, is_confirm_code
from ..pages.offer import get_offer, moment_text
from .check_in import respond_to_scan

# As many as eight hours at the limit of ten minutes.
PERIODS_PER_DAY = 48
# Of one registration.
CHANGES_PER_DAY = 5


def count_registration(request, event: Event, settings: RegistrationSettings) -> float:
    """Count a registration; return the seconds to wait, 0 if it is accepted."""
    limits = limits_of_connection(event, settings)
    return max(retry_after(limit, request, {}) for limit in limits)


def count_address_change(request, event: Event, settings: RegistrationSettings) -> float:
    """Count a changed address, as much as a registration; return the seconds to wait, 0 if it is accepted."""
    limits = (*limits_of_connection(event, settings), Limit(CHANGES_PER_DAY, DAY, link, "address"))
    return max(retry_after(limit, request, request.resolver_match.kwargs) for limit in limits)


def limits_of_connection(event: Event, settings: RegistrationSettings) -> tuple[Limit, Limit]:
    """Return the limits of one connection and event: those of the organiser, and of a day."""

    def connection(request, kwargs) -> str:
        return f"{event.pk} {address(request, kwargs)}"

    return (
        Limit(settings.address_limit, 10 * MINUTE, connection, "entry"),
        Limit(PERIODS_PER_DAY * settings.address_limit, DAY, connection, "entry"),
    )


@cache_control(private=True, no_store=True)
def register_page(request, slug):
    """Show the form, or why nobody can register now; register the player who sends it."""
    event = access.get_visible_event(request, slug)
    settings = load_history(event).registration
    if request.method != "POST":
        return render_page(request, event, RegistrationForm(settings=settings))
    form = RegistrationForm(request.POST, settings=settings)
    row = find_sent(event, request, form) if form.is_valid() else None
    if row:
        return redirect("me", slug, row.token)
    if form.is_trapped:
        # A bot cannot tell this from an ordinary error.
        form.add_error(None, gettext("Please check what you entered, and try again."))
    elif form.is_valid():
        # Only valid forms are counted, also one that is refused below: a typing error uses nothing up.
        if seconds := count_registration(request, event, settings):
            return too_many_requests(request, seconds)
        if row := store_entry(request, event, form):
            return redirect("me", slug, row.token)
    return render_page(request, event, form, status=422)


def find_sent(event, request, form) -> Registration | None:
    """Return the entry that an earlier copy of the same form has made, for the same player."""
    key, name = idempotency_key(request), form.entry().name
    if not (key and event.log.filter(key=key, who=name).exists()):
        return None
    return Registration.objects.filter(event=event, request_key=key).first()


def store_entry(request, event, form) -> Registration | None:
    """Register the player; a violation is added to the form."""
    entry, key = form.entry(), idempotency_key(request)
    if Registration.objects.filter(event=event, request_key=key).exists():
        # Back in the browser, and another name: the form of the first player has the same key.
        key = new_idempotency_key()
    actor = Actor(entry.name, key=key, source=PHONE)
    try:
        return register(event, actor, entry, site_url=site_url(request), language=get_language())
    except DuplicateRequest:
        row = find_sent(event, request, form)
        if row is None:
            form.add_error(None, gettext("This form was sent before. Please send it again."))
        return row
    except RuleViolation as violation:
        form.add_error(None, message_text(violation))
        return None


def render_page(request, event, form, status=200):
    """Render the page; what a player typed is shown again even if registration has closed meanwhile."""
    offer = get_offer(event)
    context = {
        "layout": get_page_layout(request, event, "about"),
        "event": event,
        "offer": offer,
        "start": moment_text(load_history(event).starts_at, event.timezone),
        "form": form if offer.has_form or status == 422 else None,
        "key": new_idempotency_key(),
        "public_fields": public_fields_text(form),
        "can_send_link": can_send_mail() and "email" in form.fields,
    }
    return render(request, "registration/register.jinja", context, status=status)


def public_fields_text(form) -> str:
    """Return the sentence about public fields, “Your name and club are public.”, for this form."""
    texts = {
        (False, False): gettext("Your name is public."),
        (True, False): gettext("Your name and club are public."),
        (False, True): gettext("Your name and division are public."),
        (True, True): gettext("Your name, club and division are public."),
    }
    return texts["club" in form.fields, "division" in form.fields]


def lost_link_page(request, slug):
    """Send a personal link again; the answer does not reveal whether the address is known."""
    event = access.get_visible_event(request, slug)
    form = LostLinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        send_link(event, form.cleaned_data["email"], site_url(request))
        return redirect(f"{reverse('lost_link', args=[slug])}?sent=1")
    context = {
        "layout": get_page_layout(request, event, "about"),
        "event": event,
        "form": form,
        "is_sent": "sent" in request.GET,
        "can_send_mail": can_send_mail(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "registration/lost_link.jinja", context, status=status)


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
