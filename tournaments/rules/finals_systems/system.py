"""Finals as a table of matches, and the names of matches and rounds."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import _


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


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a finals table: its round, its id, and the sources of its two sides, up to five in a pod.

    A side is `S4` (seed 4), `W:QF1` / `L:QF1` (winner, loser of a match), `RW:QF1,QF2:2` /
    `RL:QF1,QF2:2` (the winner or loser of those matches with the 2nd best seed), `CALL:SF1,SF2` (the winner
    of those matches whom the other side chooses) or `REST:SF1,SF2` (the one not chosen); from a pod only
    winners advance. `name` is used in sentences (“semi-final 1”), `short` in narrow places. `reset_of`:
    played only if the second side of that match has won it.
    """

    round: int
    id: str
    sides: tuple[str, ...]
    name: Label
    short: Label
    reset_of: str | None = None

    @property
    def reads(self):
        """The Sources of its sides."""
        return tuple(map(source, self.sides))

    @property
    def is_pod(self):
        return len(self.sides) > 2


@dataclass(frozen=True, slots=True)
class FinalsSystem:
    """A finals system: its texts, the numbers of players it takes, and the builder of its table.

    `build(size)` returns (slots in the order of play, names of the rounds). `used` says where it was
    played, `criticism` what its drawbacks are.
    """

    key: str
    name: str
    summary: str
    source: str
    sizes: range
    build: Callable[[int], tuple[tuple[Slot, ...], tuple[Label, ...]]]
    used: str
    criticism: str


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed source of a side: its kind, the matches it reads, and the rank it takes of them.

    A plain winner is the best of the winners of one match, so its `k` is 1; of a seed `k` is the seed.
    Before the choice, `CALL` is the winner with the worst seed and `REST` the other.
    """

    kind: str
    of: tuple[str, ...]
    k: int

    @property
    def winners(self):
        return self.kind in ("W", "RW", "CALL", "REST")


@lru_cache(maxsize=4096)
def source(text):
    """Parse a side of the table's grammar. ValueError for anything else."""
    if text[:1] == "S" and text[1:].isdecimal():
        return Source("S", (), int(text[1:]))
    kind, _, rest = text.partition(":")
    ids, rank_colon, rank = rest.partition(":")
    matches = tuple(ids.split(","))
    if all(matches):
        if kind in ("W", "L") and len(matches) == 1 and not rank_colon:
            return Source(kind, matches, 1)
        if kind in ("RW", "RL") and rank.isdecimal():
            return Source(kind, matches, int(rank))
        if kind in ("CALL", "REST") and len(matches) == 2 and not rank_colon:
            return Source(kind, matches, 2 if kind == "CALL" else 1)
    raise ValueError(f"not a side of a finals table: {text}")


def slots_of(rows, final=""):
    """Return slots of rows (round, id, side, side, …) whose ids begin with the letters of their kind.

    `final` is the id of the match named “final”.
    """
    return tuple(
        Slot(round_, slot_id, tuple(sides), *match_names(slot_id, slot_id == final, len(sides) > 2))
        for round_, slot_id, *sides in rows
    )


def fixed(key, name, rounds, rows, **texts):
    """Return a FinalsSystem for one size with these rows and round names; `texts`: its other fields."""
    size = sum(side[1:].isdecimal() for row in rows for side in row[2:])
    table = slots_of(rows, rows[-1][1]), tuple(map(Label, rounds))
    return FinalsSystem(key, name, sizes=range(size, size + 1), build=lambda _size: table, **texts)
