"""The emergency pack: a printout to continue the event by hand."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, DRAWN_KINDS, ROUND_ROBIN, EventHistory
from ...rules.results import parsing, pod_parsing
from ...rules.rounds import progress
from ...rules.standings.carry_over import counted_phases
from ..brackets.bracket_page import bracket_page
from ..brackets.drawing import Drawing
from ..brackets.odds import NONE
from ..brackets.paper_tiles import Tiles, tiles_of
from ..events.overview import PhaseOverview, get_phase_overview
from ..events.status import round_name
from ..help.rulebooks import shares_of
from ..history.load import without_draft_rounds
from ..rounds.round_page import RoundPage, round_in
from ..standings.standings_page import StandingsPage, get_standings_page
from ..wording.formats import in_words
from . import result_slips as slips
from .manual_pairing import steps_of
from .print_ranges import PrintRange
from .sheets import Paper


@dataclass(frozen=True)
class MeetingsRow:
    """A player's number in the pack's standings and the numbers of their opponents; byes as a word."""

    number: int
    name: str
    others: str


@dataclass(frozen=True)
class Coming:
    """A future round or match: `tables` are (table or None, player names) pairs."""

    name: str
    tables: tuple[tuple[int | None, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Pack:
    """`now` is the current round with its results, `next` the one that could be drawn now from `seed`,
    `stuck` what stands in its way. `coming` are a round robin's other rounds, or matches of finals;
    `shares` are the points of each difference of victory points; `examples` what is typed for a result."""

    standings: StandingsPage
    met: tuple[MeetingsRow, ...]
    now: RoundPage | None
    next: RoundPage | None
    seed: str
    stuck: str
    steps: tuple[str, ...]
    played: PhaseOverview
    after_time: str
    shares: tuple[tuple[str, str], ...]
    coming: tuple[Coming, ...]
    drawing: Drawing | None
    tiles: Tiles | None
    slips: slips.Dealt
    blanks: slips.Dealt
    printed: PrintRange
    is_drawn: bool
    examples: str
    rows_before: int = 0

    @property
    def sheets(self):
        """The parts as (key, title), grouped by sheet; after the first range only the lists."""
        sheets = (
            tuple(
                (key, gettext(title))
                for key, title, needs in parts
                if (not needs or any(needs(self))) and (key in LISTS or not self.printed.position)
            )
            for parts in PARTS
        )
        return tuple(filter(None, sheets))


# (key, title, what it needs to be there), sheet by sheet; each part has a template of its own.
PARTS = (
    (("first", _("If the power goes"), None), ("afterwards", _("Afterwards"), None)),
    (("rules", _("The next round by hand"), None), ("scoring", _("What counts"), None)),
    (("standings", _("Standings"), None),),
    (("met", _("Who has met whom"), lambda pack: [pack.met]),),
    (("now", _("This round"), lambda pack: [pack.now]),),
    (("next", _("The next round, as it could be drawn now"), lambda pack: [pack.next, pack.stuck]),),
    (
        ("bracket", _("Bracket"), lambda pack: [pack.drawing]),
        ("coming", _("What is to come"), lambda pack: [pack.coming]),
    ),
)
# Parts with a line for each player or table: a range has its share of them.
LISTS = ("standings", "met", "now", "next")


def pack_of(paper: Paper, start: int | None = None) -> Pack:
    """Return the pack of an event; of a large one, the range with the table `start`, by default the first.

    Leaves out parts that cannot be made instead of raising RuleViolation.
    """
    return in_its_range(whole_pack(paper, start))


def in_its_range(pack: Pack) -> Pack:
    """Return the pack with only the list entries that are printed with its range of tables."""

    def share(table_list, name):
        entries = getattr(table_list, name)
        return replace(table_list, **{name: entries[pack.printed.bounds_in(len(entries))]})

    before = pack.printed.bounds_in(len(pack.standings.rows)).start
    pack = replace(pack, standings=share(pack.standings, "rows"), rows_before=before)
    now, ahead = (one and share(one, "tables") for one in (pack.now, pack.next))
    return replace(share(pack, "met"), now=now, next=ahead)


def whole_pack(paper: Paper, start: int | None) -> Pack:
    """Return the pack with complete lists, and the slips of its range of tables."""
    history, number = paper.history, paper.phase
    kind, settings = history.phase(number).kind, progress.settings_for(history, number)
    standings = get_standings_page(paper.event, runs=True)
    ahead, seed, stuck = next_of(paper)
    page = bracket_page(history, number, odds_mode=NONE) if kind == BRACKET else None
    printed = slips.range_of_tables(slips.tables_of(ahead or paper), start)
    waiting = [(round_, match) for round_, match in printed.entries if not match.reported]
    is_pod = any(len(match.seats) > 2 for round_ in paper.rounds for match in round_.matches)
    return Pack(
        standings=standings,
        met=met_of(history, number, standings, settings.meet_again) if kind in DRAWN_KINDS else (),
        now=round_in(history) if paper.round else None,
        next=ahead and round_in(ahead.history, ahead.phase, ahead.round.number),
        seed=seed,
        stuck=stuck,
        steps=steps_of(history, number),
        played=get_phase_overview(history, number),
        after_time=gettext(settings.rulebook.after_time),
        shares=shares_of(settings.vp_table),
        coming=COMING[kind](history, number) if kind in COMING else (),
        drawing=page.drawing if page else None,
        tiles=tiles_of(page.drawing.width, page.drawing.height) if page else None,
        slips=slips.dealt_slips(slips.slips_of(ahead or paper, waiting)),
        blanks=slips.blank_slips(paper, sheets=1 if ahead else slips.sheets_for(printed.entries)),
        printed=printed,
        is_drawn=kind in DRAWN_KINDS,
        examples=pod_parsing.EXAMPLES if is_pod else parsing.EXAMPLES[settings.rulebook.report],
    )


def met_of(
    history: EventHistory, number: int, standings: StandingsPage, meet_again: bool
) -> tuple[MeetingsRow, ...]:
    """Return each player's opponents that count for the next round."""
    numbers = {row.player: place for place, row in enumerate(standings.rows, 1)}
    others, byes = {player: set() for player in numbers}, dict.fromkeys(numbers, 0)
    phases = (number,) if meet_again else counted_phases(history, number)
    for match in (
        match
        for n in phases
        for round_ in without_draft_rounds(history).phase(n).rounds
        for match in round_.matches
    ):
        for player in match.players:
            if player in numbers:
                others[player].update(numbers[one] for one in match.players if one in numbers)
                byes[player] += match.is_bye
    return tuple(
        MeetingsRow(place, row.name, said_of(others[row.player] - {place}, byes[row.player]))
        for place, row in enumerate(standings.rows, 1)
    )


