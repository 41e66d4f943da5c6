"""Take the pictures of README.md and of the help from the demo that `make run` serves.

Usage: .venv/bin/python scripts/take_pictures.py http://127.0.0.1:8000 PASSWORD
(the password of the demo organiser, which `make run` prints).
It creates one more event there and plays it to the end.
"""

import base64
import re
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.chromium import find_chromium

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
HELP_IMAGES = ROOT / "static" / "help"
# Widths and heights in pixels.
README_SIZE = {"width": 1100, "height": 700}
DESK_SIZE = {"width": 1120, "height": 800}
PHONE_SIZE = {"width": 390, "height": 844}
PICTURE = (880, 550)
SMALL_PICTURE = (440, 275)
PHONE_PICTURE = (390, 520)
WEBP_QUALITY = 35
NAMES = """Ada Barlow, Bo Quiroga, Chidi Okonjo, Dagny Sørlie, Elif Haddadin, Finn O’Dwyer, Gita Rathore
Hugo Montalbán, Inès Vauquelin, Jia Fang, Kasper Eichstädt, Lior Ben-Yousef, Mako Shirogane, Nia Mensima
Oisín Ní-Bhriain, Pavel Zawiślak, Quinn Adams, Rosa Marino, Sami Laine, Tove Lund, Uma Iyer
Viktor Hale, Wen Li"""


def main(address, password):
    for folder in (IMAGES, HELP_IMAGES):
        folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        desk = browser.new_page(viewport=DESK_SIZE, base_url=address, reduced_motion="reduce")
        sign_in(desk, password)
        take_readme_pictures(desk)
        desk.set_viewport_size(DESK_SIZE)
        phone = browser.new_page(viewport=PHONE_SIZE, base_url=address, has_touch=True, is_mobile=True)
        take_help_pictures(desk, phone)
        browser.close()
    print(f"{sum(path.stat().st_size for path in HELP_IMAGES.glob('*.webp')):,} bytes of help pictures")


def sign_in(page, password):
    page.goto("/accounts/login/")
    page.fill("input[name=username]", "organiser")
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()


def take_readme_pictures(page):
    page.set_viewport_size(README_SIZE)
    page.goto("/e/harbour-open/standings/")
    page.locator("tbody tr td.quiet a").first.click()
    page.locator("#open").wait_for()
    page.screenshot(path=IMAGES / "standings.png")
    page.goto("/e/harbour-open/bracket/")
    page.screenshot(path=IMAGES / "bracket.png")
    page.goto("/e/friday-night-at-the-lantern/desk/")
    page.locator("#entry-table").wait_for()
    page.screenshot(path=IMAGES / "desk.png")


def take_help_pictures(desk, phone):
    """Play a store championship from the form to the champion, with a picture of each step of the guide."""
    desk.goto("/new/")
    desk.get_by_role("radio", name=re.compile("^Store championship")).check()
    desk.get_by_label("Name", exact=True).fill("Spring championship")
    desk.get_by_label("Players", exact=True).fill(re.sub(", |\n", "\n", NAMES))
    expect(desk.locator("#meaning")).to_contain_text("top 8")
    take_picture(desk, "new-event")
    desk.get_by_role("button", name="Create event").click()
    desk.wait_for_url("**/desk/**")
    event = re.search(r"(/e/[^/]+/)", desk.url)[1]
    desk.goto(f"{event}desk/players/")
    take_picture(desk, "players")

    desk.goto(f"{event}desk/")
    desk.get_by_role("button", name=re.compile("round 1$")).click()
    desk.get_by_role("button", name=re.compile("^Publish")).wait_for()
    take_picture(desk, "draft")
    publish(desk)
    take_phone_picture(desk, phone, event)
    desk.goto(f"{event}desk/print/poster/")
    desk.emulate_media(media="print")
    take_picture(desk, "poster")
    desk.emulate_media(media="screen")

    desk.goto(f"{event}desk/")
    desk.locator("#desk-timer summary").click()
    desk.get_by_role("button", name=re.compile("^Start timer")).click()
    desk.get_by_role("button", name="Pause").wait_for()
    take_picture(desk, "timer", of=desk.locator("#desk-timer"))
    enter_results(desk, 7)
    take_picture(desk, "desk")
    enter_results(desk)

    desk.goto(f"{event}standings/")
    desk.locator("tbody tr td.quiet a").first.click()
    desk.locator(".working").wait_for()
    take_picture(desk, "standings")
    while not is_cut_next(desk, event):
        play_next_round(desk)
    desk.goto(f"{event}desk/round/cut/")
    take_picture(desk, "cut")
    desk.goto(f"{event}desk/")
    while not desk.get_by_role("button", name="End event").count():
        play_next_round(desk)
    desk.get_by_role("button", name="End event").click()
    desk.goto(f"{event}standings/")
    take_picture(desk, "champion")


def is_cut_next(desk, event):
    desk.goto(f"{event}desk/")
    return desk.get_by_role("button", name=re.compile("^Cut to")).count() > 0


def publish(desk):
    desk.get_by_role("button", name=re.compile("^Publish")).click()
    desk.locator("#entry-table").wait_for()


def play_next_round(desk):
    """Press the strong button of the desk, publish the round and enter its results."""
    desk.locator("button[form=next-form]").first.click()
    publish(desk)
    enter_results(desk)


def enter_results(desk, count=None):
    """Type a result for the first `count` tables without one, for all without a number."""
    open_tables = desk.locator(".tables > [data-match]:not(.in)").all()
    for table in [row.get_attribute("data-match") for row in open_tables][:count]:
        for key in (*table, "Enter", "2", str(int(table) % 2), "Enter"):
            desk.keyboard.press(key)
        expect(desk.locator("#entry-stored")).to_contain_text(f"Table {table}:")
        expect(desk.locator("#entry-table")).to_be_focused()


def take_phone_picture(desk, phone, event):
    """Open a player's own page by the link that the desk shows."""
    desk.goto(f"{event}desk/players/change/p1/")
    phone.goto(re.search(r"https?://\S+?/me/\S+?/", desk.locator("body").inner_text())[0])
    save_webp(phone, "phone", {"x": 0, "y": 0, **dict(zip(("width", "height"), PHONE_PICTURE, strict=True))})


def take_picture(page, name, of=None):
    """Save the upper part of the page without its navigation, or a small picture of an element."""
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    width, height = SMALL_PICTURE if of else PICTURE
    if of:
        box = of.bounding_box()
        left, top = box["x"] - 16, box["y"] - 16
    else:
        box = page.locator("main").bounding_box()
        left, top = box["x"] + box["width"] / 2 - width / 2, box["y"] - 16
    clip = {"x": max(left, 0), "y": max(top, 0), "width": width, "height": height}
    save_webp(page, name, clip)


def save_webp(page, name, clip):
    session = page.context.new_cdp_session(page)
    options = {"format": "webp", "quality": WEBP_QUALITY, "clip": {**clip, "scale": 1}}
    options["captureBeyondViewport"] = True
    data = session.send("Page.captureScreenshot", options)["data"]
    (HELP_IMAGES / f"{name}.webp").write_bytes(base64.b64decode(data))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
