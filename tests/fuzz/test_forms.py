"""Sends every form of every page in each role, with valid and odd values."""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from django.urls import Resolver404, resolve
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.form_values import BOUNDARY, OTHERS, fill_form, multipart, odd, spoil_pairs, urlencoded
from tests.fuzz.invariants import assert_sound
from tests.fuzz.page_forms import Page
from tests.fuzz.venue import ALL_ROLES, ANONYMOUS, EVENTS, ROLES, STRANGER, SUPERUSER, address, patterns
from tests.fuzz.walks import rolled_back, walks
from tournaments.models import Event, LogEntry

# Number of forms sent.
REQUESTS = 600
EACH = 3
ENOUGH = 600
FORM, PARTS = "application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}"
PATTERNS = sorted(set(patterns()))
AT_DESK = [pattern for pattern in PATTERNS if "slug" in dict(pattern[1])]
# Weighted by the number of forms that a role can send.
SENDERS = (*(ROLES[0],) * 16, *ROLES, SUPERUSER, ANONYMOUS, STRANGER)


@dataclass(frozen=True)
class Step:
    """A form to send: the sender's role, the first page, the seed of the path to the form, and odd values."""

    role: str
    start: tuple
    seed: int
    odd_values: list
    kind: str
    htmx: bool


steps = st.builds(
    Step,
    st.sampled_from(SENDERS),
    st.sampled_from(AT_DESK * 4 + PATTERNS),
    st.integers(0, 2**32),
    st.just([]) | st.just([]) | st.lists(odd | st.sampled_from([OTHERS]), min_size=1, max_size=3),
    st.sampled_from((FORM, FORM, PARTS)),
    st.booleans(),
)


@pytest.mark.slow
def test_every_form_is_stored_or_refused_with_a_message(venue, watch):
    sender = FormSender(venue, watch)

    @walks(REQUESTS // EACH)
    @given(st.sampled_from(EVENTS), st.lists(steps, min_size=EACH, max_size=EACH))
    def run(state, walk):
        event, other = venue.event(state), venue.event("fresh")
        for role in ALL_ROLES:
            venue.client(role)
        with rolled_back():
            for step in walk:
                sender.send_step(step, event, other)
            if Event.objects.filter(pk=event.pk).exists():
                assert_sound(event)

    run()
    print(sender.summary())
    if sender.count >= ENOUGH:
        assert sender.reached * 2 >= sender.count


class FormSender:
    """Sends forms, counts their outcomes, and stops at the first fault."""

    def __init__(self, venue, watch):
        self.venue, self.watch = venue, watch
        self.count = self.reached = 0
        # (event, name) of addresses without a form.
        self.without_forms = set()
        self.names, self.by_role = Counter(), Counter()

    def send_step(self, step, event, other):
        random = Random(step.seed)
        page_and_form = self.find_form(random, event, *step.start)
        if page_and_form is None:
            return
        path, form, (name, value, target) = page_and_form
        foreign = foreign_values(event, other)
        odd_values = [random.choice(foreign) if value == OTHERS else value for value in step.odd_values]
        pairs = spoil_pairs(random, fill_form(random, form), odd_values)
        pairs += [(name, value)] if name else []
        headers = {"referer": f"http://testserver{path}"} | ({"hx-request": "true"} if step.htmx else {})
        self.send(self.venue.client(step.role), target, pairs, headers, step)

    def find_form(self, random, event, name, converters):
        """Return (path, form, submit button) as the owner sees them; None after six pages without a form."""
        patterns = [p for p in AT_DESK if (event.pk, p[0]) not in self.without_forms]
        start = (name, converters) if (name, converters) in patterns else random.choice(patterns)
        path = address(random, event, *start)
        for _ in range(6):
            response = self.get(self.venue.client(ROLES[0]), path)
            is_html = "html" in response.get("Content-Type", "")
            page = Page(path, response.content.decode()) if is_html else None
            forms_by_name = {}
            for form in page.forms if page else ():
                for button in form.buttons if form.method == "post" else ():
                    forms_by_name.setdefault(url_name(button[2]), []).append((form, button))
            forms_by_name.pop("logout", None)
            if not forms_by_name:
                self.without_forms.add((event.pk, url_name(path)))
            elif random.random() < 0.8:
                return path, *random.choice(forms_by_name[random.choice(sorted(forms_by_name))])
            links = [link for link in page.links if f"/{event.slug}/" in link] if page else []
            has_links = response.status_code == 200 and links
            path = random.choice(links) if has_links else address(random, event, *random.choice(patterns))
        return None

    def get(self, client, path):
        with self.watch.on():
            response = self.watch.check(client.get(path), f"GET {path}")
        assert not self.watch.faults, (path, self.watch.faults)
        return response

    def send(self, client, target, pairs, headers, step):
        entries = LogEntry.objects.count()
        body = urlencoded(pairs) if step.kind == FORM else multipart(pairs)
        with self.watch.on():
            response = client.generic("POST", target, body, content_type=step.kind, headers=headers)
            self.watch.check(response, f"POST {target} {pairs}")
            reached = self.watch.reached
        assert not self.watch.faults, (step.role, target, pairs, self.watch.faults)
        self.count += 1
        self.reached += bool(reached)
        if reached:
            self.watch.actions[reached] += 1
        self.names[url_name(target)] += 1
        self.by_role[step.role, response.status_code, bool(reached)] += 1
        if response.status_code == 302:
            self.get(client, response["Location"])
        assert LogEntry.objects.count() >= entries or url_name(target) == "delete_event"

    def summary(self):
        share = f"{self.count} forms sent, {self.reached} of them called an action"
        roles = "\n".join(f"{number:6} {role}" for role, number in sorted(self.by_role.items(), key=str))
        names = "\n".join(f"{number:6} {name}" for name, number in sorted(self.names.items()))
        return f"{share}\n{self.watch.summary()}\n{roles}\n{names}"


def url_name(path) -> str:
    try:
        return resolve(path.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def foreign_values(event, other) -> list[str]:
    """Return ids and secrets of another event, and ids of this one for wrong fields."""
    keys = event.players.values_list("public_id", flat=True)[:3]
    rows = [str(row) for row in other.log.values_list("pk", flat=True)[:3]]
    return [*keys, *rows, other.slug, other.players.first().secret, str(event.version - 1), str(event.pk)]
