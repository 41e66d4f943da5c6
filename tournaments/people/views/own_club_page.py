"""The own page of a person at a club, the phones that remember it, and the mail with its link."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from ...access import ON_THE_LIST
from ...access.people_links import (
    SECRET_HEADERS,
    forget_on_phone,
    get_published_club,
    remember_on_phone,
    remembered_people,
    requires_person_link,
)
from ...changes.change import Actor
from ...clubs.pages import calendar_events
from ...events.pages.calendar import calendar_response
from ...history.cache import load_history
from ...models import Club, Event, Person, PersonMail
from ...registration.actions import entries
from ...rules.errors import RuleViolation
from ...rules.history import PHONE
from ...rules.registration import RegistrationEntry, check_entry
from ...series.pages.leaders import list_own_places
from ...web.answers import attempt, idempotency_key, new_idempotency_key, post_data, status_of
from ...web.club_layout import time_zone_of
from ...web.links import absolute_url, site_url, webcal_url
from ..actions.consent import confirm_address
from ..actions.mails import LIFETIME, request_link
from ..forms import AddressForm
from ..pages.own_entry import find_places
from ..pages.own_page import get_own_club_page


@require_safe
@requires_person_link
def own_page(request, club, person, token):
    """Show the person's page, and let the phone remember it."""
    return show_own_page(request, club, person, token)


def show_own_page(request, club: Club, person: Person, token: str, error=""):
    calendar_path = calendar_path_of(club, person)
    with timezone.override(time_zone_of(club)):
        context = {
            "page": get_own_club_page(club, person, timezone.now()),
            "series_places": list_own_places(club, person, timezone.now()),
            "calendar": calendar_path and webcal_url(request, calendar_path),
            "calendar_link": calendar_path and absolute_url(request, calendar_path),
            "error": error,
        }
        response = render_own(request, club, person, token, "people/own_page.jinja", context)
    remember_on_phone(request, response, club, token)
    return response


def render_own(request, club: Club, person: Person, token: str, template: str, context: dict):
    """Return a page of the person, with the tabs of the others whose pages this phone has opened."""
    others = [(one, other) for one, other in remembered_people(request, club) if other != person]
    page = {
        "club": club,
        "person": person,
        "token": token,
        "others": others,
        "key": new_idempotency_key(),
        "keys": new_idempotency_key,
    }
    return render(request, template, page | context, status=status_of(request))


def calendar_path_of(club: Club, person: Person) -> str:
    """Return the path of the calendar with the person's events; "" before it is made."""
    if not person.calendar_token:
        return ""
    return reverse("own_club_calendar", args=[club.slug, person.calendar_token])


def own_actor(request, person: Person) -> Actor:
    """Return the person of the page, whom the log of the club names by their id alone."""
    return Actor(person.public_id, key=idempotency_key(request), source=PHONE)


@requires_person_link
def register(request, club, person, token, event):
    """Register the person with one tap, or lead to the form if it asks for more than the name."""
    event = Event.objects.filter(ON_THE_LIST, club=club, slug=event).first()
    if request.method != "POST" or event is None or event.slug in find_places(person):
        return redirect("own_club_page", club.slug, token)
    entry = RegistrationEntry(person.name)
    try:
        check_entry(load_history(event).registration, entry)
    except RuleViolation:
        return redirect(f"{reverse('register', args=[event.slug])}?as={person.public_id}")
    options = {"person": person, "site_url": site_url(request), "language": get_language()}
    actor = Actor(person.name, key=idempotency_key(request), source=PHONE)
    outcome = attempt(entries.register, event, actor, entry, **options)
    if not outcome:
        return show_own_page(request, club, person, token, error=outcome.error)
    return redirect("own_club_page", club.slug, token)


@requires_person_link
def forget_phone(request, club, person, token):
    """Let this phone no longer show the person's page."""
    response = redirect("club", club.slug)
    if request.method == "POST":
        forget_on_phone(request, response, club, token)
        messages.success(request, gettext("This phone has forgotten the page"))
    return response


@cache_control(private=True, no_store=True)
def own_pages(request, slug):
    """Open the page that this phone or this account knows, or offer to mail its link.

    The answer does not reveal whether the address is known.
    """
    club = get_published_club(slug)
    form = AddressForm(post_data(request))
    if form.is_valid():
        request_link(club, form.cleaned_data["email"], site_url(request), get_language())
        return redirect(f"{reverse('own_club_pages', args=[slug])}?sent=1")
    is_sent = "sent" in request.GET
    if request.method != "POST" and not is_sent and (token := find_own_token(request, club)):
        return redirect("own_club_page", slug, token)
    context = {"club": club, "form": form, "is_sent": is_sent}
    return render(request, "people/send_link.jinja", context, status=status_of(request))


def find_own_token(request, club: Club) -> str:
    """Return the secret of the page that this phone opened last, or that this account opens; or ""."""
    if people := remembered_people(request, club):
        return people[0][0]
    if not request.user.is_authenticated:
        return ""
    person = Person.with_merged.filter(club=club, account=request.user).first()
    return (person and person.current.token) or ""


def confirm(request, slug, token):
    """Confirm an address by the link in its mail, with a button: programs open links, too."""
    club = get_published_club(slug)
    mails = PersonMail.objects.filter(club=club, kind=PersonMail.CONFIRM, at__gt=timezone.now() - LIFETIME)
    is_valid = token.isprintable() and mails.filter(token=token).exists()
    state, error = "valid" if is_valid else "unknown", ""
    if is_valid and request.method == "POST":
        # Nobody knows who has opened the mail: the log names the person alone.
        error = attempt(confirm_address, club, Actor("", source=PHONE), token).error
        state = "valid" if error else "done"
    context = {"club": club, "state": state, "error": error, "key": new_idempotency_key()}
    status = 404 if state == "unknown" else 422 if error else 200
    response = render(request, "people/confirm_address.jinja", context, status=status)
    for name, value in SECRET_HEADERS.items():
        response[name] = value
    return response


@require_safe
def calendar(request, slug, token):
    """Return the club's public events and those that the person is in, without a word about the person."""
    club = get_published_club(slug)
    people = Person.with_merged.filter(club=club, calendar_token=token)
    person = people.first() if token.isprintable() else None
    if person is None:
        raise Http404
    events = calendar_events(club, timezone.now(), own=find_places(person.current))
    return calendar_response(request, events, club.name, SECRET_HEADERS)
