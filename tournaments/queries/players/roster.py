"""The players of an event as its desk lists, changes and merges them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Player
from ...rules import history
from ...rules.players import late_entry
from ...rules.rounds import progress, requested_byes
from ..desk.dashboard import round_at_desk
from ..desk.next_step import called
from ..events.status import round_name
from ..history.cache import history_of
from ..wording.formats import gone_text
from ..wording.pairing import LATE_ENTRIES
from .drop_preview import drop_words, stays_out
from .search import words_of


@dataclass(frozen=True)
class Entry:
    """A player on the list; `gone` has dropped or is out."""

    key: str
    name: str
    club: str
    rating: str
    seed: str
    words: str
    gone: bool
    stays: bool


@dataclass(frozen=True)
class Roster:
    """The list. `sits_from` says in which round newcomers sit first, `closed` why none can join; `let_in`
    names the open round that they can be let into by hand; `drops` says what a drop would do now."""

    version: int
    entries: tuple[Entry, ...]
    there: int
    dropped: int
    sits_from: str
    closed: str
    let_in: str
    drops: str


@dataclass(frozen=True)
class Merge:
    """What merging two entries would do: a line for each match that changes hands."""

    keep: Player
    gone: Player
    moves: tuple[str, ...]
    clash: str


def roster_of(event: Event) -> Roster:
    """The players in alphabetical order."""
    told = history_of(event)
    version = told.version
    players = sorted(told.players, key=lambda p: words_of(p.name))
    entries = tuple(entry_of(told, player) for player in players)
    dropped = sum(entry.gone for entry in entries)
    return Roster(
        version,
        entries,
        there=len(entries) - dropped,
        dropped=dropped,
        sits_from=sits_from(told),
        closed=closed(told),
        let_in=let_in(told),
        drops=drop_words(told),
    )


def entry_of(told: history.Event, player: history.Player) -> Entry:
    gone = gone_text(told, player)
    return Entry(
        player.id,
        player.name,
        player.club,
        number_text(player.rating),
        number_text(player.seed),
        gone or since_text(player),
        bool(gone),
        stays_out(told, player),
    )


def number_text(number) -> str:
    return "" if number is None else f"{number:.15g}"


def since_text(player: history.Player) -> str:
    """“since round 3, always at table 2, asked for a bye in round 5”."""
    said = []
    if player.joined_round > 1:
        said.append(gettext("since round {round}").format(round=player.joined_round))
    if player.table:
        said.append(gettext("always at table {table}").format(table=player.table))
    return ", ".join(said)


def closed(told: history.Event) -> str:
    """Why nobody can join any more; empty while they can."""
    words = late_entry.closed(told)
    return gettext(words) if words else ""


def sits_from(told: history.Event) -> str:
    """“they sit from round 6 on; the running round is a loss”; empty where nobody can join."""
    number = told.current
    if closed(told):
        return ""
    drawn = told.rounds_before(number) + len(told.phase(number).rounds)
    if not drawn:
        return gettext("they sit from round 1 on")
    said = gettext("they sit from round {round} on").format(round=drawn + 1)
    late = gettext(LATE_ENTRIES[progress.settings_for(told, number).late_entry])
    return f"{said}; {late}" if progress.late_byes(told) else said


def let_in(told: history.Event) -> str:
    """The round that is drawn and not finished; empty without one."""
    number, round_ = round_at_desk(told)
    if round_ is None or round_.finished or told.phase(number).kind not in history.DRAWN_KINDS:
        return ""
    return called(told, number, round_.number)


def rounds_ahead(event: Event) -> range:
    """The rounds that are still to be drawn before the finals, counted over the event."""
    told = history_of(event)
    number = told.current
    drawn = told.rounds_before(number) + len(told.phase(number).rounds)
    if told.phase(number).kind not in history.DRAWN_KINDS or len(told.players) < 2:
        return range(0)
    return range(drawn + 1, told.rounds_before(number) + progress.round_count(told, number) + 1)


def player_row(event: Event, key: str) -> Player | None:
    if "\0" in key:  # which PostgreSQL does not even look for
        return None
    return Player.objects.filter(event=event, key=key).first()


def was_paired(player: Player) -> bool:
    """Whether the player has played or had a bye that was not asked for."""
    return bool(played(history_of(player.event), player.key))


def played(told: history.Event, key: str) -> set[tuple[int, int]]:
    return rounds_with(told, key).keys() - requested_byes.rounds_out(told, key).keys()


def everybody(event: Event) -> list[tuple[str, str]]:
    """(id, name) of all players, alphabetical; names alike are told apart by their id."""
    pairs = sorted(
        Player.objects.filter(event=event).values_list("key", "name"), key=lambda pair: words_of(pair[1])
    )
    names = [name.casefold() for _, name in pairs]
    return [(key, f"{name} ({key})" if names.count(name.casefold()) > 1 else name) for key, name in pairs]


def merge_of(event: Event, keep: str, gone: str) -> Merge | None:
    """What merging `gone` into `keep` would do; None where one of them is not there."""
    kept, other = player_row(event, keep), player_row(event, gone)
    if kept is None or other is None or kept == other:
        return None
    told = history_of(event)
    idle = requested_byes.idle_byes(told, kept.key, other.key)
    theirs, own = rounds_with(told, other.key), rounds_with(told, kept.key)
    theirs = {where: match for where, match in theirs.items() if match not in idle.values()}
    names = told.names
    moves = tuple(
        gettext("{round}: {against}").format(
            round=round_name(told, *where), against=against(match, other.key, names)
        )
        for where, match in theirs.items()
    )
    clash = next((round_name(told, *where) for where in theirs if where in own.keys() - idle.keys()), "")
    return Merge(kept, other, moves, clash)


def rounds_with(told: history.Event, key: str) -> dict[tuple[int, int], history.Match]:
    return {
        (n, round_.number): match
        for n, phase in enumerate(told.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if any(seat.player == key for seat in match.seats)
    }


def against(match: history.Match, key: str, names: dict) -> str:
    if match.is_bye:
        return gettext("bye")
    others = ", ".join(names[seat.player] for seat in match.seats if seat.player != key)
    return gettext("against {name}").format(name=others)
