"""Standings: live, after a round, with columns chosen, the cut drawn, as a file."""

import csv
import io
import re
from collections import Counter

import pytest

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played, reported
from tests.support.pages import ended_event, heads_of, source_of, text_of
from tournaments.events.actions.events import create_event
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players, drop_player
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.history import SWISS, EventHistory, PhaseRecord
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.standings import standings

# Pages read only: tests/backups/test_moving compares each of them from both databases.
pytestmark = pytest.mark.any_database


def names_of(client, address):
    page = source_of(client.get(address))
    return re.findall(r'<th class="name" scope="row"><a[^>]*>([^<]+)</a>', page)


def test_live_standings_show_the_progress_of_the_round(client, organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, 1)
    page = text_of(client.get(f"/e/{event.slug}/standings/"))
    assert "Round 2: 1 of 4 results reported" in page
    assert "at table 2" in page
    assert "at table 1" not in page
    assert "2–0" in page


def test_standings_after_a_round_are_those_of_that_time(client, organiser):
    event = reported(paired(played(friday(organiser), organiser), organiser), organiser, 1)
    page = text_of(client.get(f"/e/{event.slug}/standings/?after=1"))
    assert "After round 1 of 3" in page
    assert "2–0" not in page
    assert "at table" not in page


@pytest.mark.parametrize("after", ("9", "2"))
def test_an_unfinished_round_has_no_standings(client, organiser, after):
    event = paired(played(friday(organiser), organiser), organiser)
    assert client.get(f"/e/{event.slug}/standings/?after={after}").status_code == 404


@pytest.mark.parametrize("query", ("after=x", "after=-1", "after=", "hide=nothing", "hide=,,", "format=pdf"))
def test_invalid_parameters_are_ignored(client, organiser, query):
    event = played(friday(organiser), organiser)
    usual = names_of(client, f"/e/{event.slug}/standings/")
    assert names_of(client, f"/e/{event.slug}/standings/?{query}") == usual
    assert len(usual) == 8


def test_a_viewer_hides_columns_without_changing_a_rank(client, organiser):
    event = played(friday(organiser), organiser, 2)
    address = f"/e/{event.slug}/standings/"
    assert heads_of(client, address) == ["OMW %", "GW %", "OGW %"]
    assert heads_of(client, f"{address}?hide=gw,ogw") == ["OMW %"]
    assert names_of(client, f"{address}?hide=omw,gw,ogw") == names_of(client, address)


