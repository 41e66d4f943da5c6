"""The parts of the pages: their sizes, boxes, contrast and colours, as docs/design.md has them."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.accounts import PASSWORD
from tests.support.browser import DESKTOP, PHONE, quick_sign_in

DESIGN = Path(settings.BASE_DIR, "docs/design.md").read_text()
MEASURE = (Path(__file__).parent / "parts.js").read_text()
SYSTEM_COLOURS = """names => names.map(name => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.forcedColorAdjust = "none";
  probe.style.color = name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
})"""
SYSTEM_NAMES = ("Canvas", "CanvasText", "LinkText", "GrayText", "Highlight", "HighlightText")
CONTROL_NAMES = ("ButtonFace", "ButtonText", "ButtonBorder", "Field", "FieldText")

# Parts in a state, and the same without it.
TOLD_APART = (
    ('.small-button[aria-pressed="true"]', '.small-button[aria-pressed="false"]'),
    (".toggle [aria-current]", ".toggle :not([aria-current])"),
    (".preset:has(:checked)", ".preset:not(:has(:checked))"),
    (".small-button.claimed", ".line-scores .small-button:not(.claimed)"),
    (".row.mine", ".row:not(.mine)"),
    ("tr.mine > td", "tr:not(.mine) > td"),
    (".field.bad input", ".field:not(.bad) input"),
)


def read_table(heading):
    """Return the cells of the rows of the first table below a heading of docs/design.md."""
    section = DESIGN.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in rows[2:]]


SIZES = {float(row[0].removesuffix(" px")) for row in read_table("Type")}
HEIGHTS = read_table("Space")
PALETTES = {
    look: {row[0]: row[column] for row in read_table("Colours")}
    for column, look in enumerate(("light", "dark", "print"), 2)
}
# The table names elements and states by selectors; macros and files are no selectors.
SELECTORS = [
    selector
    for row in read_table("Parts")
    for selector in re.findall(r"`([^`]+)`", f"`{'` `'.join(row[1:])}`")
    if re.match(r"[.\w]*[.\[]|kbd|tr|h2", selector) and not selector.endswith(".jinja")
]


def rgb(colour):
    """Return the parts of “#c5301a”, “#fff” or “rgb(197, 48, 26)”."""
    if not colour.startswith("#"):
        return tuple(int(part) for part in re.findall(r"\d+", colour)[:3])
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(bytes.fromhex(digits))


def luminance(colour):
    parts = (part / 255 for part in rgb(colour))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one):
    """Return the contrast of a text or an edge with what is behind it."""
    lighter, darker = sorted((luminance(one["colour"]), luminance(one["behind"])), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.fixture
def open_parts(visitor, django_user_model):
    """A function that opens the page of the parts on a device, as a superuser."""
    django_user_model.objects.create_superuser("organiser", password=PASSWORD)

    def open_page(device):
        page = visitor(device)
        quick_sign_in(page)
        page.goto("/help/parts/")
        return page

    return open_page


def measure(page, look, selectors=()):
    """Measure the page in light, dark, print, or the system's colours."""
    page.emulate_media(
        media="print" if look == "print" else "screen",
        color_scheme="dark" if look == "dark" else "light",
        forced_colors="active" if look == "system" else "none",
        reduced_motion="reduce",
    )
    return page.evaluate(MEASURE, selectors)


def strange(colours, known):
    """Return the parts with a colour that is not among the known ones."""
    allowed = {rgb(colour) for colour in known}
    return {colour: part for colour, part in colours.items() if rgb(colour) not in allowed}


@pytest.mark.slow
def test_parts_have_their_sizes_on_a_phone_and_on_a_desktop(open_parts):
    for column, device in enumerate((PHONE, DESKTOP), 1):
        page = open_parts(device)
        assert [one for one in SELECTORS if not page.locator(f"main {one}").count()] == []
        measured = measure(page, "light")
        assert {text["size"] for text in measured["texts"]} == SIZES
        assert {text["weight"] for text in measured["texts"]} == {"400", "600", "700"}
        assert set(measured["radii"]) == {"0px", "2px", "4px", "12px", "50%"}
        wrong = []
        for row in HEIGHTS:
            boxes = [one.bounding_box() for one in page.locator(f"main {row[0]}").all() if one.is_visible()]
            assert boxes, row[0]
            wrong += [(row[0], box) for box in boxes if abs(box["height"] - int(row[column])) > 0.5]
        assert wrong == []


@pytest.mark.slow
def test_colours_are_those_of_the_scale_and_have_their_contrast_in_four_looks(open_parts):
    page = open_parts(DESKTOP)
    for look, palette in PALETTES.items():
        measured = measure(page, look)
        colours = {name: rgb(measured["tokens"][name]) for name in palette}
        assert colours == {name: rgb(colour) for name, colour in palette.items()}, look
        assert strange(measured["colours"], palette.values()) == {}, look
        assert [text for text in measured["texts"] if contrast(text) < 4.5] == [], look
        assert [edge for edge in measured["edges"] if contrast(edge) < 3] == [], look

    told_apart = [selector for pair in TOLD_APART for selector in pair]
    measured = measure(page, "system", told_apart)
    system = page.evaluate(SYSTEM_COLOURS, SYSTEM_NAMES + CONTROL_NAMES)
    assert strange(measured["colours"], system) == {}
    assert [text for text in measured["texts"] if contrast(text) < 4.5] == []
    paints = dict(zip(told_apart, measured["paints"], strict=True))
    assert [pair for pair in TOLD_APART if paints[pair[0]] == paints[pair[1]]] == []
