"""What pages show of players’ lists."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from ..history.cache import load_history
from ..history.load import public_history
from ..models import DeckCheck, Event, ListVersion, Player
from ..players.pages.entry_list import ListedPlayer, get_player_list, name_words, search_names
from ..rules.history import EventHistory, PlayerRecord
from ..rules.history.players import REQUIRED
from ..rules.lists.decklist import CardCount, Decklist, parse_decklist
from ..rules.lists.exports import COMMANDER, MAIN, SIDEBOARD
from ..rules.lists.limits import DEADLINE_PASSED, ListLimits, are_public, check_limits, limits_of, refusal
from ..rules.registration import has_started
from ..web.wording import (
    READERS,
    SECTION_NAMES,
    deadline_text,
    departure_text,
    due_text,
    list_noun,
    list_noun_plural,
    message_text,
    when_text,
)


@dataclass(frozen=True)
class ListSection:
    """A section of a list: its name, number of cards, and cards."""

    name: str
    count: int
    cards: tuple[CardCount, ...]


@dataclass(frozen=True)
class ReadList:
    """A list of cards by section, or, without `sections`, its text alone.

    `unread` are lines that are no cards; `size` is “60 and 15 cards”; `warnings` are sentences.
    """

    text: str
    sections: tuple[ListSection, ...]
    unread: tuple[str, ...]
    size: str
    warnings: tuple[str, ...]

    @property
    def unread_text(self) -> str:
        return "\n".join(self.unread)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of the text that are not empty."""
        return tuple(line for line in self.text.splitlines() if line.strip())


def read_list(text: str, limits: ListLimits) -> ReadList:
    """Read a list of an event with these limits; 35 lines take about 0.3 ms."""
    if not limits.counts_cards:
        return ReadList(text, (), (), "", ())
    decklist = parse_decklist(text)
    main, side = decklist.count(MAIN, COMMANDER), decklist.count(SIDEBOARD)
    size = ngettext("{n} card", "{n} cards", main).format(n=main)
    if side:
        size = gettext("{main} and {side} cards").format(main=main, side=side)
    return ReadList(
        text=text,
        sections=tuple(
            ListSection(gettext(SECTION_NAMES[section]), decklist.count(section), cards)
            for section, cards in decklist.sections
        ),
        unread=decklist.unread,
        size=size,
        warnings=warning_texts(decklist, limits),
    )


def warning_texts(decklist: Decklist, limits: ListLimits) -> tuple[str, ...]:
    return tuple(message_text(warning) for warning in check_limits(decklist, limits))


@dataclass(frozen=True)
class ListVersionLine:
    """A version of a list; `who` is the member of the staff who changed it, empty for the player."""

    time: str
    who: str
    reason: str
    deck: str
    read: ReadList


@dataclass(frozen=True)
class OwnList:
    """A player's list; `versions` are newest first.

    `refusal` says why the player cannot change it, `readers` who sees it.
    """

    name: str
    noun: str
    limits: str
    versions: tuple[ListVersionLine, ...]
    deadline: str
    refusal: str
    is_required: bool
    readers: str

    @property
    def newest(self) -> ListVersionLine | None:
        return self.versions[0] if self.versions else None


def get_own_list(event: Event, player: Player, now: datetime) -> OwnList:
    """Return the player's list with all versions."""
    history = load_history(event)
    settings, record = history.lists, history.find_player(player.public_id)
    reason = refusal(history, now)
    if record is None or record.has_left:
        reason = reason or DEADLINE_PASSED
    return OwnList(
        name=record.name if record else player.name,
        noun=list_noun(history.rulebook),
        limits=gettext(limits_of(history).label) if limits_of(history).counts_cards else "",
        versions=list_versions(history, player),
        deadline="" if reason else deadline_text(history),
        refusal=gettext(reason),
        is_required=settings.ask == REQUIRED,
        readers=gettext(READERS[settings.visible]),
    )


def list_versions(history: EventHistory, player: Player) -> tuple[ListVersionLine, ...]:
    """Return the versions of the player's list, newest first."""
    rows, zone, limits = player.list_versions.order_by("-id"), ZoneInfo(history.timezone), limits_of(history)
    return tuple(
        ListVersionLine(
            when_text(row.at, zone),
            row.who,
            history.with_public_names_in(row.reason),
            history.with_public_names_in(row.deck),
            read_list(row.text, limits),
        )
        for row in rows
    )


def own_list_text(player: Player, now: datetime) -> str:
    """“Decklist: missing, due by 18:00” or “Decklist: sent, 58 cards – 1 warning” for the own page.

    Empty if the event asks for none, or the player has none and can send none.
    """
    history = load_history(player.event)
    if not history.lists.ask:
        return ""
    noun, limits = list_noun(history.rulebook), limits_of(history)
    row = player.list_versions.order_by("-id").first()
    if row:
        read = read_list(row.text, limits)
        text = gettext("{list}: sent, {size}") if read.size else gettext("{list}: sent")
        text = text.format(list=noun, size=read.size)
        count = len(read.warnings)
        return text + ngettext(" – {n} warning", " – {n} warnings", count).format(n=count) if count else text
    if refusal(history, now) or history.player(player.public_id).has_left:
        return ""
    missing = gettext("{list}: missing, {due}")
    if history.lists.ask != REQUIRED:
        missing = gettext("{list}: optional, {due}")
    return missing.format(list=noun, due=due_text(history))


@dataclass(frozen=True)
class PublicList:
    """A player's list."""

    noun: str
    plural: str
    name: str
    club: str
    deck: str
    read: ReadList


def are_lists_public(event: Event) -> bool:
    """Return whether everyone who sees the event sees the lists."""
    return are_public(public_history(load_history(event)))


def list_players(event: Event) -> tuple[ListedPlayer, ...]:
    """Return the players with a list, by name."""
    keys = set(ListVersion.objects.filter(event=event).values_list("player__public_id", flat=True))
    return tuple(player for player in get_player_list(event).players if player.player in keys)


def get_public_list(event: Event, key: str) -> PublicList | None:
    """Return the list of the player with this id; None while it is hidden, and without one."""
    history = load_history(event)
    row, player = find_public_version(event, key), history.find_player(key)
    if row is None or player is None:
        return None
    return PublicList(
        noun=list_noun(history.rulebook),
        plural=list_noun_plural(history.rulebook),
        name=player.name,
        club=player.club,
        deck=history.with_public_names_in(row.deck),
        read=read_list(row.text, limits_of(history)),
    )


def find_public_version(event: Event, key: str) -> ListVersion | None:
    """Return the newest version of the list of the player with this id, if lists are public."""
    if not are_lists_public(event):
        return None
    return (
        ListVersion.objects.filter(player__event=event, player__public_id=key, player__removed_at=None)
        .order_by("-id")
        .first()
    )


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
    deck: str
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
        deadline="" if refusal(history, timezone.now()) else deadline_text(history),
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
        deck=history.with_public_names_in(row.deck) if row else "",
        read=read_list(row.text, limits) if row else None,
        time=when_text(row.at, ZoneInfo(event.timezone)) if row else "",
        check=check_line(event, check, row) if check else None,
    )


def check_line(event: Event, check: DeckCheck, newest: ListVersion | None) -> DeckCheckLine:
    is_outdated = newest is not None and newest.at > check.at
    time = when_text(check.at, ZoneInfo(event.timezone))
    note = load_history(event).with_public_names_in(check.note)
    return DeckCheckLine(check.passed, note, check.who, time, is_outdated)


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
        name=history.names[key],
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
