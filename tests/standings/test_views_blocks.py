"""Long standings: blocks of 50 ranks that everybody shares, the block of one player, and the search."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.database_states import clear_caches
from tests.support.desk_events import actor_of, fresh, friday, paired, played, reported
from tests.support.long_events import long_event
from tests.support.pages import source_of, text_of
from tests.support.shown_people import AT_DESK, IN_PUBLIC, make_shown_people
from tournaments.events.actions.events import change_event
from tournaments.people.actions.own_page import hide_myself
from tournaments.players.actions.erasure import erase_player
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.history import PRIVATE, UNLISTED

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database


def at(event, query=""):
    return f"/e/{event.slug}/standings/{query}"


def players_in(response) -> list[str]:
    return re.findall(r'<tr id="[^"]+" data-key="([^"]+)"', source_of(response))


def block_links_in(response) -> list[tuple[str, str]]:
    [nav] = re.findall(r'<nav class="blocks".*?</nav>', source_of(response)) or [""]
    return re.findall(r'href="([^"]*)"[^>]*>([^<]+)<', nav)


@pytest.mark.parametrize("query", ("", "?block=1", "?block=all"))
def test_standings_of_a_hundred_players_are_whole(client, organiser, query):
    page = client.get(at(long_event(organiser, 100), query))
    assert len(players_in(page)) == 100 and block_links_in(page) == []
    assert 'role="search"' not in source_of(page)


def test_standings_of_101_players_have_three_blocks(client, organiser):
    event = long_event(organiser, 101)
    blocks = [players_in(client.get(at(event, f"?block={number}"))) for number in (1, 2, 3)]
    assert [len(players) for players in blocks] == [50, 50, 1]
    assert players_in(client.get(at(event))) == blocks[0]
    assert players_in(client.get(at(event, "?block=all"))) == [*blocks[0], *blocks[1], *blocks[2]]


def test_blocks_of_a_thousand_players_are_linked_without_a_script(client, organiser):
    event = long_event(organiser, 1000)
    links = block_links_in(client.get(at(event, "?block=7")))
    assert len(links) == 21
    assert links[0] == (at(event), "1–50") and links[19] == (at(event, "?block=20"), "951–1000")
    assert links[20] == (at(event, "?block=all"), "Show all")
    assert len(players_in(client.get(at(event, "?block=20")))) == 50


def test_the_links_of_blocks_keep_the_round_and_the_columns(client, organiser):
    event = long_event(organiser, 101)
    page = client.get(at(event, "?after=1&hide=gw&block=2"))
    assert (at(event, "?after=1&amp;hide=gw&amp;block=3"), "101–101") in block_links_in(page)
    assert "?after=1&amp;hide=gw&amp;block=2&amp;open=" in source_of(page)


@pytest.mark.parametrize(
    "query",
    (
        "block=0",
        "block=01",
        "block=-1",
        "block=99999",
        "block=4",
        "block=abc",
        "block=",
        "block=1&block=2",
        "block=٢",
    ),
)
def test_an_unknown_block_says_which_there_are(client, organiser, query):
    event = long_event(organiser, 101)
    page = client.get(at(event, f"?{query}"))
    assert page.status_code == 404
    assert "blocks 1 to 3, of 50 ranks each" in text_of(page)
    assert f'href="{at(event)}"' in source_of(page) and f'href="{at(event, "?block=all")}"' in source_of(page)
    assert client.get(at(event, f"?{query}&part=table")).status_code == 404


def test_a_block_of_short_standings_says_that_there_is_one_page(client, organiser):
    page = client.get(at(played(friday(organiser), organiser), "?block=2"))
    assert page.status_code == 404 and "short enough for one page" in text_of(page)


def test_unknown_blocks_and_searches_are_not_cached(client, organiser):
    event = long_event(organiser, 101)
    client.get(at(event))
    stored = set(cache._cache)
    for query in ("block=4", "block=999", "find=ada", "find=b&block=2"):
        client.get(at(event, f"?{query}"))
    assert set(cache._cache) == stored


def test_each_block_has_its_own_etag_and_is_shared_by_all_viewers(client, organiser):
    event = long_event(organiser, 101)
    addresses = [at(event, f"?block={block}&part=table") for block in (1, 2, "all")]
    etags = [client.get(address)["ETag"] for address in addresses]
    assert len(set(etags)) == 3
    for address, etag in zip(addresses, etags, strict=True):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address, headers={"if-none-match": etag}).status_code == 304
        assert len(queries) == 1
        others = set(etags) - {etag}
        assert client.get(address, headers={"if-none-match": ", ".join(others)}).status_code == 200
    pair_next_round(fresh(event), actor_of(organiser), seed="hall", publish=True)
    reported(fresh(event), organiser, 1)
    for address, etag in zip(addresses, etags, strict=True):
        assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_queries_do_not_grow_with_players_or_blocks(client, organiser):
    def queries(event, query):
        clear_caches()
        with CaptureQueriesContext(connection) as queries:
            client.get(at(event, query))
        return len(queries)

    few, many = long_event(organiser, 101), long_event(organiser, 1000)
    counts = {queries(event, f"?block={block}") for event in (few, many) for block in (1, 2, "all")}
    assert len(counts) == 1
    assert queries(few, "?find=ada") == queries(many, "?find=ada")
    assert queries(few, "?player=p1") == queries(many, "?player=p700")


def test_a_player_leads_to_the_block_with_the_own_row(client, organiser):
    event = long_event(organiser, 101)
    whole = players_in(client.get(at(event, "?block=all")))
    for place, query in ((0, ""), (50, "?block=2"), (100, "?block=3")):
        page = client.get(at(event, f"?player={whole[place]}"))
        assert page.status_code == 302 and page.url == at(event, query) + f"#row-{whole[place]}"
        part = client.get(at(event, f"?player={whole[place]}&part=table"), follow=True)
        assert whole[place] in players_in(part) and part.status_code == 200
        assert f'id="row-{whole[place]}"' in source_of(part)


@pytest.mark.parametrize("player", ("nobody", "%00", "x" * 3000, "%23%26"))
def test_an_unknown_player_leads_to_the_beginning(client, organiser, player):
    event = long_event(organiser, 101)
    assert client.get(at(event, f"?player={player}")).url.startswith(at(event, "#row-"))
    assert client.get(at(event, f"?after=9&player={player}")).status_code == 404


def test_the_block_of_a_player_is_shared_and_nothing_of_the_viewer_is_cached(client, organiser):
    event = long_event(organiser, 101)
    whole = players_in(client.get(at(event, "?block=all")))
    client.get(at(event, "?block=2&part=table"))
    stored = set(cache._cache)
    first = client.get(at(event, f"?player={whole[60]}&part=table"), follow=True)
    second = client.get(at(event, f"?player={whole[70]}&part=table"), follow=True)
    assert first.content == second.content and first["ETag"] == second["ETag"]
    assert set(cache._cache) == stored


def test_an_explanation_opens_in_the_block_of_its_player(client, organiser):
    event = long_event(organiser, 101)
    player = players_in(client.get(at(event, "?block=2")))[3]
    # Links that were shared before there were blocks.
    page = client.get(at(event, f"?open={player}:omw"))
    assert page.url == at(event, f"?block=2&open={player}:omw#open")
    page = client.get(at(event, f"?block=2&open={player}:omw"))
    body = page.content.decode()
    assert body.count('class="working"') == 1
    assert f'data-player="{player}"' in body[: body.index('class="working"')].rsplit("<tr id=", 1)[1]
    assert 'href="?block=2" aria-expanded="true"' in body
    poll = client.get(at(event, f"?block=2&open={player}:omw&part=table"))
    assert 'class="working"' in poll.content.decode()
    answer = client.get(at(event, f"?block=2&open={player}:omw&part=explanation"))
    assert answer["HX-Push-Url"] == at(event, f"?block=2&open={player}:omw")


def test_ranks_below_the_cut_stay_quiet_in_later_blocks(client, organiser):
    event = long_event(organiser, 101)
    assert '<tbody class="below-cut">' not in source_of(client.get(at(event)))
    assert '<tr class="cut">' in source_of(client.get(at(event)))
    assert '<tbody class="below-cut">' in source_of(client.get(at(event, "?block=2")))


def test_the_csv_file_has_all_players_whatever_block_is_shown(client, organiser):
    event = long_event(organiser, 101)
    whole = client.get(at(event, "?format=csv")).content
    assert whole.count(b"\n") == 102
    for query in ("block=2", "block=abc", "find=ada"):
        assert client.get(at(event, f"?format=csv&{query}")).content == whole


# --- The search ---


def test_the_search_asks_the_server_for_names_with_their_ranks(client, organiser):
    event = long_event(organiser, 200)
    page = client.get(at(event, "?find=OISIN"))
    whole = players_in(client.get(at(event, "?block=all")))
    found = players_in(page)
    assert len(found) == 25 and found == [player for player in whole if player in found]
    assert "25 players found." in text_of(page) and 'value="OISIN"' in source_of(page)
    assert '<nav class="blocks"' not in source_of(page) and '<tr class="cut">' not in source_of(page)
    [rank] = re.findall(rf'data-key="{found[-1]}" data-rank="(\d+)"', source_of(page))
    assert int(rank) <= whole.index(found[-1]) + 1 and int(rank) > 1


def test_a_search_finds_at_most_a_block(client, organiser):
    page = client.get(at(long_event(organiser, 1000), "?find=o"))
    assert len(players_in(page)) == 50 and "The first 50 players of that name." in text_of(page)


@pytest.mark.parametrize("find", ("nobody", "…", "%00%00x", "q" * 5000, "' OR 1=1"))
def test_a_search_without_a_match_says_so(client, organiser, find):
    page = client.get(at(long_event(organiser, 101), f"?find={find}"))
    assert page.status_code == 200 and players_in(page) == []
    assert "No player with that name." in text_of(page)


def test_an_explanation_opens_among_the_found_players(client, organiser):
    event = long_event(organiser, 101)
    player = players_in(client.get(at(event, "?find=oisin")))[0]
    body = client.get(at(event, f"?find=oisin&open={player}:omw")).content.decode()
    assert 'href="?find=oisin" aria-expanded="true"' in body and body.count('class="working"') == 1


def test_the_search_knows_only_public_names(client, organiser):
    people = make_shown_people(organiser)
    event = people.ended
    assert len(players_in(client.get(at(event, f"?find={IN_PUBLIC}")))) == 1
    assert players_in(client.get(at(event, f"?find={AT_DESK}"))) == []
    hide_myself(people.person.club, actor_of(organiser), people.person.pk)
    clear_caches()
    assert players_in(client.get(at(event, f"?find={AT_DESK}"))) == []


def test_an_erased_player_is_not_found_by_the_old_name(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    name = event.players.get(public_id="p3").name
    assert players_in(client.get(at(event, f"?find={name}"))) == ["p3"]
    erase_player(fresh(event), actor_of(organiser), "p3", name)
    assert "p3" not in players_in(client.get(at(event, f"?find={name}")))


def test_blocks_of_private_and_unlisted_events_are_shown_to_those_who_see_them(client, desk, organiser):
    event = long_event(organiser, 101)
    queries = ("?block=2", "?find=ada", "?player=p3", "?block=abc")
    change_event(event, actor_of(organiser), visibility=UNLISTED)
    assert [client.get(at(event, query)).status_code for query in queries] == [200, 200, 302, 404]
    change_event(fresh(event), actor_of(organiser), visibility=PRIVATE)
    for query in queries:
        page = client.__class__().get(at(event, query))
        assert page.status_code == 404 and "blocks 1 to" not in text_of(page)
    assert desk.get(at(event, "?block=2"))["Cache-Control"] == "private, no-store"
    assert len(players_in(desk.get(at(event, "?block=2")))) == 50


def test_each_link_of_a_row_is_named_with_its_player(client, organiser):
    event = played(friday(organiser), organiser)
    source = source_of(client.get(at(event)))
    [row] = re.findall(r'<tr id="row-p1".*?</tr>', source)
    name = event.players.get(public_id="p1").name
    labels = re.findall(r'<a aria-label="([^"]+)"', row)
    assert [re.sub(r"[\d.]+", "9", label) for label in labels] == [
        f"Rank 9, {name}",
        f"9 points, {name}",
        f"OMW % 9, {name}",
        f"GW % 9, {name}",
        f"OGW % 9, {name}",
    ]


def test_one_point_is_singular(client, organiser):
    event = paired(friday(organiser), organiser)
    reported(event, organiser, result_text="1-1-1")
    assert 'aria-label="1 point, ' in source_of(client.get(at(event)))
