"""What a poll costs beside an empty view, and how often a change is rendered for fifty phones at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from statistics import median
from threading import Barrier
from urllib.parse import urlencode, urlsplit

from django.conf import settings

from tests.benchmarks import hall_load

ASKED, ROUNDS, PHONES = 1000, 9, 50
# Seconds of processor time that are enough to be measured; results, of which each changes the one before.
ENOUGH, SAID = 0.5, ("2-0", "1-2", "2-1")
PARTS = {
    "event": "/e/{}/?part=now",
    "standings": "/e/{}/standings/?part=table",
    "personal": "/e/{}/me/{}/?part=now",
}


def connect(hall):
    return HTTPConnection(urlsplit(hall.base).netloc)


def ask(connection, path, body=None, **headers):
    """(status, headers, text) of one request."""
    try:
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
    except ConnectionError:
        # gunicorn ends a connection after two seconds in which nothing is asked.
        connection.close()
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
    return answer.status, answer.headers, answer.read().decode(errors="replace")


def address(hall, part):
    return PARTS[part].format(hall.slug, hall.tokens[0])


def costs_of_polls(hall, rounds=ROUNDS):
    """{part: (milliseconds of a poll that is answered 304, the same of the empty view, their ratio)}: the
    medians of several rounds, each of which asks both."""
    return {part: cost_of_polls(hall, address(hall, part), rounds) for part in PARTS}


def cost_of_polls(hall, path, rounds):
    connection = connect(hall)
    etag = ask(connection, path)[1]["ETag"]
    for _ in range(20):
        assert ask(connection, path, **{"If-None-Match": etag})[0] == 304
    told = []
    for _ in range(rounds):
        empty = spent(hall, connection, "/empty/")
        told.append((spent(hall, connection, path, **{"If-None-Match": etag}), empty))
    polls, empties = zip(*told, strict=True)
    ratio = median(poll / empty for poll, empty in told)
    return 1000 * median(polls), 1000 * median(empties), ratio


def spent(hall, connection, path, **headers):
    """Seconds of processor time of one request."""
    before = hall.site.spent
    for _ in range(ASKED):
        ask(connection, path, **headers)
    return (hall.site.spent - before) / ASKED


def costs_of_pages(hall):
    """{page: milliseconds of processor time of the hosts}, as the next one finds it who asks for it."""
    event, connection = f"/e/{hall.slug}", connect(hall)
    own = {
        "own page": f"{event}/me/{hall.tokens[0]}/",
        "event page": f"{event}/",
        "standings": f"{event}/standings/",
    }
    desk = {"desk": f"{event}/desk/", "desk, results": f"{event}/desk/results/"}
    told = {name: cost_of(hall, connection, path) for name, path in own.items()}
    return told | {name: cost_of(hall, connection, path, Cookie=hall.cookie) for name, path in desk.items()}


def cost_of(hall, connection, path, **headers):
    ask(connection, path, **headers)
    before, times = hall.site.spent, 0
    while (used := hall.site.spent - before) < ENOUGH:
        ask(connection, path, **{"Accept-Encoding": "gzip", **headers})
        times += 1
    return 1000 * used / times


def costs_of_a_change(hall):
    """{part: milliseconds of processor time of the hosts} of the first who polls it after a change; and of
    each further player whose own page is as it was."""
    told = {part: median(cost_of_a_change(hall, part, said) for said in SAID) for part in PARTS}
    return told | {"another’s": median(cost_of_others(hall, said) for said in SAID)}


def cost_of_others(hall, said):
    connection = connect(hall)
    own = [PARTS["personal"].format(hall.slug, token) for token in hall.tokens[8:108]]
    polls = [(path, ask(connection, path)[1]["ETag"]) for path in own]
    report(hall, 1, said, f"others.{said}")
    # Until then who polls may be told what was before the change.
    time.sleep(settings.LAG_SECONDS)
    before = hall.site.spent
    for path, etag in polls:
        ask(connection, path, **{"If-None-Match": etag})
    return 1000 * (hall.site.spent - before) / len(polls)


def cost_of_a_change(hall, part, said):
    report(hall, 1, said, f"{part}.{said}")
    before = hall.site.spent
    ask(connect(hall), address(hall, part), **{"Accept-Encoding": "gzip"})
    return 1000 * (hall.site.spent - before)


def report(hall, table, said="2-1", key=""):
    """The desk stores a result, as its form does."""
    form = {
        "csrfmiddlewaretoken": hall_load.TOKEN,
        "key": f"bench{table}.{said}{key}",
        "said": said,
        "sure": said,
    }
    form |= {"phase": 1, "round": hall.round, "table": table}
    cookies = f"{hall.cookie}; csrftoken={hall_load.TOKEN}"
    head = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
    status, *_ = ask(connect(hall), f"/e/{hall.slug}/desk/results/report/", urlencode(form), **head)
    assert status in (200, 302), status


def renderings_of_a_change(hall):
    """{part: how often it is rendered after one change that fifty phones ask for at the same moment}."""
    return {part: herd(hall, address(hall, part), n) for n, part in enumerate(("event", "standings"), 1)}


def herd(hall, path, table):
    at_once = Barrier(PHONES)

    def phone(_number):
        at_once.wait()
        return ask(connect(hall), path)

    report(hall, table)
    before = hall.site.renderings()
    with ThreadPoolExecutor(PHONES) as phones:
        answers = list(phones.map(phone, range(PHONES)))
    assert {status for status, *_ in answers} == {200}
    assert len({text for *_, text in answers}) == 1
    return hall.site.renderings() - before
