"""The first page of an event that has ended: the champion, the way, the next places, and what is hidden."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.support.desk_events import actor_of, fresh, friday, played
from tests.support.pages import ended_event, source_of, text_of
from tests.support.worker import run_worker_after
from tournaments.events.actions.events import change_event
from tournaments.history.cache import load_history
from tournaments.lists.actions import change_list, set_lists
from tournaments.log.actions.undo import undo
from tournaments.models import Preview
from tournaments.players.actions.erasure import erase_player
from tournaments.players.actions.players import disqualify_player
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules import finals
from tournaments.rules.history import PRIVATE
from tournaments.rules.history.players import AFTER_EVENT, NEVER, OPTIONAL, ListSettings


@pytest.fixture
def event(organiser):
    return ended_event(organiser)


def page_of(client, event, query="") -> str:
    cache.clear()
    response = client.get(f"/e/{event.slug}/{query}")
    assert response.status_code == 200
    return source_of(response)


def champion_of(event):
    return finals.bracket_of(load_history(fresh(event)).phase(2)).champion


def result_in(page) -> str:
    """Return the page between the champion's name and the list of rounds."""
    return page[page.index('class="winner-head"') : page.index(">Rounds<")]


def test_the_champion_each_opponent_and_each_place_is_a_link_to_its_page(client, event):
    page = result_in(page_of(client, event))
    names = load_history(event).names
    linked = re.findall(r'<a href="/e/friday-night/players/(\w+)/">(?:<b>)?(\w+)', page)
    assert all(names[key] == name for key, name in linked)
    # The champion, two opponents of the finals, seven places.
    assert len(linked) == 1 + 2 + 7
    assert linked[0][0] == champion_of(event)
    assert {key for key, _name in linked} == set(names)
    for key, _name in linked:
        assert client.get(f"/e/{event.slug}/players/{key}/").status_code == 200


def test_the_page_says_whom_the_champion_beat(client, event):
    champion = champion_of(event)
    text = text_of(client.get(f"/e/{event.slug}/"))
    bracket = load_history(event).phase(2)
    for round_, name in zip(bracket.rounds, ("Semi-final", "Final"), strict=True):
        (other,) = set(round_.find_match_of(champion).players) - {champion}
        assert re.search(rf"{name}[ \d]* beat {load_history(event).names[other]} seed \d 2–1", text)
    assert "Top 4" in text


def test_finals_that_are_not_played_to_the_end_have_no_champion(client, organiser):
    event = played(friday(organiser, rounds=2, finals=("single", 4)), organiser, 3)
    assert "Champion" not in page_of(client, event)
    finish_round(event, actor_of(organiser))
    assert "Champion" not in page_of(client, fresh(event))


def test_undoing_the_end_takes_the_champion_away(client, event, organiser):
    polled = client.get(f"/e/{event.slug}/?part=now")
    assert "Champion of" in polled.content.decode()
    same = client.get(f"/e/{event.slug}/?part=now", headers={"if-none-match": polled["ETag"]})
    assert same.status_code == 304
    undo(fresh(event), actor_of(organiser))
    newer = client.get(f"/e/{event.slug}/?part=now", headers={"if-none-match": polled["ETag"]})
    assert newer.status_code == 200
    assert "Champion of" not in newer.content.decode()
    assert "winner-head" not in page_of(client, event)


def test_a_disqualified_champion_is_champion_nowhere(client, event, organiser):
    champion, names = champion_of(event), load_history(event).names
    disqualify_player(fresh(event), actor_of(organiser), champion)
    page = page_of(client, event)
    assert f"{names[champion]}</a></h1>" not in page
    assert f"Champion: {names[champion]}" not in page
    assert re.search(r"Champion: (\w+)", page).group(1) == re.search(r">(\w+)</a></h1>", page).group(1)


def test_an_erased_champion_has_no_name(client, event, organiser):
    champion, names = champion_of(event), load_history(event).names
    assert names[champion] in page_of(client, event)
    new_name = erase_player(fresh(event), actor_of(organiser), champion, names[champion])
    page = client.get(f"/e/{event.slug}/").content.decode()
    assert names[champion] not in page
    assert f"{new_name}</a>" in page


def test_the_list_is_offered_once_everyone_may_read_it(client, event, organiser):
    champion, address = champion_of(event), f"/e/{event.slug}/lists/{champion_of(event)}/"
    set_lists(fresh(event), actor_of(organiser), ListSettings(ask=OPTIONAL, visible=AFTER_EVENT))
    assert address not in page_of(client, event)
    change_list(fresh(event), actor_of(organiser), champion, "60 Forest", "was on paper")
    assert f'href="{address}">Decklist<' in page_of(client, event)
    set_lists(fresh(event), actor_of(organiser), ListSettings(ask=OPTIONAL, visible=NEVER))
    assert address not in page_of(client, event)


def share_link(page):
    return re.search(
        r'<a class="button needs-script" href="([^"]+)" data-share="([^"]+)" data-picture="([^"]+)"', page
    )


def test_the_result_is_shared_with_its_picture_also_by_a_page_that_was_cached_before_it_was_drawn(
    client, event
):
    address, part = f"/e/{event.slug}/", f"/e/{event.slug}/?part=now"
    cache.clear()
    before = [source_of(client.get(one)) for one in (part, address)]
    page, shared, picture = share_link(before[0]).groups()
    assert (page, shared) == (address, address)
    assert client.get(picture).status_code == 404
    Preview.objects.update(waits_since=F("waits_since") - timedelta(minutes=1))
    run_worker_after(minutes=1)
    assert client.get(picture)["Content-Type"] == "image/png"
    after = [source_of(client.get(one)) for one in (part, address)]
    assert {share_link(one).groups() for one in (*before, *after)} == {(address, address, picture)}


def test_a_private_result_is_not_shared(client, event, organiser):
    set_lists(fresh(event), actor_of(organiser), ListSettings(ask=OPTIONAL, visible=AFTER_EVENT))
    change_list(fresh(event), actor_of(organiser), champion_of(event), "60 Forest", "was on paper", "Elves")
    change_event(fresh(event), actor_of(organiser), visibility=PRIVATE)
    assert client.get(f"/e/{event.slug}/").status_code == 404
    client.force_login(organiser)
    page = page_of(client, event)
    assert "Champion of Friday night" in page
    assert "with Elves" in page
    assert "data-share" not in page


def test_pages_of_phases_still_show_their_rounds(client, event):
    page = page_of(client, event, "phases/1/")
    assert "winner-head" not in page
    assert "All pairings" in page or "is finished" in page


def test_an_event_without_finals_names_the_first_of_its_standings(client, organiser):
    event = played(friday(organiser, rounds=3), organiser, 3)
    finish_round(event, actor_of(organiser))
    text = text_of(client.get(f"/e/{event.slug}/"))
    assert re.search(r"Champion of Friday night \w+ 3–0 in matches", text)
    assert re.search(r"Round 1 beat \w+ 2–1 Round 2 beat \w+ 2–1 Round 3 beat \w+ 2–1", text)
    assert "Standings of all 8 players" in text


def count_queries(client, event):
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/e/{event.slug}/").status_code == 200
    return len(queries)


def test_the_number_of_queries_does_not_grow_with_players(client, organiser):
    small = ended_event(organiser)
    large = friday(organiser, names=[f"Player {n}" for n in range(32)], rounds=2, finals=("single", 8))
    large = played(large, organiser, 5)
    pair_next_round(large, actor_of(organiser))
    assert count_queries(client, large) == count_queries(client, small)
