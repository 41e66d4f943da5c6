"""The emergency pack."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...brackets.drawing.picture import Drawing
from ...brackets.pages.bracket import NONE, Tiles, bracket_page, tiles_of
from ...events.pages.overview import PhaseOverview, get_phase_overview
from ...help.pages.rulebooks import shares_of
from ...history.load import without_draft_rounds
from ...rounds.pages.pairing_rules import BYES_TO, FIRST_SEATS, POD_SIZES, apart_text
from ...rounds.pages.pairings import RoundPage, build_round_page, points_text
from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, DRAFT_PODS, DRAWN_KINDS, PODS, ROUND_ROBIN, SWISS, EventPhase
from ...rules.pairing.field import ALL_ONE_GROUP
from ...rules.pairing.pods.objectives import seats_per_pod
from ...rules.results.parsing import EXAMPLES, POD_EXAMPLES
from ...rules.rounds import progress
from ...rules.settings.fields import BY_STANDING, FOLD, INSIDE_BRACKET, RANDOM
from ...rules.standings.table_builder import counted_phases
from ...standings.pages.standings import StandingsPage, get_standings_page
from ...web.status import round_name
from ...web.wording import message_text, number_text
from . import sheets
from .sheets import Paper, PrintRange

METHOD_STEPS = {
    RANDOM: _("Pair the players of each group at random, from the top group down."),
    FOLD: _(
        "From the top group down, pair the upper half of each group against its lower half. With eight "
        "players: 1 v 5, 2 v 6, 3 v 7, 4 v 8."
    ),
    BY_STANDING: _("Pair each group from the top of its list: 1 v 2, 3 v 4, and so on."),
}
POD_METHOD_STEPS = {
    RANDOM: _("Seat the players from the top group down, at random within each group."),
    FOLD: _(
        "Seat the players from the top group down. Mix players from all parts of the group at each table."
    ),
    BY_STANDING: _(
        "Seat the players in the order of the list: the first ones at table 1, the next ones at table 2."
    ),
}
WITHOUT_REMATCH = _(
    "Avoid rematches: check “Previous opponents”. If two players have already met, swap opponents with "
    "the nearest pair in the group."
)
ODD_GROUP = _(
    "If a group is odd, move one player down: pair them with a player of the next group they haven’t met yet."
)
STUCK = _("If the last players have all met, break up the pair above them and try again.")
NUMBERS = _("Assign tables from the top: the pair with the most points gets table 1.")


def get_pairing_steps(phase: EventPhase) -> tuple[str, ...]:
    """Return the steps to pair the next round of a phase."""
    steps = STEPS[phase.kind](phase.history, phase.settings)
    return tuple(filter(None, steps))


def swiss_steps(history, settings):
    return (
        groups_text(settings),
        bye_text(settings),
        gettext(METHOD_STEPS[settings.pairing]),
        gettext(WITHOUT_REMATCH),
        gettext(ODD_GROUP),
        gettext(STUCK),
        last_round_text(settings, METHOD_STEPS),
        separation_text(settings),
        gettext(NUMBERS),
        seats_text(settings),
        tables_text(history),
    )


def groups_text(settings) -> str:
    if settings.band == ALL_ONE_GROUP:
        return gettext(
            "Leave out players who have dropped. Everyone else is one group, regardless of points."
        )
    text = gettext(
        "Leave out players who have dropped. Sort the others by points. Players with the same points form a "
        "score group."
    )
    if settings.band:
        text = gettext(
            "Leave out players who have dropped. Sort the others by points. Each range of {points} points is "
            "a score group."
        )
    return text.format(points=number_text(settings.band or 0))


def bye_text(settings) -> str:
    text = gettext("If the number of players is odd, {who} gets the bye.").format(
        who=gettext(BYES_TO[settings.bye_to])
    )
    if settings.betting:
        return text
    points = points_text(settings.points["bye"])
    return text + " " + gettext("It is worth {points}.").format(points=points)


def last_round_text(settings, methods) -> str:
    if settings.last_round_pairing == settings.pairing:
        return ""
    how = gettext(methods[settings.last_round_pairing])
    return gettext("The last round is different. {how}").format(how=how)


def separation_text(settings) -> str:
    rules_text = apart_text(settings.apart)
    return gettext("Keep apart: {who}.").format(who=rules_text) if rules_text else ""


def seats_text(settings) -> str:
    return gettext("First seat at each table: {who}.").format(who=gettext(FIRST_SEATS[settings.first_seat]))


def tables_text(history) -> str:
    """“Fixed tables: Ann 7, Bo 9.”"""
    fixed = ", ".join(f"{player.name} {player.table}" for player in history.players if player.table)
    return gettext("Fixed tables: {who}.").format(who=fixed) if fixed else ""


def pod_steps(history, settings):
    return (
        groups_text(settings),
        sizes_text(history, settings),
        gettext(POD_METHOD_STEPS[settings.pairing]),
        gettext(
            "Avoid seating players together again: check “Previous opponents”, and swap players with the "
            "same points between tables."
        ),
        last_round_text(settings, POD_METHOD_STEPS),
        separation_text(settings),
        gettext("First seats rotate: the player who has sat first least often sits first."),
        tables_text(history),
    )


def sizes_text(history, settings) -> str:
    """“Tables of four, then byes. 21 players make 5 tables of 4.”"""
    rule = gettext("Tables of four, then {sizes}.")
    rule = rule.format(sizes=gettext(POD_SIZES[settings.pod_sizes]))
    count = sum(not player.has_left for player in history.players)
    try:
        sizes = seats_per_pod(count, settings.pod_sizes)
    except RuleViolation:
        return rule
    tables = []
    for seats in sorted(set(sizes), reverse=True):
        number = sizes.count(seats)
        table = ngettext("{n} table of {seats}", "{n} tables of {seats}", number)
        tables.append(table.format(n=number, seats=seats))
    result = gettext("{count} players make {tables}.").format(count=count, tables=", ".join(tables))
    return f"{rule} {result}"


def draft_steps(history, settings):
    first = gettext(
        "Players only play within their own pod. In round 1, players seated across from each other play. "
        "With eight players: 1 v 5, 2 v 6, 3 v 7, 4 v 8."
    )
    if settings.draft_inside == INSIDE_BRACKET:
        return first, gettext("After that, the winners in each pod play each other until one is left.")
    inside = gettext("After that, in each pod:")
    return (first, inside, *swiss_steps(history, settings))


def round_robin_steps(history, settings):
    return (
        gettext(
            "You don’t need to pair anything: the order was set before round 1. The remaining rounds are "
            "under “Upcoming matches”."
        ),
        gettext("A player whose opponent has dropped isn’t paired."),
    )


def bracket_steps(history, settings):
    return (
        gettext(
            "You don’t need to pair anything: the lines of the bracket show where winners and losers go."
        ),
        gettext("Write each result in its box, and the names in the boxes its lines lead to."),
    )


STEPS = {
    SWISS: swiss_steps,
    PODS: pod_steps,
    DRAFT_PODS: draft_steps,
    ROUND_ROBIN: round_robin_steps,
    BRACKET: bracket_steps,
}


@dataclass(frozen=True)
class UpcomingRound:
    """A future round or match: `tables` are (table or None, player names) pairs."""

    name: str
    tables: tuple[tuple[int | None, tuple[str, ...]], ...]


@dataclass(frozen=True)
class PackPart:
    """A part of the pack, with its own template; left out if none of the fields `needs` has a value.

    A list has a line for each player or table; each print range has its share of it.
    """

    key: str
    title: str
    needs: tuple[str, ...] = ()
    is_list: bool = False


# The parts on each sheet.
SHEETS = (
    (PackPart("start", _("In a power cut")), PackPart("afterwards", _("Afterwards"))),
    (
        PackPart("pairing", _("Pairing the next round by hand")),
        PackPart("scoring", _("Scoring and tiebreakers")),
    ),
    (PackPart("standings", _("Standings"), is_list=True),),
    (PackPart("opponents", _("Previous opponents"), ("opponents",), is_list=True),),
    (PackPart("current_round", _("Current round"), ("current_round",), is_list=True),),
    (
        PackPart(
            "next_round",
            _("Next round, if paired now"),
            ("next_round", "pairing_error"),
            is_list=True,
        ),
    ),
    (
        PackPart("bracket", _("Bracket"), ("drawing",)),
        PackPart("upcoming", _("Upcoming matches"), ("upcoming",)),
    ),
)


@dataclass(frozen=True)
class EmergencyPack:
    """The contents of the pack.

    `next_round` is the one that could be drawn now from `seed`; `pairing_error` says why none can.
    `pairing_steps` explain pairing by hand. `upcoming` are a round robin's other rounds, or matches of
    finals; `shares` are the points of each difference of victory points; `examples` show how results are
    typed. `rows_before` counts the rows of the standings in earlier print ranges.
    """

    standings: StandingsPage
    opponents: list[tuple[int, str, str]]
    current_round: RoundPage | None
    next_round: RoundPage | None
    seed: str
    pairing_error: str
    pairing_steps: tuple[str, ...]
    overview: PhaseOverview
    after_time: str
    shares: tuple[tuple[str, str], ...]
    upcoming: tuple[UpcomingRound, ...]
    drawing: Drawing | None
    tiles: Tiles | None
    slips: sheets.CardSheets
    blank_slips: sheets.CardSheets
    print_range: PrintRange
    is_drawn: bool
    examples: str
    rows_before: int = 0

    @property
    def sheets(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The parts as (key, title), grouped by sheet; after the first print range only the lists."""
        kept = (tuple(part for part in sheet if self.has(part)) for sheet in SHEETS)
        return tuple(tuple((part.key, gettext(part.title)) for part in sheet) for sheet in kept if sheet)

    def has(self, part: PackPart) -> bool:
        if self.print_range.position and not part.is_list:
            return False
        return not part.needs or any(getattr(self, name) for name in part.needs)


