"""The fallback pack: all that an event needs to go on by hand, as it stands now."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, DRAWN_KINDS, ROUND_ROBIN, EventHistory
from ...rules.results import parsing, pod_parsing
from ...rules.rounds import progress
from ...rules.standings.carry_over import counted
from ..brackets.bracket_page import bracket_page
from ..brackets.drawing import Drawing
from ..brackets.odds import NONE
from ..brackets.paper_tiles import Tiles, tiles_of
from ..events.overview import PhaseTold, phase_told
from ..events.status import round_name
from ..help.rulebooks import shares_of
from ..history.load import published
from ..rounds.round_page import RoundShown, round_in
from ..standings.standings_page import StandingsShown, standings_shown
from ..wording.formats import in_words
from . import result_slips as slips
from .manual_pairing import steps_of
from .print_ranges import PrintRange
from .sheets import Paper


@dataclass(frozen=True)
class Met:
    """A player's number in the pack's standings, and whom they have met, by number; byes as a word."""

    number: int
    name: str
    others: str


@dataclass(frozen=True)
class Coming:
    """A round or match to come: `tables` are (table or None, the names that sit there)."""

    name: str
    tables: tuple[tuple[int | None, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Pack:
    """`now` is the current round with its results, `next` the one that could be drawn now from `seed`,
    `stuck` what stands in its way. `coming` are a round robin's other rounds, or matches of finals;
    `shares` are the points of each difference of victory points; `examples` what is typed for a result."""

    standings: StandingsShown
    met: tuple[Met, ...]
    now: RoundShown | None
    next: RoundShown | None
    seed: str
    stuck: str
    steps: tuple[str, ...]
    played: PhaseTold
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
        """Its parts as (key, title), those that begin on one sheet together; after the first range only the
        lists, which go on."""
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
    """The pack of an event; of a large one, the range with the table `start`, by default the first.

    RuleViolation is none of its answers: what cannot be made is left out."""
    return in_its_range(whole_pack(paper, start))


def in_its_range(pack: Pack) -> Pack:
    """Return the pack with those lines of its lists that are printed with its range of tables."""

    def share(shown, name):
        entries = getattr(shown, name)
        return replace(shown, **{name: entries[pack.printed.bounds_in(len(entries))]})

    before = pack.printed.bounds_in(len(pack.standings.rows)).start
    pack = replace(pack, standings=share(pack.standings, "rows"), rows_before=before)
    now, ahead = (one and share(one, "tables") for one in (pack.now, pack.next))
    return replace(share(pack, "met"), now=now, next=ahead)


def whole_pack(paper: Paper, start: int | None) -> Pack:
    """Return the pack with its lists whole, and the slips of its range of tables."""
    told, number = paper.told, paper.phase
    kind, settings = told.phase(number).kind, progress.settings_for(told, number)
    shown = standings_shown(paper.event, runs=True)
    ahead, seed, stuck = next_of(paper)
    page = bracket_page(told, number, shown=NONE) if kind == BRACKET else None
    printed = slips.range_of_tables(slips.tables_of(ahead or paper), start)
    waiting = [(round_, match) for round_, match in printed.entries if not match.reported]
    is_pod = any(len(match.seats) > 2 for round_ in paper.rounds for match in round_.matches)
    return Pack(
        standings=shown,
        met=met_of(told, number, shown, settings.meet_again) if kind in DRAWN_KINDS else (),
        now=round_in(told) if paper.round else None,
        next=ahead and round_in(ahead.told, ahead.phase, ahead.round.number),
        seed=seed,
        stuck=stuck,
        steps=steps_of(told, number),
        played=phase_told(told, number),
        after_time=gettext(settings.rulebook.after_time),
        shares=shares_of(settings.vp_table),
        coming=COMING[kind](told, number) if kind in COMING else (),
        drawing=page.drawing if page else None,
        tiles=tiles_of(page.drawing.width, page.drawing.height) if page else None,
        slips=slips.dealt_slips(slips.slips_of(ahead or paper, waiting)),
        blanks=slips.blank_slips(paper, sheets=1 if ahead else slips.sheets_for(printed.entries)),
        printed=printed,
        is_drawn=kind in DRAWN_KINDS,
        examples=pod_parsing.EXAMPLES if is_pod else parsing.EXAMPLES[settings.rulebook.report],
    )


def met_of(history: EventHistory, number: int, shown: StandingsShown, meet_again: bool) -> tuple[Met, ...]:
    """Whom each player of the standings has met where it counts for the next round."""
    numbers = {row.player: place for place, row in enumerate(shown.rows, 1)}
    others, byes = {player: set() for player in numbers}, dict.fromkeys(numbers, 0)
    phases = (number,) if meet_again else counted(history, number)
    for match in (
        match for n in phases for round_ in published(history).phase(n).rounds for match in round_.matches
    ):
        for player in match.players:
            if player in numbers:
                others[player].update(numbers[one] for one in match.players if one in numbers)
                byes[player] += match.is_bye
    return tuple(
        Met(place, row.name, said_of(others[row.player] - {place}, byes[row.player]))
        for place, row in enumerate(shown.rows, 1)
    )


def said_of(numbers, byes: int) -> str:
    """“3, 7, bye”."""
    return ", ".join([*map(str, sorted(numbers)), *[gettext("bye")] * byes]) or "–"


def next_of(paper: Paper) -> tuple[Paper | None, str, str]:
    """(the event with the round that comes next if it can be drawn now, its seed, else why it cannot)."""
    if paper.is_draft or (paper.round and progress.unreported(paper.round)):
        return None, "", ""
    seed = f"{paper.event.slug} {paper.event.version}"
    try:
        drawn = progress.next_round(paper.told, seed, state=DRAFT)
    except RuleViolation as violation:
        return None, "", in_words(violation)
    if drawn.round is None or drawn.round == paper.round:
        return None, "", ""
    return replace(paper, told=drawn.event, phase=drawn.phase, round=drawn.round), seed, ""


def schedule(history: EventHistory, number: int) -> tuple[Coming, ...]:
    """The rounds of a round robin that are still to be drawn; their order is laid down once it has begun."""
    names, first, found = history.names, history.phase(number).rounds, []
    try:
        for _ahead in range(len(first) and progress.round_count(history, number) - len(first)):
            round_, _why = progress.draw(history, number, first[0].seed, exceptions=False)
            history = progress.with_round(history, number, round_)
            tables = tuple((match.table, tuple(names[p] for p in match.players)) for match in round_.matches)
            found.append(Coming(round_name(history, number, round_.number), tables))
    except RuleViolation:
        return ()
    return tuple(found)


def matches_to_come(history: EventHistory, number: int) -> tuple[Coming, ...]:
    """The matches of finals that are not decided: who sits there, or where they come from."""
    try:
        bracket = finals.bracket_of(history, number)
    except RuleViolation:
        return ()
    names = history.names
    found = []
    for meeting in bracket.meetings:
        if meeting.decided or not meeting.needed:
            continue
        sides = tuple(names.get(side.player) or side.words.said(gettext) for side in meeting.sides)
        name = meeting.slot.name.said(gettext)
        found.append(
            Coming(name[:1].upper() + name[1:], ((meeting.match.table if meeting.match else None, sides),))
        )
    return tuple(found)


COMING = {ROUND_ROBIN: schedule, BRACKET: matches_to_come}
