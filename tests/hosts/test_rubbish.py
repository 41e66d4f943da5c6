"""What somebody else has put into Redis under the site's keys: pages go on as if nothing stood there."""

import pytest
import redis

from tests.hosts.asking import ask
from tests.views.desk_events import friday, paired, reported
from tests.views.own_pages import address, table_of

RUBBISH = {
    "no text": b"",
    "text": b"rubbish",
    "a value cut off": b"\x80\x05\x95",
    "a value of something unknown": b"cnowhere\nNothing\n.",
}


@pytest.fixture
def pages(organiser):
    event = reported(paired(friday(organiser), organiser), organiser, count=1)
    at = f"/e/{event.slug}/"
    of_event = [
        f"{at}{page}" for page in ("", "standings/", "rounds/1/", "standings/?part=table", "forecast/")
    ]
    return [*of_event, address(event, table_of(event)[0]), f"{at}rounds/1/draw/", "/help/rounds/"]


@pytest.mark.parametrize("kind", RUBBISH)
def test_what_cannot_be_read_is_as_if_it_were_not_there(site, pages, kind):
    def asked():
        answers = [ask(port, page) for page in pages for port in site.nginx.hosts]
        return [(answer.status, answer.headers["ETag"]) for answer in answers]

    with redis.Redis(unix_socket_path=str(site.redis.socket)) as store:
        store.flushall()
        before = asked()
        assert {status for status, _ in before} == {200}
        keys = store.keys()
        for key in keys:
            store.set(key, RUBBISH[kind], keepttl=True)
        assert asked() == before
        # Whoever finds it puts it right for all others.
        parts = [store.get(key) for key in keys if b"fragment" in key]
        assert parts and RUBBISH[kind] not in parts