def get_emergency_pack(paper: Paper, start: int | None = None) -> EmergencyPack:
    """Return the pack of an event; of a large one, the range with the table `start`, by default the first.

    Leaves out parts that cannot be made instead of raising RuleViolation.
    """
    return cut_to_range(build_pack(paper, start))


def cut_to_range(pack: EmergencyPack) -> EmergencyPack:
    """Return the pack with only the list entries that are printed with its range of tables."""

    def portion(entries):
        return entries[pack.print_range.portion_of(len(entries))]

    rows = pack.standings.rows
    current_round, next_round = (
        page and replace(page, tables=portion(page.tables)) for page in (pack.current_round, pack.next_round)
    )
    return replace(
        pack,
        standings=replace(pack.standings, rows=portion(rows)),
        rows_before=pack.print_range.portion_of(len(rows)).start,
        opponents=portion(pack.opponents),
        current_round=current_round,
        next_round=next_round,
    )


def build_pack(paper: Paper, start: int | None) -> EmergencyPack:
    """Return the pack with complete lists, and the slips of its range of tables."""
    phase, settings = paper.phase, paper.phase.settings
    standings, is_drawn = get_standings_page(paper.event, runs=True), phase.kind in DRAWN_KINDS
    drawn_paper, seed, pairing_error = draw_next_round(paper)
    bracket = bracket_page(phase, odds_mode=NONE) if phase.kind == BRACKET else None
    print_range = sheets.range_of_tables(sheets.slip_tables(drawn_paper or paper), start)
    unreported = [(round_, match) for round_, match in print_range.entries if not match.reported]
    next_round, blank_sheets = None, sheets.count_sheets(print_range.entries)
    if drawn_paper:
        next_round = build_round_page(drawn_paper.phase, drawn_paper.round.number)
        blank_sheets = 1
    has_pods = any(match.is_pod for round_ in paper.rounds for match in round_.matches)
    return EmergencyPack(
        standings=standings,
        opponents=list_opponents(phase, standings, settings.meet_again) if is_drawn else (),
        current_round=build_round_page(phase) if paper.round else None,
        next_round=next_round,
        seed=seed,
        pairing_error=pairing_error,
        pairing_steps=get_pairing_steps(phase),
        overview=get_phase_overview(phase),
        after_time=gettext(settings.rulebook.after_time),
        shares=shares_of(settings.vp_table),
        upcoming=UPCOMING[phase.kind](phase) if phase.kind in UPCOMING else (),
        drawing=bracket.drawing if bracket else None,
        tiles=tiles_of(bracket.drawing.width, bracket.drawing.height) if bracket else None,
        slips=sheets.slip_sheets(sheets.build_slips(drawn_paper or paper, unreported)),
        blank_slips=sheets.blank_slips(paper, blank_sheets),
        print_range=print_range,
        is_drawn=is_drawn,
        examples=POD_EXAMPLES if has_pods else EXAMPLES[settings.rulebook.report],
    )


