"""Concurrent actions on a fresh copy of the same event, and their outcome."""

from itertools import count

from django.contrib.auth import get_user_model
from django.test import Client

from tests.support.consistency import faults, parts_of
from tests.support.desk_events import fresh, friday, paired, played, reported
from tests.together.cases import CREATING, Case, LoadedEvent, undo
from tournaments.changes.change import Actor
from tournaments.desk.actions import invite
from tournaments.events.actions.events import change_event, import_event
from tournaments.history.cache import load_history_with_log
from tournaments.models import Event, NextSeed, Staff
from tournaments.rules import event_file

STATES = {
    "new": lambda user: friday(user),
    "played": lambda user: played(friday(user), user),
    "draft": lambda user: paired(played(friday(user), user), user, publish=False),
    "published": lambda user: reported(paired(played(friday(user), user), user), user, count=1),
}
# When something happened, which differs between two runs.
TIMES = ("at", "checked_in_at")
ROUND_2 = ("match:1:2:", "bye:1:2:", "round:1:2")


class Scenario:
    """Two people and their actions; each `outcome` has its own copy of the event."""

    def __init__(self, case: Case, organiser, scorekeeper):
        self.case, self.people = case, (organiser, organiser if case.same else scorekeeper)
        self.text = event_file.text(load_history_with_log(STATES[case.state](organiser)))
        Event.objects.all().delete()
        self.clients, self.numbers = [Client(), Client()], count()
        for client, person in zip(self.clients, self.people, strict=True):
            client.force_login(person)

    def load_event(self) -> LoadedEvent:
        """Return a copy of the event with one action to undo and a fixed seed."""
        user, other = self.people
        if self.case.strangers:
            user, _is_new = get_user_model().objects.get_or_create(username="owner")
        actor = Actor(user.username, user)
        event = import_event(event_file.read_text(self.text), actor)
        if other != user and not self.case.strangers:
            Staff.objects.create(event=event, user=other, role=Staff.ORGANISER)
        NextSeed.objects.filter(event=event).update(seed="the same each time")
        change_event(event, actor, place="Hall 2")
        link = invite(event, actor, Staff.JUDGE) if self.case.strangers else ""
        return LoadedEvent(fresh(event), fresh(event).version, link)

    def actions(self, loaded: LoadedEvent, keys: list[str]) -> list:
        """Return the two actions as callables; both people have already loaded their pages."""
        prepared = zip((self.case.first, self.case.second), self.clients, keys, strict=True)
        return [prepare(loaded, client, key) for prepare, client, key in prepared]

    def outcome(self, run_both) -> tuple:
        """Run both actions by `run_both`; return the log, the event's parts and the names of other events."""
        loaded = self.load_event()
        parts_before, event_pk = parts_of(loaded.event), loaded.event.pk
        keys = [f"page{next(self.numbers)}.key" for _person in self.people]
        keys = [keys[0]] * 2 if self.case.same else keys
        responses = run_both(*self.actions(loaded, keys))
        remaining_event = Event.objects.filter(pk=event_pk).first()
        entries = []
        if remaining_event:
            assert faults(remaining_event, loaded.version, parts_before) == []
            entries = list(remaining_event.log.order_by("id").values_list("action", "who"))
            self.check_responses(responses, keys, remaining_event)
        others = sorted(Event.objects.exclude(pk=event_pk).values_list("name", flat=True))
        outcome = entries, remaining_event and comparable_parts(remaining_event), others
        Event.objects.all().delete()
        return outcome

    def check_responses(self, responses, keys, remaining_event: Event):
        """Check that the log contains exactly the actions whose responses report success."""
        done = set(remaining_event.log.exclude(key="").values_list("key", flat=True))
        for response, key in zip(responses, keys, strict=True):
            if response is None or self.case.second in CREATING:
                continue
            assert response.status_code in (200, 302, 404, 422), response
            # If both undo the same action, the second response says that it is already undone.
            assert (response.status_code < 400) == (key in done) or self.case.first is undo, response


def comparable_parts(event: Event) -> list:
    """Return the parts of an event; a redrawn round has an unknown seed, so only its existence counts."""
    redrawn = event.log.filter(action="redraw_round").exists()
    return sorted(
        (path, "drawn again" if redrawn and path.startswith(ROUND_2) else str(without_times(part)))
        for path, part in parts_of(event).items()
    )


def without_times(part):
    if isinstance(part, dict):
        return {name: without_times(value) for name, value in part.items() if name not in TIMES}
    return [without_times(value) for value in part] if isinstance(part, list) else part