def said_of(numbers, byes: int) -> str:
    """“3, 7, bye”."""
    return ", ".join([*map(str, sorted(numbers)), *[gettext("bye")] * byes]) or "–"


def next_of(paper: Paper) -> tuple[Paper | None, str, str]:
    """Return the event with the next round and its seed if it can be paired now, else the reason."""
    if paper.is_draft or (paper.round and progress.unreported(paper.round)):
        return None, "", ""
    seed = f"{paper.event.slug} {paper.event.version}"
    try:
        pairing = progress.next_round(paper.history, seed, state=DRAFT)
    except RuleViolation as violation:
        return None, "", in_words(violation)
    if pairing.round is None or pairing.round == paper.round:
        return None, "", ""
    return replace(paper, history=pairing.event, phase=pairing.phase, round=pairing.round), seed, ""


def schedule(history: EventHistory, number: int) -> tuple[Coming, ...]:
    """Return the unpaired rounds of a round robin; their order is fixed once it has begun."""
    names, drawn_rounds, rounds = history.names, history.phase(number).rounds, []
    try:
        for _ahead in range(len(drawn_rounds) and progress.round_count(history, number) - len(drawn_rounds)):
            round_, _why = progress.draw(history, number, drawn_rounds[0].seed, exceptions=False)
            history = progress.with_round(history, number, round_)
            tables = tuple((match.table, tuple(names[p] for p in match.players)) for match in round_.matches)
            rounds.append(Coming(round_name(history, number, round_.number), tables))
    except RuleViolation:
        return ()
    return tuple(rounds)


def matches_to_come(history: EventHistory, number: int) -> tuple[Coming, ...]:
    """Return the undecided matches of the finals: their players or the matches that feed them."""
    try:
        bracket = finals.bracket_of(history, number)
    except RuleViolation:
        return ()
    names = history.names
    matches = []
    for meeting in bracket.meetings:
        if meeting.decided or not meeting.needed:
            continue
        sides = tuple(names.get(side.player) or side.words.render(gettext) for side in meeting.sides)
        name = meeting.slot.name.render(gettext)
        matches.append(
            Coming(name[:1].upper() + name[1:], ((meeting.match.table if meeting.match else None, sides),))
        )
    return tuple(matches)


COMING = {ROUND_ROBIN: schedule, BRACKET: matches_to_come}
