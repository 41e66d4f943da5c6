"""Manual changes of a round by keyboard and touch, corrections of results, exceptions."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, mark_page, open_and_watch, quick_sign_in
from tests.support.desk_events import NAMES, actor_of, fresh, friday, paired, played
from tournaments.history.cache import load_history
from tournaments.players.actions.players import add_players
from tournaments.rounds.actions.requests import forbid_pair, release_pair


def names_by_table(event, number=2):
    """Return {table: names in the order of the seats} of a round."""
    history = load_history(fresh(event))
    names = history.names
    matches = history.phase(1).rounds[number - 1].matches
    return {match.table: [names[key] for key in match.players] for match in matches}


def seat_button(page, name):
    return page.locator(".adjust-seats").get_by_role("button", name=name)


def test_an_unpublished_round_is_changed_by_keyboard(organiser, page):
    event = paired(played(friday(organiser), organiser), organiser, publish=False)
    (a, b), (c, d) = names_by_table(event)[1], names_by_table(event)[3]
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    page.get_by_role("link", name="Adjust", exact=True).press("Enter")
    mark_page(page)
    seat_button(page, a).press("Enter")
    expect(page.get_by_role("heading", name=f"Swap {a} with another player")).to_be_visible()
    expect(seat_button(page, a)).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith(d):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Effect of this change")).to_be_focused()
    expect(page.get_by_text("Score gaps")).to_be_visible()
    assert_never_reloaded(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changed", exact=True)).to_be_visible()
    assert (names_by_table(event)[1], names_by_table(event)[3]) == ([d, b], [c, a])
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Adjust Round 2")
    assert (names_by_table(event)[1], names_by_table(event)[3]) == ([a, b], [c, d])


@pytest.mark.slow
def test_an_unpublished_round_is_changed_by_touch(organiser, phone):
    event = paired(
        # Enough players that paired again they never sit as before.
        played(friday(organiser, names=[*NAMES, *"IJKLMNOP"]), organiser),
        organiser,
        publish=False,
    )
    before = names_by_table(event)
    (a, _), (_, d) = before[1], before[3]
    quick_sign_in(phone)
    open_and_watch(phone, f"/e/{event.slug}/desk/round/adjust/")
    box = seat_button(phone, a).bounding_box()
    seat_button(phone, a).tap()
    expect(seat_button(phone, a)).to_have_attribute("aria-pressed", "true")
    assert abs(seat_button(phone, a).bounding_box()["y"] - box["y"]) < 2
    expect(phone.get_by_role("heading", name=f"Swap {a} with another player")).to_be_in_viewport()
    seat_button(phone, d).tap()
    change = phone.get_by_role("button", name="Confirm")
    expect(phone.get_by_role("heading", name="Effect of this change")).to_be_in_viewport()
    assert_never_reloaded(phone)
    change.tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert (names_by_table(event)[1][0], names_by_table(event)[3][1]) == (d, a)
    phone.get_by_role("checkbox", name="Pin table 2").tap()
    phone.get_by_role("button", name="Pair the rest again").tap()
    expect(phone.get_by_role("heading", name="The rest paired again")).to_be_in_viewport()
    phone.get_by_role("button", name="Confirm").tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert names_by_table(event)[2] == before[2]


@pytest.mark.slow
def test_a_changed_table_of_a_published_round_is_shown_to_its_player(organiser, page, phone):
    event = paired(played(friday(organiser), organiser), organiser)
    (a, _), (_, d) = names_by_table(event)[1], names_by_table(event)[3]
    open_and_watch(phone, f"/e/{event.slug}/?by=name")
    row = phone.locator("li[data-player]").filter(has=phone.get_by_role("link", name=a, exact=True))
    phone.get_by_role("searchbox").fill(a)
    row.get_by_role("button", name="That’s me").tap()
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/round/adjust/")
    seat_button(page, a).click()
    expect(seat_button(page, a)).to_have_attribute("aria-pressed", "true")
    seat_button(page, d).click()
    page.get_by_label("Reason (players will see it)").fill("table 1 has no step")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Changed", exact=True)).to_be_visible()
    own = phone.locator("[data-own]")
    expect(own).to_contain_text("Your table changed: now table 3 against")
    expect(own).to_contain_text("table 1 has no step")
    assert_never_reloaded(phone)


CORRECTIONS = [
    ("Save and change 2 tables", 2),
    ("Save, keep pairings", 0),
    ("Save and pair again", None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("button", "changed"), CORRECTIONS)
def test_a_result_is_corrected_after_the_next_round_is_published(organiser, page, button, changed):
    event = paired(played(friday(organiser), organiser), organiser)
    before = names_by_table(event)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/round/")
    page.get_by_role("link", name="Correct a result").click()
    page.locator("#t1").get_by_role("button", name="0–2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, table 1")
    expect(page.get_by_text("4 players have to leave matches that may have started.").first).to_be_visible()
    page.get_by_role("button", name=button).click()
    expect(page.get_by_text("Result corrected")).to_be_visible()
    seats = load_history(fresh(event)).phase(1).rounds[0].matches[0].seats
    assert [seat.games for seat in seats] == [0, 2]
    if changed is not None:
        assert sum(before[table] != names for table, names in names_by_table(event).items()) == changed
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert names_by_table(event) == before


@pytest.mark.slow
def test_players_are_added_to_and_removed_from_a_published_round_on_a_phone(organiser, phone):
    event = paired(played(friday(organiser), organiser), organiser)
    add_players(event, actor_of(organiser), "Zoe")
    before = names_by_table(event)
    quick_sign_in(phone)
    phone.goto(f"/e/{event.slug}/desk/round/adjust/")
    phone.get_by_role("link", name="Add to round Zoe").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Add Zoe to Round 2")
    expect(phone.get_by_text("They get a loss for Round 2.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Pair again")).to_be_visible()
    phone.get_by_role("button", name=re.compile("^Add them (and change|without)")).tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert any("Zoe" in names for names in names_by_table(event).values())
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert names_by_table(event) == before
    phone.goto(f"/e/{event.slug}/desk/round/adjust/")
    seat_button(phone, before[2][0]).tap()
    phone.get_by_role("link", name="Remove from round").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"Remove {before[2][0]} from Round 2")
    expect(phone.get_by_role("link", name="Report table 2")).to_be_visible()
    phone.get_by_role("button", name="Remove them and pair again").tap()
    expect(phone.get_by_text("Changed", exact=True)).to_be_visible()
    assert not any(before[2][0] in names for table, names in names_by_table(event).items() if table)


@pytest.fixture
def without_opponents(organiser):
    """Four players after round 1; Anna has no allowed opponent left."""
    event = played(friday(organiser, names=NAMES[:4]), organiser)
    for other in ("p2", "p3", "p4"):
        forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    return fresh(event)


@pytest.mark.slow
def test_a_round_with_an_exception_is_drawn_after_confirmation_on_a_phone(without_opponents, phone):
    quick_sign_in(phone)
    phone.goto(f"/e/{without_opponents.slug}/desk/")
    phone.get_by_role("button", name="Pair round 2").tap()
    offer = phone.get_by_role("alert").filter(has=phone.get_by_role("heading", name="Exception needed"))
    expect(offer).to_contain_text("are kept apart. Allow them to meet this round")
    offer.get_by_role("link", name="Cancel").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert len(load_history(fresh(without_opponents)).phase(1).rounds) == 1
    phone.get_by_role("button", name="Pair round 2").tap()
    phone.get_by_role("button", name="Pair with this exception").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2 (draft)")
    expect(phone.get_by_text("exception: they should be kept apart")).to_have_count(1)
    phone.get_by_role("button", name="Pair again").tap()
    phone.get_by_role("button", name="Pair with this exception").tap()
    expect(phone.get_by_text("Round 2 paired again")).to_be_visible()


@pytest.mark.slow
def test_a_correction_offers_the_exception_that_its_new_draw_needs(organiser, without_opponents, page):
    event = fresh(without_opponents)
    for other in ("p2", "p3", "p4"):
        release_pair(fresh(event), actor_of(organiser), "p1", other)
    event = paired(event, organiser)
    for other in ("p2", "p3", "p4"):
        forbid_pair(fresh(event), actor_of(organiser), "p1", other)
    quick_sign_in(page)
    # With this seed the new draw differs from the published round.
    page.goto(f"/e/{event.slug}/desk/correct/?phase=1&round=1&table=1&result_text=0-2&seed=mine")
    page.get_by_role("link", name="Pair with this exception").press("Enter")
    page.get_by_role("button", name="Save and pair again").press("Enter")
    expect(page.get_by_text("Result corrected")).to_be_visible()
    assert [seat.games for seat in load_history(fresh(event)).phase(1).rounds[0].matches[0].seats] == [0, 2]
