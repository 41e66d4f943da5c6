"""A QR code says what it was made of, and keeps its quiet zone."""

from tests.support.case_tables import every
from tests.support.qr_codes import codes_in
from tournaments.web.links import QUIET_MODULES, qr


@every(
    "text",
    ["http://192.168.1.20:8000/e/a/me/abcdefghijklmnop/", "https://topcut.example/" + "long-slug-" * 12],
)
def test_a_reader_decodes_the_code(text):
    assert codes_in(qr(text)) == [text]


def test_nothing_is_drawn_in_its_quiet_zone():
    drawing = qr("https://topcut.example/")
    assert '<path fill="#fff"' in drawing
    assert f'd="M{QUIET_MODULES} {QUIET_MODULES}.5h7' in drawing
