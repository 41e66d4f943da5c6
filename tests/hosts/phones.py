"""Phones without a browser: each opens pages of an event and polls their live parts, now at this host, now at
another, and says where it was shown less than it had seen."""

import html
import re
from collections import Counter
from random import Random
from threading import Event, Thread

from tests.hosts.asking import Answer, ask

LIVE = re.compile(r"<div[^>]* data-etag='([^']*)' hx-get=\"([^\"]*)\" data-version=\"([^\"]*)\"")
IN = re.compile(r"(\d+) of \d+ results in")
WON = re.compile(r">\s*1–0\s*<")
PAGES = ("", "standings/", "rounds/1/")
# At most so many polls until a page is left for another.
STAYS = 8
# What the own pages of both players say between a report and its confirmation.
CLAIMED = ("has not confirmed it yet", "That is right")


def shown(text: str, where: str) -> set[int]:
    """How many results are in, by each of the ways in which a page of the first round tells it."""
    told = {int(number) for number in IN.findall(text)}
    # Each result is a win: the standings have a row for it.
    return told | {len(WON.findall(text))} if "standings" in where else told


def version_in(text: str) -> tuple[int, int]:
    """(pk, version) of the event, as pages and answers name it."""
    pk, version = text.split(".")
    return int(pk), int(version)


class Phone(Thread):
    """One phone, until `over` is set: `faults` are what it should never see, `told` what it was told."""

    def __init__(self, ports: tuple[int, ...], at: str, over: Event, seed: int, pause: float = 0):
        super().__init__()
        self.pause = pause
        self.ports, self.at, self.over, self.lot = ports, at, over, Random(seed)
        self.seen, self.part, self.faults, self.told = 0, {}, [], Counter()
        # The newest (pk, version) of the event that was shown, as static/app.js keeps it.
        self.newest = (0, 0)

    def shown(self, text: str, where: str) -> set[int]:
        return shown(text, where)

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
        answer = ask(port, path, **headers, **packed)
        if answer.status not in (200, 304):
            self.faults.append(f"{path} at {port}: {answer.status}")
        return answer, port

    def look(self, path: str, times: int):
        """Open a page and poll it so often. One that is older than what was shown is polled at once."""
        page, port = self.ask(path)
        etag, url, version = map(html.unescape, LIVE.search(page.text).groups())
        self.part = {"etag": etag, "url": url, "seen": self.seen}
        if version_in(version) < self.newest:
            self.told["older page"] += 1
            self.poll(**self.part)
        else:
            self.newest = version_in(version)
            self.part["seen"] = self.check(page, path, port, self.seen)
        for _ in range(times):
            self.over.wait(self.pause)
            self.poll(**self.part)

    def poll(self, etag: str, url: str, seen: int):
        """Ask once more, as the page's script does: the answer is not older than what was shown."""
        pk, version = self.newest
        answer, port = self.ask(url, **{"If-None-Match": f'{etag}, W/"{pk}-seen.{version}"'})
        self.told[answer.status] += 1
        if version_in(answer.headers["Event-Version"]) < self.newest:
            self.faults.append(f"{url} at {port} is older than {self.newest}")
        self.newest = version_in(answer.headers["Event-Version"])
        if answer.status == 200:
            now = self.check(answer, url, port, seen)
            self.part = {"etag": answer.headers["ETag"], "url": url, "seen": now}

    def check(self, answer: Answer, where: str, port: int, seen: int) -> int:
        found = self.shown(answer.text, where) or {0}
        if min(found) < seen:
            self.faults.append(f"{where} at {port} shows {min(found)} after {seen}")
        self.told["newer"] += max(found) > seen
        self.seen = max(self.seen, *found)
        return max(found)


class Player(Phone):
    """A player's phone with their own page open, which says: nothing yet, said by one (1), stored (2)."""

    def shown(self, text, where):
        return {2 if "Result stored" in text else 1 if any(words in text for words in CLAIMED) else 0}

    def say(self, form: dict):
        """Send the form of the page; the answer is its part as it is now."""
        port = self.lot.choice(self.ports)
        answer = ask(port, f"{self.at}report/", form, **{"HX-Request": "true"})
        now = self.check(answer, self.at, port, self.seen + 1)
        self.part |= {"etag": answer.headers["ETag"], "seen": now}
        self.newest = version_in(answer.headers["Event-Version"])
