"""Unreadable values under the site's keys in Redis are ignored and replaced."""

import pytest
import redis

from tests.support.desk_events import friday, paired, reported
from tests.support.http_client import ask
from tests.support.own_pages import address, table_of

UNREADABLE = {
    "no text": b"",
    "text": b"rubbish",
    "a value cut off": b"\x80\x05\x95",
    "a value of something unknown": b"cnowhere\nNothing\n.",
}


@pytest.fixture
def pages(organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    at = f"/e/{event.slug}/"
    event_pages = [
        f"{at}{page}" for page in ("", "standings/", "rounds/1/", "standings/?part=table", "forecast/")
    ]
    return [*event_pages, address(event, table_of(event)[0]), f"{at}rounds/1/draw/", "/help/rounds/"]


@pytest.mark.parametrize("kind", UNREADABLE)
def test_unreadable_cache_entries_are_ignored_and_replaced(site, pages, kind):
    # A process keeps what it has read: the service that asks later has read nothing before.
    first, later = site.nginx.hosts

    def ask_all(port):
        answers = [ask(port, page) for page in pages]
        return [(answer.status, answer.headers["ETag"]) for answer in answers]

    with redis.Redis(unix_socket_path=str(site.redis.socket)) as store:
        store.flushall()
        before = ask_all(first)
        assert {status for status, _ in before} == {200}
        keys = store.keys()
        for key in keys:
            store.set(key, UNREADABLE[kind], keepttl=True)
        assert ask_all(later) == before
        # The request that finds such a value replaces it.
        fragments = [store.get(key) for key in keys if b"fragment" in key]
        assert fragments and UNREADABLE[kind] not in fragments
