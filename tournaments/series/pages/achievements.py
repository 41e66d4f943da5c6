"""The achievements of the series that an event counts for: what is offered, ticked and confirmed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from ...history.cache import get_for_layout, load_history
from ...models import AchievementTick, Event, Seat, Series
from ...rules.history import PUBLIC, MatchRecord
from ...rules.results.notation import join_names
from ...rules.series.achievements import FREQUENCIES
from ...rules.series.series_rules import ONCE_A_GAME, SeriesAchievement, number_text
from ...rules.series.stored_rules import read_rules

# A longer list is folded on the players' pages.
MAX_UNFOLDED = 6


@dataclass(frozen=True)
class OfferedAchievement:
    """An achievement of a series that an event counts for."""

    series: int
    achievement: SeriesAchievement

    @property
    def value(self) -> str:
        """Its name in forms."""
        return f"{self.series}.{self.achievement.key}"

    @property
    def name(self) -> str:
        return self.achievement.name

    @property
    def points_text(self) -> str:
        points = self.achievement.points
        return f"+{number_text(points)}" if points > 0 else number_text(points).replace("-", "−")

    @property
    def frequency(self) -> str:
        return gettext(FREQUENCIES[self.achievement.once])


def offered_achievements(event: Event) -> tuple[OfferedAchievement, ...]:
    """Return the achievements of the running series that this event counts for, with at most one query.

    Whatever changes them increments the event's layout version: see actions.ticks.show_offered_achievements.
    """
    if event.club_id is None or event.cancelled:
        return ()
    if connection.in_atomic_block:
        return read_offered(event)
    return get_for_layout(event, "achievements", read_offered)


def read_offered(event: Event) -> tuple[OfferedAchievement, ...]:
    series = Series.objects.filter(entries__event=event, ended_at=None).order_by("pk")
    rows = series.values_list("pk", "is_public", "rules")
    return tuple(
        OfferedAchievement(pk, achievement)
        for pk, is_public, rules in rows
        if rules.get("achievements") and (event.visibility == PUBLIC or not is_public)
        for achievement in read_rules(rules).achievements
    )


@dataclass(frozen=True)
class PlayerTick:
    """An achievement that a player has ticked; `player` is the id in the event, `value` that of forms."""

    pk: int
    player: str
    value: str
    is_confirmed: bool


def list_round_ticks(
    event: Event, phase: int, number: int, players: Iterable[str] | None = None
) -> list[PlayerTick]:
    """Return the ticks of a round, of these players alone if they are given."""
    rows = ticks_of_round(event, phase, number)
    if players is not None:
        rows = rows.filter(player__public_id__in=list(players))
    columns = ("pk", "player__public_id", "series_id", "key", "confirmed_at")
    return [
        PlayerTick(pk, player, f"{series}.{key}", confirmed_at is not None)
        for pk, player, series, key, confirmed_at in rows.order_by("pk").values_list(*columns)
    ]


def ticks_of_round(event: Event, phase: int, number: int) -> QuerySet[AchievementTick]:
    return AchievementTick.objects.filter(player__event=event, phase=phase, round=number)


def counted_ticks(series: Series) -> QuerySet[AchievementTick]:
    """Return the ticks that count: confirmed ones of players who have a table in their round."""
    seats = Seat.objects.filter(
        player=OuterRef("player"),
        match__table__isnull=False,
        round__number=OuterRef("round"),
        round__phase__number=OuterRef("phase"),
    )
    return AchievementTick.objects.filter(Exists(seats), series=series).exclude(confirmed_at=None)


@dataclass(frozen=True)
class TickChoice:
    """An achievement that a player can tick; a confirmed one stays."""

    offered: OfferedAchievement
    is_ticked: bool
    is_confirmed: bool


@dataclass(frozen=True)
class WaitingTicks:
    """What another player at the table has ticked and nobody has confirmed; `names` are the achievements."""

    player: str
    name: str
    pks: tuple[int, ...]
    names: str


@dataclass(frozen=True)
class OwnAchievements:
    """What a player can tick and confirm at their table."""

    choices: tuple[TickChoice, ...]
    waiting: tuple[WaitingTicks, ...]

    @property
    def is_folded(self) -> bool:
        return len(self.choices) > MAX_UNFOLDED

    @property
    def ticked(self) -> list[TickChoice]:
        return [choice for choice in self.choices if choice.is_ticked]

    def waiting_of(self, players: Iterable[str]) -> list[WaitingTicks]:
        """Return what these players have ticked."""
        return [one for one in self.waiting if one.player in players]


def get_own_achievements(
    event: Event, phase: int, number: int, match: MatchRecord, player: str, names: dict[str, str]
) -> OwnAchievements | None:
    """Return what a player can tick and confirm at this table; None if the event has no achievements."""
    offered = offered_achievements(event)
    if not offered:
        return None
    ticks = list_round_ticks(event, phase, number, match.players)
    own = {tick.value: tick for tick in ticks if tick.player == player}
    by_value = {one.value: one for one in offered}
    waiting = []
    for other in match.players:
        rows = [
            tick
            for tick in ticks
            if tick.player == other and not tick.is_confirmed and tick.value in by_value
        ]
        if rows and other != player:
            achievements = join_names(tuple(by_value[tick.value].name for tick in rows), gettext)
            waiting.append(WaitingTicks(other, names[other], tuple(tick.pk for tick in rows), achievements))
    choices = tuple(
        TickChoice(one, one.value in own, one.value in own and own[one.value].is_confirmed) for one in offered
    )
    return OwnAchievements(choices, tuple(waiting))


# States of an achievement at the desk; empty if it is not ticked.
WAITING, CONFIRMED = "waiting", "confirmed"


@dataclass(frozen=True)
class SeatTicks:
    """A player at a table of the desk; `achievements` are (achievement, state)."""

    player: str
    name: str
    achievements: tuple[tuple[OfferedAchievement, str], ...]

    @property
    def ticked(self) -> list[tuple[OfferedAchievement, str]]:
        return [(one, state) for one, state in self.achievements if state]


@dataclass(frozen=True)
class TableTicks:
    """The players at a table of the desk with their achievements."""

    seats: tuple[SeatTicks, ...] = ()

    @property
    def ticked(self) -> int:
        """How many achievements are ticked, confirmed or not."""
        return sum(len(seat.ticked) for seat in self.seats)

    @property
    def waiting(self) -> int:
        """How many of them nobody has confirmed."""
        return sum(state == WAITING for seat in self.seats for _one, state in seat.ticked)

    @property
    def shared(self) -> list[str]:
        """The achievements of a single game that more than one player of the table has ticked."""
        ticked = Counter(one for seat in self.seats for one, _state in seat.ticked)
        return [
            one.name for one, count in ticked.items() if count > 1 and one.achievement.once == ONCE_A_GAME
        ]


class DeskAchievements:
    """The achievements in the rows of the desk. Each round is read once."""

    def __init__(self, event: Event, offered: tuple[OfferedAchievement, ...]):
        self.event, self.offered = event, offered
        self.history = load_history(event).with_public_names
        self.rounds = {}

    def at_table(self, phase: int, number: int, table: int) -> TableTicks:
        """Return the players at a table with their achievements; nobody for a table of another round."""
        if (phase, number) not in self.rounds:
            self.rounds[phase, number] = self.read_round(phase, number)
        return self.rounds[phase, number].get(table, TableTicks())

    def read_round(self, phase: int, number: int) -> dict[int, TableTicks]:
        states = {
            (tick.player, tick.value): CONFIRMED if tick.is_confirmed else WAITING
            for tick in list_round_ticks(self.event, phase, number)
        }
        names = self.history.names
        return {
            match.table: TableTicks(
                tuple(
                    SeatTicks(
                        player,
                        names[player],
                        tuple((one, states.get((player, one.value), "")) for one in self.offered),
                    )
                    for player in match.players
                )
            )
            for match in self.history.round(phase, number).matches
            if not match.is_bye
        }


def get_desk_achievements(event: Event) -> DeskAchievements | None:
    """Return the achievements for the desk; None if the event has none."""
    offered = offered_achievements(event)
    return DeskAchievements(event, offered) if offered else None
