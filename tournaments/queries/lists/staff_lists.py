"""The lists of all players as the staff see them: who is missing, warnings, deck checks."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.utils import timezone

from ...models import DeckCheck, Event, ListVersion, Player
from ...rules.history import EventHistory, PlayerRecord
from ...rules.history.registration import REQUIRED
from ...rules.lists import access_times
from ...rules.lists.limits import ListLimits, limits_of
from ...rules.registration.settings import has_started
from ..history.cache import load_history
from ..players.search import name_words, search_names
from ..wording.formats import departure_text, when_text
from ..wording.lists import deadline_text, list_noun, list_noun_plural
from .own_list import ListVersionLine, list_versions
from .read_list import ReadList, read_list

MISSING, WARNINGS = "missing", "warnings"


@dataclass(frozen=True)
class DeckCheckLine:
    """The outcome of a deck check. `is_outdated`: the list was changed after it."""

    passed: bool
    note: str
    who: str
    time: str
    is_outdated: bool


@dataclass(frozen=True)
class SentList:
    """A player with the newest list that they sent; `read` is None without one, `check` the last check."""

    key: str
    name: str
    club: str
    note: str
    read: ReadList | None
    time: str
    check: DeckCheckLine | None


@dataclass(frozen=True)
class StaffLists:
    """The lists of an event by player; dropped players only with a list. An empty `deadline` has passed."""

    noun: str
    plural: str
    deadline: str
    is_asked: bool
    players: tuple[SentList, ...]

    @property
    def sent(self) -> tuple[SentList, ...]:
        return tuple(player for player in self.players if player.read)

    @property
    def missing(self) -> tuple[SentList, ...]:
        return tuple(player for player in self.players if not player.read)

    @property
    def with_warnings(self) -> tuple[SentList, ...]:
        return tuple(player for player in self.sent if player.read.warnings)

    def matching(self, show: str, find: str) -> tuple[SentList, ...]:
        """Return the players of a filter, MISSING, WARNINGS or empty, whose name matches the search text."""
        players = {MISSING: self.missing, WARNINGS: self.with_warnings}.get(show, self.players)
        return search_names(find, players, lambda player: player.name) if find else players


@dataclass(frozen=True)
class CheckedList:
    """A player's list for a deck check, with all versions, newest first, and all checks."""

    key: str
    name: str
    table: int | None
    versions: tuple[ListVersionLine, ...]
    checks: tuple[DeckCheckLine, ...]

    @property
    def newest(self) -> ListVersionLine | None:
        return self.versions[0] if self.versions else None


def get_staff_lists(event: Event) -> StaffLists:
    """Return the lists of all players, with a fixed number of queries."""
    history = load_history(event)
    limits = limits_of(history)
    rows = {row.player.public_id: row for row in newest_versions(event).select_related("player")}
    checks = DeckCheck.objects.filter(event=event).select_related("player").order_by("id")
    checks = {row.player.public_id: row for row in checks}
    players = (
        sent_list(event, history, limits, player, rows.get(player.id), checks.get(player.id))
        for player in history.players
        if player.id in rows or not player.has_left
    )
    return StaffLists(
        noun=list_noun(history.rulebook),
        plural=list_noun_plural(history.rulebook),
        deadline="" if access_times.refusal(history, timezone.now()) else deadline_text(history),
        is_asked=bool(history.lists.ask),
        players=tuple(sorted(players, key=lambda player: (name_words(player.name), player.key))),
    )


def newest_versions(event: Event):
    """Return the newest version of each list."""
    later = ListVersion.objects.filter(player=OuterRef("player"), pk__gt=OuterRef("pk"))
    return ListVersion.objects.filter(~Exists(later), event=event)


def sent_list(
    event: Event,
    history: EventHistory,
    limits: ListLimits,
    player: PlayerRecord,
    row: ListVersion | None,
    check: DeckCheck | None,
) -> SentList:
    return SentList(
        key=player.id,
        name=player.name,
        club=player.club,
        note=departure_text(history, player),
        read=read_list(row.text, limits) if row else None,
        time=when_text(row.at, ZoneInfo(event.timezone)) if row else "",
        check=check_line(event, check, row) if check else None,
    )


def check_line(event: Event, check: DeckCheck, newest: ListVersion | None) -> DeckCheckLine:
    is_outdated = newest is not None and newest.at > check.at
    time = when_text(check.at, ZoneInfo(event.timezone))
    return DeckCheckLine(check.passed, check.note, check.who, time, is_outdated)


def get_checked_list(event: Event, key: str) -> CheckedList | None:
    """Return the list of the player with this id; None for an unknown id."""
    history = load_history(event)
    player = Player.objects.filter(event=event, public_id=key).first()
    if player is None or history.find_player(key) is None:
        return None
    newest = player.list_versions.order_by("-id").first()
    round_ = history.current_phase.current_round
    match = round_.find_match_of(key) if round_ else None
    return CheckedList(
        key=key,
        name=player.name,
        table=match.table if match else None,
        versions=list_versions(history, player),
        checks=tuple(check_line(event, check, newest) for check in player.deck_checks.order_by("-id")),
    )


def players_at_table(history: EventHistory, table: int) -> tuple[str, ...]:
    """Return the ids of the players at a table of the current round; empty for an unknown table."""
    round_ = history.current_phase.current_round
    matches = round_.matches if round_ else ()
    return next((match.players for match in matches if match.table == table), ())


def keys_with_list(event: Event) -> tuple[str, ...]:
    """Return the ids of the players still in the event who have sent a list, in the order of their rows."""
    sent = ListVersion.objects.filter(player=OuterRef("pk"))
    keys = Player.objects.filter(Exists(sent), event=event).order_by("pk").values_list("public_id", flat=True)
    active = {player.id for player in load_history(event).players if not player.has_left}
    return tuple(key for key in keys if key in active)


def count_missing_lists(event: Event, history: EventHistory) -> int:
    """Return how many players have not sent the list that the event requires; 0 once it has started."""
    if history.lists.ask != REQUIRED or has_started(history):
        return 0
    active = sum(not player.has_left for player in history.players)
    return active - len(keys_with_list(event))
