"""The people at an event: phones, organisers and players who report results.

They send requests at fixed times, however late the answers are, so that a slow site is not spared.
"""

import asyncio
import re
import time
import zlib
from collections import Counter, defaultdict
from html import unescape
from itertools import count, cycle
from random import random
from urllib.parse import urlencode

import aiohttp

POLL_SECONDS, DESK_SECONDS, GIVE_UP_SECONDS = 10, 2, 10
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
    """All requests to a site, with the milliseconds and errors of each by (phase, kind)."""

    def __init__(self, site, events, session):
        self.site, self.session = site, session
        self.phase = "arrival"
        self.times, self.errors = defaultdict(list), Counter()
        self.keys, self.pages, self.pending = count(), phone_pages(events), Counter()

    async def request(self, kind, path, form=None, **headers):
        """Send one request; return its response and body, or None twice after an error."""
        phase, began = self.phase, time.perf_counter()
        method, wanted = ("POST", (302,)) if form is not None else ("GET", (200, 304))
        problem = response = body = None
        self.pending[phase] += 1
        try:
            url, data = self.site.url + path, form and urlencode(form)
            options = {"data": data, "headers": headers, "allow_redirects": False}
            async with self.session.request(method, url, **options) as response:
                body = await response.read()
            if response.status not in wanted:
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

    async def phone(self, page):
        """Open a page and poll its fragments until the end."""
        kind, due, fragments = OWN_POLL if "/me/" in page else POLL, time.monotonic(), {}
        while True:
            if not fragments:
                fragments = await self.visit(page)
            else:
                # static/app.js delays each poll by up to a tenth of the interval.
                await asyncio.sleep(POLL_SECONDS * random() / 10)
                for address in fragments:
                    await self.poll(kind, address, fragments)
            due += POLL_SECONDS
            await asyncio.sleep(due - time.monotonic())

    async def visit(self, page, kind=VISIT) -> dict[str, str]:
        """Open a page; return the ETag of each fragment that it polls, by address."""
        _response, body = await self.request(kind, page, **{"Accept-Encoding": "gzip"})
        if not body:
            return {}
        html = zlib.decompress(body, wbits=zlib.MAX_WBITS + 32).decode()
        tags = [dict(attributes(tag)) for tag in ETAG_TAG.findall(html)]
        return {tag["hx-get"]: tag["data-etag"] for tag in tags if "hx-trigger" in tag}

    async def poll(self, kind, address, fragments):
        etags = {"If-None-Match": ", ".join(fragments.values()), "HX-Request": "true"}
        response, _body = await self.request(kind, address, **etags, **{"Accept-Encoding": "gzip"})
        if response:
            fragments[address] = response.headers["ETag"]

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
        visits = (self.visit(next(self.pages)) for _ in range(newcomers))
        await asyncio.gather(asyncio.sleep(POLL_SECONDS), *visits)


def attributes(tag):
    """Yield the name and value of each attribute of an HTML tag."""
    for name, double, single in ATTRIBUTE.findall(tag):
        yield name, unescape(double or single)
