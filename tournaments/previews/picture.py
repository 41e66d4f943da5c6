"""Draws the picture of a link preview, which chats and social networks show beside the link."""

import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
# The light colours of static/app.css.
PAPER, INK, WORDS, CUT, BELOW = "#f8f4ea", "#17181c", "#57534a", "#c5301a", "#9d9b94"
MARGIN, LOGO_SIDE = 72, 96
# The middle of the cut, as in Topcut's mark: what counts stands above it, the facts below.
CUT_Y, CUT_HEIGHT = 452, 12
TITLE_SIZES, MAX_TITLE_LINES, TITLE_LINE = (112, 96, 84, 72, 62), 2, 1.12
TITLE_TRACKING = -0.03
CLUB_SIZE, LABEL_SIZE, FACT_SIZE, BRAND_SIZE = 38, 34, 38, 30
LABEL_LINE, FACT_LINE = 60, 54
FONTS = Path(__file__).parent / "fonts"
BOLD, MEDIUM = "Inter-Bold.ttf", "Inter-Medium.ttf"
ELLIPSIS = "…"
# The mark in units of a 48 × 44 grid: x, y, width, height, colour.
MARK = (
    (4, 0, 10, 7, INK),
    (4, 10, 20, 7, INK),
    (0, 20, 48, 4, CUT),
    (4, 27, 30, 7, BELOW),
    (4, 37, 40, 7, BELOW),
)


@dataclass(frozen=True)
class Card:
    """What a picture shows; texts may be empty.

    `club` and `label` stand above the title, `facts` below the cut, at most two, with `state` at the right of
    the first. `logo` is a PNG.
    """

    title: str
    club: str = ""
    label: str = ""
    facts: tuple[str, ...] = ()
    state: str = ""
    logo: bytes | None = None


@lru_cache
def load_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The other layout engine depends on libraries of the machine.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


def drawable_text(text: str) -> str:
    """Return the text as the font can draw it: without symbols such as emoji; "" if the font lacks a letter.

    A name that is half drawn would be another name.
    """
    result = ""
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind.startswith("Z"):
            result += " "
        elif has_glyph(character):
            result += character
        elif kind[0] in "LMN" and not is_symbol_part(character):
            return ""
    return " ".join(result.split())


@lru_cache(4096)
def has_glyph(character: str) -> bool:
    """Return whether the fonts have this character: the glyph of those that they lack is empty."""
    return load_font(MEDIUM, FACT_SIZE).getmask(character).getbbox() is not None


def is_symbol_part(character: str) -> bool:
    """Return whether the mark only changes a symbol: a variation selector, or the frame of a keycap."""
    return "\ufe00" <= character <= "\ufe0f" or unicodedata.category(character) == "Me"


def draw_picture(card: Card) -> bytes:
    """Return a PNG of 1200 × 630 pixels.

    Texts with letters that the font lacks are left out; long ones are made smaller, then cut.
    """
    card = without_undrawable(card)
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, CUT_Y - CUT_HEIGHT // 2, WIDTH, CUT_Y + CUT_HEIGHT // 2 - 1), CUT)
    top = draw_head(image, draw, card)
    draw_title(draw, card, top)
    draw_facts(draw, card)
    png = BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()


def without_undrawable(card: Card) -> Card:
    """Return the card with its texts as they are drawn; without a title, the next text becomes the title."""
    facts = tuple(filter(None, map(drawable_text, card.facts)))
    title, label, club = map(drawable_text, (card.title, card.label, card.club))
    if not title:
        label, (title, *facts) = "", (*facts, "")
    return replace(
        card, title=title, label=label, club=club, facts=tuple(facts), state=drawable_text(card.state)
    )


