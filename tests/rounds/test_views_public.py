"""A round's page: its tables, byes and results."""

import re

from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played
from tests.support.pages import ended_event, text_of
from tournaments.results.actions.results import report_result


def rows_of(client, address):
    """The tables as lists of their cells' text."""
    page = client.get(address).content.decode()
    body = page[page.index("<tbody") : page.index("</tbody")]
    rows = re.findall(r"<tr.*?</tr>", body, re.S)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)
        ]
        for row in rows
    ]


def report(event, user, table, notation):
    report_result(
        event, actor_of(user), 1, fresh(event).phases.get(number=1).rounds.last().number, table, notation
    )


def test_a_table_without_a_result_has_empty_plates(client, organiser):
    event = paired(friday(organiser), organiser)
    page = client.get(f"/e/{event.slug}/rounds/1/").content.decode()
    assert page.count('<span class="score-digit"></span>') == 8
    assert rows_of(client, f"/e/{event.slug}/rounds/1/")[0][-1] == "Waiting"


def test_a_result_makes_one_side_the_winner(client, organiser):
    event = paired(friday(organiser), organiser)
    report(event, organiser, 1, "1-2")
    page = client.get(f"/e/{event.slug}/rounds/1/").content.decode()
    assert page.count('class="side-a lost"') == 1
    assert page.count('class="side-b won"') == 1
    assert rows_of(client, f"/e/{event.slug}/rounds/1/")[0][2] == "1 – 2"


def test_a_result_without_games_is_shown_as_text(client, organiser):
    event = paired(friday(organiser), organiser)
    report(event, organiser, 2, "no-show 2")
    assert "didn’t show up" in rows_of(client, f"/e/{event.slug}/rounds/1/")[1][-1]


def test_a_bye_is_listed_with_its_points(client, organiser):
    event = paired(friday(organiser, names=NAMES[:7]), organiser)
    last = rows_of(client, f"/e/{event.slug}/rounds/1/")[-1]
    assert last[2] == "bye"
    assert last[-1] == "3 points"


def test_players_come_with_the_record_they_had_before_the_round(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    report(event, organiser, 1, "2-0")
    first = rows_of(client, f"/e/{event.slug}/rounds/2/")[0]
    assert first[1].startswith("1–0 ")
    assert first[3].endswith(" 1–0")


def test_each_player_sees_the_result_from_their_side(client, organiser):
    event = paired(friday(organiser), organiser)
    report(event, organiser, 1, "2-1")
    page = text_of(client.get(f"/e/{event.slug}/rounds/1/?by=name"))
    assert page.count(", won 2–1") == 1
    assert page.count(", lost 1–2") == 1


def test_a_round_links_to_the_previous_and_next_round(client, organiser):
    event = paired(played(friday(organiser), organiser, 2), organiser)
    page = client.get(f"/e/{event.slug}/rounds/2/").content.decode()
    assert f'href="/e/{event.slug}/phases/1/rounds/1/"' in page
    assert f'href="/e/{event.slug}/phases/1/rounds/3/"' in page


def test_in_finals_players_come_with_their_seed(client, organiser):
    event = ended_event(organiser)
    first = rows_of(client, f"/e/{event.slug}/phases/2/rounds/1/")[0]
    assert first[1].startswith("seed 1 ")
    assert first[3].endswith(" seed 4")


def test_a_round_without_a_phase_is_one_of_the_current_phase(client, organiser):
    event = ended_event(organiser)
    assert "Semi-finals" in text_of(client.get(f"/e/{event.slug}/rounds/1/"))
    assert "Round 1" in text_of(client.get(f"/e/{event.slug}/phases/1/rounds/1/"))


def test_proof_and_hash_are_folded_under_draw_details(client, organiser):
    event = paired(friday(organiser), organiser)
    body = client.get(f"/e/{event.slug}/rounds/1/").content.decode()
    visible, _summary, folded = body.partition('<details class="more" id="draw-details">')
    assert "(proven)" not in visible and "SHA-256" not in visible and "Pairings" in visible
    folded = folded.partition("</details>")[0]
    assert (
        "(proven)" in folded and "SHA-256" in folded and f"/e/{event.slug}/phases/1/rounds/1/draw/" in folded
    )
