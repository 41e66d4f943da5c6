"""People at the desk of a club."""

from functools import wraps

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from ...access.clubs import MANAGE_CLUB, requires_at_club
from ...models import PersonIdentifier, PersonName
from ...rules.people.names import first_name_and_initial
from ...web.answers import post_data, run_action
from ...web.club_layout import render_club_desk
from ...web.forms import search_text
from ..actions import people as actions
from ..actions import staff
from ..forms import PersonForm
from ..pages.club_people import (
    BY_NAME,
    LAST_PLAYED,
    MOST_FREQUENT,
    find_person,
    list_people,
    list_person_events,
)

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
        "page": list_people(club, text, order, request.GET.get("page")),
        "q": text,
        "order": order,
        "orders": [(key, gettext(label)) for key, label in ORDER_LABELS],
    }
    return render_club_desk(request, club, "people", "people/desk/list.jinja", context)


def takes_person(view):
    """Decorate a view of a person, `view(request, club, person)`, for those who may manage people.

    The address of a person who was merged with another one leads to the other one.
    """

    @requires_at_club(MANAGE_CLUB)
    @wraps(view)
    def wrapper(request, club, person):
        found = find_person(club, person)
        if found is None:
            raise Http404
        if found.public_id != person:
            return redirect("club_person", club.slug, found.public_id)
        return view(request, club, found)

    return wrapper


@takes_person
def person_page(request, club, person):
    """Show and change a person."""
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
        "page": list_person_events(person, request.GET.get("page")),
    }
    return render_club_desk(request, club, "people", "people/desk/person.jinja", context)


def public_names(person) -> list[tuple[str, str]]:
    """Return (label, public name) of the choices of one tap that differ from the public name now."""
    choices = (
        (gettext("Full name"), person.name),
        (gettext("First name and initial"), first_name_and_initial(person.name)),
        (gettext("Pseudonym"), gettext("Player {id}").format(id=person.public_id[:4].upper())),
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


hide = person_button(staff.hide_profile, gettext_noop("Profile hidden"))
stop_hiding = person_button(staff.stop_hiding_profile, gettext_noop("Profile not hidden any more"))
switch_on = person_button(staff.switch_profile_on, gettext_noop("Profile switched on"))


@requires_at_club(MANAGE_CLUB)
def undo_entry(request, club, pk):
    """Undo a change of people."""
    if request.method == "POST":
        run_action(request, actions.undo_club_entry, club, pk, done=gettext("Undone"))
    return redirect("club_log", club.slug)
