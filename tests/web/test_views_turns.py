"""Turns: of one event one public page is calculated at once, in order, and a thread stays free for others."""

from contextlib import contextmanager
from threading import Event as Signal
from threading import Thread
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.desk_events import friday, paired, played
from tournaments.web import turns

HALL, OTHER = SimpleNamespace(pk=1), SimpleNamespace(pk=2)


@pytest.fixture(autouse=True)
def _no_earlier_turns(monkeypatch):
    monkeypatch.setattr(turns, "_last_turns", {})


def visit(event):
    with turns.take_turn(event):
        pass


class Request(Thread):
    """A request that calculates a page of an event until it is let go."""

    def __init__(self, event, order):
        super().__init__(daemon=True)
        self.event, self.order = event, order
        self.calculates, self.may_end, self.is_refused = Signal(), Signal(), False
        self.start()

    def run(self):
        try:
            with turns.take_turn(self.event):
                self.order.append(self)
                self.calculates.set()
                self.may_end.wait(60)
        except turns.TooBusy:
            self.is_refused = True

    def end(self):
        self.may_end.set()
        self.join(60)


def wait_for_line(event, length):
    """Wait until so many requests are in the event's line."""
    pause = Signal()
    for _attempt in range(500):
        if len(turns._lines.get(event.pk, ())) == length:
            return
        pause.wait(0.01)
    raise AssertionError(f"The line never had {length} requests.")


def start_requests(event, count, order) -> list[Request]:
    requests = []
    for number in range(1, count + 1):
        requests.append(Request(event, order))
        wait_for_line(event, number)
    return requests


def test_one_page_of_an_event_is_calculated_at_once_and_others_wait_in_order():
    order = []
    first, second, third = start_requests(HALL, 3, order)
    assert first.calculates.wait(60) and not second.calculates.is_set() and not third.calculates.is_set()
    first.end()
    assert second.calculates.wait(60) and not third.calculates.is_set()
    second.end()
    third.end()
    assert order == [first, second, third] and turns._lines == {}


def test_the_last_thread_is_not_held_by_a_page_that_takes_long(monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.05)
    visit(OTHER)
    order = []
    waiting = start_requests(HALL, turns.thread_count - 1, order)
    last = Request(HALL, order)
    last.join(60)
    assert last.is_refused
    other = Request(OTHER, order)
    assert other.calculates.wait(60)
    # No thread is free again: the newest that waits makes room.
    waiting[-1].join(60)
    for request in (other, *waiting):
        request.end()
    assert order == [waiting[0], other, *waiting[1:-1]]
    assert [request.is_refused for request in waiting] == [False, False, True]


def test_a_short_calculation_is_waited_for_in_the_last_thread():
    order = []
    requests = start_requests(HALL, turns.thread_count + 2, order)
    for request in requests:
        request.end()
    assert order == requests


def test_the_last_thread_is_free_while_two_events_have_long_pages(monkeypatch):
    """The requests of all events count, not those of one line."""
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.05)
    order = []
    calculating, waiting = start_requests(HALL, 2, order)
    other = Request(OTHER, order)
    assert other.calculates.wait(60)
    last = Request(OTHER, order)
    last.join(2)
    assert last.is_refused and not waiting.is_refused
    for request in (calculating, waiting, other):
        request.end()
    assert order == [calculating, other, waiting]


@pytest.mark.parametrize("threads", [2, 4])
def test_the_last_thread_waits_longer_in_a_shop_with_one_event(monkeypatch, threads):
    monkeypatch.setattr(turns, "thread_count", threads)
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", -60)
    order = []
    requests = start_requests(HALL, threads, order)
    for request in requests:
        request.end()
    assert order == requests


def test_a_turn_within_a_turn_is_the_same():
    with turns.take_turn(HALL), turns.take_turn(HALL):
        assert len(turns._lines[HALL.pk]) == 1
    assert turns._lines == {}


def test_a_page_that_fails_ends_its_turn():
    with pytest.raises(ValueError, match="a fault"), turns.take_turn(HALL):
        raise ValueError("a fault")
    assert turns._lines == {}


PAGES = (
    "standings/",
    "standings/?open=p1:omw&part=explanation",
    "standings/?format=csv",
    "standings/?hide=gw,omw&after=1",
    "?find=Ada",
    "players/?find=Ada",
    "players/p1/",
    "rounds/1/draw/",
    "bracket/?player=p1",
    "forecast/",
    "prizes/?format=csv",
    "screen/?screen=2&of=3",
)


@contextmanager
def hold_threads(event):
    """Let requests of an event have all threads but the last."""
    requests = start_requests(event, turns.thread_count - 1, [])
    try:
        yield
    finally:
        for request in requests:
            request.end()


def make_impatient(monkeypatch):
    """Let no request wait in the last thread."""
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", -60)
    monkeypatch.setattr(turns, "LONE_EVENT_PATIENCE_SECONDS", -60)


@pytest.fixture
def busy(organiser, monkeypatch):
    """Return an event whose pages take longer to calculate than anybody waits."""
    event = paired(played(friday(organiser), organiser), organiser)
    cache.clear()
    make_impatient(monkeypatch)
    with hold_threads(event):
        yield event


@pytest.mark.parametrize("path", PAGES)
def test_a_busy_event_refuses_a_page_that_must_be_calculated_and_says_when_to_try_again(busy, path):
    answer = Client().get(f"/e/{busy.slug}/{path}")
    assert (answer.status_code, answer["Retry-After"], answer["Refresh"]) == (503, "2", "2")
    assert "tries again" in answer.content.decode()


def test_a_busy_event_refuses_a_poll_without_a_text(busy):
    answer = Client().get(f"/e/{busy.slug}/standings/?part=table", headers={"hx-trigger": "live-table"})
    assert (answer.status_code, answer.content) == (503, b"") and 1 <= int(answer["Retry-After"]) <= 10


def test_the_rulebook_comparison_of_a_busy_event_is_refused(busy):
    assert Client().get(f"/help/compare/?event={busy.slug}").status_code == 503


def test_a_busy_event_does_not_delay_another_one_or_the_desk(busy, organiser, desk):
    other = played(friday(organiser), organiser)
    assert Client().get(f"/e/{other.slug}/standings/").status_code == 200
    assert desk.get(f"/e/{busy.slug}/desk/").status_code == 200


def test_standings_of_a_busy_event_come_without_the_open_explanation_until_there_is_time(
    organiser, monkeypatch
):
    event, client = played(friday(organiser), organiser), Client()
    address = f"/e/{event.slug}/standings/"
    assert client.get(address).status_code == 200
    make_impatient(monkeypatch)
    open_row, poll = {"open": "p1:omw"}, {"open": "p1:omw", "part": "table"}
    with hold_threads(event):
        page, part = client.get(address, open_row), client.get(address, poll)
    for answer in (page, part):
        text = answer.content.decode()
        assert answer.status_code == 200 and "Anna" in text and 'class="working"' not in text
    again = client.get(address, poll, headers={"if-none-match": part["ETag"]})
    assert again.status_code == 200 and 'class="working"' in again.content.decode()
    assert client.get(address, poll, headers={"if-none-match": again["ETag"]}).status_code == 304
