"""The sheets that can be printed, and result slips."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...events.pages.on_site import minutes_text
from ...events.pages.overview import best_of_text
from ...history.cache import load_history
from ...models import Event, Player
from ...models.player import SECRET
from ...rounds.pages.pairings import RoundPage, build_round_page, records_before_round
from ...rules import finals
from ...rules.finals import DRAWN_POD
from ...rules.history import DRAFT, EMPTY_MAPPING, PODS, EventPhase, MatchRecord, RoundRecord
from ...rules.rounds.phases import round_count
from ...rules.rulebooks import GAMES, POINTS, VP
from ...rules.standings.final import without_hidden
from ...web.status import round_name


@dataclass(frozen=True)
class Paper:
    """The data of an event's printed sheets.

    `history` includes drafts; `round` is None before the first; `printed` is in the event's time zone.
    """

    event: Event
    phase: EventPhase
    round: RoundRecord | None
    heading: str
    printed: str

    @property
    def is_draft(self):
        return self.round is not None and self.round.state == DRAFT

    @property
    def kind(self):
        return self.phase.kind

    @property
    def rounds(self):
        """The current round, and rounds of finals that opened before it is over."""
        first = self.round.number if self.round else 0
        open_ = (r for r in self.phase.rounds if r.number > first and not r.finished)
        return (self.round, *open_) if self.round else ()

    def public_round_page(self) -> RoundPage:
        """Return the current round to hang up: with a draft's tables, without hidden results."""
        return build_round_page(without_hidden(self.phase.history).phase(self.phase.number))


def get_paper(event: Event) -> Paper:
    history = load_history(event)
    phase = history.current_phase
    round_ = phase.current_round
    heading = gettext("Before round 1")
    if round_:
        heading = round_name(phase, round_.number, of=round_count(phase))
    at = timezone.localtime(timezone.now(), ZoneInfo(event.timezone))
    return Paper(event, phase, round_, heading, date_format(at, "D j M Y, H:i"))


def get_player_tokens(event: Event) -> dict[str, str]:
    """Return {player id: the secret of their own page}."""
    return dict(Player.objects.filter(event=event).values_list("public_id", SECRET))


# Maximum on one page; each takes two milliseconds to render with the card around it.
MAX_CODES = 720


