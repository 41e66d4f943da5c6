"""The help page about drafts: pod sizes, and a computed example of thirteen players."""

from dataclasses import dataclass, replace

from ...rules.history import DRAFT_PODS, EventHistory, MatchRecord, PhaseRecord, PlayerRecord
from ...rules.pairing.booster_pods import MIN_POD_SIZE, pod_sizes
from ...rules.rounds import progress
from ...rules.settings.booster import BRACKET
from ..drafts.pods_page import DraftTimer, SeatingCircle, build_timer, place_seats, sizes_text
from ..wording.formats import message_text

NAMES = (
    *("Ada", "Bruno", "Chidi", "Dana", "Emre", "Fay", "Goran"),
    *("Hana", "Ivo", "Jia", "Kofi", "Lea", "Mateo"),
)
SEED = "example"
MAX_PLAYERS = 32


@dataclass(frozen=True)
class ExampleTable:
    """A table of the example; `number` None is a bye. `names` and `score` are in the order of the seats."""

    number: int | None
    names: tuple[str, ...]
    score: str
    reason: str


@dataclass(frozen=True)
class DraftHelp:
    """The help page about drafts.

    `sizes` are (players, “7 + 6”), `pods` those of the example, `swiss` and `bracket` the rounds in them.
    """

    sizes: tuple[tuple[int, str], ...]
    pods: tuple[SeatingCircle, ...]
    swiss: tuple[tuple[ExampleTable, ...], ...]
    bracket: tuple[tuple[ExampleTable, ...], ...]
    timer: DraftTimer


def draft_help() -> DraftHelp:
    swiss, bracket = play_draft({}), play_draft({"draft_inside": BRACKET})
    pods = swiss.phase(1).pods
    return DraftHelp(
        sizes=tuple((count, sizes_text(pod_sizes(count))) for count in range(MIN_POD_SIZE, MAX_PLAYERS + 1)),
        pods=tuple(
            SeatingCircle(number, place_seats(pod, swiss.names, frozenset()))
            for number, pod in enumerate(pods, 1)
        ),
        swiss=example_rounds(swiss),
        bracket=example_rounds(bracket),
        timer=build_timer(3, 15),
    )


def play_draft(settings: dict) -> EventHistory:
    """Play a draft of thirteen; the alphabetically first player wins, 2–1 in odd rounds, 2–0 in even ones."""
    players = tuple(PlayerRecord(name.lower(), name, order=order) for order, name in enumerate(NAMES))
    event = EventHistory("Draft", "magic", players, (PhaseRecord(DRAFT_PODS, settings=settings),))
    while not progress.has_ended(event):
        pairing = progress.next_round(event, SEED)
        if pairing.round is None:
            return pairing.event
        matches = tuple(with_result(match, pairing.round.number) for match in pairing.round.matches)
        event = pairing.event.phase(1).with_round(replace(pairing.round, matches=matches)).history
    return event


def with_result(match: MatchRecord, round_number: int) -> MatchRecord:
    if match.is_bye:
        return match
    winner, loser_games = min(match.players), round_number % 2
    seats = (replace(seat, games=2 if seat.player == winner else loser_games) for seat in match.seats)
    return replace(match, seats=tuple(seats))


def example_rounds(event: EventHistory) -> tuple[tuple[ExampleTable, ...], ...]:
    """Return each round with the reasons from its own draw."""
    rounds = []
    for round_ in event.phase(1).rounds:
        before = event.phase(1).replace(rounds=event.phase(1).rounds[: round_.number - 1]).history
        _matches, reasons = progress.draw(before.phase(1), SEED, exceptions=False)
        rounds.append(tuple(example_table(match, event.names, reasons) for match in round_.matches))
    return tuple(rounds)


def example_table(match: MatchRecord, names: dict, reasons) -> ExampleTable:
    score = "" if match.is_bye else "–".join(str(seat.games) for seat in match.seats)
    reason = message_text(reasons[match.seats[0].player])
    return ExampleTable(match.table, tuple(names[player] for player in match.players), score, reason)