def list_opponents(
    phase: EventPhase, standings: StandingsPage, meet_again: bool
) -> list[tuple[int, str, str]]:
    """Return each player's number in the pack's standings, name and opponents that count for the next round.

    Opponents are their numbers; byes are a word.
    """
    numbers = {row.player: place for place, row in enumerate(standings.rows, 1)}
    opponents, byes = {player: set() for player in numbers}, dict.fromkeys(numbers, 0)
    visible = without_draft_rounds(phase.history).phase(phase.number)
    phases = (visible,) if meet_again else counted_phases(visible)
    for round_ in (round_ for counted in phases for round_ in counted.rounds):
        for match in round_.matches:
            for player in numbers.keys() & set(match.players):
                opponents[player].update(numbers[key] for key in match.players if key in numbers)
                byes[player] += match.is_bye
    rows = []
    for row in standings.rows:
        place = numbers[row.player]
        texts = [*map(str, sorted(opponents[row.player] - {place})), *[gettext("bye")] * byes[row.player]]
        rows.append((place, row.name, ", ".join(texts) or "–"))
    return rows


def draw_next_round(paper: Paper) -> tuple[Paper | None, str, str]:
    """Return (paper with the next round, its seed, "") if it can be paired now, else (None, "", reason)."""
    if paper.is_draft or (paper.round and progress.unreported(paper.round)):
        return None, "", ""
    seed = f"{paper.event.slug} {paper.event.version}"
    try:
        pairing = progress.next_round(paper.phase.history, seed, state=DRAFT)
    except RuleViolation as violation:
        return None, "", message_text(violation)
    if pairing.round is None or pairing.round == paper.round:
        return None, "", ""
    return replace(paper, phase=pairing.phase, round=pairing.round), seed, ""


