"""Long standings on a phone: the own row, its block, the search, rows that slide, the printed list."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import assert_never_reloaded, open_and_watch
from tests.support.desk_events import actor_of, fresh
from tests.support.long_events import long_event
from tournaments.history.cache import load_history
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import pair_next_round
from tournaments.rules.standings.standings import standings

WIDTHS = (320, 359, 360, 375, 389, 390, 412, 480, 600, 899)
NEXT_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WATCH_SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shift += one.value)))
  .observe({ type: "layout-shift", buffered: true });"""
# Counts the milliseconds of each animation that a script begins.
WATCH_SLIDES = """window.slides = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, options) {
  window.slides.push(options.duration);
  return animate.call(this, frames, options);
};"""


@pytest.fixture
def event(organiser):
    event = long_event(organiser, 101)
    pair_next_round(event, actor_of(organiser), seed="hall", publish=True)
    return fresh(event)


def ranked(event):
    return [row.player for row in standings(load_history(event).phase(1), live=True).rows]


def remember(phone, event, player):
    phone.add_init_script(f"localStorage.setItem('topcut:me:{event.slug}', '{player}')")


def is_at(box):
    return round(box["y"]), round(box["y"] + box["height"])


def test_the_own_row_stays_above_the_tabs_until_the_real_one_is_in_sight(phone, event):
    player = ranked(event)[40]
    remember(phone, event, player)
    requests = []
    phone.on("request", lambda request: requests.append(request.url))
    phone.add_init_script(WATCH_SHIFTS)
    phone.goto(f"/e/{event.slug}/standings/")
    copy, row = phone.locator("[data-own-row]"), phone.locator(f"tr[data-player={player}]")
    expect(copy).to_be_visible()
    loaded = [url for url in requests if "part=" not in url and not url.endswith(("sw.js", ".webmanifest"))]
    assert len(loaded) <= 6, loaded
    assert phone.evaluate("shift") <= 0.02
    for height in (844, 664):
        for width in WIDTHS:
            phone.set_viewport_size({"width": width, "height": height})
            phone.evaluate(NEXT_FRAMES)
            top, bottom = is_at(copy.bounding_box())
            assert (bottom - top, bottom) == (56, is_at(phone.locator(".tabs").bounding_box())[0]), width
            lefts = "cells => cells.map(cell => Math.round(cell.getBoundingClientRect().x))"
            cells = ".rank, .name, .record, .points, .quiet"
            of_table = phone.locator(f".standings thead :is({cells})").evaluate_all(lefts)[:5]
            of_copy = phone.locator("[data-own-row] > :not([hidden])").evaluate_all(lefts)
            shown = 4 if width < 390 else 5
            assert of_copy[:shown] == of_table[:shown], width
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.emulate_media(forced_colors="active")
    assert copy.evaluate("copy => getComputedStyle(copy).outlineStyle") == "solid"
    copy.tap()
    expect(row).to_be_in_viewport()
    expect(copy).to_be_hidden()
    expect(row.locator(".name a")).to_be_focused()
    phone.evaluate("scrollTo(0, 0)")
    expect(copy).to_be_visible()


def test_the_phone_asks_for_the_block_of_its_own_rank(phone, event):
    player = ranked(event)[70]
    remember(phone, event, player)
    with phone.expect_response("**block=2*") as answer:
        phone.goto(f"/e/{event.slug}/standings/")
    assert answer.value.headers["etag"] and "player=" not in answer.value.url
    copy = phone.locator("[data-own-row]")
    expect(copy).to_contain_text("you · go to your row")
    copy.tap()
    row = phone.locator(f"tr[data-player={player}]")
    expect(row).to_be_in_viewport()
    expect(copy).to_be_hidden()
    assert phone.url.endswith(f"?block=2#row-{player}")


def test_a_phone_without_a_player_shows_no_own_row(phone, event):
    phone.goto(f"/e/{event.slug}/standings/")
    expect(phone.locator("[data-own-row]")).to_be_hidden()


def test_the_search_asks_while_one_types_and_paper_has_the_whole_list(phone, event):
    open_and_watch(phone, f"/e/{event.slug}/standings/")
    rows = phone.locator("tr[data-player]")
    phone.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(rows).to_have_count(101)
    phone.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(rows).to_have_count(50)
    phone.get_by_label("Find a player").press_sequentially("oisin")
    expect(phone.get_by_role("status").get_by_text("12 players found.")).to_be_attached()
    expect(rows).to_have_count(12)
    assert phone.url.endswith("?find=oisin")
    rows.first.locator(".points a").tap()
    expect(phone.locator(".working")).to_be_visible()
    phone.get_by_label("Find a player").fill("")
    expect(rows).to_have_count(50)
    assert_never_reloaded(phone)


@pytest.mark.slow
def test_ranks_that_move_slide_for_200_ms_unless_motion_is_reduced(organiser, phone, event):
    phone.add_init_script(WATCH_SLIDES)
    phone.goto(f"/e/{event.slug}/standings/?block=2")
    for motion, table, has_slides in (("reduce", 1, False), ("no-preference", 30, True)):
        phone.emulate_media(reduced_motion=motion)
        report_result(event, actor_of(organiser), 1, event.phases.first().rounds.count(), table, "2-0")
        with phone.expect_response("**part=table**"):
            phone.evaluate("dispatchEvent(new Event('changed'))")
        expect(phone.locator("tr.changed").first).to_be_visible()
        slides = phone.evaluate("slides")
        assert set(slides) == ({200} if has_slides else set())


def test_screen_readers_hear_whose_number_it_is(phone, event):
    phone.goto(f"/e/{event.slug}/standings/")
    first = phone.locator("tr[data-player]").first
    name = first.locator(".name a").inner_text()
    snapshot = first.aria_snapshot()
    assert f'link "Rank 1, {name}"' in snapshot and f'link "6 points, {name}"' in snapshot
    assert f'link "{name}"' in snapshot and 'link "OMW % ' in snapshot
    assert phone.get_by_role("navigation", name="Ranks").get_by_role("link").all_inner_texts() == [
        "1–50",
        "51–100",
        "101–101",
        "Show all",
    ]
