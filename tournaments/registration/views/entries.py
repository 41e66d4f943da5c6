"""Registration on phones."""

import hashlib
import json

from django.conf import settings as site_settings
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from ... import access
from ...access import secret_links
from ...access.people_links import find_remembered
from ...changes.change import Actor
from ...history.cache import load_history
from ...models import Event, Person, Registration
from ...models.registration import WAITING_STATES
from ...people.pages.own_entry import fill_in_entry
from ...players.pages.check_in import get_scanned_player, has_check_in
from ...players.pages.own_link import OwnLink, render_own_page
from ...rules.history import PHONE
from ...rules.history.players import ASKED_FACTS, TEXT_FACTS, RegistrationSettings
from ...rules.people.names import name_key
from ...rules.registration import has_started
from ...web.answers import attempt, idempotency_key, new_idempotency_key, post_data
from ...web.layout import render_live, render_page
from ...web.links import absolute_url, qr, site_url
from ...web.mails import can_send_mail
from ...web.middleware.errors import too_many_requests
from ...web.middleware.limits import DAY, MINUTE, Limit, address, link, retry_after
from ...web.service_worker import store_offline
from ...web.status import moment_text
from ..actions import entries
from ..actions.mails import send_link
from ..forms import LostLinkForm, RegistrationForm
from ..pages.entries import (
    can_edit,
    can_withdraw,
    entry_of,
    get_offer,
    get_registration_page,
    own_entry,
    with_stored_name,
)

# A day’s limit is that of ten minutes times 48, as if eight hours were used fully.
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
    settings, person = load_history(event).registration, find_own_person(request, event)
    options = {"settings": settings, "club": event.published_club}
    if request.method != "POST":
        entry = fill_in_entry(event, settings, person) if person else None
        return render_registration_form(request, event, RegistrationForm(entry=entry, **options))
    form = RegistrationForm(request.POST, **options)
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
        if row := store_entry(request, event, form, person):
            return redirect("me", slug, row.token)
    return render_registration_form(request, event, form)


def find_sent(event, request, form) -> Registration | None:
    """Return the entry that an earlier copy of the same form has made, for the same player."""
    key, name = idempotency_key(request), form.entry().name
    if not (key and event.log.filter(key=key, who=name).exists()):
        return None
    return Registration.objects.filter(event=event, request_key=key).first()


def wants_memory(form) -> bool:
    """Return whether the player has ticked that the club may remember them."""
    return form.cleaned_data.get("remember", False)


def find_own_person(request, event) -> Person | None:
    """Return the person of `?as=ID` if this phone has opened that person's page of the event's club."""
    club = event.published_club
    return find_remembered(request, club, request.GET["as"]) if club and "as" in request.GET else None


def has_opened_page_of(request, event, person: Person | None) -> bool:
    """Return whether this phone has opened the own page of a person of the event's club."""
    club = event.published_club
    return bool(club and person and find_remembered(request, club, person.current.public_id))


def store_entry(request, event, form, person: Person | None) -> Registration | None:
    """Register the player; a violation is added to the form. Another name than the person's is another's."""
    entry, key = form.entry(), idempotency_key(request)
    if Registration.objects.filter(event=event, request_key=key).exists():
        # Back in the browser, and another name: the form of the first player has the same key.
        key = new_idempotency_key()
    actor = Actor(entry.name, key=key, source=PHONE)
    options = {"site_url": site_url(request), "language": get_language(), "remember": wants_memory(form)}
    if person and name_key(entry.name) == person.key:
        options["person"] = person
    outcome = attempt(entries.register, event, actor, entry, **options)
    if not outcome:
        form.add_error(None, outcome.error)
        return None
    row = outcome.result or find_sent(event, request, form)
    if row is None:
        form.add_error(None, gettext("This form was sent before. Please send it again."))
    return row


def render_registration_form(request, event, form):
    """Render the page; what a player typed is shown again even if registration has closed meanwhile."""
    offer = get_offer(event)
    context = {
        "offer": offer,
        "start": moment_text(load_history(event).starts_at, event.timezone),
        "form": form if offer.has_form or form.is_bound else None,
        "public_fields": public_fields_text(form),
        "can_send_link": can_send_mail() and "email" in form.fields,
    }
    return render_page(request, event, "about", "registration/register.jinja", context)


def public_fields_text(form) -> str:
    """Return the sentence about public fields, “Your name and club are public.”, for this form."""
    names = ["name", *(name for name in ASKED_FACTS if TEXT_FACTS[name].is_public and name in form.fields)]
    labels = [Registration._meta.get_field(name).verbose_name for name in names]
    text = ngettext("Your {facts} is public.", "Your {facts} are public.", len(labels))
    return text.format(facts=get_text_list(labels, gettext("and")))


def lost_link_page(request, slug):
    """Send a personal link again; the answer does not reveal whether the address is known."""
    event = access.get_visible_event(request, slug)
    form = LostLinkForm(post_data(request))
    if form.is_valid():
        send_link(event, form.cleaned_data["email"], site_url(request))
        return redirect(f"{reverse('lost_link', args=[slug])}?sent=1")
    context = {"form": form, "is_sent": "sent" in request.GET}
    return render_page(request, event, "about", "registration/lost_link.jinja", context)


