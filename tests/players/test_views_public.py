"""The list of players and the page of each."""

import csv
import io
import re

from tests.support.desk_events import NAMES, actor_of, friday, paired, played, reported
from tests.support.pages import ended_event, text_of
from tournaments.history.cache import load_history
from tournaments.players.actions.players import change_player


def test_the_list_shows_all_players_with_record_and_points(client, organiser):
    event = played(friday(organiser), organiser)
    page = text_of(client.get(f"/e/{event.slug}/players/"))
    assert "8 players" in page
    assert all(name in page for name in NAMES)
    assert page.count("1–0 3") == 4
    assert page.count("0–1 0") == 4


def test_before_the_first_round_nobody_has_a_record(client, organiser):
    assert "0–0" not in text_of(client.get(f"/e/{friday(organiser).slug}/players/"))


def test_a_search_finds_names_and_clubs(client, organiser):
    event = friday(organiser)
    change_player(event, actor_of(organiser), "p5", club="Lantern")
    names = client.get(f"/e/{event.slug}/players/?find=lant").content.decode()
    assert names.count("data-player=") == 1
    assert "Eva" in names
    assert "No player called" in text_of(client.get(f"/e/{event.slug}/players/?find=zzz"))


def test_a_players_page_lists_rounds_newest_first(client, organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, 4)
    page = client.get(f"/e/{event.slug}/players/p1/").content.decode()
    assert page.index("/rounds/2/") < page.index("/rounds/1/")
    words = text_of(client.get(f"/e/{event.slug}/players/p1/"))
    assert words.count(" table ") == 2
    assert "3 points" in words or "0 points" in words


def test_the_current_table_is_shown_first(client, organiser):
    event = paired(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/players/p1/").content.decode()
    assert 'class="figure big"' in page
    event = reported(event, organiser)
    assert 'class="figure big"' not in client.get(f"/e/{event.slug}/players/p1/").content.decode()


def test_scores_are_shown_from_the_players_side(client, organiser):
    event = reported(paired(friday(organiser), organiser), organiser, result_text="2-0")
    text = [text_of(client.get(f"/e/{event.slug}/players/p{n}/")) for n in range(1, 9)]
    assert sum("2–0" in page and " beat " in page for page in text) == 4
    assert sum("0–2" in page and " lost to " in page for page in text) == 4


def test_a_bye_is_a_round_of_its_own(client, organiser):
    event = paired(friday(organiser, names=NAMES[:3]), organiser)
    text = [text_of(client.get(f"/e/{event.slug}/players/p{n}/")) for n in (1, 2, 3)]
    assert (
        sum("bye Why? Round 1 Bye: chosen at random from all 3 players 3 points" in page for page in text)
        == 1
    )


def test_final_standings_the_list_and_each_page_show_the_record_of_all_phases(client, organiser):
    event = ended_event(organiser)
    rows = csv.DictReader(io.StringIO(client.get(f"/e/{event.slug}/standings/?format=csv").content.decode()))
    listed = text_of(client.get(f"/e/{event.slug}/players/"))
    ids = {name: key for key, name in load_history(event).names.items()}
    for row in rows:
        record = "–".join(row["record"].removesuffix("-0").split("-"))
        page = text_of(client.get(f"/e/{event.slug}/players/{ids[row['player']]}/"))
        assert f"{record} record {row['rank']} of 8" in page and "points" not in page.split(" Rounds ")[0]
        assert f"{row['player']} {record}" in listed


def test_finalists_see_their_place(client, organiser):
    event = ended_event(organiser)
    text = [text_of(client.get(f"/e/{event.slug}/players/p{n}/")) for n in range(1, 9)]
    assert sum(bool(re.search("Champion(?!:)", page)) for page in text) == 1
    assert sum("in the top cut" in page for page in text) == 3
