"""The players of an event for the desk: list, edit, merge."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Player
from ...rules.history import DRAWN_KINDS, EventHistory, MatchRecord, PlayerRecord
from ...rules.players import late_entry
from ...rules.rounds import progress, requested_byes
from ..desk.dashboard import round_at_desk
from ..desk.next_step import called
from ..events.status import round_name
from ..history.cache import load_history
from ..wording.formats import gone_text
from ..wording.pairing import LATE_ENTRIES
from .drop_preview import drop_words, refusal_to_return
from .search import words_of


@dataclass(frozen=True)
class RosterEntry:
    """A player on the list; `has_left`: dropped or is out."""

    key: str
    name: str
    club: str
    rating: str
    seed: str
    words: str
    has_left: bool
    cannot_return: bool


@dataclass(frozen=True)
class Roster:
    """The player list.

    `sits_from`: first round of newcomers; `closed`: why late entry is closed; `let_in`: the open round that
    they can be let into by hand; `drops`: the consequences of a drop now.
    """

    version: int
    entries: tuple[RosterEntry, ...]
    present: int
    dropped: int
    sits_from: str
    closed: str
    let_in: str
    drops: str


@dataclass(frozen=True)
class MergePreview:
    """A preview of merging two entries: a line for each match that moves."""

    keep: Player
    removed: Player
    moves: tuple[str, ...]
    clash: str


def roster_of(event: Event) -> Roster:
    """The players in alphabetical order."""
    history = load_history(event)
    version = history.version
    players = sorted(history.players, key=lambda p: words_of(p.name))
    entries = tuple(entry_of(history, player) for player in players)
    dropped = sum(entry.has_left for entry in entries)
    return Roster(
        version,
        entries,
        present=len(entries) - dropped,
        dropped=dropped,
        sits_from=sits_from(history),
        closed=closed(history),
        let_in=let_in(history),
        drops=drop_words(history),
    )


def entry_of(history: EventHistory, player: PlayerRecord) -> RosterEntry:
    left_text = gone_text(history, player)
    return RosterEntry(
        player.id,
        player.name,
        player.club,
        number_text(player.rating),
        number_text(player.seed),
        left_text or since_text(player),
        bool(left_text),
        refusal_to_return(history, player),
    )


def number_text(number) -> str:
    return "" if number is None else f"{number:.15g}"


def since_text(player: PlayerRecord) -> str:
    """“since round 3, always at table 2, asked for a bye in round 5”."""
    facts = []
    if player.joined_round > 1:
        facts.append(gettext("since round {round}").format(round=player.joined_round))
    if player.table:
        facts.append(gettext("always at table {table}").format(table=player.table))
    return ", ".join(facts)


def closed(history: EventHistory) -> str:
    """Say why late entry is closed; empty while it is open."""
    words = late_entry.join_refusal(history)
    return gettext(words) if words else ""


def sits_from(history: EventHistory) -> str:
    """“they sit from round 6 on; the running round is a loss”; empty if late entry is closed."""
    number = history.current
    if closed(history):
        return ""
    rounds_drawn = history.rounds_before(number) + len(history.phase(number).rounds)
    if not rounds_drawn:
        return gettext("they sit from round 1 on")
    words = gettext("they sit from round {round} on").format(round=rounds_drawn + 1)
    late = gettext(LATE_ENTRIES[progress.settings_for(history, number).late_entry])
    return f"{words}; {late}" if progress.late_byes(history) else words


def let_in(history: EventHistory) -> str:
    """The round that is drawn and not finished; empty without one."""
    number, round_ = round_at_desk(history)
    if round_ is None or round_.finished or history.phase(number).kind not in DRAWN_KINDS:
        return ""
    return called(history, number, round_.number)


def rounds_ahead(event: Event) -> range:
    """The rounds that are still to be drawn before the finals, counted over the event."""
    history = load_history(event)
    number = history.current
    rounds_drawn = history.rounds_before(number) + len(history.phase(number).rounds)
    if history.phase(number).kind not in DRAWN_KINDS or len(history.players) < 2:
        return range(0)
    return range(rounds_drawn + 1, history.rounds_before(number) + progress.round_count(history, number) + 1)


def player_row(event: Event, key: str) -> Player | None:
    if "\0" in key:  # which PostgreSQL does not even look for
        return None
    return Player.objects.filter(event=event, key=key).first()


def was_paired(player: Player) -> bool:
    """Whether the player has played or had a bye that was not asked for."""
    return bool(played(load_history(player.event), player.key))


def played(history: EventHistory, key: str) -> set[tuple[int, int]]:
    return rounds_with(history, key).keys() - requested_byes.requested_byes_of(history, key).keys()


def everybody(event: Event) -> list[tuple[str, str]]:
    """Return (id, name) of all players, alphabetical; equal names get their id appended."""
    pairs = sorted(
        Player.objects.filter(event=event).values_list("key", "name"), key=lambda pair: words_of(pair[1])
    )
    names = [name.casefold() for _, name in pairs]
    return [(key, f"{name} ({key})" if names.count(name.casefold()) > 1 else name) for key, name in pairs]


def get_merge_preview(event: Event, keep: str, removed: str) -> MergePreview | None:
    """Return a preview of merging `gone` into `keep`; None if one of them does not exist."""
    keeper, duplicate = player_row(event, keep), player_row(event, removed)
    if keeper is None or duplicate is None or keeper == duplicate:
        return None
    history = load_history(event)
    idle = requested_byes.redundant_byes(history, keeper.key, duplicate.key)
    moved, kept_matches = rounds_with(history, duplicate.key), rounds_with(history, keeper.key)
    moved = {where: match for where, match in moved.items() if match not in idle.values()}
    names = history.names
    moves = tuple(
        gettext("{round}: {against}").format(
            round=round_name(history, *where), against=against(match, duplicate.key, names)
        )
        for where, match in moved.items()
    )
    clash = next(
        (round_name(history, *where) for where in moved if where in kept_matches.keys() - idle.keys()), ""
    )
    return MergePreview(keeper, duplicate, moves, clash)


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
