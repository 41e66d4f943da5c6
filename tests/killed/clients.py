"""Clients that send requests while the server is killed: desk, phones, drops and pairings."""

import http.client
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from threading import Event, Thread
from urllib.parse import urlencode

TOKEN = "abcdefghijklmnopqrstuvwxyz012345"
NUMBERS = count(1)
# Redirect targets of requests that were not carried out.
REFUSAL_TARGETS = ("/login/", "/correct/")


@dataclass
class Request:
    """A request and the status of its response; 0 until there is one."""

    path: str
    form: list
    status: int = 0
    target: str = ""
    was_lost: bool = False

    @property
    def is_done(self) -> bool:
        return 200 <= self.status < 400 and not any(target in self.target for target in REFUSAL_TARGETS)


class Clients:
    """Four people working on one event, with one connection per request and `pause` seconds in between."""

    def __init__(self, port: int, event: dict, seed: float, pause: float = 0):
        self.port, self.event, self.pause, self.requests = port, event, pause, []
        self.is_over, self.random = Event(), Random(seed)
        self.threads = [Thread(target=self.work, args=(steps,)) for steps in (desk, phones, drops, pairs)]

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def work(self, steps):
        for path, form in steps(self.event, Random(self.random.random())):
            if self.is_over.wait(self.pause):
                return
            number = next(NUMBERS)
            request = Request(path, [*form, ("key", f"{self.event['slug']}{number}.k")])
            self.requests.append(request)
            self.send(request)
            if not request.status or request.status >= 500:
                # A user stops when the site does not respond.
                return

    def send(self, request: Request):
        request.status, request.target, request.was_lost = 0, "", True
        with suppress(OSError, http.client.HTTPException):
            body = urlencode([*request.form, ("csrfmiddlewaretoken", TOKEN)])
            request.status, request.target = self.send_raw("POST", request.path, body)
            request.was_lost = False

    def send_raw(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        """Return (status, redirect target); raises OSError if the server does not respond."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": f"sessionid={self.event['session']}; csrftoken={TOKEN}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            response.read()
            return response.status, response.getheader("Location", "")
        finally:
            connection.close()

    def wait_until_up(self, timeout: float):
        """Wait until every page of the event opens."""
        until, status = time.monotonic() + timeout, {}
        while set(status.values()) != {200}:
            if time.monotonic() > until:
                raise TimeoutError(f"The site does not respond: {status}")
            time.sleep(0.01)
            for page in ("", "standings/", "desk/"):
                with suppress(OSError, http.client.HTTPException):
                    status[page] = self.send_raw("GET", f"{self.event['at']}{page}")[0]

    def send_again(self, timeout: float) -> list[str]:
        """Resend each request without a response, as a browser does; return the unacceptable statuses."""
        until = time.monotonic() + timeout
        for request in self.requests:
            if request.was_lost or request.status >= 500:
                self.send(request)
                while request.status == 503 and time.monotonic() < until:
                    time.sleep(0.1)
                    self.send(request)
                request.was_lost = True
        refused = [request for request in self.requests if not 200 <= request.status < 500]
        return [f"{request.path}: {request.status}" for request in refused]

    def outcomes(self) -> Iterator[str]:
        """Yield the outcomes of all requests, as text."""
        for request in self.requests:
            yield "sent"
            if request.was_lost:
                yield "without a response, sent again"
            yield "acknowledged" if request.is_done else f"refused {request.status}"

    def acknowledged(self) -> list[list[str]]:
        """Return (key, path) of the acknowledged requests."""
        return [[dict(request.form)["key"], request.path] for request in self.requests if request.is_done]


def desk(event: dict, random: Random) -> Iterator:
    """Report results of the even tables, some of them twice."""
    tables = [match["table"] for match in event["matches"] if match["table"] % 2 == 0]
    while True:
        for table in tables or [2]:
            text = random.choice(["2-0", "2-1", "1-2", "0-2"])
            place = [("phase", 1), ("round", event["round"]), ("table", table)]
            yield (
                f"{event['at']}desk/results/report/",
                [*place, ("result_text", text), ("confirmed_result", text)],
            )


def phones(event: dict, random: Random) -> Iterator:
    """Report results of the odd tables by both players, who agree."""
    for match in event["matches"]:
        if match["table"] % 2 and not match["is_reported"]:
            text = random.choice(["2-0", "2-1"])
            place = [
                ("phase", 1),
                ("round", event["round"]),
                ("table", match["table"]),
                ("result_text", text),
            ]
            for token in match["tokens"]:
                seats = [("seat", player) for player in match["players"]]
                yield f"{event['at']}me/{token}/report/", [*place, *seats]


def drops(event: dict, random: Random) -> Iterator:
    """Drop two players, who finish their match, and bring them back."""
    while True:
        for action in ("drop", "return"):
            yield f"{event['at']}desk/players/{action}/{random.choice(['p7', 'p8'])}/", [("table", "play")]


def pairs(event: dict, random: Random) -> Iterator:
    """Pair and publish the next round, and sometimes undo the last action."""
    desk = f"{event['at']}desk/"
    while True:
        yield f"{desk}round/pair/", []
        for number in (event["round"], event["round"] + 1):
            yield f"{desk}round/publish/", [("phase", 1), ("round", number)]
        if random.random() < 0.3:
            yield f"{desk}log/undo/", []
