"""Erasure of a person from an event: the name replaced everywhere, personal fields cleared.

Numbers, results and pairings stay.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, repeat

from ..errors import _
from ..history import PHONE, PICK, PlayerRecord
from ..history.players import TEXT_FACTS
from ..people.public_names import any_of
from .event_parts import EVENT, player_path

# The fields of a player in the event file that identify the person.
CLEARED_FIELDS = {"club": "", "rating": None}
REMOVED_FIELDS = TEXT_FACTS.keys() - CLEARED_FIELDS.keys()
NAME_TEMPLATES = (_("Player {number}"), _("Person {number}"), _("Seat {number}"))
# Of somebody whom a club erases from all its events.
ERASED_NAME = _("Erased player")
ERASED_TEMPLATES = (ERASED_NAME, _("Erased player {number}"))
# Sources of players' actions; "" if the log has no source.
PLAYER_SOURCES = ("", PHONE, PICK)


@dataclass(frozen=True)
class PlayerEraser:
    """Erases one player from text and from JSON values of the event file and the log.

    `ids` and `names` are all ids and names that the player has had; `other_names` are those of all other
    players. `entry_times` and `emails` are those of their registrations. The reasons of `account_actions`
    name accounts, not players.
    """

    ids: frozenset[str]
    names: tuple[str, ...]
    other_names: tuple[str, ...]
    new_name: str
    entry_times: frozenset[str] = frozenset()
    emails: frozenset[str] = frozenset()
    account_actions: frozenset[str] = frozenset()

    @cached_property
    def pattern(self) -> re.Pattern:
        """Matches a name as whole words; group `longer` is another player's name that contains it."""
        names = {name.casefold() for name in self.names}
        longer = (
            other
            for other in self.other_names
            if other.casefold() not in names and any(name in other.casefold() for name in names)
        )
        return re.compile(f"(?P<longer>{any_of(longer)})|{any_of(self.names)}", re.IGNORECASE)

    def erase_text(self, text: str, max_length: int | None = None) -> str:
        """Replace the name in free text, which may be cut off within a name at `max_length` characters."""
        erased = self.pattern.sub(lambda match: match["longer"] or self.new_name, text)
        if max_length and len(text) >= max_length:
            erased = self.erase_cut_name(erased)
        return erased[:max_length]

    def erase_cut_name(self, text: str) -> str:
        """Replace the beginning of a name at the end of the text."""
        for name in self.names:
            for length in range(len(name) - 1, 0, -1):
                if text.casefold().endswith(f" {name[:length]}".casefold()):
                    return text[:-length] + self.new_name
        return text

    def erase_player(self, fields):
        """Erase a player of an event file or log line, which may have any shape."""
        if not isinstance(fields, dict):
            return fields
        remaining = {key: value for key, value in fields.items() if key not in REMOVED_FIELDS}
        return remaining | CLEARED_FIELDS | {"name": self.new_name}

    def erase_event(self, fields):
        """Erase the name in the event's own fields: its announcement may contain it."""
        announcement = fields.get("announcement") if isinstance(fields, dict) else None
        if not isinstance(announcement, dict) or not isinstance(announcement.get("text"), str):
            return fields
        return fields | {"announcement": announcement | {"text": self.erase_text(announcement["text"])}}

    def erase_changes(self, changes: dict) -> dict:
        """Erase the player in the changes of a log line; drop a change of the name alone."""
        erased = {}
        for path, change in changes.items():
            new_change = self.erase_change(path, change)
            is_name_change = new_change != change and len(new_change) == 2 and new_change[0] == new_change[1]
            if not is_name_change:
                erased[path] = new_change
        return erased

    def erase_change(self, path: str, change):
        if isinstance(change, list) and path == EVENT:
            return list(map(self.erase_event, change))
        if isinstance(change, list) and path in self.player_paths:
            return list(map(self.erase_player, change))
        return change

    @cached_property
    def player_paths(self) -> frozenset[str]:
        return frozenset(map(player_path, self.ids))

    def erase_file(self, values: dict, line_erasers: Iterable["PlayerEraser"] = ()) -> dict:
        """Erase the player in the values of a whole event file, in the lines of its log by their own erasers.

        Without `line_erasers`, or beyond them, by this one.
        """
        players = [
            self.erase_player(player) if player["id"] in self.ids else player for player in values["players"]
        ]
        lines = zip(chain(line_erasers, repeat(self)), values.get("log", ()), strict=False)
        log = [eraser.erase_log_line(line) for eraser, line in lines]
        erased = values | {"event": self.erase_event(values["event"]), "players": players, "log": log}
        if entries := self.erase_entries(erased.pop("registrations", ())):
            erased["registrations"] = entries
        return erased

    def erase_entries(self, entries: Iterable[dict]) -> list[dict]:
        """Return the entries of `registrations` that stay."""
        return [entry for entry in entries if not self.is_own_entry(entry)]

    def is_own_entry(self, entry: dict) -> bool:
        """Return whether an entry of `registrations` is the player's; imported ones have the same time."""
        if entry.get("player") in self.ids or entry.get("email") in self.emails:
            return True
        is_namesake = entry["name"].casefold() in {name.casefold() for name in self.names}
        return is_namesake and ("player" not in entry or entry["at"] in self.entry_times)

    def erase_log_line(self, line: dict) -> dict:
        """Erase the player in a line of the file's log."""
        who = line.get("who", "")
        if line.get("source", "") in PLAYER_SOURCES:
            who = self.erase_text(who)
        changes = self.erase_changes(line.get("changes", {}))
        return line | {"who": who, "action": self.erase_action(line["action"]), "changes": changes}

    def erase_action(self, action: str) -> str:
        """Erase the name in the typed reason of an action: “adjust_round: Bo came late”."""
        name, colon, reason = action.partition(": ")
        return action if name in self.account_actions else name + colon + self.erase_text(reason)


class FormerNameEraser(PlayerEraser):
    """Replaces former names of a player, `names`, with the present one; everything else stays.

    `other_names` has the player's other names, too.
    """

    def erase_player(self, fields):
        """Replace the name of a player of an event file or log line, or of an entry."""
        if not isinstance(fields, dict) or not isinstance(fields.get("name"), str):
            return fields
        is_former = fields["name"].casefold() in {name.casefold() for name in self.names}
        return fields | {"name": self.new_name} if is_former else fields

    def erase_entries(self, entries: Iterable[dict]) -> list[dict]:
        return [self.erase_player(entry) if self.is_own_entry(entry) else entry for entry in entries]


def choose_new_name(
    number: int, names: tuple[str, ...], other_names: tuple[str, ...], templates=NAME_TEMPLATES
) -> str:
    """Return a name such as “Player 17” that is free and does not contain the erased name."""
    taken = {name.casefold() for name in (*other_names, *names)}
    erased_name = re.compile(any_of(names), re.IGNORECASE)
    while True:
        for template in templates:
            name = template.format(number=number)
            if name.casefold() not in taken and not erased_name.search(name):
                return name
        number += 1


def clear_player(player: PlayerRecord, name: str) -> PlayerRecord:
    """Return the player under a new name, without personal fields."""
    return replace(player, name=name, rating=None, **dict.fromkeys(TEXT_FACTS, ""))
