"""Read the QR codes of a page, as a phone's camera would."""

import re

import numpy as np
import zxingcpp

CODE = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) \1" class="qr">.*? d="([^"]+)"/></svg>')
PIXELS_PER_MODULE = 4


def codes_in(html: str) -> list[str]:
    """Return the texts of the codes in a page, in order; empty for a code that cannot be read."""
    return [read(int(size), path) for size, path in CODE.findall(html)]


def read(size: int, path: str) -> str:
    picture = np.full((size, size), 255, np.uint8)
    x = y = 0.0
    for step, *numbers in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
        first, second = (float(number or 0) for number in numbers)
        if step == "h":
            picture[int(y), int(x) : int(x + first)] = 0
            x += first
        else:
            x, y = (first, second) if step == "M" else (x + first, y + second)
    pixels = picture.repeat(PIXELS_PER_MODULE, 0).repeat(PIXELS_PER_MODULE, 1)
    codes = zxingcpp.read_barcodes(pixels)
    return codes[0].text if codes else ""
