"""Merging two people of a club who are one, and splitting one who is two, each with a preview."""

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ...models import Person
from ...web.answers import respond_club_done, run_action
from ...web.club_layout import render_club_desk
from ...web.forms import MAX_SEARCH_LENGTH, search_text
from ..actions import people as actions
from ..forms import SplitForm
from ..pages.club_people import MOST_FREQUENT, list_people
from ..pages.merging import get_merge_preview, list_all_events
from .person_address import takes_person


@takes_person
def merge_page(request, club, person):
    """Choose who the person is as well, and merge the two after a preview."""
    wanted = (request.POST if request.method == "POST" else request.GET).get("other", "")[:16]
    known = Person.objects.filter(club=club, public_id=wanted).exclude(pk=person.pk)
    other = known.first() if wanted.isprintable() else None
    if wanted and other is None:
        raise Http404
    if request.method == "POST" and other:
        done = gettext("{other} was merged into {name}").format(other=other.name, name=person.name)
        if run_action(request, actions.merge_people, club, person.pk, other.pk):
            address = reverse("club_person", args=[club.slug, person.public_id])
            return respond_club_done(request, club, done, address)
    text = search_text(request, "q") if "q" in request.GET else person.name.split()[-1][:MAX_SEARCH_LENGTH]
    page = request.GET.get("page")
    context = {
        "person": person,
        "q": text,
        "preview": get_merge_preview(person, other, page) if other else None,
        "page": None if other else list_people(club, text, MOST_FREQUENT, page, timezone.now()),
    }
    return render_club_desk(request, club, "people", "people/desk/merge.jinja", context)


@takes_person
def split_page(request, club, person):
    """Choose the events of somebody else, and make a person of them after a preview."""
    events = list_all_events(person)
    data = request.POST if request.method == "POST" else request.GET or None
    form = SplitForm(data, events=events, initial={"name": person.name})
    is_valid = form.is_valid()
    if request.method == "POST" and is_valid:
        done = gettext("Split. The club’s log can undo it.")
        outcome = run_action(
            request,
            actions.split_person,
            club,
            person.pk,
            form.cleaned_data["players"],
            form.cleaned_data["name"],
            form=form,
            done=done,
        )
        if outcome:
            return redirect(
                "club_person", club.slug, outcome.result.public_id if outcome.result else person.public_id
            )
    moved = form.cleaned_data["players"] if is_valid and form.is_valid() else []
    context = {
        "person": person,
        "form": form,
        "moved": [row for row in events if row.player.pk in moved],
        "left": len(events) - len(moved),
    }
    return render_club_desk(request, club, "people", "people/desk/split.jinja", context)
