"""Take the pictures of README.md from the demo that `make run` serves.

Usage: .venv/bin/python scripts/take_pictures.py http://127.0.0.1:8000 PASSWORD
(the password of the demo organiser, which `make run` prints).
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.chromium import find_chromium

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = {"width": 1100, "height": 700}


def main(address, password):
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{address}/e/harbour-open/standings/")
        page.locator("tbody tr td.quiet a").first.click()
        page.locator("#open").wait_for()
        page.screenshot(path=IMAGES / "standings.png")
        page.goto(f"{address}/e/harbour-open/bracket/")
        page.screenshot(path=IMAGES / "bracket.png")
        page.goto(f"{address}/accounts/login/?next=/e/friday-night-at-the-lantern/desk/results/")
        page.fill("input[name=username]", "organiser")
        page.fill("input[name=password]", password)
        page.keyboard.press("Enter")
        page.locator("[data-print], form.taps").first.wait_for(state="attached")
        page.screenshot(path=IMAGES / "desk.png")
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
