"""Random people do random things to an event, one after the other: what must hold, holds after each."""

from collections import Counter
from random import Random

from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.database_states import rows
from tests.fuzz.deeds import Teller, deeds
from tests.fuzz.hall import ROLES
from tests.fuzz.page_forms import Page
from tests.fuzz.soundness import assert_sound
from tests.fuzz.walks import from_the_beginning, walks
from tests.repetitions import count
from tournaments.actions.change import DuplicateRequest
from tournaments.models import Event
from tournaments.rules.errors import RuleViolation

# How many things are done in a row, and how often it is begun anew.
STEPS = count(15, 30)
WALKS = count(1, 4)
BEGUN = ["fresh", "running", "in_finals", "pods_running", "draft_ahead", "day_one_over", "half_a_round"]
DEEDS = deeds()
# Without these nothing goes on.
USUAL = (*("report_result",) * 4, *("pair_next_round",) * 2, "submit_report", "undo")

steps = st.tuples(st.sampled_from(sorted(DEEDS)) | st.sampled_from(USUAL), st.integers(0, 2**32))


def test_nothing_that_organisers_do_spoils_an_event(hall, watch):
    organisers = Organisers(hall, watch)

    @walks(WALKS)
    @given(st.sampled_from(BEGUN), st.lists(steps, min_size=STEPS, max_size=STEPS))
    def run(state, done):
        event = hall.event(state)
        hall.client(ROLES[0])
        with from_the_beginning():
            for deed, chance in done:
                organisers.do(Event.objects.get(pk=event.pk), deed, Random(chance))

    run()
    print(organisers.told())


class Organisers:
    """Do one thing after the other, look at the pages, and stop at the first fault."""

    def __init__(self, hall, watch):
        self.hall, self.watch, self.done = hall, watch, Counter()

    def do(self, event, deed, chance):
        teller, before, version = Teller(event, chance), rows(), event.version
        told, by = teller.arguments(DEEDS[deed]), teller.by()
        with self.watch.on():
            outcome = outcome_of(event, by, deed, told)
        self.done[deed, outcome] += 1
        assert not self.watch.faults, (deed, told, by, self.watch.faults)
        event = Event.objects.get(pk=event.pk)
        if outcome == "done":
            assert event.version == version + 1, (deed, told)
        else:
            assert rows() == before, (deed, told)
        assert_sound(event)
        self.look_around(event, chance)

    def look_around(self, event, chance):
        """One of the event's pages, and one that it leads to."""
        client = self.hall.client(ROLES[0])
        at = chance.choice((f"/e/{event.slug}/", f"/e/{event.slug}/desk/"))
        for _ in range(2):
            with self.watch.on():
                response = self.watch.seen(client.get(at), at)
            assert response.status_code in (200, 302), (at, response.status_code)
            assert not self.watch.faults, (at, self.watch.faults)
            links = Page(at, response.content.decode()).links if "html" in response["Content-Type"] else []
            at = chance.choice([link for link in links if f"/{event.slug}/" in link] or [at])

    def told(self):
        counted = sorted(self.done.items())
        return "\n".join(f"{number:6} {deed}: {outcome}" for (deed, outcome), number in counted)


def outcome_of(event, by, deed, told) -> str:
    try:
        with transaction.atomic():
            DEEDS[deed](event, by, **told)
    except (RuleViolation, DuplicateRequest) as refused:
        assert str(refused).strip() or isinstance(refused, DuplicateRequest)
        return type(refused).__name__
    return "done"
