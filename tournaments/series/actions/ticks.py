"""Achievements of an event: ticked and confirmed by players, or entered at the desk."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver

from ... import access
from ...changes.change import Change, DuplicateRequest, action, increment_layout_versions
from ...changes.club_change import ClubChange
from ...changes.registry import club_changed, find_action, listens_to_changes
from ...models import AchievementTick, Event, LogEntry, Pick, Player, PlayerResult, Seat, SeriesEntry
from ...players.actions.picks import check_sender
from ...players.actions.players import player_in
from ...results.actions.reports import check_reporting_mode, find_match
from ...rules.errors import RuleViolation, _
from ...rules.history import DRAFT, EventHistory, MatchRecord
from ..pages.achievements import OfferedAchievement, offered_achievements, ticks_of_round


@action(
    None,
    is_tentative=True,
    from_phone=True,
    is_quiet=True,
    log={
        "tick_achievements": (_("Table {table}: {name} ticks achievements"), "{round}"),
        "confirm_achievements": (_("Table {table}: {name} confirms achievements of {names}"), "{round}"),
    },
)
def tick_achievements(
    change: Change,
    key: str,
    phase: int,
    number: int,
    seats: tuple[str, ...],
    ticked: Collection[str] | None,
    confirmed: Collection[int] = (),
    *,
    pick_token: str = "",
):
    """Store what a player has ticked in a round, and confirm what others at the table have.

    `ticked` are values of OfferedAchievement, None to leave the player's own as they are; `confirmed` are
    primary keys of ticks that the player has seen. `seats` and `pick_token` are those of
    results.actions.reports.submit_report. Ticks wait until another player or the desk confirms them; players
    confirm only at their newest table, once it has a result, so that those who dispute one confirm nothing.
    Raises DuplicateRequest if nothing changes; RuleViolation if others sit there now, or players do not
    report here.
    """
    player = player_in(change.history, key)
    check_sender(change, player, pick_token)
    played = change.history.phase(phase)
    check_reporting_mode(played)
    _round, match = find_match(played, number, seats)
    if match is None or match.is_bye or player.id not in match.players:
        raise RuleViolation(_("Others sit at this table now. Tick your achievements again at your new one."))
    offered = {one.value: one for one in offered_achievements(change.event)}
    changes_own = ticked is not None and store_own(change, player.id, offered, set(ticked), phase, number)
    owners = confirm_others(change, player.id, match, confirmed, pick_token, phase, number)
    if not (changes_own or owners):
        raise DuplicateRequest
    change.notified.update(match.players)
    names = {"names": owners} if owners else {}
    sentence = "confirm_achievements" if owners else "tick_achievements"
    change.log(sentence, table=match.table, round=(phase, number), name=player.id, **names)


def store_own(
    change: Change,
    player: str,
    offered: dict[str, OfferedAchievement],
    ticked: set[str],
    phase: int,
    number: int,
) -> bool:
    """Store what a player has ticked; confirmed ticks stay. Return whether anything changes."""
    rows = ticks_of_round(change.event, phase, number).filter(player__public_id=player)
    before = {f"{row.series_id}.{row.key}": row for row in rows}
    gone = [row.pk for value, row in before.items() if row.confirmed_at is None and value not in ticked]
    new = [one for value, one in offered.items() if value in ticked and value not in before]
    AchievementTick.objects.filter(pk__in=gone).delete()
    if new:
        row = Player.objects.get(event=change.event, public_id=player)
        AchievementTick.objects.bulk_create(
            new_tick(row, one, phase, number, reported_by=player) for one in new
        )
    return bool(gone or new)


def new_tick(player: Player, one: OfferedAchievement, phase: int, number: int, **columns) -> AchievementTick:
    return AchievementTick(
        series_id=one.series, player=player, key=one.achievement.key, phase=phase, round=number, **columns
    )


def confirm_others(
    change: Change,
    player: str,
    match: MatchRecord,
    confirmed: Collection[int],
    pick_token: str,
    phase: int,
    number: int,
) -> list[str]:
    """Confirm ticks of other players at the table; return the ids of those players."""
    if not confirmed or not match.reported or is_doubtful(pick_token):
        return []
    if newest_round(change.history, player) != (phase, number):
        raise RuleViolation(_("You sit at another table now. The desk can still confirm achievements."))
    others = [other for other in match.players if other != player]
    rows = ticks_of_round(change.event, phase, number).filter(
        pk__in=list(confirmed), player__public_id__in=others, confirmed_at=None
    )
    owners = set(rows.values_list("player__public_id", flat=True))
    rows.update(confirmed_at=change.now)
    return [other for other in others if other in owners]


def is_doubtful(pick_token: str) -> bool:
    """Return whether a picked name is contested or marked, so that the desk decides about its reports."""
    picks = Pick.objects.filter(~Q(contested_at=None) | Q(is_marked=True), token=pick_token)
    return bool(pick_token) and picks.exists()


def newest_round(history: EventHistory, player: str) -> tuple[int, int] | None:
    """Return (phase, number) of the last published round in which the player has a table or a bye."""
    rounds = [
        (phase.number, round_.number)
        for phase in history.all_phases
        for round_ in phase.rounds
        if round_.state != DRAFT and round_.find_match_of(player)
    ]
    return max(rounds, default=None)


@action(
    access.ENTER_RESULTS,
    is_tentative=True,
    log={
        "set_achievement": (_("Table {table}: achievement of {name} confirmed"), "{round}"),
        "remove_achievement": (_("Table {table}: achievement of {name} removed"), "{round}"),
    },
)
def set_achievement(
    change: Change, phase: int, number: int, table: int, player: str, value: str, is_reached: bool
):
    """Confirm an achievement of a player at a table, or remove it, at the desk.

    `value` is that of OfferedAchievement. Raises DuplicateRequest if nothing changes; RuleViolation if the
    player does not sit there, or the event does not offer the achievement.
    """
    round_ = change.history.round(phase, number)
    match = round_.match_at(table)
    if player not in match.players or round_.state == DRAFT:
        raise RuleViolation(_("This player sits at another table now. Check the table again."))
    offered = {one.value: one for one in offered_achievements(change.event)}
    if value not in offered:
        raise RuleViolation(_("The series has changed and does not have this achievement any more."))
    series, key = offered[value].series, offered[value].achievement.key
    rows = ticks_of_round(change.event, phase, number)
    row = rows.filter(player__public_id=player, series=series, key=key).first()
    is_done = bool(row and row.confirmed_at) if is_reached else row is None
    if is_done:
        raise DuplicateRequest
    if not is_reached:
        row.delete()
    elif row:
        AchievementTick.objects.filter(pk=row.pk).update(confirmed_at=change.now)
    else:
        owner = Player.objects.get(event=change.event, public_id=player)
        new_tick(owner, offered[value], phase, number, confirmed_at=change.now).save()
    change.notified.update(match.players)
    sentence = "set_achievement" if is_reached else "remove_achievement"
    change.log(sentence, table=table, round=(phase, number), name=player)


@listens_to_changes("player")
def follow_merges(change: Change):
    """Give the ticks of two players who become one, or two again, to the one with a table in their round."""
    keys = merged_players(change)
    if not keys:
        return
    ticks = list(AchievementTick.objects.filter(player__event=change.event, player__public_id__in=keys))
    taken = {(row.player_id, row.series_id, row.key, row.phase, row.round) for row in ticks}
    seats = Seat.objects.filter(
        player__event=change.event, player__public_id__in=keys, match__table__isnull=False
    )
    places = ("round__phase__number", "round__number", "player")
    owners = {(phase, number): pk for phase, number, pk in seats.values_list(*places)}
    for row in ticks:
        owner = owners.get((row.phase, row.round), row.player_id)
        if (owner, row.series_id, row.key, row.phase, row.round) not in taken:
            AchievementTick.objects.filter(pk=row.pk).update(player=owner)


def merged_players(change: Change) -> Iterable[str]:
    """Return the ids of the two players whom this change merges, or whose merge it undoes or repeats."""
    entry: LogEntry | None = change.entry
    while entry and entry.undoes_id:
        entry = entry.undoes
    if entry is None or not find_action(entry.action).merges:
        return ()
    return tuple(entry.values[name] for name in ("removed", "keeper") if name in entry.values)


# Columns of a series that decide which achievements its events offer, and of the events that are in it.
OFFERING = {"series": {"rules", "is_public", "ended_at"}, "seriesentry": {"event_id"}}


@receiver(club_changed)
def show_offered_achievements(change: ClubChange, **_signal):
    """Let the pages of events that are not over show the achievements that a changed series offers them."""
    changed = {"series": set(), "seriesentry": set()}
    for path, sides in change.changes.items():
        name, _colon, pk = path.partition(":")
        for columns in filter(None, sides):
            if OFFERING.get(name, set()) & columns.keys():
                changed[name].add(columns["event_id"] if name == "seriesentry" else int(pk))
    if not any(changed.values()):
        return
    entries = SeriesEntry.objects.filter(series__in=changed["series"]).values("event")
    over = PlayerResult.objects.filter(event=OuterRef("pk"))
    events = Event.objects.filter(
        Q(pk__in=changed["seriesentry"] - {None}) | Q(pk__in=entries), ~Exists(over)
    )
    increment_layout_versions(events)
