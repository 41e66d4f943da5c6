"""Pages compressed piece by piece, so that what many of them hold is compressed once."""

import gzip
import re
import struct
import zlib
from dataclasses import dataclass

# As gzip has them (RFC 1952): what stands before all pieces, and a last one that is empty.
BEFORE, LAST = gzip.compress(b"", mtime=0)[:10], b"\x03\x00"
PLACE = re.compile("(\0[a-z]+\0)")
# The highest level takes three times as long, for a twentieth less.
LEVEL = 6


def place(name: str) -> str:
    """What stands in a page where a piece belongs."""
    return f"\0{name}\0"


def deflated(text: str) -> bytes:
    """A piece that begins and ends by itself (RFC 1951): pieces in a row are one whole."""
    pressed = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
    return pressed.compress(text.encode()) + pressed.flush(zlib.Z_FULL_FLUSH)


@dataclass(frozen=True)
class Begun:
    """The beginning of a page as gzip has it; of the same unpacked its checksum, and how many bytes it is."""

    pressed: bytes
    check: int
    length: int


def begun(page: str, pieces: dict[str, tuple[str, bytes]]) -> Begun:
    """A page with `pieces` in their places: name → (text, deflated)."""
    known = {place(name): piece for name, piece in pieces.items()}
    told, check, length = [BEFORE], 0, 0
    for found in PLACE.split(page):
        text, pressed = known.get(found) or (found, deflated(found))
        data = text.encode()
        told.append(pressed)
        check, length = zlib.crc32(data, check), length + len(data)
    return Begun(b"".join(told), check, length)


def ended(begun: Begun, rest: str = "") -> bytes:
    """The whole page as gzip has it, `rest` after its beginning."""
    data = rest.encode()
    check, length = zlib.crc32(data, begun.check), begun.length + len(data)
    return begun.pressed + deflated(rest) + LAST + struct.pack("<II", check, length % 2**32)


def packed(page: str, pieces: dict[str, tuple[str, bytes]]) -> bytes:
    """The whole page as gzip has it, with `pieces` as in `begun`."""
    return ended(begun(page, pieces))
