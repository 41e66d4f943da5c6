"""Every page for every eye and hand: axe, small screens, big letters, right to left, fingers, keys."""

from collections import defaultdict
from itertools import cycle, product
from pathlib import Path

import axe_playwright_python
import pytest

from tests.conftest import DESKTOP, PASSWORD, PHONE
from tests.journeys.everyone.hall import whole_hall
from tests.journeys.everyone.pages import NO_PAGES, ON_THE_WALL, PAGES, STATES, names
from tests.journeys.test_first_event import let_in
from tests.security_headers import missing_from

# Each example of a page is looked at in the next one of these.
LOOKS = ((PHONE, "light"), (DESKTOP, "dark"), (PHONE, "dark"), (DESKTOP, "light"))

# Width, height and size of letters in percent: a narrow phone, big letters on a phone, a desktop at 200 %.
SIZES = {
    "phone": ((320, 640, 100), (390, 844, 200), (390, 844, 100)),
    "desktop": ((640, 450, 100), (1280, 900, 100)),
}
SIZED = """([letters, way]) => {
  document.documentElement.dir = way;
  document.documentElement.style.fontSize = `${letters}%`;
}"""

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `axe ${id}: ${node.html.slice(0, 120)}`));
}"""
SIGHT, FINGERS, KEYBOARD = (
    (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
    for name in ("sight", "fingers", "keyboard")
)
TYPE = """(typed) => {
  const [first] = Object.keys(typed);
  const { form } = document.querySelector(`main :is(input, select, textarea)[name="${first}"]`);
  for (const [name, value] of Object.entries(typed)) {
    const field = form.querySelector(`[name="${name}"]`);
    if (field.matches("select")) field.append(new Option(value, value));
    field.value = value;
  }
  HTMLFormElement.prototype.submit.call(form);
}"""


def test_every_address_has_an_example_or_shows_no_page():
    assert not set(PAGES) & NO_PAGES
    assert set(names()) - set(PAGES) - NO_PAGES == set(), "show them in PAGES"
    assert (set(PAGES) | NO_PAGES) - set(names()) == set(), "no addresses"


@pytest.fixture
def hall(django_user_model, settings):
    settings.SIGN_UP = "open"
    return whole_hall(django_user_model.objects.create_superuser("organiser", password=PASSWORD), STATES)


@pytest.fixture
def screens(visitor, hall):
    """{(kind of device, whether signed in): a browser's page}."""
    opened = {}
    for kind, device in (("phone", PHONE), ("desktop", DESKTOP)):
        for signed in (False, True):
            opened[kind, signed] = page = visitor(device)
            if signed:
                let_in(page)
    return opened


def looks():
    """(name, example, kind of device, theme) of everything that is looked at."""
    order = cycle(LOOKS)
    for name, examples in PAGES.items():
        for example in examples:
            device, theme = next(order)
            yield name, example, "phone" if device is PHONE else "desktop", theme


@pytest.mark.slow
def test_every_page_is_for_everyone(hall, screens):
    wrong, titles = defaultdict(list), defaultdict(set)
    for name, example, kind, theme in looks():
        address = example.address(name, hall)
        page = screens[kind, example.is_signed(address)]
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for missing in open_example(page, address, example.typed):
            wrong[f"lacks {missing}"].append(address)
        titles[page.title()].add(name)
        for finding in found_on(page, kind, () if name in ON_THE_WALL else SIZES[kind]):
            wrong[finding].append(f"{address} {example.typed or ''} {kind} {theme}")
    for title, called in titles.items():
        if len(called) > 1:
            wrong[f"both have the title {title}"] = sorted(called)
    told = [f"{finding}\n    on {len(where)}: {', '.join(where[:3])}" for finding, where in wrong.items()]
    assert not told, "\n" + "\n".join(told)


def open_example(page, address, typed):
    """Open it; gives the names of the headers that its answer lacks."""
    answer = page.goto(address)
    assert answer.status in (200, 422) and page.url.endswith(address), f"{address} led to {page.url}"
    if typed:
        with page.expect_navigation():
            page.evaluate(TYPE, typed)
        assert page.locator(".error, .errors").count(), f"{address} took {typed}"
    return missing_from(answer.headers)


def found_on(page, kind, sizes):
    """What is wrong with the page that is open, in sentences."""
    page.evaluate(AXE + ";0")
    yield from page.evaluate(RUN_AXE)
    yield from page.evaluate(KEYBOARD)
    if kind == "phone":
        yield from page.evaluate(FINGERS)
    for (width, height, letters), way in product(sizes, ("ltr", "rtl")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SIZED, [letters, way])
        yield from (f"{width} px, {letters} %, {way}: {one}" for one in page.evaluate(SIGHT))
