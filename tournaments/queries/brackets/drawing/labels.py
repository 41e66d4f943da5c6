"""The texts of the drawing."""

from unicodedata import east_asian_width

from django.utils.translation import gettext

from ....rules.finals.labels import ordinal

# Average widths of a letter in a wide font: in names, in lighter text, and in a column's head.
NAME_LETTER_PX, TEXT_LETTER_PX, HEAD_LETTER_PX = 9.6, 7.2, 8.4
NARROW_LETTERS, WIDE_LETTERS = frozenset("fijlrtI .,'’-"), frozenset("mwMW")

# The largest denominator that is easy to read.
MAX_DENOMINATOR = 1024


def capitalise(text):
    """Capitalise the first letter."""
    return text[:1].upper() + text[1:]


def fit_text(text, room):
    """Shorten a text to `room` pixels: first word to an initial, else cut off with “…”."""
    first, _space, rest = text.partition(" ")
    for candidate in (text, f"{first[:1]}. {rest}" if rest else text):
        if width_of(candidate) <= room:
            return candidate
    length = next((n for n in range(len(text), 2, -1) if width_of(text[:n] + "…") <= room), 2)
    return text[:length].rstrip() + "…"


def width_of(name):
    """Estimate a name's width in pixels; wide East Asian characters count as a square."""
    return NAME_LETTER_PX * sum(
        0.6 if c in NARROW_LETTERS else 1.5 if c in WIDE_LETTERS or east_asian_width(c) in "WF" else 1
        for c in name
    )


def chance_text(fraction):
    """Format a chance: “3/16”, “3.1 %” if that is long, “out”, “won”, or an estimate as “≈ 3.1 %”."""
    if isinstance(fraction, float):
        return gettext("≈ {percent} %").format(percent=f"{fraction * 100:.1f}")
    if fraction == 0:
        return gettext("out")
    if fraction == 1:
        return gettext("won")
    return str(fraction) if fraction.denominator <= MAX_DENOMINATOR else f"{float(fraction) * 100:.1f} %"


def seeds_text(possible):
    """Format the seeds that are still possible: “3, 4 or 5”, “1 to 5”."""
    first, last = possible[0], possible[-1]
    if len(possible) > 3 and last - first + 1 == len(possible):
        return gettext("{first} to {last}").format(first=first, last=last)
    if len(possible) == 1:
        return str(first)
    listed = ", ".join(map(str, possible[:-1]))
    return gettext("{listed} or {last}").format(listed=listed, last=last)


def ranking_titles(group, advancing, matches=""):
    """Return (title, long title) of a ranking by seed in which the best `advancing` go on.

    `matches` names the winners' matches if another group has winners too.
    """
    if group.kind == "CALL":
        return gettext("Called?"), gettext("Opponent called by the highest-seeded winner")
    if not group.winners:
        several = gettext("Losers by seed: {number} get a second chance").format(number=advancing)
        return gettext("Losers"), several
    if matches:
        title, long_title = gettext("Winners ({of})"), gettext("Winners ({of}) by seed")
        return title.format(of=matches), long_title.format(of=matches)
    return gettext("Winners"), gettext("Winners by seed")


def ranking_head(groups):
    """Return the head of a column of rankings, and the line under it."""
    if groups[0].kind == "CALL":
        return gettext("The call"), gettext("by the highest seed")
    return gettext("Ranked by seed"), gettext("next matches")


def rank_labels(group, count):
    """Return “1st”, “2nd” …; for a choice of opponent “yes” and “no”."""
    if group.kind == "CALL":
        return gettext("yes"), gettext("no")
    return tuple(ordinal(k).render(gettext) for k in range(1, count + 1))


def state_text(state):
    """Return “over”, “drawn”, “live”, or an empty string for a waiting match."""
    texts = {"waiting": "", "drawn": gettext("drawn"), "over": gettext("over"), "live": gettext("live")}
    return texts[state]
