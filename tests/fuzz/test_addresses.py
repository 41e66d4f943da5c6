"""Every address and every parameter that it reads, asked for in any way: shown, or refused with 4xx."""

from collections import defaultdict
from random import Random

from django.conf import settings as site
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.hall import EVENTS, EVERYBODY, SECRET, address, arguments, patterns
from tests.fuzz.typed import OTHERS, escaped, odd, urlencoded
from tests.fuzz.walks import from_the_beginning, walks
from tests.repetitions import count

REQUESTS = count(12, 600)
EACH = 3
PATTERNS = sorted(set(patterns()))
METHODS = ("GET",) * 8 + ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST", "BREW")
USUAL = [
    "1",
    "2",
    "3",
    "8",
    "csv",
    "table",
    "name",
    "all",
    "A4",
    "letter",
    "mcintyre8",
    "omw",
    "points",
    "standings",
    "bracket",
    "single",
    "on",
]
HEARD = defaultdict(set)


class PlayerReport(QueryDict):
    """A query that tells which parameters were asked for."""

    asked = None

    def get(self, key, default=None):
        return super().get(self.heard(key), default)

    def getlist(self, key, default=None):
        return super().getlist(self.heard(key), default)

    def __getitem__(self, key):
        return super().__getitem__(self.heard(key))

    def __contains__(self, key):
        return super().__contains__(self.heard(key))

    def heard(self, key):
        if self.asked is not None and isinstance(key, str):
            self.asked.add(key)
        return key


def hearing(get_response):
    """Middleware: what each address reads of its query, by name."""

    def answer(request):
        request.GET = PlayerReport(request.META["QUERY_STRING"], encoding=request.encoding)
        request.GET.asked = asked = set()
        response = get_response(request)
        if request.resolver_match:
            HEARD[request.resolver_match.url_name] |= asked
        return response

    return answer


steps = st.tuples(
    st.sampled_from(EVERYBODY),
    st.sampled_from(PATTERNS),
    st.sampled_from(METHODS),
    st.integers(0, 2**32),
    st.lists(odd | st.sampled_from([OTHERS]), max_size=4),
    st.booleans(),
)


def test_any_address_with_any_parameters_is_shown_or_refused(hall, watch, settings):
    settings.MIDDLEWARE = [*site.MIDDLEWARE, "tests.fuzz.test_addresses.hearing"]
    run = addressed(hall, watch)
    run()
    print(watch.told())


def addressed(hall, watch):
    @walks(REQUESTS // EACH)
    @given(st.sampled_from(EVENTS), st.lists(steps, min_size=EACH, max_size=EACH))
    def run(state, asked):
        event = hall.event(state)
        for role in EVERYBODY:
            hall.client(role)
        with from_the_beginning():
            for step in asked:
                ask(hall, watch, event, *step)

    return run


def ask(hall, watch, event, role, pattern, method, chance, wrong, htmx):
    chance = Random(chance)
    at = address(chance, event, *pattern)
    query, at = get_pending_invitations(chance, event, pattern[0], wrong, at)
    headers = {"hx-request": "true"} if htmx else {}
    with watch.on():
        response = hall.client(role).generic(
            method, f"{at}?{query}", headers={**headers, "x-csrftoken": SECRET}, QUERY_STRING=query
        )
        watch.seen(response, f"{method} {at}?{query}")
        response.getvalue()
    assert not watch.faults, (role, method, at[:300], query[:600], watch.faults)


def get_pending_invitations(chance, event, name, wrong, at):
    """(the query, the address): what is wrong stands in a parameter, or in the address itself."""
    # An unknown part is refused before anything else is read.
    read = sorted(HEARD[name] - {"part"}) * 4 + ["part"]
    sent = []
    for value in wrong:
        value = chance.choice([*arguments(event, "")["key"], *USUAL]) if value == OTHERS else value
        places = [place for place, step in enumerate(at.split("/")) if step]
        if chance.random() < 0.9 or not places:
            sent.append((chance.choice(read), value))
        else:
            steps = at.split("/")
            steps[chance.choice(places)] = escaped(value.replace("/", "") or "0").decode()
            at = "/".join(steps)
    return urlencoded(sent).decode(), at
