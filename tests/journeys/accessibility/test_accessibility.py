"""Every page: axe, small screens, big text, right to left, touch targets, keyboard, rules of the design."""

from collections import defaultdict
from itertools import cycle, product
from pathlib import Path

import axe_playwright_python
import pytest
from django.conf import settings

from tests.journeys.accessibility.event_states import build_events
from tests.journeys.accessibility.pages import NO_PAGES, PAGES, SCREENS, STATES, names
from tests.support.accounts import PASSWORD
from tests.support.browser import DESKTOP, PHONE, quick_sign_in
from tests.support.security_headers import missing_from

# Examples are opened with these in turn.
DEVICES = ((PHONE, "light"), (DESKTOP, "dark"), (PHONE, "dark"), (DESKTOP, "light"))

# Width, height and text size in percent: a narrow phone, big text on a phone, a desktop at 200 %.
SIZES = {
    "phone": ((320, 640, 100), (390, 844, 200), (390, 844, 100)),
    "desktop": ((640, 450, 100), (1280, 900, 100)),
}
# Widths at which the rules hold; a phone has only its own.
RULE_SIZES = {"phone": ((390, 844),), "desktop": ((390, 844), (1280, 900))}
# Screens have type of their own, and the page of all parts has each several times (test_parts.py).
WITHOUT_RULES = SCREENS | {"help_parts"}
SET_SIZE = """([percent, direction]) => {
  document.documentElement.dir = direction;
  document.documentElement.style.fontSize = `${percent}%`;
}"""

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `axe ${id}: ${node.html.slice(0, 120)}`));
}"""
LAYOUT, TOUCH_TARGETS, KEYBOARD, RULES, STYLES = (
    (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    for name in ("layout", "touch_targets", "keyboard", "rules", "styles")
)
# Style sheets that only some pages load.
SHEETS = {
    name: (settings.BASE_DIR / "static" / name).read_text() for name in ("club.css", "desk.css", "help.css")
}
SUBMIT = """(typed) => {
  const [first] = Object.keys(typed);
  const { form } = document.querySelector(`main :is(input, select, textarea)[name="${first}"]`);
  for (const [name, value] of Object.entries(typed)) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field.matches("select")) field.append(new Option(value, value));
    field.value = value;
  }
  HTMLFormElement.prototype.submit.call(form);
}"""


def test_every_url_is_in_pages_or_no_pages():
    assert not set(PAGES) & NO_PAGES
    assert set(names()) - set(PAGES) - NO_PAGES == set(), "show them in PAGES"
    assert (set(PAGES) | NO_PAGES) - set(names()) == set(), "no addresses"


@pytest.fixture
def events(django_user_model, settings):
    settings.SIGN_UP = "open"
    return build_events(django_user_model.objects.create_superuser("organiser", password=PASSWORD), STATES)


@pytest.fixture
def browsers(visitor, events):
    """The pages of browsers by (kind of device, whether signed in)."""
    opened = {}
    for kind, device in (("phone", PHONE), ("desktop", DESKTOP)):
        for signed in (False, True):
            opened[kind, signed] = page = visitor(device)
            if signed:
                quick_sign_in(page)
    return opened


def cases():
    """Yield (name, example, kind of device, theme) for each example."""
    order = cycle(DEVICES)
    for name, examples in PAGES.items():
        for example in examples:
            device, theme = next(order)
            yield name, example, "phone" if device is PHONE else "desktop", theme


@pytest.mark.slow
def test_every_page_is_accessible(events, browsers):
    problems, titles = defaultdict(list), defaultdict(set)
    for name, example, kind, theme in cases():
        address = example.address(name, events)
        page = browsers[kind, example.is_signed(address)]
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for missing in open_example(page, address, example.typed):
            problems[f"lacks {missing}"].append(address)
        # The same page at two addresses.
        titles[page.title()].add(name.removeprefix("signed_"))
        found = [*problems_on(page, kind, () if name in SCREENS else SIZES[kind])]
        # The lines of screens are others than the desk's.
        found += page.evaluate(STYLES, {} if name in SCREENS else SHEETS)
        found += broken_rules(page, () if name in WITHOUT_RULES else RULE_SIZES[kind])
        for problem in found:
            problems[problem].append(f"{address} {example.typed or ''} {kind} {theme}")
    for title, names_with_title in titles.items():
        if len(names_with_title) > 1:
            problems[f"both have the title {title}"] = sorted(names_with_title)
    lines = [f"{problem}\n    on {len(on)}: {', '.join(on[:3])}" for problem, on in problems.items()]
    assert not lines, "\n" + "\n".join(lines)


def open_example(page, address, typed):
    """Open a page, submit its form if there are typed values; return the names of missing headers."""
    answer = page.goto(address)
    assert answer.status in (200, 422) and page.url.endswith(address), f"{address} led to {page.url}"
    if typed:
        with page.expect_navigation():
            page.evaluate(SUBMIT, typed)
        assert page.locator(".error, .errors").count(), f"{address} took {typed}"
    return missing_from(answer.headers)


def problems_on(page, kind, sizes):
    """Yield the problems of the open page as sentences."""
    page.evaluate(AXE + ";0")
    yield from page.evaluate(RUN_AXE)
    yield from page.evaluate(KEYBOARD)
    if kind == "phone":
        yield from page.evaluate(TOUCH_TARGETS)
    for (width, height, percent), direction in product(sizes, ("ltr", "rtl")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SET_SIZE, [percent, direction])
        yield from (f"{width} px, {percent} %, {direction}: {problem}" for problem in page.evaluate(LAYOUT))


def broken_rules(page, sizes):
    """Yield the problems of the open page with the rules of the design as sentences."""
    page.evaluate(SET_SIZE, [100, "ltr"])
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{width} px: {problem}" for problem in page.evaluate(RULES))
