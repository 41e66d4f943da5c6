"""Pods explained: how many sit where, what each result is worth, and two rounds of bets, from the rules."""

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
TYPED = ("3", "draw", "draw 1 2", "places 2-1-4-3", "3 no-show 2", "double-loss")
# The shop's worked numbers: two tables, then one of both winners and two who lost.
LAST = ("Ada", "Emre", "Bruno", "Fay")
NIGHT = ((NAMES[:4], NAMES[4:]), (LAST,))
TABLE_OF_THREE = NAMES[:3]


@dataclass(frozen=True)
class BetRow:
    """A player of the last table: what each round did to them, as (staked, took, has)."""

    name: str
    rounds: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class PodHelp:
    """`sizes` are (players, words for each of POD_SIZES); `worth` (typed, points by seat, the same where
    all of a drawn pod drew); `bets` the worked night, `rule` in words, `drawn` (what becomes of the bets,
    points of who drew and of who was out); `short` what a table of three wins with the shop's fourth bet and
    without."""

    sizes: tuple[tuple[int, tuple[str, ...]], ...]
    worth: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    rule: str
    bets: tuple[BetRow, ...]
    draws: tuple[tuple[str, str, str], ...]
    short: tuple[str, str]


def pod_help() -> PodHelp:
    usual = rulebooks.settings_of("hareruya", {})
    return PodHelp(
        sizes=tuple((many, tuple(size_text(many, how) for how in POD_SIZES)) for many in PLAYERS),
        worth=tuple((typed, worth(typed), worth(typed, eliminated_draws=True)) for typed in TYPED),
        rule=betting_text(usual.betting),
        bets=night_of(usual),
        draws=tuple(drawn_text(how) for how in betting.DRAWS),
        short=tuple(won_at_three(short_pods=how) for how in betting.SHORT_PODS),
    )


def size_text(players: int, how: str) -> str:
    """“4 + 4 + 3”; “4 + 4, 2 byes”."""
    sizes = seats_per_pod(players, how)
    over = players - sum(sizes)
    words = " + ".join(map(str, sizes)) if len(sizes) < 4 else counted(sizes)
    byes = ngettext("{count} bye", "{count} byes", over).format(count=over)
    return f"{words}, {byes}" if over else words


def counted(sizes) -> str:
    """“4 × 4 + 1 × 3”."""
    return " + ".join(f"{many} × {size}" for size, many in Counter(sizes).items())


def worth(typed: str, **changed) -> tuple[str, ...]:
    """The points of each of four seats of a pod for what was typed."""
    match = parsing.apply_result(MatchRecord(tuple(map(SeatRecord, NAMES[:4])), 1), typed)
    settings = rulebooks.settings_of("pods-multiplayer", changed)
    return tuple(number_text(points) for points in scoring.points_of(match, settings))


def won(number: int, tables) -> RoundRecord:
    """A round in which the first seat of every table wins."""
    return RoundRecord(number, matches=tuple(pod(names, "1", table) for table, names in enumerate(tables, 1)))


def pod(names, typed: str, table: int = 1) -> MatchRecord:
    return parsing.apply_result(MatchRecord(tuple(map(SeatRecord, names)), table), typed)


def night_of(settings) -> tuple[BetRow, ...]:
    rounds = [(number, won(number, tables), settings) for number, tables in enumerate(NIGHT, 1)]
    made = betting.bets(rounds, settings.betting.start)
    numbers = range(1, len(NIGHT) + 1)
    return tuple(BetRow(name, tuple(bet_row(made[name, number]) for number in numbers)) for name in LAST)


def bet_row(bet) -> tuple[str, str, str]:
    return tuple(number_text(float(amount)) for amount in (bet.stake, bet.take, bet.after))


def drawn_text(how: str) -> tuple[str, str, str]:
    """Return the points of two of four players after a draw, and of the two eliminated before."""
    made = bets_at(pod(NAMES[:4], "draw 1 2"), draws=how)
    words = {
        betting.BURN: gettext("lost"),
        betting.SPLIT: gettext("shared by those who drew"),
        betting.REFUND: gettext("given back to those who drew"),
    }
    return words[how], *(number_text(float(made[name, 1].after)) for name in (NAMES[0], NAMES[2]))


def won_at_three(**changed) -> str:
    return number_text(float(bets_at(pod(TABLE_OF_THREE, "1"), **changed)[NAMES[0], 1].change))


def bets_at(match: MatchRecord, **changed):
    settings = rulebooks.settings_of("hareruya", {"betting": changed})
    return betting.bets([(1, RoundRecord(1, matches=(match,)), settings)], settings.betting.start)
