"""Pictures of link previews: size, letters that the font lacks, long names, contrast."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tournaments.previews import picture
from tournaments.previews.picture import (
    CUT,
    CUT_HEIGHT,
    CUT_Y,
    HEIGHT,
    INK,
    MARGIN,
    PAPER,
    WIDTH,
    WORDS,
    Card,
    draw_picture,
    drawable_text,
)


def drawn(card: Card) -> Image.Image:
    return Image.open(BytesIO(draw_picture(card))).convert("RGB")


def ink_box(image: Image.Image, box=None) -> tuple[int, int, int, int]:
    """Return the box of what is drawn on the paper, within a part of the picture."""
    part = image.crop(box) if box else image
    return ImageChops.difference(part, Image.new("RGB", part.size, PAPER)).getbbox()


def luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(factor * part for factor, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_picture_is_a_png_of_the_size_that_chats_expect():
    image = Image.open(BytesIO(draw_picture(Card("Friday night", "The Lantern"))))
    assert (image.format, image.size) == ("PNG", (1200, 630))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Éva Nagyné Horváth-Szabó", "Éva Nagyné Horváth-Szabó"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("Шахматный клуб «Ладья»", "Шахматный клуб «Ладья»"),
        ("Ὀδυσσεύς", "Ὀδυσσεύς"),
        ("🔥 Friday\u200b \u202eNight 1️⃣", "Friday Night 1"),
        ("田中 Taro", ""),
        ("عمر", ""),
        ("x\u0337", ""),
    ],
)
def test_a_name_with_letters_that_the_font_lacks_is_left_out_and_symbols_are(text, expected):
    assert drawable_text(text) == expected


def test_both_fonts_have_the_same_letters():
    for name in (picture.BOLD, picture.MEDIUM):
        font = picture.load_font(name, 38)
        assert all(font.getmask(letter).getbbox() for letter in "AéЖΩễ…·–’0"), name
        assert font.getmask("田").getbbox() is None


def test_a_text_that_is_left_out_leaves_no_trace_and_a_fact_takes_the_place_of_the_title():
    assert draw_picture(Card("Modern", facts=("Friday", "田中"))) == draw_picture(
        Card("Modern", facts=("Friday",))
    )
    without_title = draw_picture(Card("田中", label="Champion", facts=("Modern", "Friday")))
    assert without_title == draw_picture(Card("Modern", facts=("Friday",)))


@pytest.mark.parametrize(
    "name", ["Donaudampfschifffahrt" * 9, "A long name of an event " * 8, "WW " * 60, "i" * 200]
)
def test_long_names_are_cut_to_fit_between_the_margins(name):
    image = drawn(Card(name, name, name, (name, name), name))
    left, top, right, bottom = ink_box(image, (0, 0, WIDTH, CUT_Y - CUT_HEIGHT))
    assert left >= MARGIN - 4 and right <= WIDTH - MARGIN + 4 and top >= MARGIN // 2
    facts_top = CUT_Y + CUT_HEIGHT
    left, _top, right, bottom = ink_box(image, (0, facts_top, WIDTH, HEIGHT))
    assert left >= MARGIN - 4 and right <= WIDTH - MARGIN + 4 and bottom <= HEIGHT - facts_top - 24


def test_title_label_and_club_do_not_touch_each_other():
    """Between the head, the label and each line of the title are rows of bare paper, but for descenders."""
    image = drawn(Card("ÉÅ Nagyné Horváth-Szabó Ŕ", "The Lantern", "Champion", ("Modern",)))
    rows = [ink_box(image, (0, y, WIDTH, y + 1)) is None for y in range(CUT_Y - CUT_HEIGHT)]
    blocks = [start for start in range(1, len(rows)) if rows[start - 1] and not rows[start]]
    assert len(blocks) >= 3
    assert rows[-20:] == [True] * 20


def test_text_has_enough_contrast():
    for colour in (INK, WORDS, CUT):
        light, dark = luminance(PAPER) + 0.05, luminance(colour) + 0.05
        assert light / dark >= 4.5, colour


def test_a_logo_stands_beside_the_club():
    png = BytesIO()
    Image.new("RGBA", (176, 100), "#0b5d4b").save(png, "PNG")
    image = drawn(Card("Modern", "The Lantern", logo=png.getvalue()))
    assert image.getpixel((MARGIN + 10, MARGIN + 32)) == (11, 93, 75)
