"""Calls random actions on an event, one after the other, and checks its invariants after each."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.invariants import assert_sound
from tests.fuzz.page_forms import Page
from tests.fuzz.random_actions import (
    ACTIONS,
    STATE_NAMES,
    STEPS,
    WALKS,
    RandomArguments,
    run_action,
    steps,
)
from tests.fuzz.venue import ROLES
from tests.fuzz.walks import rolled_back, walks
from tests.support.database_states import rows
from tournaments.models import Event


def test_random_actions_keep_an_event_valid(venue, watch):
    organisers = Organisers(venue, watch)

    @walks(WALKS)
    @given(st.sampled_from(STATE_NAMES), st.lists(steps, min_size=STEPS, max_size=STEPS))
    def run(state, walk):
        event = venue.event(state)
        venue.client(ROLES[0])
        with rolled_back():
            for name, seed in walk:
                organisers.act(Event.objects.get(pk=event.pk), name, Random(seed))

    run()
    print(organisers.summary())


class Organisers:
    """Call actions, visit pages, and stop at the first fault."""

    def __init__(self, venue, watch):
        self.venue, self.watch, self.outcomes = venue, watch, Counter()

    def act(self, event, name, random):
        values, before, version = RandomArguments(event, random), rows(), event.version
        arguments, actor = values.for_action(ACTIONS[name]), values.actor()
        with self.watch.on():
            outcome = run_action(event, actor, name, arguments)
        self.outcomes[name, outcome] += 1
        assert not self.watch.faults, (name, arguments, actor, self.watch.faults)
        event = Event.objects.get(pk=event.pk)
        if outcome == "done":
            # A place that becomes free goes to the waitlist.
            moved_up = event.log.order_by("id").last().action == "move_up"
            assert event.version == version + 1 + moved_up, (name, arguments)
        else:
            assert rows() == before, (name, arguments)
        assert_sound(event)
        self.visit_pages(event, random)

    def visit_pages(self, event, random):
        """Visit one of the event's pages, and one that it links to."""
        client = self.venue.client(ROLES[0])
        path = random.choice((f"/e/{event.slug}/", f"/e/{event.slug}/desk/"))
        for _ in range(2):
            with self.watch.on():
                response = self.watch.check(client.get(path), path)
            assert response.status_code in (200, 302), (path, response.status_code)
            assert not self.watch.faults, (path, self.watch.faults)
            links = Page(path, response.content.decode()).links if "html" in response["Content-Type"] else []
            path = random.choice([link for link in links if f"/{event.slug}/" in link] or [path])

    def summary(self):
        counts = sorted(self.outcomes.items())
        return "\n".join(f"{number:6} {name}: {outcome}" for (name, outcome), number in counts)
