"""Gzip for pages. To compress a fragment takes longer than all the rest: the cache holds it compressed."""

import re
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from secrets import randbelow, token_hex

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers

# A list of 1,024 players takes 2 ms at level 3 and 5 ms at level 6, which makes it a seventh smaller.
PAGE_LEVEL, FRAGMENT_LEVEL = 3, 6
# The header of gzip: DEFLATE, a name follows, no time, an unknown system.
HEADER = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff"
MAX_NAME_BYTES = 100
# zlib's `wbits` of gzip, and of DEFLATE's blocks alone.
GZIP, BLOCKS = 31, -15
# As `new_mark` makes them.
MARK = re.compile(rb"(<!--[0-9a-f]{32}-->)")
# The polynomial of CRC-32, and 1 as a polynomial. The highest bit is the coefficient of x⁰.
POLYNOMIAL, ONE = 0xEDB88320, 1 << 31


@dataclass(frozen=True)
class PackedSpan:
    """Where the blocks of a fragment are in the compressed text; CRC-32 and size of what they hold."""

    start: int
    end: int
    checksum: int
    size: int


def accepts_gzip(request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def set_compressed(response: HttpResponse, body: bytes) -> HttpResponse:
    """Make this gzip body the content of a response, and return the response."""
    response.content = body
    response["Content-Encoding"], response["Content-Length"] = "gzip", len(body)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def compress_fragments(html: str, spans: dict[str, tuple[int, int]]) -> tuple[bytes, dict[str, PackedSpan]]:
    """Return the text with gzip, and where the blocks of each fragment are in it by name.

    `spans` are the (start, end) of each fragment in the text, in their order. Blocks refer to no text outside
    their fragment, so that pages can contain them.
    """
    compressor = zlib.compressobj(FRAGMENT_LEVEL, wbits=GZIP)

    def compress(text: bytes) -> bytes:
        return compressor.compress(text) + compressor.flush(zlib.Z_FULL_FLUSH)

    packed, packed_spans, end = b"", {}, 0
    for name, span in spans.items():
        packed += compress(html[end : span[0]].encode())
        text = html[slice(*span)].encode()
        blocks = compress(text)
        place = len(packed), len(packed) + len(blocks)
        packed_spans[name] = PackedSpan(*place, zlib.crc32(text), len(text))
        packed, end = packed + blocks, span[1]
    return packed + compress(html[end:].encode()) + compressor.flush(), packed_spans


def new_mark() -> str:
    """Return a random comment that marks a fragment’s place in a page; no text of a page can contain it."""
    return f"<!--{token_hex(16)}-->"


def compress_page(page: bytes, packed: bytes, spans: dict[bytes, PackedSpan]) -> bytes:
    """Return a page with gzip; the blocks of `packed` with these spans take the place of their marks.

    As in Django a name of random length hides how well the page was compressed: that could betray a secret in
    it (BREACH).
    """
    compressor = zlib.compressobj(PAGE_LEVEL, wbits=BLOCKS)
    body, checksum, size = [HEADER, b"a" * randbelow(MAX_NAME_BYTES), b"\0"], 0, 0
    for part in MARK.split(page) if spans else [page]:
        if span := spans.get(part):
            body.append(packed[span.start : span.end])
            checksum, size = join_checksums(checksum, span), size + span.size
        else:
            body.append(compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH))
            checksum, size = zlib.crc32(part, checksum), size + len(part)
    body += compressor.flush(), struct.pack("<LL", checksum, size % 2**32)
    return b"".join(body)


def join_checksums(checksum: int, span: PackedSpan) -> int:
    """Return the CRC-32 of a text with this one and of the fragment after it, which need not be read for it.

    As zlib's own crc32_combine, which Python does not offer.
    """
    return multiply(checksum, power_of_x(8 * span.size)) ^ span.checksum


def multiply(a: int, b: int) -> int:
    """Return the product of two polynomials modulo that of CRC-32."""
    product = 0
    while a:
        if a & ONE:
            product ^= b
        a = a << 1 & 0xFFFFFFFF
        b = b >> 1 ^ POLYNOMIAL if b & 1 else b >> 1
    return product


@lru_cache(256)
def power_of_x(exponent: int) -> int:
    """Return a power of x modulo the polynomial of CRC-32."""
    power, square = ONE, ONE >> 1
    while exponent:
        if exponent & 1:
            power = multiply(power, square)
        exponent, square = exponent >> 1, multiply(square, square)
    return power
