"""Prizes: who gets what while the event runs and at its end, as a page and as a file."""

import csv
import io
from fractions import Fraction

from tests.support.desk_events import actor_of, fresh, friday, paired, played
from tests.support.pages import ended_event, text_of
from tournaments.prizes.actions import set_prizes
from tournaments.prizes.pages import MAX_STEPS, Payee, draw_steps, get_prizes_page, list_steps
from tournaments.rules.prizes.payout import read_lines
from tournaments.web.charts import LETTER_WIDTH


def with_prizes(event, user, pot=None, **lines):
    """The event with these lines for `p1`, `p2`: its phases."""
    tables = {int(phase[1:]): {"rows": read_lines(text)[0]} for phase, text in lines.items()}
    set_prizes(event, actor_of(user), pot or {}, tables)
    return fresh(event)


def page_of(client, event):
    return client.get(f"/e/{event.slug}/prizes/")


def test_an_event_without_prizes_has_no_links_to_them(client, organiser):
    event = played(friday(organiser), organiser)
    assert "No prizes yet" in text_of(page_of(client, event))
    assert "/prizes/" not in client.get(f"/e/{event.slug}/standings/").content.decode()


def test_before_the_first_round_the_prizes_are_listed(client, organiser):
    event = with_prizes(
        friday(organiser), organiser, {"fee": 5, "currency": "€"}, p1="1: 20\nx-1: share 9 + mug"
    )
    page = text_of(page_of(client, event))
    assert "No matches played yet. Pot €40: €5 × 8 entries" in page
    assert "1 €20" in page
    assert "x–1 or better €9 shared + mug" in page
    assert "No payouts yet" in page


def test_while_the_event_runs_recipients_are_provisional(client, organiser):
    event = with_prizes(
        paired(played(friday(organiser), organiser), organiser), organiser, p1="x-0: share 10"
    )
    page = text_of(page_of(client, event))
    assert "Provisional, as if the event ended now" in page
    assert page.count("x–0 or better 2.50") == 4
    assert "10 for 4 players in total." in page


def test_at_the_end_prizes_of_phases_add_up_and_are_final(client, organiser):
    lines = {"p1": "x-0: 30 each", "p2": "1: 100 + cup\n2: 50\n3-4: share 5"}
    event = with_prizes(ended_event(organiser), organiser, {"currency": "packs"}, **lines)
    page = text_of(page_of(client, event))
    assert "Final" in page
    assert "Finals: place 1" in page
    rows = csv_of(client, event)
    assert rows[0]["things"] == "cup"
    assert sum(float(row["sum"]) for row in rows) == 100 + 50 + 5 + 30 * page.count("Swiss: x–0 or better")
    assert "Swiss: x–0 or better; Finals: place 1" in [row["for"] for row in rows]


def test_a_sum_that_cannot_be_split_is_shown(client, organiser):
    event = with_prizes(played(friday(organiser), organiser), organiser, p1="x-0: share 10\n5-8: a sleeve")
    event = with_prizes(event, organiser, {"smallest": 3, "currency": "€"}, p1="x-0: share 14")
    paired(event, organiser)
    page = text_of(page_of(client, fresh(event)))
    assert "€2 can’t be split evenly and stay in the pot." in page


def csv_of(client, event):
    response = client.get(f"/e/{event.slug}/prizes/?format=csv")
    assert response["Content-Type"].startswith("text/csv")
    assert f"{event.slug}-prizes.csv" in response["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(response.content.decode())))


def test_the_file_holds_plain_sums_and_no_formula(client, organiser):
    event = friday(organiser, names=["=SUM(A1)", "Ben"], rounds=1)
    event = with_prizes(played(event, organiser), organiser, {"currency": "€"}, p1="1-2: 12.50 + =mug")
    paired(event, organiser)
    rows = csv_of(client, event)
    assert {row["player"] for row in rows} == {"'=SUM(A1)", "Ben"}
    assert {(row["sum"], row["things"]) for row in rows} == {("12.50", "'=mug")}


def test_the_events_pages_link_to_the_prizes(client, organiser):
    event = with_prizes(friday(organiser), organiser, p1="1: 20")
    for page in ("", "standings/", "about/"):
        assert f'href="/e/{event.slug}/prizes/"' in client.get(f"/e/{event.slug}/{page}").content.decode()


def test_the_prizes_fragment_has_an_etag(client, organiser):
    event = with_prizes(friday(organiser), organiser, p1="1: 20")
    part = f"/e/{event.slug}/prizes/?part=list"
    etag = client.get(part)["ETag"]
    assert client.get(part, headers={"if-none-match": etag}).status_code == 304
    with_prizes(event, organiser, p1="1: 30")
    assert "30" in client.get(part, headers={"if-none-match": etag}).content.decode()


def test_a_share_below_the_smallest_amount_counts_for_nobody(client, organiser):
    event = played(friday(organiser), organiser)
    event = with_prizes(event, organiser, {"smallest": 1}, p1="x-0: share 3\n1: mug")
    page = text_of(page_of(client, event))
    assert "x–0 or better" not in page.partition("Swiss")[0]
    assert "in total" not in page
    assert "place" in page


def test_the_total_counts_only_players_who_are_paid(client, organiser):
    event = with_prizes(ended_event(organiser), organiser, {"currency": "€"}, p2="1: 100\n2: mug")
    assert "€100 for 1 player in total." in text_of(page_of(client, event))


def test_the_steps_of_the_payouts_are_drawn_with_the_players_of_each(client, organiser):
    event = paired(played(friday(organiser), organiser), organiser)
    event = with_prizes(event, organiser, {"currency": "€"}, p1="x-0: 10 each")
    assert '<svg class="chart"' not in page_of(client, event).content.decode(), "a single sum is no step"
    lines = "x-0: 10 each\nx-1: 4 each\n1: a mug"
    event = with_prizes(fresh(event), organiser, {"currency": "€"}, p1=lines)
    page = page_of(client, event).content.decode()
    assert 'aria-label="Payouts: €10: 4 players; €4: 4 players"' in page
    for players, sum_ in get_prizes_page(event).own_sums:
        assert f'<g data-players="{" ".join(players)}">' in page
        assert f"Your payout: {sum_}</p>" in page


def test_more_sums_than_the_chart_has_room_for_share_the_last_step():
    payees = tuple(Payee(f"p{n}", "A", Fraction(99 - n), f"€{99 - n}", (), "") for n in range(40))
    steps = list_steps(payees)
    assert len(steps) == MAX_STEPS and steps[0].text == "€99" and steps[-1].text == "€90 or less"
    assert sum(len(step.players) for step in steps) == 40
    chart = draw_steps(steps)
    for group in chart.marks:
        last = group.marks[-1]
        assert last.x + LETTER_WIDTH * len(last.text) <= chart.width


def test_hidden_points_have_no_steps():
    assert list_steps(()) == []