def test_percentages_have_two_decimals(client, organiser):
    event = played(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert ">33.00</a></td>" in page
    assert ">66.67</a></td>" in page


def test_the_cut_is_drawn_between_the_last_in_and_the_first_out(client, organiser):
    event = played(friday(organiser, finals=("single", 4)), organiser, 2)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    before, after = page.split('<tr class="cut">')
    assert before.count('class="rank">') == 4
    assert after.count('class="rank">') == 4
    assert "Top 4 cut" in after


def test_the_cut_line_names_the_deciding_column(client, organiser):
    event = played(friday(organiser, finals=("single", 2)), organiser)
    assert "tied on 3 points and every tiebreaker" in text_of(client.get(f"/e/{event.slug}/standings/"))
    event = played(friday(organiser, finals=("single", 4)), organiser)
    assert "has 3 points, 5th has 0" in text_of(client.get(f"/e/{event.slug}/standings/"))


def test_without_finals_no_cut_is_drawn(client, organiser):
    event = played(friday(organiser), organiser)
    assert 'class="cut"' not in client.get(f"/e/{event.slug}/standings/").content.decode()


def test_a_dropped_player_stays_and_is_marked(client, organiser):
    event = played(friday(organiser), organiser)
    finish_round(event, actor_of(organiser))
    drop_player(fresh(event), actor_of(organiser), "p3")
    page = client.get(f"/e/{event.slug}/standings/")
    assert page.content.decode().count('class="dropped"') == 1
    assert "dropped after round 1" in text_of(page)


def test_in_finals_the_standings_are_those_that_made_the_cut(client, organiser):
    event = paired(played(friday(organiser, rounds=2, finals=("single", 4)), organiser, 2), organiser)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    assert "Top 4 cut" in page
    assert f'href="/e/{event.slug}/phases/2/standings/"' in page


def test_when_the_event_is_over_the_champion_is_first_and_the_swiss_standings_are_one_tap_away(
    client, organiser
):
    event = ended_event(organiser)
    page = source_of(client.get(f"/e/{event.slug}/standings/"))
    ranks = re.findall(r'<td class="rank">(\d)</td>', page)
    assert ranks[:5] == ["1", "2", "3", "4", "5"] and len(ranks) == event.players.count()
    champion = re.search(r'data-rank="1" data-player="(\w+)"', page)[1]
    assert champion == final_standings(load_history(event))[0].player
    assert "Final standings" in page and "Top 4 cut" not in page
    assert "Top 4 cut" in client.get(f"/e/{event.slug}/phases/1/standings/").content.decode()
    assert f'href="/e/{event.slug}/phases/1/standings/"' in page


def test_the_finals_list_their_places(client, organiser):
    event = ended_event(organiser)
    page = source_of(client.get(f"/e/{event.slug}/phases/2/standings/"))
    assert re.findall(r'<td class="rank">(\d)</td>', page) == ["1", "2", "3", "4"]


def test_running_finals_list_the_remaining_players(client, organiser):
    event = paired(played(friday(organiser, rounds=2, finals=("single", 4)), organiser, 2), organiser)
    assert "Still playing" in text_of(client.get(f"/e/{event.slug}/phases/2/standings/"))


def test_the_csv_file_has_a_row_for_each_player(client, organiser):
    event = played(friday(organiser), organiser)
    response = client.get(f"/e/{event.slug}/standings/?format=csv")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert len(rows) == 8
    assert rows[0]["record"] == "1-0-0"
    assert float(rows[0]["gw"]) == pytest.approx(2 / 3)


@pytest.mark.parametrize("start", "=+-@")
def test_the_csv_file_has_no_formula(client, organiser, start):
    event = friday(organiser, names=(*NAMES[:3], f"{start}SUM(A1)"))
    played(event, organiser)
    content = client.get(f"/e/{event.slug}/standings/?format=csv").content.decode()
    assert f"'{start}SUM(A1)" in content
    assert f",{start}SUM" not in content


def test_final_standings_have_the_record_of_the_whole_event(client, organiser):
    event = ended_event(organiser)
    history, played_by = load_history(event), Counter()
    for number in (1, 2):
        for row in standings(history.phase(number)).rows:
            played_by[row.player] += row.wins + row.losses + row.draws
    rows = csv.DictReader(io.StringIO(client.get(f"/e/{event.slug}/standings/?format=csv").content.decode()))
    names = {name: played_by[player] for player, name in history.names.items()}
    records = {row["player"]: row["record"] for row in rows}
    assert {name: sum(map(int, record.split("-"))) for name, record in records.items()} == names
    assert sorted(names.values()) == [2, 2, 2, 2, 3, 3, 4, 4]


def test_the_csv_file_of_final_standings_has_the_points_of_each_phase(client, organiser):
    event = ended_event(organiser)
    history = load_history(event)
    rows = list(
        csv.reader(io.StringIO(client.get(f"/e/{event.slug}/standings/?format=csv").content.decode()))
    )
    assert rows[0] == ["rank", "player", "record", "points Swiss", "points Finals"]
    points = [{row.player: row.points for row in standings(history.phase(number)).rows} for number in (1, 2)]
    ids = {name: key for key, name in history.names.items()}
    for _rank, name, _record, swiss, finals in rows[1:]:
        assert (swiss, finals) == (str(points[0][ids[name]]), str(points[1].get(ids[name], "")))
    assert [row[4] for row in rows[5:]] == [""] * 4


def test_final_records_count_carried_rounds_once(client, organiser):
    day_two = PhaseRecord(SWISS, "Day 2", {"rounds": 1, "carry": True, "cut": {"top": 4}})
    first = PhaseRecord(SWISS, "Day 1", {"rounds": 1})
    event = create_event(actor_of(organiser), EventHistory("Two days", "magic", phases=(first, day_two)))
    add_players(event, actor_of(organiser), "Anna\nBen\nCleo\nDan")
    event = played(fresh(event), organiser, rounds=2)
    finish_round(event, actor_of(organiser))
    rows = csv.DictReader(io.StringIO(client.get(f"/e/{event.slug}/standings/?format=csv").content.decode()))
    assert sorted(row["record"] for row in rows) == ["0-2-0", "1-1-0", "1-1-0", "2-0-0"]


def test_final_standings_link_to_the_swiss_standings_at_the_top(client, organiser):
    event = ended_event(organiser)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    link = f'href="/e/{event.slug}/phases/1/standings/">Swiss standings</a>'
    assert page.count(link) == 1 and page.index(link) < page.index("<table")
    assert f'href="/e/{event.slug}/forecast/"' not in page
