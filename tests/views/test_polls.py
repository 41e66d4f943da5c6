"""Polls that find nothing new: answered as the view answers them, at the cost of one row."""

import gzip

import pytest
from django.core.cache import caches

from tests.views.desk_events import by, fresh, friday, paired, reported
from tests.views.own_pages import address, table_of
from tournaments.actions import players
from tournaments.actions.results import report_result
from tournaments.queries.seen import seen_in
from tournaments.views import packing


@pytest.fixture
def asked(client, organiser):
    """The event, and what asks for its tables with these headers."""
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/standings/?part=table"
    return event, lambda **headers: client.get(address, headers=headers)


def told(answer):
    """What it says beside the request's own number."""
    return answer.status_code, dict(answer.items()) | {"X-Request-ID": ""}


def test_who_was_answered_by_the_view_is_answered_so_again(asked, django_assert_num_queries):
    _event, ask = asked
    etag = ask()["ETag"]
    first = ask(if_none_match=etag)
    with django_assert_num_queries(1):
        again = ask(if_none_match=etag)
    assert told(again) == told(first) and again.status_code == 304


def test_a_change_is_never_kept_back(asked, organiser):
    event, ask = asked
    etag = ask()["ETag"]
    assert [ask(if_none_match=etag).status_code for _ in range(2)] == [304, 304]
    reported(event, organiser, 1)
    changed = ask(if_none_match=etag)
    assert (changed.status_code, changed["ETag"] == etag) == (200, False)
    event.delete()
    assert ask(if_none_match=changed["ETag"]).status_code == 404


@pytest.mark.parametrize("other", [{"cookie": "sessionid=another"}, {"accept_language": "pt"}])
def test_another_who_asks_is_looked_at_by_the_view(asked, other, django_assert_num_queries):
    _event, ask = asked
    etag = ask()["ETag"]
    assert [ask(if_none_match=etag).status_code for _ in range(2)] == [304, 304]
    before = len(caches["phones"]._cache)
    ask(if_none_match=etag, **other)
    assert len(caches["phones"]._cache) == before + 1


def test_an_own_page_that_stays_the_same_is_answered_as_its_view_does(asked, client, organiser):
    event, _ask = asked
    one, other = (f"{address(event, name)}?part=now" for name in table_of(event))

    def ask(way, etag=""):
        return client.get(way, headers={"if-none-match": etag})

    etags = {way: ask(way)["ETag"] for way in (one, other)}
    assert ask(one, etags[one]).status_code == 304
    report_result(fresh(event), by(organiser), 1, 1, 2, "2-1")
    early = {way: ask(way, etags[way]) for way in (one, other)}
    for way, answer in early.items():
        caches["phones"].clear()
        assert told(answer) == told(ask(way, etags[way])) and answer.status_code == 304
        assert answer["ETag"] != etags[way]
        assert seen_in(answer["ETag"]) == (event.pk, fresh(event).version)
    assert ask(one, early[other]["ETag"]).status_code == 200
    report_result(fresh(event), by(organiser), 1, 1, 1, "2-1")
    assert [ask(way, early[way]["ETag"]).status_code for way in (one, other)] == [200, 200]


def test_an_own_page_whose_link_is_renewed_is_not_answered_any_more(asked, client, organiser):
    event, _ask = asked
    way = f"{address(event, table_of(event)[0])}?part=now"
    etag = client.get(way)["ETag"]
    assert [client.get(way, headers={"if-none-match": etag}).status_code for _ in range(2)] == [304, 304]
    players.renew_links(fresh(event), by(organiser))
    assert client.get(way, headers={"if-none-match": etag}).status_code == 404


def test_a_part_is_compressed_once_for_all_and_says_the_same(asked, monkeypatch):
    _event, ask = asked
    packed = []
    compress = packing.packed
    monkeypatch.setattr(packing, "packed", lambda *told: packed.append(1) or compress(*told))
    plain, answers = ask(), [ask(accept_encoding="gzip, br") for _ in range(3)]
    for answer in answers:
        assert (answer["Content-Encoding"], answer["ETag"]) == ("gzip", f"W/{plain['ETag']}")
        assert "Accept-Encoding" in answer["Vary"]
        assert gzip.decompress(answer.content) == plain.content
    assert len(packed) == 1
    assert ask(if_none_match=answers[0]["ETag"]).status_code == 304


def test_the_part_of_one_person_is_kept_nowhere(asked, client):
    event, _ask = asked
    way = f"{address(event, table_of(event)[0])}?part=now"
    assert client.get(way, headers={"accept-encoding": "gzip"}).status_code == 200
    assert not [key for key in caches["default"]._cache if "packed:" in key]
