"""Names of rounds, matches and sides, as words that another room can translate."""

import re
from dataclasses import dataclass, field

from tournaments.rules.errors import _


@dataclass(frozen=True)
class Words:
    """A template marked for translation and what fills it (text, numbers or other Words)."""

    template: str
    params: dict = field(default_factory=dict)

    def said(self, translate=str):
        """The text, each template passed through `translate` (gettext in the outer rooms)."""
        filled = {
            name: value.said(translate) if isinstance(value, Words) else value
            for name, value in self.params.items()
        }
        return translate(self.template).format(**filled)

    def __str__(self):
        return self.said()


ORDINALS = (_("1st"), _("2nd"), _("3rd"))

# By the letters of a match's id: its name inside a sentence, and a shorter one where that is long.
MATCH_NAMES = {
    "QF": (_("qualifying final"), _("qualifying")),
    "EF": (_("elimination final"), _("elimination")),
    "SF": (_("semi-final"),),
    "PF": (_("preliminary final"), _("prelim")),
    "GF": (_("grand final"),),
    "Q": (_("quarter-final"),),
    "QPO": (_("qualifying play-off"), _("qualifying")),
    "EPO": (_("elimination play-off"), _("elimination")),
    "PSF": (_("preliminary semi-final"), _("prelim semi")),
    "QSF": (_("qualifying semi-final"), _("qualifying semi")),
    "ESF": (_("elimination semi-final"), _("elimination semi")),
    "QM": (_("qualification match"), _("qualification")),
    "FQ": (_("final qualifier"),),
    "MJ": (_("major semi-final"), _("major semi")),
    "MN": (_("minor semi-final"), _("minor semi")),
    "E": (_("eliminator"),),
    "FP": (_("final pod"),),
}

# Of those with a number, and of those with another name.
PLAIN_NAMES = (_("{match} {n}"), _("match {id}"))
POD_NAMES = (_("{match} pod {n}"), _("pod {id}"))

# `single`, by the number of places that a round has: the round, a match of it, the same shorter.
KNOCKOUT_NAMES = {
    2: (_("Final"), _("final"), _("final")),
    4: (_("Semi-finals"), _("semi-final {n}"), _("semi-final {n}")),
    8: (_("Quarter-finals"), _("quarter-final {n}"), _("quarter-final {n}")),
}
# Before those the matches are numbered through, so that “match 17” is one match.
EARLY_KNOCKOUT = (_("Round of {places}"), _("match {match} (round of {places})"), _("match {match}"))

# What stands in a side until its player is known, by the kind of its source.
SIDE_WORDS = {
    "S": _("seed {seed}"),
    "W": _("winner of {match}"),
    "L": _("loser of {match}"),
    "RW": _("{ordinal}-ranked winner"),
    "RL": _("{ordinal}-ranked loser"),
    "CALL": _("winner who is called"),
    "REST": _("winner who is not called"),
}


def ordinal(number):
    """1 → “1st”, 4 → “4th”."""
    if number <= len(ORDINALS):
        return Words(ORDINALS[number - 1])
    return Words(_("{n}th"), {"n": number})


def match_names(match_id, is_last=False, is_pod=False):
    """(name, short name) of a match of a table with letters for its kinds: `SF2` → semi-final 2, and of a pod
    “semi-final pod 2”, which is semi-final 2 for short.

    A match with one letter has it as its name, but for the last one.
    """
    read = re.fullmatch(r"([A-Z]*?)_?([A-Z]|[0-9]*)", match_id)
    kind, n = read.groups() if read else (match_id, "")
    numbered, lettered = POD_NAMES if is_pod else PLAIN_NAMES
    if match_id in MATCH_NAMES and not (is_pod and n == match_id):
        return tuple(Words(MATCH_NAMES[match_id][at]) for at in (0, -1))
    if kind in MATCH_NAMES:
        return tuple(
            Words(template, {"match": Words(MATCH_NAMES[kind][at]), "n": n})
            for template, at in ((numbered, 0), (PLAIN_NAMES[0], -1))
        )
    name = Words(_("final")) if is_last else Words(lettered, {"id": match_id})
    return name, name


def knockout_names(places, number, before):
    """(round, name, short name) of a knock-out match: the `number`-th of a round with `places`.

    `before`: how many matches the rounds before it have, those that are byes counted too.
    """
    params = {"n": number, "match": before + number, "places": places}
    return tuple(Words(text, params) for text in KNOCKOUT_NAMES.get(places, EARLY_KNOCKOUT))
