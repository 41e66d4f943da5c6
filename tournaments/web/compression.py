"""Gzip for pages. To compress a fragment takes longer than all the rest: the cache holds it compressed."""

import re
import struct
import zlib
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


def accepts_gzip(request) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def set_compressed(response: HttpResponse, body: bytes) -> HttpResponse:
    """Make this gzip body the content of a response, and return the response."""
    response.content = body
    response["Content-Encoding"], response["Content-Length"] = "gzip", len(body)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def compress_fragments(
    html: str, spans: dict[str, tuple[int, int]]
) -> tuple[bytes, dict[str, tuple[int, int]]]:
    """Return the text with gzip, and the (start, end) of each fragment's blocks in it by name.

    `spans` are the (start, end) of each fragment in the text, in their order. Blocks refer to no text outside
    their fragment, so that pages can contain them.
    """
    compressor = zlib.compressobj(FRAGMENT_LEVEL, wbits=GZIP)

    def compress(text: str) -> bytes:
        return compressor.compress(text.encode()) + compressor.flush(zlib.Z_FULL_FLUSH)

    packed, packed_spans, end = b"", {}, 0
    for name, span in spans.items():
        packed += compress(html[end : span[0]])
        blocks = compress(html[slice(*span)])
        packed_spans[name] = len(packed), len(packed) + len(blocks)
        packed, end = packed + blocks, span[1]
    return packed + compress(html[end:]) + compressor.flush(), packed_spans


def new_mark() -> str:
    """Return a random comment that marks a fragment’s place in a page; no text of a page can contain it."""
    return f"<!--{token_hex(16)}-->"


def compress_page(page: bytes, blocks: dict[bytes, bytes]) -> bytes:
    """Return a page with gzip, in which `blocks` take the place of their marks.

    As in Django a name of random length hides how well the page was compressed: that could betray a secret in
    it (BREACH).
    """
    compressor = zlib.compressobj(PAGE_LEVEL, wbits=BLOCKS)
    body, checksum, size = [HEADER, b"a" * randbelow(MAX_NAME_BYTES), b"\0"], 0, 0
    # Every second part is a mark.
    for place, part in enumerate(re.split(b"(%b)" % b"|".join(blocks), page) if blocks else [page]):
        if place % 2:
            body.append(blocks[part])
            part = zlib.decompressobj(BLOCKS).decompress(blocks[part])
        else:
            body.append(compressor.compress(part) + compressor.flush(zlib.Z_FULL_FLUSH))
        checksum, size = zlib.crc32(part, checksum), size + len(part)
    body += compressor.flush(), struct.pack("<LL", checksum, size % 2**32)
    return b"".join(body)