@dataclass(frozen=True)
class PrintRange:
    """The entries of one range, at `position` in the `ranges`: the (first, last) numbers of each range."""

    entries: tuple
    ranges: tuple[tuple[int, int], ...]
    position: int

    @property
    def start(self) -> int | None:
        """The number at which this range begins; None if the list is empty."""
        return self.ranges[self.position][0] if self.ranges else None

    def portion_of(self, count: int) -> slice:
        """Return the portion of another list with `count` entries that is printed with this range."""
        total = max(1, len(self.ranges))
        return slice(count * self.position // total, count * (self.position + 1) // total)


def print_range(entries, numbers, size: int, start: int | None) -> PrintRange:
    """Return the range of at most `size` entries that contains the number `start`; by default the first.

    `numbers` has the number of each entry, in ascending order: its table, or its position in the list.
    """
    parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    ranges = tuple((part[0], part[-1]) for part in parts)
    begun = (at for at, (first, _last) in enumerate(ranges) if start is not None and first <= start)
    position = max(begun, default=0)
    return PrintRange(tuple(entries[position * size : (position + 1) * size]), ranges, position)


# Slips on a sheet, by the largest number of seats of a slip.
SLIPS_PER_SHEET = {2: 6, 3: 4, 4: 4, 5: 2}
NUMBER_LABELS = {POINTS: gettext_noop("Match points"), VP: gettext_noop("Victory points")}


@dataclass(frozen=True)
class SlipField:
    """A field to tick, one of the `marks`; without marks a line to write on."""

    label: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SlipSeat:
    """A player of a slip; on a blank one only the `seat` is set.

    `record` is the player's record or seed; `address` and `code` lead to their own page.
    """

    seat: int
    name: str = ""
    record: str = ""
    address: str = ""
    code: str = ""


@dataclass(frozen=True)
class Slip:
    """A table's slip: `seat_field` is filled in for each seat, `table_field` for the table."""

    table: int | None
    heading: str
    terms: str
    seats: tuple[SlipSeat, ...]
    seat_field: SlipField
    table_field: SlipField | None
    note: str
    is_pod: bool
    extra_minutes: int = 0


@dataclass(frozen=True)
class CardSheets:
    """Cards arranged on sheets; a free place on a sheet is None."""

    cards_per_sheet: int
    sheets: tuple[tuple, ...]


def slip_tables(paper: Paper, unreported: bool = False) -> list[tuple[RoundRecord, MatchRecord]]:
    """Return (round, match) of each table that has a slip, by table; optionally only without a result."""
    tables = [
        (round_, match)
        for round_ in paper.rounds
        for match in round_.matches
        if not match.is_bye and not (unreported and match.reported)
    ]
    return sorted(tables, key=lambda table: table[1].table)


def max_seats(tables) -> int:
    """Return the largest number of seats at one of these tables."""
    return max((len(match.seats) for _round, match in tables), default=2)


def range_of_tables(tables, start: int | None) -> PrintRange:
    """Return the range of these tables whose slips are printed together."""
    numbers = [match.table for _round, match in tables]
    return print_range(tables, numbers, MAX_CODES // max_seats(tables), start)


def build_slips(paper: Paper, tables, codes=EMPTY_MAPPING) -> tuple[Slip, ...]:
    """Return the slips of these tables; `codes` are {player id: (address of their own page, its QR code)}."""
    records = {
        number: records_before_round(paper.phase, number)
        for number in {round_.number for round_, _match in tables}
    }
    names, slips = paper.phase.history.names, []
    for round_, match in tables:
        seats = []
        for seat, player in enumerate(match.players, 1):
            record = records[round_.number].get(player, ("",))[0]
            seats.append(SlipSeat(seat, names[player], record, *codes.get(player, ())))
        heading = round_name(paper.phase, round_.number)
        if match.slot:
            slot = finals.bracket_of(paper.phase).table.by_id.get(match.slot)
            heading = slot.name.render(gettext) if slot else heading
        slip = make_slip(paper, round_.number, match.table, heading[:1].upper() + heading[1:], tuple(seats))
        slips.append(replace(slip, extra_minutes=match.extra_minutes))
    return tuple(slips)


def blank_slips(paper: Paper, sheets: int) -> CardSheets:
    """Return sheets of slips without a table, to be filled in by hand, for the next round."""
    sizes = [len(match.seats) for match in paper.round.matches] if paper.round else []
    seat_count = max(sizes, default=4 if paper.kind == PODS else 2)
    seats = tuple(map(SlipSeat, range(1, seat_count + 1)))
    blank = make_slip(paper, paper.round.number + 1 if paper.round else 1, None, "", seats)
    count = SLIPS_PER_SHEET[seat_count]
    return CardSheets(count, ((blank,) * count,) * sheets)


def count_sheets(tables) -> int:
    """Return how many sheets the slips of these tables take."""
    return max(1, -(-len(tables) // SLIPS_PER_SHEET[max_seats(tables)]))


def make_slip(paper: Paper, number: int, table, heading: str, seats: tuple[SlipSeat, ...]) -> Slip:
    settings = paper.phase.settings
    is_pod, must_be_won = len(seats) > 2, paper.phase.must_be_won
    best_of = settings.best_of_in(number)
    seat_field, table_field = slip_fields(is_pod, settings.rulebook.report, best_of)
    if not settings.rulebook.draws or (must_be_won and not is_pod):
        table_field = None
    terms = [best_of_text(best_of)] if not is_pod and settings.rulebook.report == GAMES else []
    terms += [minutes_text(settings.minutes)] if settings.minutes else []
    return Slip(
        table=table,
        heading=heading,
        terms=", ".join(terms),
        seats=seats,
        seat_field=seat_field,
        table_field=table_field,
        note=gettext(DRAWN_POD) if is_pod and must_be_won else "",
        is_pod=is_pod,
    )


def slip_fields(is_pod: bool, report: str, best_of: int) -> tuple[SlipField, SlipField | None]:
    """Return (the field of each seat, the field of the table) of a slip, by the rulebook's `report`."""
    draw = SlipField(gettext("Draw"), ("",))
    if is_pod:
        return SlipField(gettext("Place (1 = won)")), draw
    if report in NUMBER_LABELS:
        return SlipField(gettext(NUMBER_LABELS[report])), draw
    if best_of == 1:
        return SlipField(gettext("Won"), ("",)), draw
    needed = 2 if best_of == 2 else best_of // 2 + 1
    games = tuple(map(str, range(needed + 1)))
    return SlipField(gettext("Games won"), games), SlipField(gettext("Games drawn"), ("1", "2"))


def slip_sheets(slips: tuple[Slip, ...], to_cut: bool = True) -> CardSheets:
    """Arrange slips on sheets with room for the largest slip."""
    seat_count = max((len(slip.seats) for slip in slips), default=2)
    return arrange_cards(slips, SLIPS_PER_SHEET[seat_count], to_cut)


def arrange_cards(cards, per_sheet: int, to_cut: bool) -> CardSheets:
    """Arrange cards on sheets.

    With `to_cut` a stack of sheets is sorted once it is cut and its piles are put together in reading order.
    """
    count = -(-len(cards) // per_sheet)
    if not to_cut:
        sheets = (tuple(cards[n * per_sheet : (n + 1) * per_sheet]) for n in range(count))
        return CardSheets(per_sheet, tuple(sheets))
    piles = [cards[n * count : (n + 1) * count] for n in range(per_sheet)]
    sheets = (tuple(pile[n] if n < len(pile) else None for pile in piles) for n in range(count))
    return CardSheets(per_sheet, tuple(sheets))
