"""Who comes to a hall, as locust's users, by what the crowd is told on its standard input."""

from locust import FastHttpUser, constant, constant_pacing, task  # first of all: it makes waiting cheap

# isort: split

import json
import re
import sys
from html import unescape
from itertools import count, cycle
from random import Random, random
from urllib.parse import urlencode

import gevent
from gevent.event import Event
from locust.contrib.fasthttp import LocustUserAgent
from locust.exception import StopUser

from tests.benchmarks import hall_load

TOLD = json.load(sys.stdin)
PLAN, HALLS = hall_load.Plan(**TOLD["plan"]), TOLD["halls"]
# What phones look at, of twenty.
LOOKED_AT = ["personal", "personal", "event", "personal", "standings"] * 3
LOOKED_AT += ["personal", "event", "personal", "event", "personal"]
DESK_PAGES = ("", "results/", "players/", "round/", "log/")
# Seconds; after how many a browser gives up a poll, and anybody a page.
LOOK_EVERY, GIVES_UP, PATIENCE = 2, 10, 30
RESULTS, PUBLISHED = Event(), Event()
stored, numbers = [], count()
LocustUserAgent.valid_response_codes |= {304}


def open_tables():
    """(hall, its table, its seats) of every table, in random order: big halls have more of them."""
    found = [
        (hall, table, seats)
        for hall in HALLS
        for table, seats in enumerate(hall["tables"], 1)
        if len(seats) == 2
    ]
    Random(1).shuffle(found)
    return found


def places():
    """(page, live part, kind of poll) of one phone after another, each that of another player."""
    seats = [(hall, token) for hall in HALLS for table in hall["tables"] for _player, token in table]
    for looked_at, (hall, token) in zip(cycle(LOOKED_AT), cycle(seats), strict=True):
        event = f"/e/{hall['slug']}/"
        yield {
            "personal": (f"{event}me/{token}/", "now", hall_load.OWN),
            "event": (event, "now", hall_load.POLL),
            "standings": (f"{event}standings/", "table", hall_load.POLL),
        }[looked_at]


TABLES, PLACES = open_tables(), places()
OF_FIRST = sum(hall is HALLS[0] for hall, *_ in TABLES)


def moment() -> str:
    """What there is to see by now."""
    if not RESULTS.is_set():
        return hall_load.UNCHANGED
    return hall_load.NEW_ROUND if PUBLISHED.is_set() else ""


class Visitor(FastHttpUser):
    abstract = True
    host = TOLD["base"]
    network_timeout = connection_timeout = PATIENCE

    def ask(self, kind, path, patience=PATIENCE, **headers):
        """One request on a connection of its own, as of phones that come back so seldom."""
        told = {"Connection": "close", "Accept-Encoding": "gzip", **headers}
        with self.client.get(path, name=kind, headers=told, catch_response=True) as answer:
            if answer.request_meta["response_time"] > 1000 * patience:
                answer.failure(f"no answer in {patience} s")
        return answer

    def send(self, kind, path, form, cookie=""):
        """Whether it was taken: what is done leads elsewhere."""
        headers = {"Connection": "close", "Content-Type": "application/x-www-form-urlencoded"}
        if cookie:
            headers["Cookie"] = f"{cookie}; csrftoken={hall_load.TOKEN}"
        told = [*form, ("key", f"load.{next(numbers)}"), ("csrfmiddlewaretoken", hall_load.TOKEN)]
        sent = self.client.post(
            path, urlencode(told), name=kind, headers=headers, allow_redirects=False, catch_response=True
        )
        with sent as answer:
            if answer.status_code != 302:
                answer.failure(f"{kind}: {answer.status_code} {(answer.text or '')[:200]}")
        return answer.status_code == 302


class Phone(Visitor):
    """Opens a page and polls its part until the end."""

    wait_time = constant(hall_load.EVERY)
    fixed_count = PLAN.phones

    def on_start(self):
        page, part, self.kind = next(PLACES)
        self.part = f"{page}?part={part}"
        text = self.ask(hall_load.VISIT, page).text or ""
        self.etag = unescape(", ".join(re.findall(r"data-etag='([^']+)'", text)))
        gevent.sleep(hall_load.EVERY)

    @task
    def poll(self):
        answer = self.ask(self.kind + moment(), self.part, GIVES_UP, **{"If-None-Match": self.etag})
        if answer.status_code in (200, 304):
            self.etag = answer.headers["ETag"]


class Scorekeeper(Visitor):
    """Types a result a second while there are any."""

    wait_time = constant_pacing(1)
    fixed_count = (PLAN.results + 1) // 2

    def on_start(self):
        RESULTS.wait()
        gevent.sleep(random())

    @task
    def result(self):
        if not TABLES:
            raise StopUser
        hall, table, seats = TABLES.pop()
        if self.report(hall, table, seats):
            stored.append(hall["slug"])

    def report(self, hall, table, seats):
        place = [("phase", 1), ("round", hall["round"]), ("table", table), ("said", "2-1"), ("sure", "2-1")]
        return self.send(
            hall_load.TYPED, f"/e/{hall['slug']}/desk/results/report/", place, cookie=hall["cookie"]
        )


class Table(Scorekeeper):
    """Both players of a table report it, and agree, a table a second."""

    fixed_count = PLAN.results // 2

    def report(self, hall, table, seats):
        place = [("phase", 1), ("round", hall["round"]), ("table", table), ("said", "2-0")]
        place += [("seat", player) for player, _token in seats]
        sent = [
            self.send(hall_load.REPORTED, f"/e/{hall['slug']}/me/{token}/report/", place)
            for _, token in seats
        ]
        return all(sent)


class Organiser(Visitor):
    """Looks at the pages of the desk; that of the first hall draws its next round and publishes it."""

    wait_time = constant(LOOK_EVERY)
    fixed_count = len(HALLS)
    halls = iter(HALLS)

    def on_start(self):
        self.hall, self.pages = next(self.halls), cycle(DESK_PAGES)
        self.desk = f"/e/{self.hall['slug']}/desk/"
        self.may_pair = PLAN.after and self.hall is HALLS[0]
        gevent.sleep(LOOK_EVERY * random())

    @task
    def look(self):
        self.ask(hall_load.DESK + moment(), self.desk + next(self.pages), Cookie=self.hall["cookie"])
        if self.may_pair and stored.count(self.hall["slug"]) == OF_FIRST:
            self.may_pair = False
            self.next_round()

    def next_round(self):
        self.send(hall_load.PAIRING, f"{self.desk}round/pair/", [], self.hall["cookie"])
        self.ask(hall_load.DESK, f"{self.desk}round/", Cookie=self.hall["cookie"])
        place = [("phase", 1), ("round", self.hall["round"] + 1)]
        if self.send(hall_load.PUBLISHING, f"{self.desk}round/publish/", place, self.hall["cookie"]):
            PUBLISHED.set()


class Newcomer(Visitor):
    """Opens a page as soon as the new round is out, with all the others."""

    fixed_count = PLAN.newcomers

    @task
    def come(self):
        PUBLISHED.wait()
        self.ask(hall_load.HERD, next(PLACES)[0])
        raise StopUser
