"""Erasure of a person from an event: the name replaced everywhere, personal fields cleared; numbers, results
and pairings stay."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import _
from ..history import PHONE, PlayerRecord
from . import part_paths

# Fields of a player that identify the person.
CLEARED = {"club": "", "rating": None}
REMOVED_KEYS = ("household", "division")
NAME_TEMPLATES = (_("Player {number}"), _("Somebody {number}"), _("Seat {number}"))


@dataclass(frozen=True)
class ErasedPlayer:
    """An erased player: their ids and every spelling of their name.

    `others` are the names of all other players, `new` is the new name.
    """

    ids: frozenset[str]
    names: tuple[str, ...]
    others: tuple[str, ...]
    new: str

    @cached_property
    def pattern(self) -> re.Pattern:
        """Match their names as whole words, except inside another player's longer name."""
        own = {name.casefold() for name in self.names}
        longer = [name for name in self.others if self.is_part_of(name) and name.casefold() not in own]
        longer_pattern, own_pattern = (
            "|".join(map(whole_words, sorted(set(some), key=len, reverse=True)))
            for some in (longer, self.names)
        )
        return re.compile(
            f"(?P<longer>{longer_pattern})|{own_pattern}" if longer else own_pattern, re.IGNORECASE
        )

    def is_part_of(self, text: str) -> bool:
        return any(name.casefold() in text.casefold() for name in self.names)

    def words(self, text: str, most: int | None = None) -> str:
        """Replace their name in free text. A text cut at `most` characters may end with the beginning of a
        name.
        """
        redacted = self.pattern.sub(self.called, text)
        if most and len(text) >= most:
            redacted = self.without_rest(redacted)
        return redacted[:most]

    def called(self, matched: re.Match) -> str:
        return matched.group() if matched.groupdict().get("longer") else self.new

    def without_rest(self, text: str) -> str:
        for name in self.names:
            for length in range(len(name) - 1, 0, -1):
                if text.casefold().endswith(f" {name[:length]}".casefold()):
                    return text[:-length] + self.new
        return text

    def player(self, fields):
        """Redact a player of an event file or log line, which may have any shape."""
        if not isinstance(fields, dict):
            return fields
        remaining = {key: value for key, value in fields.items() if key not in REMOVED_KEYS}
        return remaining | CLEARED | {"name": self.new}

    def event(self, fields):
        """Redact the event's own fields: its announcement may contain the name."""
        announcement = fields.get("announcement") if isinstance(fields, dict) else None
        if not isinstance(announcement, dict) or not isinstance(announcement.get("text"), str):
            return fields
        return fields | {"announcement": announcement | {"text": self.words(announcement["text"])}}

    def changes(self, changes: dict) -> dict:
        """Redact the changes of a log line; drop a change of the name alone."""
        redacted = {path: self.change(path, change) for path, change in changes.items()}
        return {
            path: change
            for path, change in redacted.items()
            if change == changes[path] or not is_unchanged(change)
        }

    def change(self, path: str, change):
        if not isinstance(change, list):
            return change
        if path == part_paths.EVENT:
            return list(map(self.event, change))
        return list(map(self.player, change)) if path in self.paths else change

    @cached_property
    def paths(self) -> frozenset[str]:
        return frozenset(map(part_paths.player, self.ids))

    def file(self, values: dict) -> dict:
        """Redact a whole event file."""
        return values | {
            "event": self.event(values["event"]),
            "players": [self.player(one) if one["id"] in self.ids else one for one in values["players"]],
            "log": [self.line(line) for line in values.get("log", ())],
        }

    def line(self, line: dict) -> dict:
        """Redact a line of the file's log."""
        who, changes = line.get("who", ""), line.get("changes", {})
        is_theirs = line.get("source", "") in PLAYER_SOURCES
        who = self.words(who) if is_theirs else who
        return line | {"who": who, "action": self.action(line["action"]), "changes": self.changes(changes)}

    def action(self, action: str) -> str:
        """Redact the typed reason of an action: “adjust_round: Bo came late”."""
        name, colon, reason = action.partition(": ")
        return action if name in OF_STAFF else name + colon + self.words(reason)


# The reasons of these actions name accounts, not players.
OF_STAFF = ("amend_staff", "remove_staff", "pass_ownership")
# Sources of players' actions; "" if the log has no source.
PLAYER_SOURCES = ("", PHONE)


def is_unchanged(change) -> bool:
    """Whether before and after are equal."""
    return isinstance(change, list) and len(change) == 2 and change[0] == change[1]


def whole_words(name: str) -> str:
    """A pattern of the name without a letter right before or after it."""
    before = r"(?<!\w)" if name[:1].isalnum() else ""
    after = r"(?!\w)" if name[-1:].isalnum() else ""
    return f"{before}{re.escape(name)}{after}"


def new_name(number: int, names: tuple[str, ...], others: tuple[str, ...]) -> str:
    """Return a name such as “Player 17” that is free and does not contain the erased name."""
    taken = {name.casefold() for name in (*others, *names)}
    while True:
        for template in NAME_TEMPLATES:
            name = template.format(number=number)
            if name.casefold() not in taken and not ErasedPlayer(frozenset(), names, (), "").pattern.search(
                name
            ):
                return name
        number += 1


def clear_player(player: PlayerRecord, name: str) -> PlayerRecord:
    """Return the player under a new name, without personal fields."""
    return replace(player, name=name, club="", rating=None, household="", division="")
