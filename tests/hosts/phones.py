"""Phones without a browser.

Each opens pages of an event and polls their live parts, now at this host, now at another, and says where it
was shown less than it had seen.
"""

import html
import re
from collections import Counter
from http.client import IncompleteRead
from random import Random
from threading import Event, Thread

from tests.support.chance import SEED
from tests.support.http_client import Answer, ask

# The live part of a page, but not the progress of the round below the own result: it counts open tables.
LIVE = re.compile(
    r"<div[^>]* data-etag='([^']*)' hx-get=\"((?![^\"]*part=progress)[^\"]*)\" data-version=\"([^\"]*)\""
)
IN = re.compile(r"(\d+) of \d+ results reported")
WON = re.compile(r">\s*1–0\s*<")
PAGES = ("", "standings/", "rounds/1/")
# At most so many polls until a page is left for another.
STAYS = 8
# What the own pages of both players say between a report and its confirmation.
CLAIMED = ("Waiting for", "Confirm")


def reported_counts(text: str, where: str) -> set[int]:
    """Return the numbers of reported results that a page of the first round shows in different places."""
    counts = {int(number) for number in IN.findall(text)}
    # Each result is a win: the standings have a row for it.
    return counts | {len(WON.findall(text))} if "standings" in where else counts


def version_in(text: str) -> tuple[int, int]:
    """(pk, version) of the event, as pages and answers name it."""
    pk, version = text.split(".")
    return int(pk), int(version)


class Phone(Thread):
    """One phone, until `over` is set: `faults` lists wrong responses, `statuses` counts all of them."""

    def __init__(self, ports: tuple[int, ...], at: str, over: Event, seed: int, pause: float = 0):
        super().__init__()
        self.pause = pause
        self.ports, self.at, self.over = ports, at, over
        self.lot = Random(f"{SEED} {seed}")
        self.latest_results, self.part, self.faults, self.statuses = 0, {}, [], Counter()
        # The newest (pk, version) of the event that was shown, as static/app.js keeps it.
        self.newest = (0, 0)

    def reported_counts(self, text: str, where: str) -> set[int]:
        return reported_counts(text, where)

    def run(self):
        """Look at one page after the other."""
        try:
            while not self.over.is_set():
                self.look(self.at + self.lot.choice(PAGES), self.lot.randint(1, STAYS))
        except Exception as error:
            self.faults.append(repr(error))

    def ask(self, path: str, **headers) -> tuple[Answer, int]:
        port = self.lot.choice(self.ports)
        packed = {"Accept-Encoding": "gzip"} if self.lot.random() < 0.5 else {}
        try:
            answer = ask(port, path, **headers, **packed)
        except IncompleteRead:
            # The service was killed between the headers and the body.
            answer = ask(port, path, **headers, **packed)
        if answer.status not in (200, 304):
            self.faults.append(f"{path} at {port}: {answer.status}")
        return answer, port

    def look(self, path: str, times: int):
        """Open a page and poll it so often. One that is older than what was shown is polled at once."""
        page, port = self.ask(path)
        etag, url, version = map(html.unescape, LIVE.search(page.text).groups())
        self.part = {"etag": etag, "url": url, "results": self.latest_results}
        if version_in(version) < self.newest:
            self.statuses["older page"] += 1
            self.poll(**self.part)
        else:
            self.newest = version_in(version)
            self.part["results"] = self.check(page, path, port, self.latest_results)
        for _ in range(times):
            self.over.wait(self.pause)
            self.poll(**self.part)

    def poll(self, etag: str, url: str, results: int):
        """Ask once more, as the page's script does: the answer is not older than what was shown."""
        pk, version = self.newest
        answer, port = self.ask(url, **{"If-None-Match": f'{etag}, W/"{pk}-seen.{version}"'})
        self.statuses[answer.status] += 1
        if version_in(answer.headers["Event-Version"]) < self.newest:
            self.faults.append(f"{url} at {port} is older than {self.newest}")
        self.newest = version_in(answer.headers["Event-Version"])
        if answer.status == 200:
            now = self.check(answer, url, port, results)
            self.part = {"etag": answer.headers["ETag"], "url": url, "results": now}

    def check(self, answer: Answer, where: str, port: int, results: int) -> int:
        counts = self.reported_counts(answer.text, where) or {0}
        if min(counts) < results:
            self.faults.append(f"{where} at {port} shows {min(counts)} after {results}")
        self.statuses["newer"] += max(counts) > results
        self.latest_results = max(self.latest_results, *counts)
        return max(counts)


class Player(Phone):
    """A player's phone with their own page open, which says: nothing yet, said by one (1), stored (2)."""

    def reported_counts(self, text, where):
        return {2 if "Confirmed" in text else 1 if any(words in text for words in CLAIMED) else 0}

    def send_report(self, form: dict):
        """Send the form of the page and check the fragment in the response."""
        port = self.lot.choice(self.ports)
        answer = ask(port, f"{self.at}report/", form, **{"HX-Request": "true"})
        now = self.check(answer, self.at, port, self.latest_results + 1)
        self.part |= {"etag": answer.headers["ETag"], "results": now}
        self.newest = version_in(answer.headers["Event-Version"])
