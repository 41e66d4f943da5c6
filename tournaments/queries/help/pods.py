"""The help page about pods: sizes, points of results, and two rounds of bets, calculated by the rules."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules import rulebooks
from ...rules.history import MatchRecord, RoundRecord, SeatRecord
from ...rules.pairing.pods.sizes import POD_SIZES, seats_per_pod
from ...rules.results import betting, parsing, scoring
from ..wording.betting import betting_text
from ..wording.formats import number_text

PLAYERS = range(3, 19)
NAMES = ("Ada", "Bruno", "Chidi", "Dana", "Emre", "Fay", "Gita", "Hana")
RESULTS = ("3", "draw", "draw 1 2", "places 2-1-4-3", "3 no-show 2", "double-loss")
# The shop's own example: two tables, then one of both winners and two losers.
LAST_TABLE = ("Ada", "Emre", "Bruno", "Fay")
ROUNDS = ((NAMES[:4], NAMES[4:]), (LAST_TABLE,))


@dataclass(frozen=True)
class BetRow:
    """A player of the last table; `rounds` are (staked, took, has afterwards)."""

    name: str
    rounds: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class PodHelp:
    """The help page about pods.

    `sizes` are (players, pod sizes by each of POD_SIZES), `worth` (result, points by seat, the same with
    eliminated players drawing too), `bets` an example of betting with its `rule`, `draws` (use of the bets,
    points of a player who drew, of one who was out), `short` the gain at a table of three with and without
    the added bet.
    """

    sizes: tuple[tuple[int, tuple[str, ...]], ...]
    worth: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    rule: str
    bets: tuple[BetRow, ...]
    draws: tuple[tuple[str, str, str], ...]
    short: tuple[str, str]


def pod_help() -> PodHelp:
    settings = rulebooks.settings_of("hareruya", {})
    return PodHelp(
        sizes=tuple(
            (players, tuple(sizes_text(players, sizes) for sizes in POD_SIZES)) for players in PLAYERS
        ),
        worth=tuple(
            (result, points_by_seat(result), points_by_seat(result, eliminated_draws=True))
            for result in RESULTS
        ),
        rule=betting_text(settings.betting),
        bets=bet_rows(settings),
        draws=tuple(bets_after_draw(option) for option in betting.DRAWS),
        short=tuple(
            number_text(float(bets_at(pod(NAMES[:3], "1"), short_pods=option)[NAMES[0], 1].change))
            for option in betting.SHORT_PODS
        ),
    )


def sizes_text(players: int, option: str) -> str:
    """Return “4 + 4 + 3”, “4 × 4 + 1 × 3” or “4 + 4, 2 byes”."""
    sizes = seats_per_pod(players, option)
    if len(sizes) < 4:
        text = " + ".join(map(str, sizes))
    else:
        text = " + ".join(f"{count} × {size}" for size, count in Counter(sizes).items())
    byes = players - sum(sizes)
    byes_text = ngettext("{count} bye", "{count} byes", byes).format(count=byes)
    return f"{text}, {byes_text}" if byes else text


def points_by_seat(result: str, **settings) -> tuple[str, ...]:
    """Return the points of the four seats of a pod for a typed result."""
    pod_settings = rulebooks.settings_of("pods-multiplayer", settings)
    return tuple(map(number_text, scoring.points_of(pod(NAMES[:4], result), pod_settings)))


def pod(names, result: str, table: int = 1) -> MatchRecord:
    return parsing.apply_result(MatchRecord(tuple(map(SeatRecord, names)), table), result)


def bet_rows(settings) -> tuple[BetRow, ...]:
    """Return the bets of rounds in which the first seat of every table wins."""
    rounds = [
        (number, RoundRecord(number, matches=tuple(pod(names, "1", n) for n, names in enumerate(tables, 1))))
        for number, tables in enumerate(ROUNDS, 1)
    ]
    bets = betting.bets([(*round_, settings) for round_ in rounds], settings.betting.start)
    return tuple(
        BetRow(
            name,
            tuple(
                tuple(number_text(float(amount)) for amount in (bet.stake, bet.take, bet.after))
                for bet in (bets[name, number] for number, _round in rounds)
            ),
        )
        for name in LAST_TABLE
    )


def bets_after_draw(option: str) -> tuple[str, str, str]:
    """Return the use of the bets, and the points of a player who drew and of one eliminated before."""
    bets = bets_at(pod(NAMES[:4], "draw 1 2"), draws=option)
    texts = {
        betting.BURN: gettext("lost"),
        betting.SPLIT: gettext("shared by the players who drew"),
        betting.REFUND: gettext("returned to the players who drew"),
    }
    return texts[option], *(number_text(float(bets[name, 1].after)) for name in (NAMES[0], NAMES[2]))


def bets_at(match: MatchRecord, **options):
    settings = rulebooks.settings_of("hareruya", {"betting": options})
    return betting.bets([(1, RoundRecord(1, matches=(match,)), settings)], settings.betting.start)
