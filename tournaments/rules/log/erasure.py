"""A person taken out of what is told of an event: another name in every place, their facts cleared, all
numbers, results and pairings left."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import _
from ..history import PHONE, PlayerRecord
from . import part_paths

# What an event file says of a player that leads to the person; the rest is numbers of the tournament.
CLEARED = {"club": "", "rating": None}
GONE = ("household", "division")
CALLED = (_("Player {number}"), _("Somebody {number}"), _("Seat {number}"))


@dataclass(frozen=True)
class Erased:
    """Who is erased: their ids and every spelling of their name; `others` are the names of everybody else,
    `new` what they are called from now on."""

    ids: frozenset[str]
    names: tuple[str, ...]
    others: tuple[str, ...]
    new: str

    @cached_property
    def pattern(self) -> re.Pattern:
        """Their names as whole words, but not where these are a part of somebody else's name."""
        own = {name.casefold() for name in self.names}
        longer = [name for name in self.others if self.is_part_of(name) and name.casefold() not in own]
        kept, gone = (
            "|".join(map(whole_words, sorted(set(some), key=len, reverse=True)))
            for some in (longer, self.names)
        )
        return re.compile(f"(?P<kept>{kept})|{gone}" if longer else gone, re.IGNORECASE)

    def is_part_of(self, text: str) -> bool:
        return any(name.casefold() in text.casefold() for name in self.names)

    def words(self, text: str, most: int | None = None) -> str:
        """Free text without them. A text cut at `most` characters may end with the beginning of a name."""
        told = self.pattern.sub(self.called, text)
        if most and len(text) >= most:
            told = self.without_rest(told)
        return told[:most]

    def called(self, found: re.Match) -> str:
        return found.group() if found.groupdict().get("kept") else self.new

    def without_rest(self, text: str) -> str:
        for name in self.names:
            for length in range(len(name) - 1, 0, -1):
                if text.casefold().endswith(f" {name[:length]}".casefold()):
                    return text[:-length] + self.new
        return text

    def player(self, told):
        """What a file or the log says of a player, theirs or not; the log's lines may say anything."""
        if not isinstance(told, dict):
            return told
        kept = {key: value for key, value in told.items() if key not in GONE}
        return kept | CLEARED | {"name": self.new}

    def event(self, told):
        """The event's own facts, in whose announcement they may be named."""
        said = told.get("announcement") if isinstance(told, dict) else None
        if not isinstance(said, dict) or not isinstance(said.get("text"), str):
            return told
        return told | {"announcement": said | {"text": self.words(said["text"])}}

    def changes(self, told: dict) -> dict:
        """What a line of the log changed, before and after; where it was their name alone, nothing."""
        kept = {path: self.change(path, said) for path, said in told.items()}
        return {path: said for path, said in kept.items() if said == told[path] or not is_same(said)}

    def change(self, path: str, said):
        if not isinstance(said, list):
            return said
        if path == part_paths.EVENT:
            return list(map(self.event, said))
        return list(map(self.player, said)) if path in self.paths else said

    @cached_property
    def paths(self) -> frozenset[str]:
        return frozenset(map(part_paths.player, self.ids))

    def file(self, told: dict) -> dict:
        """A whole event file."""
        return told | {
            "event": self.event(told["event"]),
            "players": [self.player(one) if one["id"] in self.ids else one for one in told["players"]],
            "log": [self.line(line) for line in told.get("log", ())],
        }

    def line(self, told: dict) -> dict:
        """A line of the file's log."""
        who, changes = told.get("who", ""), told.get("changes", {})
        is_theirs = told.get("source", "") in SAID_BY_PLAYERS
        who = self.words(who) if is_theirs else who
        return told | {"who": who, "action": self.action(told["action"]), "changes": self.changes(changes)}

    def action(self, told: str) -> str:
        """What was done, with the reason that somebody typed: “adjust_round: Bo came late”."""
        act, colon, reason = told.partition(": ")
        return told if act in OF_STAFF else act + colon + self.words(reason)


# Whom these name are accounts.
OF_STAFF = ("amend_staff", "remove_staff", "pass_ownership")
# From where a player does something; "" where a log does not say from where.
SAID_BY_PLAYERS = ("", PHONE)


def is_same(said) -> bool:
    """Whether what was before is there after."""
    return isinstance(said, list) and len(said) == 2 and said[0] == said[1]


def whole_words(name: str) -> str:
    """The name where no letter stands right before or after it."""
    before = r"(?<!\w)" if name[:1].isalnum() else ""
    after = r"(?!\w)" if name[-1:].isalnum() else ""
    return f"{before}{re.escape(name)}{after}"


def new_name(number: int, names: tuple[str, ...], others: tuple[str, ...]) -> str:
    """“Player 17”: what nobody else is called, and what says nothing of the name that goes."""
    taken = {name.casefold() for name in (*others, *names)}
    while True:
        for called in CALLED:
            name = called.format(number=number)
            if name.casefold() not in taken and not Erased(frozenset(), names, (), "").pattern.search(name):
                return name
        number += 1


def cleared(player: PlayerRecord, name: str) -> PlayerRecord:
    """The player without what leads to a person."""
    return replace(player, name=name, club="", rating=None, household="", division="")
