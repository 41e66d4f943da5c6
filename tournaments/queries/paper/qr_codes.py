"""QR codes as inline SVG."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe

# The quiet zone that ISO/IEC 18004 requires.
QUIET_MODULES = 4
# Readers accept any of the eight masks; finding the best one takes three times as long.
MASK = 2


# Cached because a thousand codes take seconds to make, and are printed again each round.
@lru_cache(maxsize=2048)
def qr(text: str) -> SafeString:
    """Return the code of a text as SVG of class `qr` without a size, hidden from screen readers.

    Raises ValueError for more than a code holds (2,331 bytes).
    """
    code = segno.make_qr(text, error="m", mask=MASK)
    options = {"omitsize": True, "svgclass": "qr", "lineclass": None, "light": "#fff"}
    svg = code.svg_inline(border=QUIET_MODULES, **options)
    return mark_safe(svg.replace("<svg ", '<svg aria-hidden="true" shape-rendering="crispEdges" ', 1))
