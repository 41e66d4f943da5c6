"""A thousand phones that poll while results come in, and what the desk feels of it."""

import asyncio
import gzip
import time
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode, urlsplit

PHONES, EVERY, ARRIVING, LASTS = 1000, 10, 30, 60
# What phones look at, in this order of a hundred.
LOOKED_AT = ["personal"] * 60 + ["event"] * 25 + ["standings"] * 15
REPORT_EVERY, LOOK_EVERY = 2, 1


@dataclass
class Told:
    """What was asked and answered: seconds each took by kind of request, and what was no good answer."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def share(self, kind, share):
        taken = sorted(self.seconds.get(kind, [0.0]))
        return taken[min(len(taken) - 1, int(len(taken) * share))]


@dataclass
class Asker:
    """Asks the site over a connection of its own each time, as phones do that poll so seldom."""

    host: str
    port: int
    told: Told

    async def ask(self, kind, path, body=None, **headers):
        """(status, headers, text); what is neither 2xx nor 3xx is told as wrong."""
        started = time.perf_counter()
        try:
            status, heads, text = await asyncio.wait_for(self.sent(path, body, headers), 30)
        except (OSError, TimeoutError, IndexError, ValueError) as error:
            status, heads, text = 0, {}, repr(error)
        self.told.seconds.setdefault(kind, []).append(time.perf_counter() - started)
        if not 200 <= status < 400:
            self.told.wrong.append(f"{kind} {path}: {status} {text[:200]}")
        return status, heads, text

    async def sent(self, path, body, headers):
        reader, writer = await asyncio.open_connection(self.host, self.port)
        asked = {
            "Host": f"{self.host}:{self.port}",
            "Accept-Encoding": "gzip",
            "Connection": "close",
            **headers,
        }
        if body:
            asked |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in asked.items())]
        writer.write("\r\n".join([*lines, "", body or ""]).encode())
        told = await reader.read()
        writer.close()
        head, _, content = told.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        heads = dict(line.split(": ", 1) for line in rest)
        if heads.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        return int(first.split()[1]), heads, content.decode()


def load(hall, phones=PHONES):
    """What a minute of it told, after half a minute in which the phones arrive."""
    told, where = Told(), urlsplit(hall.base)
    asyncio.run(evening(hall, phones, Asker(where.hostname, where.port, told)))
    return told


async def evening(hall, phones, asker):
    ends, lot = time.monotonic() + ARRIVING + LASTS, Random(1)
    tasks = [phone(hall, asker, number, lot.random() * ARRIVING, ends) for number in range(phones)]
    phones_there = asyncio.gather(*tasks)
    await asyncio.sleep(ARRIVING)
    await asyncio.gather(phones_there, *(does(hall, asker, ends) for does in (desk, results, reports)))


async def phone(hall, asker, number, begins, ends):
    """Opens a page and polls its part until the end."""
    await asyncio.sleep(begins)
    token = hall.tokens[number % len(hall.tokens)]
    page, part = {
        "personal": (f"/e/{hall.slug}/me/{token}/", "now"),
        "event": (f"/e/{hall.slug}/", "now"),
        "standings": (f"/e/{hall.slug}/standings/", "table"),
    }[LOOKED_AT[number % 100]]
    _status, _heads, text = await asker.ask("first visit", page)
    etag = text.partition("data-etag='")[2].partition("'")[0]
    while time.monotonic() < ends:
        await asyncio.sleep(EVERY)
        status, heads, _text = await asker.ask("poll", f"{page}?part={part}", **{"If-None-Match": etag})
        if status == 200:
            etag = heads["ETag"]


async def desk(hall, asker, ends):
    """The organiser looks at the pages of the desk."""
    pages = ("", "results/", "players/", "round/", "log/")
    turn = 0
    while time.monotonic() < ends:
        await asyncio.sleep(LOOK_EVERY)
        await asker.ask("desk", f"/e/{hall.slug}/desk/{pages[turn % len(pages)]}", Cookie=hall.cookie)
        turn += 1


async def results(hall, asker, ends):
    """The desk types results, from the last table on."""
    form = {"phase": 1, "round": 5, "said": "2-1", "sure": "2-1"}
    _status, heads, page = await asker.ask("desk", f"/e/{hall.slug}/desk/results/", Cookie=hall.cookie)
    form["csrfmiddlewaretoken"] = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    cookies = f"{hall.cookie}; {heads['Set-Cookie'].partition(';')[0]}"
    for table in range(hall.tables, 0, -1):
        if time.monotonic() >= ends:
            return
        await asyncio.sleep(REPORT_EVERY * 2)
        body = urlencode({**form, "table": table, "key": f"desk.{table}"})
        await asker.ask("result at the desk", f"/e/{hall.slug}/desk/results/report/", body, Cookie=cookies)


async def reports(hall, asker, ends):
    """Players report their tables: what the form of their own page holds, sent once by one of each."""
    for number, token in enumerate(hall.tokens):
        if time.monotonic() >= ends:
            return
        await asyncio.sleep(REPORT_EVERY * 2)
        page = f"/e/{hall.slug}/me/{token}/"
        _status, _heads, text = await asker.ask("first visit", page)
        if 'name="said"' not in text:
            continue  # the desk was quicker
        form = [("said", "2-0"), ("key", f"phone.{number}")]
        for name in ("phase", "round", "table", "seat", "seat"):
            text = text.partition(f'name="{name}" value="')[2]
            form.append((name, text.partition('"')[0]))
        await asker.ask("report from a phone", f"{page}report/", urlencode(form))
