"""The players of an event as its desk lists, changes and merges them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Player
from ...rules.history import DRAWN_KINDS, EventHistory, MatchRecord, PlayerRecord
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
    history = history_of(event)
    version = history.version
    players = sorted(history.players, key=lambda p: words_of(p.name))
    entries = tuple(entry_of(history, player) for player in players)
    dropped = sum(entry.gone for entry in entries)
    return Roster(
        version,
        entries,
        there=len(entries) - dropped,
        dropped=dropped,
        sits_from=sits_from(history),
        closed=closed(history),
        let_in=let_in(history),
        drops=drop_words(history),
    )


def entry_of(history: EventHistory, player: PlayerRecord) -> Entry:
    gone = gone_text(history, player)
    return Entry(
        player.id,
        player.name,
        player.club,
        number_text(player.rating),
        number_text(player.seed),
        gone or since_text(player),
        bool(gone),
        stays_out(history, player),
    )


def number_text(number) -> str:
    return "" if number is None else f"{number:.15g}"


def since_text(player: PlayerRecord) -> str:
    """“since round 3, always at table 2, asked for a bye in round 5”."""
    said = []
    if player.joined_round > 1:
        said.append(gettext("since round {round}").format(round=player.joined_round))
    if player.table:
        said.append(gettext("always at table {table}").format(table=player.table))
    return ", ".join(said)


def closed(history: EventHistory) -> str:
    """Why nobody can join any more; empty while they can."""
    words = late_entry.closed(history)
    return gettext(words) if words else ""


def sits_from(history: EventHistory) -> str:
    """“they sit from round 6 on; the running round is a loss”; empty where nobody can join."""
    number = history.current
    if closed(history):
        return ""
    drawn = history.rounds_before(number) + len(history.phase(number).rounds)
    if not drawn:
        return gettext("they sit from round 1 on")
    said = gettext("they sit from round {round} on").format(round=drawn + 1)
    late = gettext(LATE_ENTRIES[progress.settings_for(history, number).late_entry])
    return f"{said}; {late}" if progress.late_byes(history) else said


def let_in(history: EventHistory) -> str:
    """The round that is drawn and not finished; empty without one."""
    number, round_ = round_at_desk(history)
    if round_ is None or round_.finished or history.phase(number).kind not in DRAWN_KINDS:
        return ""
    return called(history, number, round_.number)


def rounds_ahead(event: Event) -> range:
    """The rounds that are still to be drawn before the finals, counted over the event."""
    history = history_of(event)
    number = history.current
    drawn = history.rounds_before(number) + len(history.phase(number).rounds)
    if history.phase(number).kind not in DRAWN_KINDS or len(history.players) < 2:
        return range(0)
    return range(drawn + 1, history.rounds_before(number) + progress.round_count(history, number) + 1)


def player_row(event: Event, key: str) -> Player | None:
    if "\0" in key:  # which PostgreSQL does not even look for
        return None
    return Player.objects.filter(event=event, key=key).first()


def was_paired(player: Player) -> bool:
    """Whether the player has played or had a bye that was not asked for."""
    return bool(played(history_of(player.event), player.key))


def played(history: EventHistory, key: str) -> set[tuple[int, int]]:
    return rounds_with(history, key).keys() - requested_byes.rounds_out(history, key).keys()


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
    history = history_of(event)
    idle = requested_byes.idle_byes(history, kept.key, other.key)
    theirs, own = rounds_with(history, other.key), rounds_with(history, kept.key)
    theirs = {where: match for where, match in theirs.items() if match not in idle.values()}
    names = history.names
    moves = tuple(
        gettext("{round}: {against}").format(
            round=round_name(history, *where), against=against(match, other.key, names)
        )
        for where, match in theirs.items()
    )
    clash = next((round_name(history, *where) for where in theirs if where in own.keys() - idle.keys()), "")
    return Merge(kept, other, moves, clash)


def rounds_with(history: EventHistory, key: str) -> dict[tuple[int, int], MatchRecord]:
    return {
        (n, round_.number): match
        for n, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        for match in round_.matches
        if any(seat.player == key for seat in match.seats)
    }


def against(match: MatchRecord, key: str, names: dict) -> str:
    if match.is_bye:
        return gettext("bye")
    others = ", ".join(names[seat.player] for seat in match.seats if seat.player != key)
    return gettext("against {name}").format(name=others)
