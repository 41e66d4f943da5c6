"""The lab of rounds: what so many players come to, in a page and live."""

import pytest
from django.urls import reverse

from tests.views.events.test_public import text_of

LAB = "/help/rounds/"


def test_88_players_and_the_table_s_rounds_make_1_5_14(client, db):
    said = text_of(client.get(LAB))
    assert "88 players, 7 rounds, top 8" in said
    assert "On average: all x–1, about 2 of 14 x–2." in said
    assert "4 to 7 finish x–1 or better: all of them are in, and 1 to 4 x–2." in said
    assert "7 0.7 in 4.8 in 14 some in 24 24 14 4.8 0.7" in said


def test_the_famous_limit_of_ten_rounds_is_put_right(client, db):
    said = text_of(client.get(LAB))
    assert "410 or more 10 top 8 to 744" in said
    assert "799 × 11 ÷ 1024 is 8.6 players for 8 places" in said


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("players=744&rounds=10&top=8", "On average: all x–1."),
        ("players=745&rounds=10&top=8", "On average: all x–0, nearly all x–1."),
        ("players=128&top=8", "8 finish x–1 or better: all of them are in, and no x–2."),
        ("players=226&top=8", "7 to 9 finish x–1 or better: 1 can miss the cut."),
        ("players=4&rounds=2&top=8", "On average: everybody."),
        ("players=88&top=8&draws=10", "On average: all with 16 points, about 1 of 7 with 15 points."),
        ("players=30&rounds=10&top=8", "On average: all x–3, about 3 of 6 x–4."),
        ("players=2&top=1", "1 rounds, top 1"),
    ],
)
def test_numbers_asked_for_in_the_address_are_answered(client, db, query, words):
    answer = client.get(f"{LAB}?{query}")
    assert answer.status_code == 200
    assert words in text_of(answer)


def test_the_live_part_is_the_same_and_no_more(client, db):
    part = client.get(f"{LAB}?part=lab&players=64&top=8").content.decode()
    assert "<html" not in part
    assert "64 players, 6 rounds, top 8" in part
    assert part.strip() in client.get(f"{LAB}?players=64&top=8").content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("players=1", "greater than or equal to 2"),
        ("players=88&rounds=21", "less than or equal to 20"),
        ("players=many", "Enter a whole number"),
        ("top=0", "greater than or equal to 1"),
        ("draws=100", "less than or equal to 90"),
    ],
)
@pytest.mark.parametrize("part", ["", "&part=lab"])
def test_what_will_not_do_is_said_and_what_was_typed_stays(client, db, query, words, part):
    answer = client.get(f"{LAB}?{query}{part}")
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_the_lab_leads_to_an_event_of_that_size(client, organiser):
    assert f"{reverse('new_event')}?players=64&amp;rounds=6&amp;top=8" in (
        client.get(f"{LAB}?players=64&top=8").content.decode()
    )
    client.force_login(organiser)
    page = client.get(f"{reverse('new_event')}?players=64&rounds=6&top=8").content.decode()
    assert 'name="players" value="64"' in page
    assert "64 players: 6 rounds, top 8" in page
    assert "On average: all x–1, about 1 of 15 x–2." in page
