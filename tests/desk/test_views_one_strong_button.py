"""Each desk page has at most one strong button, and nothing destructive is strong."""

import re

import pytest
from django.urls import reverse

from tests.support.desk_events import friday, paired, played, reported
from tests.support.repetitions import count
from tournaments.urls import desk_urls

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database

STATES = {
    "no players": lambda user: friday(user, names=()),
    "players": friday,
    "a draft": lambda user: paired(friday(user), user, publish=False),
    "a round without results": lambda user: paired(friday(user), user),
    "a round with some results": lambda user: reported(paired(friday(user), user), user, count=2),
    "a round that is over": lambda user: played(friday(user), user),
    "finals to come": lambda user: played(friday(user, rounds=1, finals=("single", 4)), user),
    "finals": lambda user: paired(played(friday(user, rounds=1, finals=("single", 4)), user), user),
}


@pytest.mark.parametrize("state", [*STATES][:: count(3, 1)])
def test_a_desk_page_has_one_strong_button_at_most(desk, organiser, state):
    event, checked = STATES[state](organiser), 0
    for url in desk_urls:
        if "<" in str(url.pattern):
            continue
        answer = desk.get(reverse(url.name, args=[event.slug]))
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        checked += 1
        body = answer.content.decode()
        strong = re.findall(r'class="button strong(?: wide)?"[^>]*>(.*?)</', body, re.S)
        assert len(strong) <= 1, f"{url.name}: {strong}"
        assert not re.search(r'class="button[^"]*strong[^"]*danger', body), url.name
    assert checked > 15
