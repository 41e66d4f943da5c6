"""Names of rounds, matches and sides, to be translated when they are shown."""

import re
from dataclasses import dataclass, field

from tournaments.rules.errors import _


@dataclass(frozen=True)
class Label:
    """A template marked for translation and its values (text, numbers or other Labels)."""

    template: str
    params: dict = field(default_factory=dict)

    def render(self, translate=str):
        """Return the text, with each template passed through `translate` (gettext on pages)."""
        filled = {
            name: value.render(translate) if isinstance(value, Label) else value
            for name, value in self.params.items()
        }
        return translate(self.template).format(**filled)

    def __str__(self):
        return self.render()


ORDINALS = (_("1st"), _("2nd"), _("3rd"))

# By the letters of a match's id: its name inside a sentence, and a short form of long names.
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

# Names of matches with a number, and of matches with another id.
PLAIN_NAMES = (_("{match} {n}"), _("match {id}"))
POD_NAMES = (_("{match} pod {n}"), _("pod {id}"))

# Single elimination, by the number of places in a round: the round, a match of it, its short name.
KNOCKOUT_NAMES = {
    2: (_("Final"), _("final"), _("final")),
    4: (_("Semi-finals"), _("semi-final {n}"), _("semi-final {n}")),
    8: (_("Quarter-finals"), _("quarter-final {n}"), _("quarter-final {n}")),
}
# In earlier rounds matches are numbered consecutively, so that “match 17” is unique.
EARLY_KNOCKOUT = (_("Round of {places}"), _("match {match} (round of {places})"), _("match {match}"))

# The text of a side until its player is known, by the kind of its source.
SIDE_WORDS = {
    "S": _("seed {seed}"),
    "W": _("winner of {match}"),
    "L": _("loser of {match}"),
    "RW": _("{ordinal}-ranked winner"),
    "RL": _("{ordinal}-ranked loser"),
    "CALL": _("called winner"),
    "REST": _("winner not called"),
}


def ordinal(number):
    """Return the Label of an ordinal: 1 → “1st”, 4 → “4th”."""
    if number <= len(ORDINALS):
        return Label(ORDINALS[number - 1])
    return Label(_("{n}th"), {"n": number})


def match_names(match_id, is_last=False, is_pod=False):
    """Return (name, short name) of a match id with letters for its kind: `SF2` → semi-final 2.

    A pod is “semi-final pod 2”, in short semi-final 2. A match with a one-letter id is named by it, except
    for the last one.
    """
    id_match = re.fullmatch(r"([A-Z]*?)_?([A-Z]|[0-9]*)", match_id)
    kind, n = id_match.groups() if id_match else (match_id, "")
    numbered, lettered = POD_NAMES if is_pod else PLAIN_NAMES
    if match_id in MATCH_NAMES and not (is_pod and n == match_id):
        return tuple(Label(MATCH_NAMES[match_id][index]) for index in (0, -1))
    if kind in MATCH_NAMES:
        return tuple(
            Label(template, {"match": Label(MATCH_NAMES[kind][index]), "n": n})
            for template, index in ((numbered, 0), (PLAIN_NAMES[0], -1))
        )
    name = Label(_("final")) if is_last else Label(lettered, {"id": match_id})
    return name, name


def knockout_names(places, number, before):
    """Return (round, name, short name) of a knock-out match: the `number`-th of a round with `places`.

    `before`: the number of matches in earlier rounds, byes included.
    """
    params = {"n": number, "match": before + number, "places": places}
    return tuple(Label(text, params) for text in KNOCKOUT_NAMES.get(places, EARLY_KNOCKOUT))
