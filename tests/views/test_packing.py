"""Pages that are compressed piece by piece are, unpacked, the pages that they are without."""

import gzip
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.views.desk_events import friday, paired
from tournaments.views import packing
from tournaments.views.packing import deflated, packed, place

words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


@given(words, words, words, words)
def test_pieces_in_their_places_are_one_whole(before, first, between, last):
    page = before + place("head") + between + place("table") + place("head")
    told = packed(page, {"head": (first, deflated(first)), "table": (last, deflated(last))})
    assert gzip.decompress(told).decode() == before + first + between + last + first


def test_what_looks_like_a_place_and_is_none_stays():
    assert gzip.decompress(packed(f"a{place('none')}b", {})).decode() == f"a{place('none')}b"


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


@pytest.mark.parametrize("path", ["", "standings/", "rounds/1/", "desk/", "desk/results/"])
def test_a_page_is_the_same_with_and_without(client, event, organiser, path):
    if "desk" in path:
        client.force_login(organiser)
    plain, small = (
        client.get(f"/e/{event.slug}/{path}", headers={"accept-encoding": how}) for how in ("", "gzip")
    )
    assert small["Content-Encoding"] == "gzip" and "Accept-Encoding" in small["Vary"]
    assert int(small["Content-Length"]) == len(small.content)
    told = gzip.decompress(small.content)
    assert as_always(told) == as_always(plain.content) and b"\0" not in told


def as_always(page: bytes) -> bytes:
    """The page without what differs each time: the time, tokens and keys of its forms."""
    return re.sub(rb'(data-now|value|content|nonce)="[^"]*"', b"", page)


def test_a_live_part_is_compressed_once_for_all_pages_of_a_version(event, client, monkeypatch):
    pressed = []
    monkeypatch.setattr(packing, "deflated", lambda text: pressed.append(text) or deflated(text))
    for _ in range(3):
        client.get(f"/e/{event.slug}/", headers={"accept-encoding": "gzip"})
    assert sum("data-key" in text for text in pressed) == 1