# The live fragments of a registration's page, and of a player's own page.
STATE, TABLE = "state", "now"


def respond_to_scan(request, event, player, row):
    """Respond to staff who open a personal address before the start of an event with check-in, else None.

    `player` and `row` are as in `requires_personal_link`. With `?player` in the address they see the page.
    """
    if "part" in request.GET or "player" in request.GET:
        return None
    permissions = access.get_permissions(request, event)
    if access.CHECK_IN not in permissions or not has_check_in(event):
        return None
    scanned = get_scanned_player(event, player, row)
    can_accept = scanned.state in WAITING_STATES and access.MANAGE in permissions
    context = {"scanned": scanned, "can_accept": can_accept}
    response = render_page(request, event, "desk_players", "registration/desk/scanned.jinja", context)
    response["Cache-Control"] = "private, no-store"
    return response


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


def render_registration(request, event, player, row, error=""):
    """Render the page of a registration, with an error after a refused form."""
    page, path = get_registration_page(row, player), reverse("me", args=[event.slug, row.token])
    address = absolute_url(request, path)

    def fragment_context():
        keys = {"key": new_idempotency_key(), "address": address, "code": qr(address)}
        return {"page": page, "token": row.token, **keys}

    parts = [site_settings.RELEASE, event.version, get_language(), repr(page)]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return render_live(
        request,
        event,
        "pairings",
        "registration/own_page.jinja",
        {STATE: "registration/_state.jinja"},
        fragment_context,
        lambda _layout: {"name": page.name, "error": error},
        shared=False,
        etag=f'W/"{event.pk}-{digest[:32]}"',
        address=path,
    )


def secret_of(request) -> str:
    """Return the secret in the address of the page."""
    return request.resolver_match.kwargs["token"]


def run_own_action(request, event, action, row_or_player, *args, **kwargs) -> str:
    """Run an action of the player with the link; return the violation's text, empty if it is done."""
    actor = Actor(row_or_player.name, key=idempotency_key(request), source=PHONE)
    return attempt(action, event, actor, secret_of(request), *args, **kwargs).error


@secret_links.requires_personal_link
def edit(request, event, player, row):
    """Change what the player has entered."""
    row = row or own_entry(player)
    if row is None or (request.method != "POST" and not can_edit(row)):
        return redirect("me", event.slug, secret_of(request))
    settings = load_history(event).registration
    shown = {"club": event.published_club, "remember": row.remember}
    form = RegistrationForm(post_data(request), settings=settings, entry=entry_of(row, player), **shown)
    if form.is_valid():
        is_new_address = form.entry().email.casefold() != entry_of(row, player).email.casefold()
        if is_new_address and (seconds := count_address_change(request, event, settings)):
            return too_many_requests(request, seconds)
        entry = with_stored_name(form.entry(), row, player)
        remember = wants_memory(form) if event.published_club else None
        options = {"remember": remember, "is_proven": has_opened_page_of(request, event, row.person)}
        error = run_own_action(request, event, entries.edit_registration, row, entry, **options)
        if not error:
            return redirect("me", event.slug, row.token)
        form.add_error(None, error)
    context = {"token": secret_of(request), "form": form}
    return render_page(request, event, "pairings", "registration/edit.jinja", context)


@secret_links.requires_personal_link
def withdraw(request, event, player, row):
    """Ask whether the player wants to withdraw, then withdraw them."""
    error = ""
    if request.method == "POST":
        error = run_own_action(request, event, entries.withdraw, player or row)
    if error or (request.method != "POST" and can_withdraw(event, player, row)):
        context = {"token": secret_of(request), "has_entry": row or player.entry, "error": error}
        return render_page(request, event, "pairings", "registration/withdraw.jinja", context)
    return redirect("me", event.slug, secret_of(request))


@secret_links.requires_personal_link
def register_again(request, event, player, row):
    """Register a player who has withdrawn; a GET leads to their page."""
    if request.method == "POST" and row:
        error = run_own_action(request, event, entries.register_again, row)
        if error:
            return render_registration(request, event, player, row, error)
    return redirect("me", event.slug, secret_of(request))


@secret_links.requires_personal_link
def confirm_email(request, event, player, row, code):
    """Confirm the email address by the link in its mail, with a button: programs open links, too.

    The code of another address than the present one confirms nothing.
    """
    row = row or own_entry(player)
    if row and row.email_confirmed_at and not row.new_email and row.is_confirm_code(code):
        return redirect("me", event.slug, row.token)
    is_valid, error = row is not None and row.is_confirm_code(code), ""
    if is_valid and request.method == "POST":
        error = run_own_action(request, event, entries.confirm_email, row)
        if not error:
            return redirect("me", event.slug, row.token)
    context = {"token": secret_of(request), "row": row, "is_valid": is_valid, "error": error}
    status = None if is_valid else 404
    return render_page(request, event, "pairings", "registration/confirm.jinja", context, status)