def remaining_rounds(phase: EventPhase) -> tuple[UpcomingRound, ...]:
    """Return the unpaired rounds of a round robin; their order is fixed once it has begun."""
    names, paired, rounds = phase.history.names, phase.rounds, []
    if not paired:
        return ()
    try:
        for _round in range(progress.round_count(phase) - len(paired)):
            round_, _reasons = progress.draw(phase, paired[0].seed, exceptions=False)
            phase = phase.with_round(round_)
            tables = tuple((match.table, tuple(names[p] for p in match.players)) for match in round_.matches)
            rounds.append(UpcomingRound(round_name(phase, round_.number), tables))
    except RuleViolation:
        return ()
    return tuple(rounds)


def undecided_matches(phase: EventPhase) -> tuple[UpcomingRound, ...]:
    """Return the undecided matches of the finals: their players or the matches that feed them."""
    try:
        bracket = finals.bracket_of(phase)
    except RuleViolation:
        return ()
    names, matches = phase.history.names, []
    for meeting in bracket.meetings:
        if not meeting.is_decided and meeting.is_needed:
            sides = tuple(names.get(side.player) or side.label.render(gettext) for side in meeting.sides)
            name, table = meeting.slot.name.render(gettext), meeting.match.table if meeting.match else None
            matches.append(UpcomingRound(name[:1].upper() + name[1:], ((table, sides),)))
    return tuple(matches)


UPCOMING = {ROUND_ROBIN: remaining_rounds, BRACKET: undecided_matches}