def draw_head(image: Image.Image, draw: ImageDraw.ImageDraw, card: Card) -> int:
    """Draw the club with its logo at the left, Topcut's mark at the right; return where the head ends."""
    brand = load_font(BOLD, BRAND_SIZE)
    right = WIDTH - MARGIN
    left = right - brand.getlength("Topcut")
    middle = MARGIN + LOGO_SIDE // 2 - 16
    draw.text((left, middle), "Topcut", INK, brand, anchor="lm")
    unit = 0.9
    mark_left, mark_top = left - 48 * unit - 16, middle - 22 * unit
    for x, y, width, height, colour in MARK:
        box = (mark_left + x * unit, mark_top + y * unit, mark_left + (x + width) * unit - 1)
        draw.rectangle((*box, mark_top + (y + height) * unit - 1), colour)
    x = MARGIN
    if card.logo:
        logo = Image.open(BytesIO(card.logo), formats=["PNG"]).convert("RGBA")
        logo.thumbnail((LOGO_SIDE, LOGO_SIDE), Image.Resampling.LANCZOS)
        image.paste(logo, (x, middle - logo.height // 2), logo)
        x += logo.width + 24
    font = load_font(MEDIUM, CLUB_SIZE)
    draw.text((x, middle), cut_text(card.club, font, mark_left - 48 - x), WORDS, font, anchor="lm")
    return middle + LOGO_SIDE // 2


def draw_title(draw: ImageDraw.ImageDraw, card: Card, top: int):
    """Draw the title above the cut, as large as it fits, with the label over it."""
    bottom = CUT_Y - CUT_HEIGHT // 2 - 34
    font, lines = fit_title(card.title, bottom - top - (LABEL_LINE if card.label else 0))
    line_height = font.size * TITLE_LINE
    y = bottom - line_height * len(lines)
    for number, line in enumerate(lines):
        # A line stands on its baseline; a descender may reach into the next one.
        draw_tracked(draw, (MARGIN, y + line_height * number + font.size * 0.9), line, font)
    small = load_font(MEDIUM, LABEL_SIZE)
    label = cut_text(card.label, small, WIDTH - 2 * MARGIN)
    draw.text((MARGIN + 3, y - 18), label, WORDS, small, anchor="ls")


def fit_title(title: str, height: float) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the largest font in which the title fits, and its lines; the end of a longer one is cut."""
    width = WIDTH - 2 * MARGIN
    for size in TITLE_SIZES:
        font = load_font(BOLD, size)
        lines = wrap(title, font)
        fits = len(lines) <= MAX_TITLE_LINES and len(lines) * size * TITLE_LINE <= height
        if fits and all(title_width(line, font) <= width for line in lines):
            return font, lines
    first, rest = lines[: MAX_TITLE_LINES - 1], " ".join(lines[MAX_TITLE_LINES - 1 :])
    return font, [cut_text(line, font, width) for line in (*first, rest)]


def wrap(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    """Return the lines of a title; a word that is too long has a line of its own."""
    lines = []
    for word in text.split():
        if lines and title_width(f"{lines[-1]} {word}", font) <= WIDTH - 2 * MARGIN:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def title_width(text: str, font: ImageFont.FreeTypeFont) -> float:
    return font.getlength(text) + TITLE_TRACKING * font.size * len(text)


def draw_tracked(
    draw: ImageDraw.ImageDraw, start: tuple[float, float], text: str, font: ImageFont.FreeTypeFont
):
    """Draw a line with the letters closer together, as headings of the site have them."""
    x, y = start
    for index, letter in enumerate(text):
        # With the kerning of the pair.
        offset = font.getlength(text[: index + 1]) - font.getlength(letter)
        draw.text((x + offset + TITLE_TRACKING * font.size * index, y), letter, INK, font, anchor="ls")


def draw_facts(draw: ImageDraw.ImageDraw, card: Card):
    """Draw the facts below the cut, and the state at the right of the first."""
    font, bold = load_font(MEDIUM, FACT_SIZE), load_font(BOLD, FACT_SIZE)
    y, right = CUT_Y + 62, WIDTH - MARGIN
    state = cut_text(card.state, bold, WIDTH // 2)
    draw.text((right, y), state, INK, bold, anchor="rm")
    beside = right - MARGIN - (bold.getlength(state) + 48 if state else 0)
    for fact, width, colour in zip(card.facts, (beside, right - MARGIN), (INK, WORDS), strict=False):
        draw.text((MARGIN, y), cut_text(fact, font, width), colour, font, anchor="lm")
        y += FACT_LINE


def cut_text(text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
    """Return the text, or its beginning with an ellipsis if it is wider."""
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text.rstrip() + ELLIPSIS) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
