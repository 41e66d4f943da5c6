"""Every form of every page, as each role, filled in well and badly: done or refused in words."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from django.urls import Resolver404, resolve
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.hall import EVENTS, EVERYBODY, NOBODY, ROLES, STRANGER, SUPERUSER, address, patterns
from tests.fuzz.page_forms import Page
from tests.fuzz.soundness import assert_sound
from tests.fuzz.typed import BOUNDARY, OTHERS, filled, multipart, odd, spoiled, urlencoded
from tests.fuzz.walks import from_the_beginning, walks
from tournaments.models import Event, LogEntry

# How many forms are sent.
REQUESTS = 600
EACH = 3
ENOUGH = 600
FORM, PARTS = "application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}"
PATTERNS = sorted(set(patterns()))
AT_DESK = [one for one in PATTERNS if "slug" in dict(one[1])]
# Those with the most to do are sent most.
WHO = (*(ROLES[0],) * 16, *ROLES, SUPERUSER, NOBODY, STRANGER)


@dataclass(frozen=True)
class Step:
    """One form to send: by whom, from which page on, how it goes on from there, and what is wrong in it."""

    role: str
    start: tuple
    chance: int
    wrong: list
    kind: str
    htmx: bool


steps = st.builds(
    Step,
    st.sampled_from(WHO),
    st.sampled_from(AT_DESK * 4 + PATTERNS),
    st.integers(0, 2**32),
    st.just([]) | st.just([]) | st.lists(odd | st.sampled_from([OTHERS]), min_size=1, max_size=3),
    st.sampled_from((FORM, FORM, PARTS)),
    st.booleans(),
)


@pytest.mark.slow
def test_every_form_is_done_or_refused_in_words(hall, watch):
    posts = Posts(hall, watch)

    @walks(REQUESTS // EACH)
    @given(st.sampled_from(EVENTS), st.lists(steps, min_size=EACH, max_size=EACH))
    def run(state, walk):
        event, other = hall.event(state), hall.event("fresh")
        for role in EVERYBODY:
            hall.client(role)
        with from_the_beginning():
            for step in walk:
                posts.one(step, event, other)
            if Event.objects.filter(pk=event.pk).exists():
                assert_sound(event)

    run()
    print(posts.told())
    if posts.count >= ENOUGH:
        assert posts.reached * 2 >= posts.count


class Posts:
    """Sends forms, counts what became of them, and stops at the first fault."""

    def __init__(self, hall, watch):
        self.hall, self.watch = hall, watch
        self.count = self.reached = 0
        # (event, name) of addresses where there is nothing to send.
        self.barren = set()
        self.names, self.by_role = Counter(), Counter()

    def one(self, step, event, other):
        chance = Random(step.chance)
        found = self.opened(chance, event, *step.start)
        if found is None:
            return
        at, form, (name, value, to) = found
        sent, others = filled(chance, form), strangers(event, other)
        sent = spoiled(chance, sent, [chance.choice(others) if one == OTHERS else one for one in step.wrong])
        sent += [(name, value)] if name else []
        headers = {"referer": f"http://testserver{at}"} | ({"hx-request": "true"} if step.htmx else {})
        self.send(self.hall.client(step.role), to, sent, headers, step)

    def opened(self, chance, event, name, taken):
        """(where, a form there, a way to POST it), as the owner sees it; None where none was found."""
        places = [one for one in AT_DESK if (event.pk, one[0]) not in self.barren]
        at = address(chance, event, *((name, taken) if (name, taken) in places else chance.choice(places)))
        for _ in range(6):
            response = self.get(self.hall.client(ROLES[0]), at)
            page = Page(at, response.content.decode()) if "html" in response.get("Content-Type", "") else None
            ways = {}
            for form in page.forms if page else ():
                for button in form.buttons if form.method == "post" else ():
                    ways.setdefault(named(button[2]), []).append((form, button))
            ways.pop("logout", None)
            if not ways:
                self.barren.add((event.pk, named(at)))
            elif chance.random() < 0.8:
                return at, *chance.choice(ways[chance.choice(sorted(ways))])
            links = [link for link in page.links if f"/{event.slug}/" in link] if page else []
            fits = response.status_code == 200 and links
            at = chance.choice(links) if fits else address(chance, event, *chance.choice(places))
        return None

    def get(self, client, at):
        with self.watch.on():
            response = self.watch.seen(client.get(at), f"GET {at}")
        assert not self.watch.faults, (at, self.watch.faults)
        return response

    def send(self, client, to, sent, headers, step):
        lines = LogEntry.objects.count()
        body = urlencoded(sent) if step.kind == FORM else multipart(sent)
        with self.watch.on():
            response = client.generic("POST", to, body, content_type=step.kind, headers=headers)
            self.watch.seen(response, f"POST {to} {sent}")
            reached = self.watch.reached
        assert not self.watch.faults, (step.role, to, sent, self.watch.faults)
        self.count += 1
        self.reached += bool(reached)
        if reached:
            self.watch.actions[reached] += 1
        self.names[named(to)] += 1
        self.by_role[step.role, response.status_code, bool(reached)] += 1
        if response.status_code == 302:
            self.get(client, response["Location"])
        assert LogEntry.objects.count() >= lines or named(to) == "delete_event"

    def told(self):
        share = f"{self.count} forms sent, {self.reached} of them came to an action"
        roles = "\n".join(f"{number:6} {said}" for said, number in sorted(self.by_role.items(), key=str))
        names = "\n".join(f"{number:6} {said}" for said, number in sorted(self.names.items()))
        return f"{share}\n{self.watch.told()}\n{roles}\n{names}"


def named(path) -> str:
    try:
        return resolve(path.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def strangers(event, other) -> list[str]:
    """Names and numbers of another event, and of this one, where they may not belong."""
    keys = event.players.values_list("key", flat=True)[:3]
    rows = [str(row) for row in other.log.values_list("pk", flat=True)[:3]]
    return [*keys, *rows, other.slug, other.players.first().token, str(event.version - 1), str(event.pk)]
