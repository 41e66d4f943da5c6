"""Concurrent actions on a fresh copy of the same event, and their outcome."""

from itertools import count

from django.contrib.auth import get_user_model
from django.test import Client

from tests.consistency import faults, parts_of
from tests.together.cases import MAKING, Case, Hall, undo
from tests.views.desk_events import fresh, friday, paired, played, reported
from tournaments.actions.change import Actor
from tournaments.actions.desk import staff
from tournaments.actions.events import events
from tournaments.models import Event, Seal, Staff
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file

STATES = {
    "new": lambda user: friday(user),
    "played": lambda user: played(friday(user), user),
    "draft": lambda user: paired(played(friday(user), user), user, publish=False),
    "published": lambda user: reported(paired(played(friday(user), user), user), user, count=1),
}
ROUND_2 = ("match:1:2:", "bye:1:2:", "round:1:2")


class Place:
    """Two people and their actions; each `meeting` has an event of its own."""

    def __init__(self, case: Case, organiser, scorekeeper):
        self.case, self.people = case, (organiser, organiser if case.same else scorekeeper)
        self.text = event_file.text(load_history_with_log(STATES[case.state](organiser)))
        Event.objects.all().delete()
        self.clients, self.numbers = [Client(), Client()], count()
        for client, person in zip(self.clients, self.people, strict=True):
            client.force_login(person)

    def hall(self) -> Hall:
        """Return a copy of the event with one action to undo and a fixed seed."""
        user, other = self.people
        if self.case.strangers:
            user, _is_new = get_user_model().objects.get_or_create(username="owner")
        by = Actor(user.username, user)
        event = events.import_event(event_file.read_text(self.text), by)
        if other != user and not self.case.strangers:
            Staff.objects.create(event=event, user=other, role=Staff.ORGANISER)
        Seal.objects.filter(event=event).update(seed="the same each time")
        events.change_event(event, by, place="Hall 2")
        link = staff.invite(event, by, Staff.JUDGE) if self.case.strangers else ""
        return Hall(fresh(event), fresh(event).version, link)

    def acts(self, hall: Hall, keys: list[str]) -> list:
        """Return the two actions as callables; both people have already loaded their pages."""
        both = (self.case.first, self.case.second)
        return [act(hall, *more) for act, *more in zip(both, self.clients, keys, strict=True)]

    def meeting(self, meet) -> tuple:
        """Run both actions by `meet`; return the log, the event's parts and the names of other events."""
        hall = self.hall()
        parts_before, event_pk = parts_of(hall.event), hall.event.pk
        keys = [f"page{next(self.numbers)}.key" for _person in self.people]
        keys = [keys[0]] * 2 if self.case.same else keys
        responses = meet(*self.acts(hall, keys))
        remaining_event = Event.objects.filter(pk=event_pk).first()
        entries = []
        if remaining_event:
            assert faults(remaining_event, hall.version, parts_before) == []
            entries = list(remaining_event.log.order_by("id").values_list("action", "who"))
            self.check_responses(responses, keys, remaining_event)
        others = sorted(Event.objects.exclude(pk=event_pk).values_list("name", flat=True))
        outcome = entries, remaining_event and settled(remaining_event), others
        Event.objects.all().delete()
        return outcome

    def check_responses(self, responses, keys, remaining_event: Event):
        """Check that the log contains exactly the actions whose responses report success."""
        done = set(remaining_event.log.exclude(key="").values_list("key", flat=True))
        for response, key in zip(responses, keys, strict=True):
            if response is None or self.case.second in MAKING:
                continue
            assert response.status_code in (200, 302, 404, 422), response
            # If both undo the same action, the second response says that it is already undone.
            assert (response.status_code < 400) == (key in done) or self.case.first is undo, response


def settled(event: Event) -> list:
    """Return the parts of an event; a redrawn round has an unknown seed, so only its existence counts."""
    redrawn = event.log.filter(action="redraw_round").exists()
    return sorted(
        (path, "drawn again" if redrawn and path.startswith(ROUND_2) else str(without_moments(part)))
        for path, part in parts_of(event).items()
    )


def without_moments(part):
    if isinstance(part, dict):
        return {name: without_moments(value) for name, value in part.items() if name != "at"}
    return [without_moments(value) for value in part] if isinstance(part, list) else part
