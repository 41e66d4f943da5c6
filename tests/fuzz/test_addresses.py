"""Requests every address with random parameters and methods: a page, or a refusal with 4xx."""

from collections import defaultdict
from random import Random

from django.conf import settings as site
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.form_values import OTHERS, escaped, odd, urlencoded
from tests.fuzz.venue import ALL_ROLES, EVENTS, SECRET, address, arguments, patterns
from tests.fuzz.walks import rolled_back, walks
from tests.support.repetitions import count

REQUESTS = count(12, 600)
EACH = 3
PATTERNS = sorted(set(patterns()))
METHODS = ("GET",) * 8 + ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "POST", "BREW")
TYPICAL_VALUES = "1 2 3 8 csv table name all A4 letter mcintyre8 omw points standings bracket single on"
PARAMETERS_READ = defaultdict(set)


class RecordingQueryDict(QueryDict):
    """A query that records which parameters are read."""

    keys_read = None

    def get(self, key, default=None):
        return super().get(self.record(key), default)

    def getlist(self, key, default=None):
        return super().getlist(self.record(key), default)

    def __getitem__(self, key):
        return super().__getitem__(self.record(key))

    def __contains__(self, key):
        return super().__contains__(self.record(key))

    def record(self, key):
        if self.keys_read is not None and isinstance(key, str):
            self.keys_read.add(key)
        return key


def record_parameters(get_response):
    """Middleware that records the parameters that each address reads, by its name."""

    def middleware(request):
        request.GET = RecordingQueryDict(request.META["QUERY_STRING"], encoding=request.encoding)
        request.GET.keys_read = keys_read = set()
        response = get_response(request)
        if request.resolver_match:
            PARAMETERS_READ[request.resolver_match.url_name] |= keys_read
        return response

    return middleware


steps = st.tuples(
    st.sampled_from(ALL_ROLES),
    st.sampled_from(PATTERNS),
    st.sampled_from(METHODS),
    st.integers(0, 2**32),
    st.lists(odd | st.sampled_from([OTHERS]), max_size=4),
    st.booleans(),
)


def test_any_address_with_any_parameters_gets_a_valid_response(venue, watch, settings):
    settings.MIDDLEWARE = [*site.MIDDLEWARE, "tests.fuzz.test_addresses.record_parameters"]

    @walks(REQUESTS // EACH)
    @given(st.sampled_from(EVENTS), st.lists(steps, min_size=EACH, max_size=EACH))
    def run(state, requests):
        event = venue.event(state)
        for role in ALL_ROLES:
            venue.client(role)
        with rolled_back():
            for step in requests:
                send_request(venue, watch, event, *step)

    run()
    print(watch.summary())


def send_request(venue, watch, event, role, pattern, method, seed, odd_values, htmx):
    random = Random(seed)
    path = address(random, event, *pattern)
    query, path = insert_odd_values(random, event, pattern[0], odd_values, path)
    headers = {"hx-request": "true"} if htmx else {}
    with watch.on():
        response = venue.client(role).generic(
            method, f"{path}?{query}", headers={**headers, "x-csrftoken": SECRET}, QUERY_STRING=query
        )
        watch.check(response, f"{method} {path}?{query}")
        response.getvalue()
    assert not watch.faults, (role, method, path[:300], query[:600], watch.faults)


def insert_odd_values(random, event, name, odd_values, path):
    """Return (query, path) with each odd value in a parameter or in the path."""
    # An unknown part is refused before anything else is read.
    keys = sorted(PARAMETERS_READ[name] - {"part"}) * 4 + ["part"]
    parameters = []
    for value in odd_values:
        if value == OTHERS:
            value = random.choice([*arguments(event, "")["key"], *TYPICAL_VALUES.split()])
        steps = path.split("/")
        places = [place for place, step in enumerate(steps) if step]
        if random.random() < 0.9 or not places:
            parameters.append((random.choice(keys), value))
        else:
            steps[random.choice(places)] = escaped(value.replace("/", "") or "0").decode()
            path = "/".join(steps)
    return urlencoded(parameters).decode(), path
