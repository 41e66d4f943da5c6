"""Settings in a browser: dependent fields, unsaved changes, subjects and Save; the form of a new event."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, quick_sign_in
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


def strip_of(page):
    return page.get_by_role("navigation", name="Settings")


def test_on_a_phone_the_subjects_are_one_strip_and_the_bar_names_what_is_not_saved(event, visitor):
    page = visitor(PHONE)
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/settings/reporting/")
    strip = strip_of(page)
    assert strip.bounding_box()["height"] <= 49
    expect(strip.get_by_role("link", name="Reporting")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    bar = page.locator(".save-bar")
    expect(bar).to_be_hidden()
    page.get_by_role("radio", name="Result slips").check()
    expect(bar.get_by_role("status")).to_have_text("1 change not saved")
    expect(bar).to_contain_text("Reporting")
    box, tabs = bar.bounding_box(), page.locator(".tabs").bounding_box()
    assert round(box["height"]) == 78 and abs(box["y"] + box["height"] - tabs["y"]) <= 1
    button = bar.get_by_role("button", name="Save").bounding_box()
    assert (round(button["width"]), round(button["height"])) == (128, 56)
    bar.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    expect(bar).to_be_hidden()


def test_the_bar_counts_each_question_once(event, page):
    page.goto(f"/e/{event.slug}/desk/settings/")
    status = page.locator(".save-bar").get_by_role("status")
    expect(page.locator(".save-bar p")).to_be_empty()
    page.get_by_label("Name", exact=True).fill("Another name")
    page.get_by_role("radio", name="Private").check()
    expect(status).to_have_text("2 changes not saved")
    page.get_by_role("radio", name="Public").check()
    expect(status).to_have_text("1 change not saved")


def test_without_scripts_save_is_there_at_once(event, visitor):
    page = visitor(PHONE | {"java_script_enabled": False})
    quick_sign_in(page)
    page.goto(f"/e/{event.slug}/desk/settings/reporting/")
    page.get_by_role("radio", name="Result slips").check()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("radio", name="Result slips")).to_be_checked()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


@pytest.mark.slow
def test_on_a_desktop_the_subjects_are_four_groups_beside_the_form(event, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/e/{event.slug}/desk/settings/format/")
    groups = strip_of(page).get_by_role("group")
    expect(groups).to_have_count(4)
    ends = [box["x"] + box["width"] for box in (group.bounding_box() for group in groups.all())]
    assert max(ends) < page.locator("#settings").bounding_box()["x"]
    expect(strip_of(page)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_explanation_of_a_choice_has_room_beside_the_form(event, page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/e/{event.slug}/desk/settings/")
    explanations = page.locator("label.choice:has([name=visibility]) > span")
    expect(explanations).to_have_count(3)
    for explanation in explanations.all():
        assert explanation.bounding_box()["width"] >= 180
