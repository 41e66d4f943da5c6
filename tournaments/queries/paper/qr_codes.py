"""QR codes, as drawings that stand in a page."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe

# Modules of white around the code that ISO/IEC 18004 asks for.
QUIET = 4
# Readers take any of the eight masks; to weigh them all against each other takes three times as long.
MASK = 2


# A thousand codes take seconds to make, and are printed again each round.
@lru_cache(maxsize=2048)
def qr(text: str) -> SafeString:
    """The code of a text as inline SVG of class `qr`, black on its own white, its quiet zone included; it has
    no size of its own and is hidden from screen readers. ValueError for more than a code holds (2,331 bytes).
    """
    code = segno.make_qr(text, error="m", mask=MASK)
    drawing = code.svg_inline(border=QUIET, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return mark_safe(drawing.replace("<svg ", '<svg aria-hidden="true" shape-rendering="crispEdges" ', 1))
