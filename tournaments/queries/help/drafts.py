"""The help page about drafts: pod sizes, and a computed example of thirteen players."""

from dataclasses import dataclass, replace

from ...rules.history import DRAFT_PODS, EventHistory, MatchRecord, PhaseRecord, PlayerRecord
from ...rules.pairing.booster_pods import MIN_POD_SIZE, pod_sizes
from ...rules.rounds import progress
from ...rules.settings.booster import BRACKET
from ..drafts.pods_page import PodShown, Timer, seats_of, sizes_text, timer_of
from ..wording.formats import in_words

NAMES = (
    *("Ada", "Bruno", "Chidi", "Dana", "Emre", "Fay", "Goran"),
    *("Hana", "Ivo", "Jia", "Kofi", "Lea", "Mateo"),
)
SEED = "an example"
MOST = 32


@dataclass(frozen=True)
class TableShown:
    """`number` None is a bye; `names` in the order of the seats, `score` the same way, and why they meet."""

    number: int | None
    names: tuple[str, ...]
    score: str
    why: str


@dataclass(frozen=True)
class Example:
    """The rounds of an invented draft, each with its tables."""

    rounds: tuple[tuple[TableShown, ...], ...]


@dataclass(frozen=True)
class DraftHelp:
    """`sizes` (players, “7 + 6”); `pods` of the thirteen; `swiss` and `bracket` how their pods play."""

    sizes: tuple[tuple[int, str], ...]
    pods: tuple[PodShown, ...]
    swiss: Example
    bracket: Example
    timer: Timer


def draft_help() -> DraftHelp:
    swiss, bracket = played({}), played({"draft_inside": BRACKET})
    pods = swiss.phase(1).pods
    return DraftHelp(
        sizes=tuple((count, sizes_text(pod_sizes(count))) for count in range(MIN_POD_SIZE, MOST + 1)),
        pods=tuple(
            PodShown(number, tuple(seats_of(pod, swiss.names, frozenset())))
            for number, pod in enumerate(pods, 1)
        ),
        swiss=example_of(swiss),
        bracket=example_of(bracket),
        timer=timer_of(3, 15),
    )


def unplayed(settings: dict) -> EventHistory:
    players = tuple(PlayerRecord(name.lower(), name, order=order) for order, name in enumerate(NAMES))
    phase = PhaseRecord(DRAFT_PODS, settings=settings)
    return EventHistory("Draft", "magic", players, (phase,))


def played(settings: dict) -> EventHistory:
    """The thirteen to the end: who is first in the alphabet wins, 2–1 in odd rounds and 2–0 in even ones."""
    event = unplayed(settings)
    while not progress.has_ended(event):
        pairing = progress.next_round(event, SEED)
        if pairing.round is None:
            return pairing.event
        matches = tuple(won(match, pairing.round.number) for match in pairing.round.matches)
        event = progress.with_round(pairing.event, 1, replace(pairing.round, matches=matches))
    return event


def won(match: MatchRecord, number: int) -> MatchRecord:
    if match.is_bye:
        return match
    best = min(match.players)
    games = {True: 2, False: number % 2}
    seats = tuple(replace(seat, games=games[seat.player == best]) for seat in match.seats)
    return replace(match, seats=seats)


def example_of(event: EventHistory) -> Example:
    """Each round with the reasons that its own draw gives."""
    rounds = []
    for round_ in event.phase(1).rounds:
        before = event.with_phase(1, rounds=event.phase(1).rounds[: round_.number - 1])
        _again, why = progress.draw(before, 1, SEED, exceptions=False)
        rounds.append(tuple(table_of(match, event.names, why) for match in round_.matches))
    return Example(tuple(rounds))


def table_of(match: MatchRecord, names: dict, why) -> TableShown:
    score = "–".join(str(seat.games) for seat in match.seats) if not match.is_bye else ""
    reason = in_words(why[match.seats[0].player])
    return TableShown(match.table, tuple(names[player] for player in match.players), score, reason)
