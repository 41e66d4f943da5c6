"""Result slips: what each table fills in, in the way that its rulebook tells results."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules import finals
from ...rules.finals import DRAWN_POD
from ...rules.history import NOTHING, PODS, MatchRecord, RoundRecord
from ...rules.rounds import progress
from ...rules.rulebooks import GAMES, POINTS, VP
from ..events.overview import best_of_text
from ..events.status import round_name
from ..rounds.round_page import before_round
from ..wording.hall import minutes_words
from .print_ranges import MAX_CODES, PrintRange, print_range
from .sheets import Paper

# So many slips stand on a sheet, by the seats that each has at most.
PER_SHEET = {2: 6, 3: 4, 4: 4, 5: 2}
WRITTEN = {POINTS: gettext_noop("Match points"), VP: gettext_noop("Victory points")}


@dataclass(frozen=True)
class Field:
    """A field to tick, one of the `marks`; without marks a line to write on."""

    label: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SlipSeat:
    """A player of a slip, all but the `seat` empty on a blank one; `before` is their record or seed,
    `address` and `code` those of their own page."""

    seat: int
    name: str = ""
    before: str = ""
    address: str = ""
    code: str = ""


@dataclass(frozen=True)
class Slip:
    """A table's slip; `each` is filled in for every seat, `level` for the table. `extra` are minutes."""

    table: int | None
    heading: str
    terms: str
    seats: tuple[SlipSeat, ...]
    each: Field
    level: Field | None
    note: str
    is_pod: bool
    extra: int = 0


@dataclass(frozen=True)
class Dealt:
    """Cards on sheets, with room for `each` on one."""

    each: int
    sheets: tuple[tuple, ...]


def tables_of(paper: Paper, waiting: bool = False) -> list[tuple[RoundRecord, MatchRecord]]:
    """Return (round, match) of each table that has a slip, by table; `waiting`: those without a result."""
    tables = [
        (round_, match)
        for round_ in paper.rounds
        for match in round_.matches
        if not match.is_bye and not (waiting and match.reported)
    ]
    return sorted(tables, key=lambda table: table[1].table)


def range_of_tables(tables, start: int | None) -> PrintRange:
    """Return the range of these tables whose slips are printed together."""
    seats = max((len(match.seats) for _round, match in tables), default=2)
    return print_range(tables, [match.table for _round, match in tables], MAX_CODES // seats, start)


def slips_of(paper: Paper, tables, codes=NOTHING) -> tuple[Slip, ...]:
    """Return the slips of these tables; `codes` are {player id: (address of their own page, its QR code)}."""
    names = paper.history.names
    numbers = {round_.number for round_, _match in tables}
    before = {number: before_round(paper.history, paper.phase, number) for number in numbers}
    return tuple(
        slip_of(paper, round_, match, names, before[round_.number], codes) for round_, match in tables
    )


def slip_of(paper: Paper, round_: RoundRecord, match: MatchRecord, names: dict, before: dict, codes) -> Slip:
    seats = tuple(
        SlipSeat(seat, names[player], before.get(player, ("",))[0], *codes.get(player, ()))
        for seat, player in enumerate(match.players, 1)
    )
    heading = round_name(paper.history, paper.phase, round_.number)
    if match.slot:
        slot = finals.bracket_of(paper.history, paper.phase).table.by_id.get(match.slot)
        heading = slot.name.render(gettext) if slot else heading
    slip = made(paper, round_.number, match.table, heading[:1].upper() + heading[1:], seats)
    return replace(slip, extra=match.extra_minutes)


def blank_slips(paper: Paper, sheets: int) -> Dealt:
    """So many sheets of slips without a table, to be filled in by hand, as the next round would have them."""
    seats = tuple(map(SlipSeat, range(1, most_seats(paper) + 1)))
    blank = made(paper, paper.round.number + 1 if paper.round else 1, None, "", seats)
    each = PER_SHEET[len(seats)]
    return Dealt(each, ((blank,) * each,) * sheets)


def sheets_for(tables) -> int:
    """Return how many sheets the slips of these tables take."""
    each = PER_SHEET[max((len(match.seats) for _round, match in tables), default=2)]
    return max(1, -(-len(tables) // each))


def most_seats(paper: Paper) -> int:
    """Return the largest table size of the phase."""
    sizes = [len(match.seats) for match in paper.round.matches] if paper.round else []
    return max(sizes, default=4 if paper.kind == PODS else 2)


def made(paper: Paper, number: int, table, heading: str, seats: tuple[SlipSeat, ...]) -> Slip:
    settings = progress.settings_for(paper.history, paper.phase)
    is_pod, way = len(seats) > 2, settings.rulebook.report
    must_be_won = paper.history.phase(paper.phase).must_be_won
    best_of = settings.best_of_in(number)
    each, level = fields_of(is_pod, way, best_of)
    if not settings.rulebook.draws or (must_be_won and not is_pod):
        level = None
    return Slip(
        table=table,
        heading=heading,
        terms=", ".join(terms_of(settings, is_pod, best_of)),
        seats=seats,
        each=each,
        level=level,
        note=gettext(DRAWN_POD) if is_pod and must_be_won else "",
        is_pod=is_pod,
    )


def terms_of(settings, is_pod: bool, best_of: int):
    """“best of 3”, “50 minutes”."""
    if not is_pod and settings.rulebook.report == GAMES:
        yield best_of_text(best_of)
    if settings.minutes:
        yield minutes_words(settings.minutes)


def fields_of(is_pod: bool, way: str, best_of: int) -> tuple[Field, Field | None]:
    """(what each seat has, what the table has) on a slip."""
    draw = Field(gettext("Draw"), ("",))
    if is_pod:
        return Field(gettext("Place (1 = won)")), draw
    if way in WRITTEN:
        return Field(gettext(WRITTEN[way])), draw
    if best_of == 1:
        return Field(gettext("Won"), ("",)), draw
    needed = 2 if best_of == 2 else best_of // 2 + 1
    games = tuple(map(str, range(needed + 1)))
    return Field(gettext("Games won"), games), Field(gettext("Games drawn"), ("1", "2"))


def dealt_slips(slips: tuple[Slip, ...], to_cut: bool = True) -> Dealt:
    """Slips on sheets, as many on each as the largest leaves room for."""
    return dealt(slips, PER_SHEET[max((len(slip.seats) for slip in slips), default=2)], to_cut)


def dealt(cards, each: int, to_cut: bool) -> Dealt:
    """Cards on sheets, `each` at most on one. `to_cut`: so that a stack of sheets that is cut, its piles laid
    one on the other in reading order, is sorted; places that stay free are None."""
    count = -(-len(cards) // each)
    if not to_cut:
        return Dealt(each, tuple(tuple(cards[n * each : (n + 1) * each]) for n in range(count)))
    piles = [cards[n * count : (n + 1) * count] for n in range(each)]
    return Dealt(
        each,
        tuple(tuple(pile[sheet] if sheet < len(pile) else None for pile in piles) for sheet in range(count)),
    )
