"""Polls that find nothing new: answered as the view answers them, at the cost of one row."""

import pytest
from django.core.cache import caches

from tests.views.desk_events import friday, paired, reported


@pytest.fixture
def asked(client, organiser):
    """The event, and what asks for its tables with these headers."""
    event = paired(friday(organiser), organiser)
    address = f"/e/{event.slug}/standings/?part=table"
    return event, lambda **headers: client.get(address, headers=headers)


def told(answer):
    return answer.status_code, dict(answer.items())


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
