"""The people at an event: phones, organisers and players who report results.

They send requests at fixed times, however late the answers are, so that a slow site is not spared.
"""

import asyncio
import re
import time
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from html import unescape
from itertools import count, cycle
from random import random
from urllib.parse import urlencode

import aiohttp

POLL_SECONDS, DESK_SECONDS, GIVE_UP_SECONDS = 10, 2, 10
# Somebody whose page does not open tries again after this time.
RELOAD_SECONDS = 5
VISIT, POLL, OWN_POLL = "first visits", "polls", "own-page polls"
DESK, RESULT, PAIRING, PUBLISHING = "desk pages", "results", "pairing", "publishing"
DESK_PAGES = ("", "players/", "round/", "log/")
# Of 20 phones 12 show their own page, 5 the event's, 3 its standings.
PAGES = ("own", "own", "event", "own", "standings") * 3 + ("own", "event", "own", "event", "own")
# The same in form and cookie; any 32 letters are accepted.
CSRF_TOKEN = "abcdefghijklmnopqrstuvwxyz012345"
ETAG_TAG = re.compile(r"<[^>]*\bdata-etag=[^>]*>")
ATTRIBUTE = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)')""")


def phone_pages(events):
    """Yield the page of one phone after another, each of another player."""
    seats = [(event, own_page) for event in events for own_page in event.own_pages]
    for page, (event, own_page) in zip(cycle(PAGES), cycle(seats), strict=False):
        yield {"own": own_page, "event": event.url, "standings": f"{event.url}standings/"}[page]


class Crowd:
    """All requests to a site: milliseconds by (phase, kind), errors, and refused polls by phase."""

    def __init__(self, site, events, session):
        self.site, self.session = site, session
        self.phase = "arrival"
        self.times, self.errors, self.refused = defaultdict(list), Counter(), Counter()
        self.keys, self.pages, self.pending = count(), phone_pages(events), Counter()
        self.new_round, self.newcomers = None, []

    async def request(self, kind, path, form=None, **headers):
        """Send one request; return its response and body, or None twice after an error.

        A poll may be refused: its response is 503 with Retry-After.
        """
        phase, began = self.phase, time.perf_counter()
        method, wanted = ("POST", (302,)) if form is not None else ("GET", (200, 304))
        problem = response = body = None
        self.pending[phase] += 1
        try:
            url, data = self.site.url + path, form and urlencode(form)
            options = {"data": data, "headers": headers, "allow_redirects": False}
            async with self.session.request(method, url, **options) as response:
                body = await response.read()
            if is_refusal(response) and kind in (POLL, OWN_POLL):
                self.refused[phase] += 1
            elif response.status not in wanted:
                problem = f"status {response.status}"
        except TimeoutError:
            problem = f"no answer in {GIVE_UP_SECONDS} s"
        except aiohttp.ClientError as error:
            problem = type(error).__name__
        self.pending[phase] -= 1
        self.times[phase, kind].append(1000 * (time.perf_counter() - began))
        if problem:
            self.errors[phase, f"{kind}: {problem}"] += 1
            return None, None
        return response, body

    async def send(self, kind, path, form, cookie=""):
        """Send a form, of the organiser where there is a cookie."""
        form = [*form, ("key", f"load.{next(self.keys)}"), ("csrfmiddlewaretoken", CSRF_TOKEN)]
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        headers["Cookie"] = f"{cookie}; csrftoken={CSRF_TOKEN}" if cookie else ""
        await self.request(kind, path, form, **headers)

    async def organiser(self, event):
        """Open one desk page after another until the end."""
        due = time.monotonic() + DESK_SECONDS * random()
        headers = {"Cookie": event.organiser_cookie, "Accept-Encoding": "gzip"}
        for page in cycle(DESK_PAGES):
            await asyncio.sleep(due - time.monotonic())
            await self.request(DESK, f"{event.url}desk/{page}", **headers)
            due += DESK_SECONDS

    async def report_results(self, tables, seconds_between):
        """Report result of one table after another, in turn from the desk and from both its phones."""
        reporters = cycle((self.report_at_desk, self.report_from_phones))
        due, sent = time.monotonic(), []
        for event, table in tables:
            sent.append(asyncio.create_task(next(reporters)(event, table)))
            due += seconds_between
            await asyncio.sleep(due - time.monotonic())
        await asyncio.gather(*sent)

    async def report_at_desk(self, event, table):
        form = [
            ("phase", 1),
            ("round", event.round),
            ("table", table),
            ("result_text", "2-1"),
            ("confirmed_result", "2-1"),
        ]
        await self.send(RESULT, f"{event.url}desk/results/report/", form, event.organiser_cookie)

    async def report_from_phones(self, event, table):
        seats = event.tables[table - 1]
        form = [("phase", 1), ("round", event.round), ("table", table), ("result_text", "2-0")]
        form += [("seat", player) for player, _token in seats]
        for _player, token in seats:
            await self.send(RESULT, f"{event.url}me/{token}/report/", form)

    async def publish_next_round(self, event, newcomers):
        """Pair and publish a round; then newcomers open a page at once, and everybody polls."""
        desk, cookie = f"{event.url}desk/round/", event.organiser_cookie
        await self.send(PAIRING, f"{desk}pair/", [], cookie)
        place = [("phase", 1), ("round", event.round + 1)]
        await self.send(PUBLISHING, f"{desk}publish/", place, cookie)
        self.new_round = NewRound(event.url)
        self.newcomers = [asyncio.create_task(Phone(self, next(self.pages)).open()) for _ in range(newcomers)]
        await asyncio.sleep(POLL_SECONDS)


