"""People of the club are offered while a name is typed at the desk."""

from playwright.sync_api import expect

from tests.support.browser import quick_sign_in
from tests.support.desk_events import friday
from tournaments.models import Person, Player
from tournaments.rules.people.linking import BY_STAFF


def test_an_offered_person_is_ticked_with_the_keyboard_instead_of_typed(page, organiser):
    friday(organiser, ["Eva Duarte", "Wen Ng"])
    tonight = friday(organiser, [])
    quick_sign_in(page)
    page.goto(f"/e/{tonight.slug}/desk/players/")
    field = page.get_by_label("One name per line")
    field.fill("Ada Brook\n")
    field.press_sequentially("dua")
    offered = page.locator("[data-offered]").get_by_role("checkbox", name="Eva Duarte")
    offered.wait_for()
    size = offered.bounding_box()
    assert (size["width"], size["height"]) == (20, 20)
    # The arrow leads to the person, and Enter ticks it.
    field.press("ArrowDown")
    expect(offered).to_be_focused()
    offered.press("Enter")
    chosen = page.locator("[data-chosen]").get_by_role("checkbox", name="Eva Duarte")
    expect(chosen).to_be_checked()
    expect(field).to_have_value("Ada Brook\n")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Add players").click()
    expect(page.get_by_role("link", name="Edit Ada Brook")).to_be_visible()
    eva = Player.objects.get(event=tonight, name="Eva Duarte")
    assert (eva.person, eva.person_reason) == (Person.objects.get(name="Eva Duarte"), BY_STAFF)
    assert Player.objects.filter(event=tonight).count() == 2
