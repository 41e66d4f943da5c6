"""People at the desk of a club."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ...access.clubs import MANAGE_CLUB, requires_at_club
from ...models import PersonIdentifier, PersonName
from ...ratings.pages.people import explain_to_staff, get_person_ratings
from ...rules.people.names import first_name_and_initial
from ...web.answers import attempt, get_actor, post_data, run_action
from ...web.club_layout import render_club_desk
from ...web.forms import search_text
from ...web.links import absolute_url, is_local_only, qr, safe_next
from ..actions import erasing, staff
from ..actions import people as actions
from ..actions.public_names import pseudonym_of
from ..forms import PersonForm
from ..pages.attendance import NEVER, get_attendance
from ..pages.candidates import offer_people
from ..pages.club_people import (
    BY_NAME,
    LAST_PLAYED,
    MOST_FREQUENT,
    list_people,
    list_person_events,
)
from ..pages.doubts import find_wish
from ..pages.erasing import get_reach
from ..pages.requests import find_deadline
from .person_address import takes_person

# Letters of a name from which people are offered.
MIN_OFFERED_LENGTH = 2
ORDER_LABELS = (
    (LAST_PLAYED, gettext_noop("Last played")),
    (MOST_FREQUENT, gettext_noop("Most frequent")),
    (BY_NAME, gettext_noop("Name")),
)


@require_safe
@requires_at_club(MANAGE_CLUB)
def people_page(request, club):
    """List the people of the club, with a search by any name."""
    text, order = search_text(request, "q"), request.GET.get("by")
    order = order if order in dict(ORDER_LABELS) else LAST_PLAYED
    context = {
        "page": list_people(club, text, order, request.GET.get("page"), timezone.now()),
        "q": text,
        "order": order,
        "orders": [(key, gettext(label)) for key, label in ORDER_LABELS],
    }
    return render_club_desk(request, club, "people", "people/desk/list.jinja", context)


@require_safe
@requires_at_club(MANAGE_CLUB)
def offers(request, club):
    """Offer people for a name that somebody types."""
    text = search_text(request, "q")
    people = offer_people(club, text, timezone.now()) if len(text.strip()) >= MIN_OFFERED_LENGTH else []
    return render(request, "people/desk/offers.jinja", {"people": people})


@takes_person
def person_page(request, club, person):
    """Show and change a person; `?rating=EVENT` shows how the rating changed there."""
    names = ("name", "public_name", "birth_year", "is_minor")
    form = PersonForm(post_data(request), initial={name: getattr(person, name) for name in names})
    if form.is_valid() and run_action(
        request,
        actions.change_person,
        club,
        person.pk,
        form=form,
        done=gettext("Saved"),
        **form.cleaned_data,
    ):
        return redirect("club_person", club.slug, person.public_id)
    context = {
        "person": person,
        "form": form,
        "public_names": public_names(person),
        "names": PersonName.objects.filter(person=person),
        "identifiers": PersonIdentifier.objects.filter(person=person),
        "wish": find_wish(person),
        "asked": find_deadline(person),
        "page": list_person_events(person, request.GET.get("page")),
        "played": get_attendance(club, timezone.now(), person=person).get(person.pk, NEVER),
        "ratings": get_person_ratings(club, person),
        "explanation": explain_to_staff(club, person, read_event(request)),
        "is_desk": True,
    }
    return render_club_desk(request, club, "people", "people/desk/person.jinja", context)


def read_event(request) -> str:
    """Return the address of the event whose change of the rating is open; empty without one."""
    event = request.GET.get("rating", "")[:80]
    return event if event.isprintable() else ""


def public_names(person) -> list[tuple[str, str]]:
    """Return (label, public name) of the choices of one tap that differ from the public name now."""
    choices = (
        (gettext("Full name"), person.name),
        (gettext("First name and initial"), first_name_and_initial(person.name)),
        (gettext("Pseudonym"), pseudonym_of(person)),
    )
    unique = {name: label for label, name in reversed(choices) if name != person.public_name}
    return [(label, name) for name, label in reversed(unique.items())]


@takes_person
def change_public_name(request, club, person):
    """Choose one of the suggested public names."""
    name = request.POST.get("public_name", "")
    if request.method == "POST" and name in [choice for _label, choice in public_names(person)]:
        done = gettext("Public name: {name}").format(name=name)
        run_action(request, actions.change_person, club, person.pk, public_name=name, done=done)
    return redirect("club_person", club.slug, person.public_id)


def person_button(action, done):
    """Return a view of a button that runs an action on a person."""

    @takes_person
    def view(request, club, person):
        if request.method == "POST":
            run_action(request, action, club, person.pk, done=gettext(done))
        return redirect("club_person", club.slug, person.public_id)

    return view


hide = person_button(staff.hide_profile, gettext_noop("Profile blocked"))
stop_hiding = person_button(staff.stop_hiding_profile, gettext_noop("Profile not blocked any more"))
switch_on = person_button(staff.switch_profile_on, gettext_noop("Profile switched on"))


@never_cache
@takes_person
def link_page(request, club, person):
    """Show the link of the own page with its QR code, to hand over; a POST gives the person one."""
    if request.method == "POST" and run_action(request, staff.hand_over_page, club, person.pk):
        return redirect("club_person_link", club.slug, person.public_id)
    if person.token is None or not club.is_published:
        return redirect("club_person", club.slug, person.public_id)
    link = absolute_url(request, reverse("own_club_page", args=[club.slug, person.token]))
    context = {"person": person, "link": link, "code": qr(link), "is_local_only": is_local_only(request)}
    return render_club_desk(request, club, "people", "people/desk/link.jinja", context)


@takes_person
def renew_link(request, club, person):
    """Give the own page a new link."""
    if request.method == "POST":
        done = gettext("New link for {name}").format(name=person.name)
        run_action(request, staff.renew_page_link, club, person.pk, done=done)
    return redirect("club_person_link", club.slug, person.public_id)


@takes_person
def forget_name(request, club, person, name):
    """Forget a former name, after a page that explains it."""
    row = get_object_or_404(PersonName, person=person, kind=PersonName.FORMER, pk=name)
    if request.method == "POST":
        done = gettext("Forgotten. The name disappears from past events within minutes.")
        if run_action(request, erasing.forget_former_name, club, person.pk, row.pk, done=done):
            return redirect("club_person", club.slug, person.public_id)
    context = {"person": person, "name": row}
    return render_club_desk(request, club, "people", "people/desk/forget.jinja", context)


@takes_person
def erase(request, club, person):
    """Erase a person from the club and all its events, after a page that explains it; the name is typed."""
    typed, error = request.POST.get("name", "")[:200], ""
    if request.method == "POST":
        outcome = attempt(erasing.erase_person, club, get_actor(request), person.pk, typed)
        if outcome:
            done = gettext("Erased. The name disappears from the log of past events within minutes.")
            messages.success(request, done)
            return redirect("club_people", club.slug)
        error = outcome.error
    context = {"person": person, "typed": typed, "error": error, "reach": get_reach(person, request.user)}
    return render_club_desk(request, club, "people", "people/desk/erase.jinja", context)


@requires_at_club(MANAGE_CLUB)
def undo_entry(request, club, pk):
    """Undo a change of people."""
    if request.method == "POST":
        run_action(request, actions.undo_club_entry, club, pk, done=gettext("Undone"))
    return redirect(safe_next(request) or reverse("club_log", args=[club.slug]))
