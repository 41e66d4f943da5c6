"""What the drawing says in words."""

from unicodedata import east_asian_width

from django.utils.translation import gettext

from ....rules.finals.labels import ordinal

# The usual width of a letter in pixels, in a wide font: of a name, of the lighter words that wait for one,
# and of the head of a column.
LETTER, WORD_LETTER, HEAD_LETTER = 9.6, 7.2, 8.4
SLIM, BROAD = frozenset("fijlrtI .,'’-"), frozenset("mwMW")

# The largest denominator that reads at a glance.
LONGEST = 1024


def capital(text):
    """The first letter large, as at the head of a box."""
    return text[:1].upper() + text[1:]


def fitting(text, room):
    """The text in `room` pixels: the first word to an initial where that makes it fit, else cut with “…”."""
    first, _space, rest = text.partition(" ")
    for whole in (text, f"{first[:1]}. {rest}" if rest else text):
        if width_of(whole) <= room:
            return whole
    most = next((n for n in range(len(text), 2, -1) if width_of(text[:n] + "…") <= room), 2)
    return text[:most].rstrip() + "…"


def width_of(name):
    """About how many pixels a name takes; what is written in squares takes a square for each."""
    return LETTER * sum(
        0.6 if c in SLIM else 1.5 if c in BROAD or east_asian_width(c) in "WF" else 1 for c in name
    )


def chance(fraction):
    """“3/16”, or “3.1 %” where that is long; “out” where there is none left, “won” where it is certain; an
    estimate as “≈ 3.1 %”."""
    if isinstance(fraction, float):
        return gettext("≈ {percent} %").format(percent=f"{fraction * 100:.1f}")
    if fraction == 0:
        return gettext("out")
    if fraction == 1:
        return gettext("won")
    return str(fraction) if fraction.denominator <= LONGEST else f"{float(fraction) * 100:.1f} %"


def seeds(possible):
    """Seeds that may still come: “3, 4 or 5”, “1 to 5”."""
    first, last = possible[0], possible[-1]
    if len(possible) > 3 and last - first + 1 == len(possible):
        return gettext("{first} to {last}").format(first=first, last=last)
    if len(possible) == 1:
        return str(first)
    listed = ", ".join(map(str, possible[:-1]))
    return gettext("{listed} or {last}").format(listed=listed, last=last)


def ranking_titles(group, back, of=""):
    """(title, the same on a line of its own) of those who are ranked by seed; `back` of them go on.

    `of` says which winners they are, where another group has winners as well.
    """
    if group.kind == "CALL":
        return gettext("Called?"), gettext("Whom the best-seeded winner calls")
    if not group.winners:
        several = gettext("Losers, by seed: {number} come back").format(number=back)
        return gettext("Losers"), several
    if of:
        return gettext("Winners ({of})").format(of=of), gettext("Winners ({of}), by seed").format(of=of)
    return gettext("Winners"), gettext("Winners, by seed")


def groups_head(groups):
    """The head of a column of such groups, and the line under it."""
    if groups[0].kind == "CALL":
        return gettext("The call"), gettext("made by the best")
    return gettext("Ranked by seed"), gettext("who goes where")


def ranks_of(group, count):
    """“1st”, “2nd” …; of those who may be called “yes” and “no”."""
    if group.kind == "CALL":
        return gettext("yes"), gettext("no")
    return tuple(ordinal(k).said(gettext) for k in range(1, count + 1))


def state_words(state):
    """“over”, “drawn”, “live”, nothing while it waits."""
    if state == "waiting":
        return ""
    if state == "drawn":
        return gettext("drawn")
    if state == "over":
        return gettext("over")
    return gettext("live")