@dataclass(eq=False)
class Phone:
    """A phone with one page, and the newest ETag of each fragment that the page polls, by address."""

    crowd: Crowd
    page: str
    fragments: dict[str, str] = field(default_factory=dict)

    async def run(self):
        """Open the page and poll its fragments until the end."""
        due, delay = time.monotonic(), 3 * random()
        await self.open()
        while True:
            due += POLL_SECONDS
            if due < time.monotonic():
                continue  # refused for so long that the next poll had its time
            # As in static/app.js.
            await asyncio.sleep(due - time.monotonic() + POLL_SECONDS * (delay + random()) / 10)
            for address in self.fragments:
                await self.poll(address)

    async def open(self):
        """Open the page, again while it does not open."""
        while not await self.visit():
            await asyncio.sleep(RELOAD_SECONDS)

    async def visit(self) -> bool:
        """Open the page; return whether it opened."""
        began = time.monotonic()
        _response, body = await self.crowd.request(VISIT, self.page, **{"Accept-Encoding": "gzip"})
        html = zlib.decompress(body, wbits=zlib.MAX_WBITS + 32).decode() if body else ""
        tags = [dict(attributes(tag)) for tag in ETAG_TAG.findall(html)]
        tags = [tag for tag in tags if "hx-trigger" in tag]
        self.fragments = {tag["hx-get"]: tag["data-etag"] for tag in tags}
        self.note_answer(began, tags[0]["data-version"] if tags else "")
        return body is not None

    async def poll(self, address):
        """Poll a fragment; if the poll is refused, again when its Retry-After has passed."""
        kind = OWN_POLL if "/me/" in self.page else POLL
        while True:
            began = time.monotonic()
            headers = {
                "If-None-Match": self.fragments[address],
                "HX-Request": "true",
                "HX-Trigger": "live-now",
            }
            response, _body = await self.crowd.request(
                kind, address, **headers, **{"Accept-Encoding": "gzip"}
            )
            if response is None or not is_refusal(response):
                break
            self.note_answer(began)
            await asyncio.sleep(int(response.headers["Retry-After"]))
        if response:
            self.fragments[address] = response.headers["ETag"]
        self.note_answer(began, response.headers["Event-Version"] if response else "")

    def note_answer(self, began, version=""):
        new_round = self.crowd.new_round
        if new_round and self.page.startswith(new_round.event_url):
            new_round.answers[self].append((began, time.monotonic(), version))


@dataclass
class NewRound:
    """When phones show a new round. `answers` has (began, answered, the event's version) by phone.

    Nothing but the round changes the event, so that its newest version is the one with the round.
    """

    event_url: str
    published_at: float = field(default_factory=time.monotonic)
    answers: dict[Phone, list[tuple[float, float, str]]] = field(default_factory=lambda: defaultdict(list))

    def newest_version(self) -> str:
        versions = {version for answers in self.answers.values() for _began, _answered, version in answers}
        return max(versions, key=lambda version: int(version.partition(".")[2] or 0), default="")

    def waiting_phones(self) -> int:
        """Return the number of phones that have sent a request and do not show the round yet."""
        newest = self.newest_version()
        return sum(answers[-1][2] != newest for answers in self.answers.values())

    def seconds(self) -> list[float]:
        """Return how long each phone needs from its first request since publishing until it shows the round.

        For a phone that does not show it yet, until now.
        """
        newest, seconds = self.newest_version(), []
        for answers in self.answers.values():
            # A request of the time before may have been answered without the round.
            since = [answer for answer in answers if answer[0] >= self.published_at or answer[2] == newest]
            if since:
                shown = (answered for _began, answered, version in since if version == newest)
                seconds.append(next(shown, time.monotonic()) - max(since[0][0], self.published_at))
        return seconds


def is_refusal(response) -> bool:
    return response.status == 503 and "Retry-After" in response.headers


def attributes(tag):
    """Yield the name and value of each attribute of an HTML tag."""
    for name, double, single in ATTRIBUTE.findall(tag):
        yield name, unescape(double or single)
