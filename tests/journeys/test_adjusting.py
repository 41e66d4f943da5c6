"""The organiser's hand: a draft adjusted by keyboard and by touch, a result corrected too late."""

import pytest
from playwright.sync_api import expect

from tests.journeys.test_first_event import assert_never_reloaded, let_in, open_and_leave
from tests.views.desk_events import NAMES, actor_of, fresh, friday, paired, played
from tournaments.actions.players import players
from tournaments.actions.rounds import pairing_requests
from tournaments.queries.history.cache import load_history


def sits(event, number=2):
    """{table: names} of a round, in the order of the seats."""
    history = load_history(fresh(event))
    names = history.names
    matches = history.phase(1).rounds[number - 1].matches
    return {match.table: [names[key] for key in match.players] for match in matches}


def chair(page, name):
    return page.locator(".adjust-seats").get_by_role("button", name=name)


def test_a_draft_is_adjusted_by_keyboard(organiser, page):
    event = paired(played(friday(organiser), organiser), organiser, publish=False)
    (a, b), (c, d) = sits(event)[1], sits(event)[3]
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    page.get_by_role("link", name="Adjust", exact=True).press("Enter")
    page.evaluate("window.isTheSame = true")
    chair(page, a).press("Enter")
    expect(page.get_by_role("heading", name=f"{a}: choose whom to change seats with")).to_be_visible()
    expect(chair(page, a)).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").startswith(d):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What this would do")).to_be_focused()
    expect(page.get_by_text("Score gaps, squared")).to_be_visible()
    assert_never_reloaded(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Make this change")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changed", exact=True)).to_be_visible()
    assert (sits(event)[1], sits(event)[3]) == ([d, b], [c, a])
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Adjust Round 2")
    assert (sits(event)[1], sits(event)[3]) == ([a, b], [c, d])


@pytest.mark.slow
def test_a_draft_is_adjusted_by_touch(organiser, phone):
    event = paired(played(friday(organiser), organiser), organiser, publish=False)
    before = sits(event)
    (a, _), (_, d) = before[1], before[3]
    let_in(phone)
    open_and_leave(phone, f"/e/{event.slug}/desk/round/adjust/")
    where = chair(phone, a).bounding_box()
    chair(phone, a).tap()
    expect(chair(phone, a)).to_have_attribute("aria-pressed", "true")
    assert abs(chair(phone, a).bounding_box()["y"] - where["y"]) < 2
    expect(phone.get_by_role("heading", name=f"{a}: choose whom to change seats with")).to_be_in_viewport()
    chair(phone, d).tap()
    change = phone.get_by_role("button", name="Make this change")
    expect(phone.get_by_role("heading", name="What this would do")).to_be_in_viewport()
    assert_never_reloaded(phone)
    change.tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert (sits(event)[1][0], sits(event)[3][1]) == (d, a)
    phone.get_by_role("checkbox", name="Pin table 2").tap()
    phone.get_by_role("button", name="Draw the rest again").tap()
    expect(phone.get_by_role("heading", name="The rest drawn again")).to_be_in_viewport()
    phone.get_by_role("button", name="Make this change").tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert sits(event)[2] == before[2]


def test_a_published_table_is_changed_and_its_player_hears_of_it(organiser, page, phone):
    event = paired(played(friday(organiser), organiser), organiser)
    (a, _), (_, d) = sits(event)[1], sits(event)[3]
    open_and_leave(phone, f"/e/{event.slug}/?by=name")
    row = phone.locator("li[data-player]").filter(has=phone.get_by_role("link", name=a, exact=True))
    phone.get_by_role("searchbox").fill(a)
    row.get_by_role("button", name="That’s me").tap()
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/round/adjust/")
    chair(page, a).click()
    expect(chair(page, a)).to_have_attribute("aria-pressed", "true")
    chair(page, d).click()
    page.get_by_label("Why? The players read this.").fill("table 1 has no step")
    page.get_by_role("button", name="Make this change").click()
    expect(page.get_by_text("Changed", exact=True)).to_be_visible()
    own = phone.locator("[data-own]")
    expect(own).to_contain_text("Your table changed: table 3 against")
    expect(own).to_contain_text("table 1 has no step")
    assert_never_reloaded(phone)


