"""A desk takes single tables from polls: it shows what a reloaded one shows, and keeps the focus."""

import re

from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import actor_of, fresh, friday, paired
from tournaments.desk.actions import announce, call_judge
from tournaments.history.cache import load_history
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import change_player
from tournaments.results.actions.reports import submit_report
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import extend_table, start_clock

NAMES = [f"Player {number:02}" for number in range(1, 25)]
# Answers to polls that bring all tables fail the test.
COUNT_LISTS = """document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target } }) => {
  if (target.id === "live-tables") window.lists = (window.lists || 0) + 1;
})"""
# Ids of the live fragments in which this page differs from the same one reloaded, and the text of both.
DIFFERENCES = """async () => {
  const html = await (await fetch(location.href)).text();
  const plain = (box) => {
    const copy = box.cloneNode(true);
    copy.querySelectorAll("[name=key], [name=csrfmiddlewaretoken]").forEach((field) => field.remove());
    copy.querySelectorAll("input").forEach((field) => field.setAttribute("value", field.value));
    copy.querySelectorAll("*").forEach((el) => {
      ["style", "data-out"].forEach((name) => el.removeAttribute(name));
      el.classList.remove("changed", "kept", "typing");
      if (!el.classList.length) el.removeAttribute("class");
    });
    copy.querySelectorAll("details").forEach((part) => part.removeAttribute("open"));
    copy.querySelectorAll("[role=timer]").forEach((clock) => (clock.textContent = ""));
    return copy.innerHTML.replaceAll(/\\s+/g, " ").replaceAll(/> | </g, (text) => text.trim());
  };
  const other = new DOMParser().parseFromString(html, "text/html");
  return [...document.querySelectorAll("[id^=live-]")]
    .map((box) => [box.id, plain(box), plain(other.getElementById(box.id))])
    .filter(([, own, others]) => own !== others);
}"""


def players_at(event, table):
    return load_history(fresh(event)).phase(1).rounds[0].find_match(table).players


def report_from_phone(event, actor, table, seat, result_text):
    players = players_at(event, table)
    submit_report(fresh(event), actor, players[seat], 1, 1, players, result_text, table=table)


def changes(event, actor):
    """Yield after each of several changes by others."""
    for table, result_text in ((3, "2-0"), (9, "1-2"), (5, "2-1")):
        yield report_result(fresh(event), actor, 1, 1, table, result_text)
    yield undo(fresh(event), actor)
    yield report_from_phone(event, actor, 4, 0, "2-0")
    yield report_from_phone(event, actor, 4, 1, "0-2")
    yield extend_table(fresh(event), actor, 1, 1, 7, 5)
    yield start_clock(fresh(event), actor, 1, 1)
    yield call_judge(fresh(event), actor, players_at(event, 11)[0])
    yield announce(fresh(event), actor, "Lunch until two")
    yield change_player(fresh(event), actor, players_at(event, 12)[1], name="Zoe")
    yield report_result(fresh(event), actor, 1, 1, 11, "2-0")


def open_desk(page, event, query=""):
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/{query}")
    page.evaluate(COUNT_LISTS)


def test_a_desk_that_polls_shows_what_a_reloaded_one_shows(organiser, page):
    event = paired(friday(organiser, NAMES), organiser)
    open_desk(page, event)
    for step, _change in enumerate(changes(event, actor_of(organiser))):
        version = fresh(event).version
        page.evaluate("dispatchEvent(new Event('changed'))")
        expect(page.locator("#live-progress input[name=version]").first).to_have_value(str(version))
        assert page.evaluate(DIFFERENCES) == [], step
    assert not page.evaluate("window.lists"), "A poll has brought all tables"


def test_a_focused_button_keeps_its_focus_when_its_own_table_changes(organiser, page):
    event = paired(friday(organiser, NAMES), organiser)
    open_desk(page, event)
    button = page.locator("#t4").get_by_role("button", name=re.compile("^0–2"))
    button.focus()
    places = "rows => rows.map(row => [row.id, row.offsetTop, row.offsetHeight])"
    before = page.locator(".tables > li").evaluate_all(places)
    report_from_phone(event, actor_of(organiser), 4, 0, "2-0")
    report_result(fresh(event), actor_of(organiser), 1, 1, 2, "2-0")
    expect(page.locator("#t4 .says")).to_be_visible()
    expect(button).to_be_focused()
    assert page.locator(".tables > li").evaluate_all(places) == before
    page.locator("#entry-table").focus()
    expect(page.locator("#t2")).to_be_hidden()
    assert not page.evaluate("window.lists")
