"""Settings of a person on their own page of the club: names, profile, consent, links, data."""

import json
from collections.abc import Iterator
from functools import partial

from django.contrib import messages
from django.http import StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_noop
from django.views.decorators.http import require_safe

from ...access.people_links import remember_on_phone, requires_person_link
from ...models import Club, Person
from ...web.answers import attempt
from ...web.links import site_url
from ...web.mails import can_send_mail
from ..actions import consent
from ..actions import own_page as actions
from ..actions.mails import ask_to_confirm
from ..forms import AddressForm, IdentifierForm, OwnNameForm
from ..pages.club_people import with_merged
from ..pages.matching import list_publishers
from ..pages.person_data import export_club_data, export_events
from ..pages.requests import find_deadline
from .own_club_page import own_actor, render_own

# What a button of the page does → (action, what the page says then).
BUTTONS = {
    "profile_on": (actions.switch_own_profile_on, gettext_noop("Profile switched on")),
    "profile_off": (actions.switch_own_profile_off, gettext_noop("Profile switched off")),
    "hide": (actions.hide_myself, gettext_noop("You are hidden")),
    "agree": (consent.agree_to_be_remembered, gettext_noop("Saved")),
    "withdraw": (consent.withdraw_consent, gettext_noop("Deleted")),
    "delete_address": (consent.delete_address, gettext_noop("Address deleted")),
    "disconnect": (actions.disconnect_account, gettext_noop("Account disconnected")),
    "ask": (actions.ask_to_be_forgotten, gettext_noop("The club has your request")),
    "withdraw_request": (actions.withdraw_request, gettext_noop("Request withdrawn")),
}


@requires_person_link
def settings_page(request, club, person, token):
    """Show the settings; carry out what a button or a form of the page asks for."""
    if request.method != "POST":
        return show_settings(request, club, person, token)
    wanted = request.POST.get("do", "")
    if wanted in BUTTONS:
        action, text = BUTTONS[wanted]
        return run(request, club, person, token, partial(action, club), text)
    return FORMS.get(wanted, show_settings)(request, club, person, token)


def run(request, club: Club, person: Person, token: str, action, text: str, *args, **forms):
    """Run an action of the person; on success say `text` on the page, else show why not."""
    outcome = attempt(action, own_actor(request, person), person.pk, *args)
    if not outcome:
        return show_settings(request, club, person, token, error=outcome.error, **forms)
    messages.success(request, gettext(text))
    return redirect("own_club_settings", club.slug, token)


def choose_name(request, club, person, token):
    form = OwnNameForm(request.POST, person=person)
    if not form.is_valid():
        return show_settings(request, club, person, token, name_form=form)
    action = partial(actions.choose_public_name, club)
    return run(request, club, person, token, action, gettext_noop("Public name saved"), form.public_name)


def enter_identifier(request, club, person, token):
    form = IdentifierForm(request.POST, publishers=list_publishers(club))
    if not form.is_valid():
        return show_settings(request, club, person, token, identifier_form=form)
    values = form.cleaned_data["publisher"], form.cleaned_data["value"]
    action = partial(consent.set_own_identifier, club)
    return run(request, club, person, token, action, gettext_noop("Player ID saved"), *values)


def connect(request, club, person, token):
    if not request.user.is_authenticated:
        return redirect("own_club_settings", club.slug, token)
    action = partial(actions.connect_account, club)
    return run(request, club, person, token, action, gettext_noop("Account connected"), request.user)


def renew_link(request, club, person, token):
    """Give the page a new address, and lead there; this phone remembers the new one."""
    outcome = attempt(actions.renew_own_link, club, own_actor(request, person), person.pk)
    if not outcome.result:
        return show_settings(request, club, person, token, error=outcome.error)
    messages.success(request, gettext("Your page has a new address"))
    response = redirect("own_club_settings", club.slug, outcome.result)
    remember_on_phone(request, response, club, outcome.result, instead_of=token)
    return response


def make_calendar(request, club, person, token):
    """Give the calendar an address, or another one; the own page shows it."""
    outcome = attempt(actions.renew_own_calendar, club, own_actor(request, person), person.pk)
    if not outcome:
        return show_settings(request, club, person, token, error=outcome.error)
    messages.success(request, gettext("Your calendar has a new address"))
    return redirect(reverse("own_club_page", args=[club.slug, token]) + "#calendar")


# What a form of the page does.
FORMS = {
    "calendar": make_calendar,
    "name": choose_name,
    "identifier": enter_identifier,
    "connect": connect,
    "link": renew_link,
}


@requires_person_link
def enter_address(request, club, person, token):
    """Mail a link to the address that confirms it; the answer does not reveal whether it is known."""
    if request.method != "POST":
        return redirect("own_club_settings", club.slug, token)
    form = AddressForm(request.POST)
    if not form.is_valid() or person.remembered_at is None or not can_send_mail():
        return show_settings(request, club, person, token, address_form=form)
    ask_to_confirm(person, form.cleaned_data["email"], site_url(request), get_language())
    messages.success(request, gettext("Open the link in the mail to confirm the address"))
    return redirect("own_club_settings", club.slug, token)


def show_settings(request, club: Club, person: Person, token: str, **changed):
    context = {
        "name_form": OwnNameForm(person=person),
        "address_form": AddressForm(),
        "identifier_form": IdentifierForm(publishers=list_publishers(club)),
        "identifiers": list(person.identifiers.all()),
        "has_account": any(one.account_id for one in with_merged(person)),
        "forgotten_by": find_deadline(person),
        "error": "",
    }
    return render_own(request, club, person, token, "people/own_settings.jinja", context | changed)


@require_safe
@requires_person_link
def data(request, club, person, token):
    """Return everything that is stored about the person at the club, an event at a time."""
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    parts = write_data(export_club_data(club, person), export_events(person))
    return StreamingHttpResponse(parts, content_type="application/json; charset=utf-8", headers=headers)


def write_data(values: dict, events: Iterator[dict]) -> Iterator[str]:
    """Yield the parts of a JSON object: the values, and a list of the events."""
    text = json.dumps(values, ensure_ascii=False, indent=2)
    yield f'{text[:-2]},\n  "events": ['
    for number, event in enumerate(events):
        yield f"{',' if number else ''}\n{json.dumps(event, ensure_ascii=False, indent=2)}"
    yield "\n  ]\n}\n"
