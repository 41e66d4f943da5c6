"""Where two meet: a fresh copy of the same event each time, and what is left of it afterwards."""

from itertools import count

from django.contrib.auth import get_user_model
from django.test import Client

from tests.consistency import faults, parts_of
from tests.together.cases import MAKING, Case, Hall, undo
from tests.views.desk_events import fresh, friday, paired, played, reported
from tournaments.actions.change import By
from tournaments.actions.desk import staff
from tournaments.actions.events import events
from tournaments.models import Event, Seal, Staff
from tournaments.queries.history.cache import history_with_log
from tournaments.rules import event_file

STATES = {
    "new": lambda user: friday(user),
    "played": lambda user: played(friday(user), user),
    "draft": lambda user: paired(played(friday(user), user), user, publish=False),
    "published": lambda user: reported(paired(played(friday(user), user), user), user, count=1),
}
ROUND_2 = ("match:1:2:", "bye:1:2:", "round:1:2")


class Place:
    """Two people and what they do; each `meeting` of them is in an event of its own."""

    def __init__(self, case: Case, organiser, scorekeeper):
        self.case, self.people = case, (organiser, organiser if case.same else scorekeeper)
        self.text = event_file.text(history_with_log(STATES[case.state](organiser)))
        Event.objects.all().delete()
        self.clients, self.numbers = [Client(), Client()], count()
        for client, person in zip(self.clients, self.people, strict=True):
            client.force_login(person)

    def hall(self) -> Hall:
        """A copy, with one action of its own log to take back, and a seed that is no accident."""
        user, other = self.people
        if self.case.strangers:
            user, _is_new = get_user_model().objects.get_or_create(username="owner")
        by = By(user.username, user)
        event = events.import_event(event_file.read_text(self.text), by)
        if other != user and not self.case.strangers:
            Staff.objects.create(event=event, user=other, role=Staff.ORGANISER)
        Seal.objects.filter(event=event).update(seed="the same each time")
        events.change_event(event, by, place="Hall 2")
        link = staff.invite(event, by, Staff.JUDGE) if self.case.strangers else ""
        return Hall(fresh(event), fresh(event).version, link)

    def acts(self, hall: Hall, keys: list[str]) -> list:
        """What each of the two sends, once it is called; both have their pages before."""
        both = (self.case.first, self.case.second)
        return [act(hall, *more) for act, *more in zip(both, self.clients, keys, strict=True)]

    def meeting(self, meet) -> tuple:
        """What is left after `meet` was given what both do: the log, the event, the names of all others."""
        hall = self.hall()
        begun, mine = parts_of(hall.event), hall.event.pk
        keys = [f"page{next(self.numbers)}.key" for _person in self.people]
        keys = [keys[0]] * 2 if self.case.same else keys
        answers = meet(*self.acts(hall, keys))
        left = Event.objects.filter(pk=mine).first()
        said = []
        if left:
            assert faults(left, hall.version, begun) == []
            said = list(left.log.order_by("id").values_list("action", "who"))
            self.check_heard(answers, keys, left)
        others = sorted(Event.objects.exclude(pk=mine).values_list("name", flat=True))
        outcome = said, left and settled(left), others
        Event.objects.all().delete()
        return outcome

    def check_heard(self, answers, keys, left: Event):
        """What was answered as done is in the log; nothing that was refused is."""
        done = set(left.log.exclude(key="").values_list("key", flat=True))
        for answer, key in zip(answers, keys, strict=True):
            if answer is None or self.case.second in MAKING:
                continue
            assert answer.status_code in (200, 302, 404, 422), answer
            # Two may take back the same action: the second is told that it is.
            assert (answer.status_code < 400) == (key in done) or self.case.first is undo, answer


def settled(event: Event) -> list:
    """The parts of an event; of a round drawn again, from a seed that nobody knew, only that it is there."""
    redrawn = event.log.filter(action="redraw_round").exists()
    return sorted(
        (path, "drawn again" if redrawn and path.startswith(ROUND_2) else str(without_moments(part)))
        for path, part in parts_of(event).items()
    )


def without_moments(part):
    if isinstance(part, dict):
        return {name: without_moments(said) for name, said in part.items() if name != "at"}
    return [without_moments(said) for said in part] if isinstance(part, list) else part
