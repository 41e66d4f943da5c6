"""Random people do random things to an event, one after the other: what must hold, holds after each."""

import os
from collections import Counter
from random import Random

from django.core.cache import caches
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.fuzz.deeds import Teller, deeds
from tests.fuzz.hall import ROLES
from tests.fuzz.page_forms import Page
from tests.fuzz.soundness import assert_sound
from tests.kept import rows
from tournaments.actions.change import AlreadyDone
from tournaments.models import Event
from tournaments.rules.errors import RuleViolation

# How many things are done in a row, and how often it is begun anew.
STEPS = int(os.environ.get("PROVE_STEPS", "15"))
WALKS = int(os.environ.get("PROVE_WALKS", "2"))
BEGUN = (
    "fresh",
    "running",
    "in_finals",
    "pods_running",
    "draft_ahead",
    "day_one_over",
    "half_a_round",
    "disputed",
)
DEEDS = deeds()
# Without these nothing goes on.
USUAL = ("pair_next_round", "report_result", "report_result", "report_result", "claim_result", "undo")


def test_nothing_that_organisers_do_spoils_an_event(hall, watch):
    for role in ROLES:
        hall.user(role)
    done = Counter()

    class Organisers(RuleBasedStateMachine):
        @initialize(state=st.sampled_from(BEGUN))
        def begin(self, state):
            self.pk = hall.event(state).pk
            hall.client(ROLES[0])
            for one in caches.all():
                one.clear()
            self.going = transaction.atomic()
            self.going.__enter__()

        @rule(deed=st.sampled_from(sorted(DEEDS)) | st.sampled_from(USUAL), chance=st.integers(0, 2**32))
        def somebody_does(self, deed, chance):
            event, chance = Event.objects.get(pk=self.pk), Random(chance)
            teller, before, version = Teller(event, chance), rows(), event.version
            told, by = teller.arguments(DEEDS[deed]), teller.by()
            with watch.on():
                outcome = outcome_of(event, by, deed, told)
            done[deed, outcome] += 1
            assert not watch.faults, (deed, told, by, watch.faults)
            event = Event.objects.get(pk=self.pk)
            if outcome == "done":
                assert event.version == version + 1, (deed, told)
            else:
                assert rows() == before, (deed, told)
            assert_sound(event)
            look_around(event, chance)

        def teardown(self):
            if hasattr(self, "going"):
                transaction.set_rollback(True)
                self.going.__exit__(None, None, None)

    def look_around(event, chance):
        """Two of the event's pages, and one that each of them leads to."""
        client = hall.client(ROLES[0])
        at = chance.choice((f"/e/{event.slug}/", f"/e/{event.slug}/desk/"))
        for _ in range(2):
            with watch.on():
                response = watch.seen(client.get(at), at)
            assert response.status_code in (200, 302) and not watch.faults, (
                at,
                response.status_code,
                watch.faults,
            )
            links = Page(at, response.content.decode()).links if "html" in response["Content-Type"] else []
            at = chance.choice([link for link in links if f"/{event.slug}/" in link] or [at])

    run_state_machine_as_test(
        Organisers,
        settings=settings(
            max_examples=WALKS,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.reuse, Phase.generate],
        ),
    )
    print("\n".join(f"{number:6} {deed}: {outcome}" for (deed, outcome), number in sorted(done.items())))


def outcome_of(event, by, deed, told) -> str:
    try:
        with transaction.atomic():
            DEEDS[deed](event, by, **told)
    except (RuleViolation, AlreadyDone) as refused:
        assert str(refused).strip() or isinstance(refused, AlreadyDone)
        return type(refused).__name__
    return "done"
