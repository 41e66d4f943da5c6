"""Names of rounds, matches and sides, as words that another room can translate."""

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

# By the letters of a match's id: its name inside a sentence, and a shorter one.
MATCH_NAMES = {
    "QF": (_("qualifying final {n}"), _("qualifying {n}")),
    "SF": (_("semi-final {n}"), _("semi-final {n}")),
    "PF": (_("preliminary final {n}"), _("prelim {n}")),
    "GF": (_("grand final"), _("grand final")),
}

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
}


def ordinal(number):
    """1 → “1st”, 4 → “4th”."""
    if number <= len(ORDINALS):
        return Words(ORDINALS[number - 1])
    return Words(_("{n}th"), {"n": number})


def match_names(match_id):
    """(name, short name) of a match of a table with letters for its kinds: `SF2` → semi-final 2."""
    kind = match_id.rstrip("0123456789")
    params = {"n": match_id[len(kind) :]}
    name, short = MATCH_NAMES[kind]
    return Words(name, params), Words(short, params)


def knockout_names(places, number, before):
    """(round, name, short name) of a knock-out match: the `number`-th of a round with `places`.

    `before`: how many matches the rounds before it have, those that are byes counted too.
    """
    params = {"n": number, "match": before + number, "places": places}
    return tuple(Words(text, params) for text in KNOCKOUT_NAMES.get(places, EARLY_KNOCKOUT))
