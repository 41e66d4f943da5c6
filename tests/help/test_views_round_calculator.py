"""The round calculator: the page and its live part."""

import pytest
from django.urls import reverse

from tests.support.pages import text_of

CALCULATOR = "/help/rounds/"


def test_88_players_in_7_rounds_are_1_5_14(client, db):
    text = text_of(client.get(CALCULATOR))
    assert "88 players, 7 rounds, top 8" in text
    assert "On average: all x–1, about 2 of 14 x–2." in text
    assert "4 to 7 players finish x–1 or better: they all make the cut, plus 1 to 4 x–2." in text
    assert "7 0.7 in 4.8 in 14 some make the cut 24 24 14 4.8 0.7" in text


def test_the_limit_of_ten_rounds_is_744_players(client, db):
    text = text_of(client.get(CALCULATOR))
    assert "410 or more 10 top 8 to 744" in text
    assert "799 × 11 ÷ 1024 is 8.6 players for 8 places" in text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("players=744&rounds=10&top=8", "On average: all x–1."),
        ("players=745&rounds=10&top=8", "On average: all x–0, nearly all x–1."),
        ("players=128&top=8", "8 players finish x–1 or better: they all make the cut, plus no x–2."),
        ("players=226&top=8", "7 to 9 players finish x–1 or better: 1 can miss the cut."),
        ("players=4&rounds=2&top=8", "On average: everyone."),
        ("players=88&top=8&draws=10", "On average: all with 16 points, about 1 of 7 with 15 points."),
        ("players=30&rounds=10&top=8", "On average: all x–3, about 3 of 6 x–4."),
        ("players=2&top=1", "1 rounds, top 1"),
    ],
)
def test_the_address_can_have_the_numbers(client, db, query, words):
    answer = client.get(f"{CALCULATOR}?{query}")
    assert answer.status_code == 200
    assert words in text_of(answer)


def test_the_live_part_is_the_result_of_the_page(client, db):
    part = client.get(f"{CALCULATOR}?part=lab&players=64&top=8").content.decode()
    assert "<html" not in part
    assert "64 players, 6 rounds, top 8" in part
    assert part.strip() in client.get(f"{CALCULATOR}?players=64&top=8").content.decode()


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
def test_invalid_numbers_are_errors_and_input_is_kept(client, db, query, words, part):
    answer = client.get(f"{CALCULATOR}?{query}{part}")
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_the_result_links_to_a_new_event_of_that_size(client, organiser):
    assert f"{reverse('new_event')}?players=64&amp;rounds=6&amp;top=8" in (
        client.get(f"{CALCULATOR}?players=64&top=8").content.decode()
    )
    client.force_login(organiser)
    page = client.get(f"{reverse('new_event')}?players=64&rounds=6&top=8").content.decode()
    assert 'name="players" value="64"' in page
    assert "6 rounds of Swiss, best of 3, 50 minutes, then the top 8" in page
    assert "On average: all x–1, about 1 of 15 x–2." in page
