"""Settings in a browser: dependent fields, unsaved changes, and the height of the new event's form."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday

MAX_HEIGHT_PX = 1200


@pytest.fixture
def event(organiser, page):
    event = friday(organiser)
    quick_sign_in(page)
    return event


def questions_of(page):
    """Return the kinds of dialogs that the page shows from now on; each is answered with Cancel."""
    kinds = []

    def cancel(dialog):
        kinds.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", cancel)
    return kinds


@pytest.mark.slow
def test_every_subject_is_two_clicks_from_the_desk(event, page):
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("link", name="Settings", exact=True).click()
    subjects = page.get_by_role("navigation", name="Settings").get_by_role("link")
    for label in subjects.all_text_contents():
        subjects.get_by_text(label, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(label)


def test_leaving_with_unsaved_changes_asks_and_saving_does_not(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/format/")
    questions = questions_of(page)
    page.get_by_label("Round length in minutes").fill("35")
    page.get_by_role("link", name="Pairing", exact=True).click()
    expect(page.get_by_label("Round length in minutes")).to_have_value("35")
    assert questions == ["beforeunload"]
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.get_by_role("link", name="Pairing", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pairing")
    assert questions == ["beforeunload"]


def test_a_change_that_was_taken_back_is_not_asked_about(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/")
    questions = questions_of(page)
    page.get_by_role("radio", name="Private").check()
    page.get_by_role("radio", name="Public").check()
    page.get_by_role("link", name="Reporting", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reporting")
    assert not questions


def test_a_refused_save_is_still_unsaved(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/format/")
    page.locator("#settings").evaluate("form => (form.noValidate = true)")
    page.get_by_label("Rounds", exact=True).fill("0")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert").get_by_role("link", name="Rounds")).to_be_visible()
    questions = questions_of(page)
    page.get_by_role("alert").get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="Pairing", exact=True).click()
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("0")
    assert questions == ["beforeunload"]


def test_fields_are_shown_only_with_the_choice_that_they_belong_to(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/finals/")
    size = page.get_by_label("Players in the cut")
    bracket = page.get_by_label("Your bracket, one match per line")
    expect(size).to_be_hidden()
    page.get_by_role("radio", name="Single elimination").check()
    expect(size).to_be_visible()
    expect(bracket).to_be_hidden()
    page.get_by_text("More formats").click()
    page.get_by_role("radio", name="Custom bracket").check()
    expect(bracket).to_be_visible()
    page.goto(f"/e/{event.slug}/desk/settings/reporting/")
    minutes = page.get_by_label("Auto-confirm a single report after")
    expect(minutes).to_be_visible()
    page.get_by_role("radio", name="Result slips").check()
    expect(minutes).to_be_hidden()


@pytest.mark.slow
def test_save_stays_in_sight_while_the_form_scrolls(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/finals/")
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 600)
    expect(save).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_form_of_a_new_event_is_short_before_anything_is_unfolded(event, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/new/")
    assert page.evaluate("document.documentElement.scrollHeight") <= MAX_HEIGHT_PX


@pytest.mark.slow
def test_the_summary_of_a_new_event_counts_pasted_names(event, page):
    page.goto("/new/")
    page.get_by_label("Players", exact=True).fill("\n".join(f"Player {n}" for n in range(23)))
    expect(page.locator("#meaning")).to_contain_text("5 rounds of Swiss for 23 players")