WAYS = [
    ("Correct it and change 2 tables", 2),
    ("Correct it and leave the pairings", 0),
    ("Correct it and draw again", None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("button", "changed"), WAYS)
def test_a_result_is_corrected_after_the_next_round_is_out(organiser, page, button, changed):
    event = paired(played(friday(organiser), organiser), organiser)
    before = sits(event)
    let_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    page.get_by_role("link", name="Correct a result").click()
    page.locator("#t1").get_by_role("button", name="0–2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 1 of Round 1")
    expect(page.get_by_text("4 players have to leave matches that may have begun.").first).to_be_visible()
    page.get_by_role("button", name=button).click()
    expect(page.get_by_text("The result is corrected")).to_be_visible()
    seats = load_history(fresh(event)).phase(1).rounds[0].matches[0].seats
    assert [seat.games for seat in seats] == [0, 2]
    if changed is not None:
        assert sum(before[table] != names for table, names in sits(event).items()) == changed
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert sits(event) == before


@pytest.mark.slow
def test_a_missing_player_is_let_into_a_round_that_is_out_on_a_phone(organiser, phone):
    event = paired(played(friday(organiser), organiser), organiser)
    players.add_players(event, actor_of(organiser), "Zoe")
    before = sits(event)
    let_in(phone)
    phone.goto(f"/e/{event.slug}/desk/round/adjust/")
    phone.get_by_role("link", name="Let in Zoe").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Zoe is missing from Round 2")
    expect(phone.get_by_text("Round 2 is a loss to them.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Draw again")).to_be_visible()
    phone.get_by_role("button", name="Let them in and change").tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert any("Zoe" in names for names in sits(event).values())
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert sits(event) == before
    phone.goto(f"/e/{event.slug}/desk/round/adjust/")
    chair(phone, before[2][0]).tap()
    phone.get_by_role("link", name="Take out of the round").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"{before[2][0]} is not there for Round 2")
    expect(phone.get_by_role("link", name="Report table 2")).to_be_visible()
    phone.get_by_role("button", name="Take them out and draw again").tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert not any(before[2][0] in names for table, names in sits(event).items() if table)


@pytest.fixture
def lonely(organiser):
    """Four players after round 1; Anna may meet nobody any more."""
    event = played(friday(organiser, names=NAMES[:4]), organiser)
    for other in ("p2", "p3", "p4"):
        pairing_requests.forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    return fresh(event)


@pytest.mark.slow
def test_an_exception_is_drawn_only_when_it_is_agreed_to_on_a_phone(lonely, phone):
    let_in(phone)
    phone.goto(f"/e/{lonely.slug}/desk/")
    phone.get_by_role("button", name="Pair round 2").tap()
    offer = phone.get_by_role("alert").filter(has=phone.get_by_role("heading", name="Only with an exception"))
    expect(offer).to_contain_text("may not meet; let them meet in this round")
    offer.get_by_role("link", name="Draw nothing").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert len(load_history(fresh(lonely)).phase(1).rounds) == 1
    phone.get_by_role("button", name="Pair round 2").tap()
    phone.get_by_role("button", name="Draw with this exception").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2, a draft")
    expect(phone.get_by_text("by exception: the two are kept apart")).to_have_count(1)
    phone.get_by_role("button", name="Draw again").tap()
    phone.get_by_role("button", name="Draw with this exception").tap()
    expect(phone.get_by_text("Round 2 is drawn again")).to_be_visible()


@pytest.mark.slow
def test_a_correction_whose_new_draw_needs_an_exception_offers_it(organiser, lonely, page):
    event = fresh(lonely)
    for other in ("p2", "p3", "p4"):
        pairing_requests.release_pair(fresh(event), actor_of(organiser), "p1", other)
    event = paired(event, organiser)
    for other in ("p2", "p3", "p4"):
        pairing_requests.forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    let_in(page)
    # Of the two rounds that one exception allows, this seed draws the one that is not out yet.
    page.goto(f"/e/{event.slug}/desk/correct/?phase=1&round=1&table=1&said=0-2&seed=mine")
    page.get_by_role("link", name="Draw with this exception").press("Enter")
    page.get_by_role("button", name="Correct it and draw again").press("Enter")
    expect(page.get_by_text("The result is corrected")).to_be_visible()
    assert [seat.games for seat in load_history(fresh(event)).phase(1).rounds[0].matches[0].seats] == [0, 2]
