"""Examples of the parts of organisers’ pages: tables, players, registrations and phases."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...access import Permission, Permissions
from ...events.pages.overview import COMING, DONE, KINDS, NOW, STAGES, PhaseLine, PhasePlan
from ...players.pages.roster import RosterEntry
from ...players.pages.roster_table import CHECKED, COLUMNS, MISSING, SENT, RosterRow, RosterTable
from ...registration.pages.entry_desk import ALL, PENDING, REGISTERED, WITHDRAWN, DeskEntry, EntryList
from ...results.pages.cells import ReportingMode, ResultEntryTable, build_entry_table
from ...results.pages.reports import DeskMessage, get_table_state, list_player_reports
from ...rules.history import BRACKET, SWISS, MatchRecord, SeatRecord
from ...rules.history.players import RegistrationSettings
from ...rules.history.rounds import SeatReport
from ...rules.rulebooks import GAMES, POINTS

ADA, BO, CLEO, DAN = "Ada Lindqvist", "Bo Achterberg", "Cleo Marsh", "Dan Okafor"
EVA, FINN, GUS, HANA = "Eva Brinkhoff", "Finn Aziz", "Gus Moreau", "Hana Ito"
IVO, JIA, KAI, LEA = "Ivo Petrov", "Jia Chen", "Kai Ng", "Lea Roth"
MIA, NOOR, OLE, PIA = "Mia Costa", "Noor Haddad", "Ole Berg", "Pia Lang"
NAMES = {
    name: name for name in (ADA, BO, CLEO, DAN, EVA, FINN, GUS, HANA, IVO, JIA, KAI, LEA, MIA, NOOR, OLE, PIA)
}
REPORTED_AT = "2026-11-14T12:40:00Z"


@dataclass(frozen=True)
class ExampleDesk:
    """The examples: the `tables` of a round, of which `stored` can be undone; players; entries; and phases.

    `call` is a judge call at one of the tables.
    """

    tables: tuple[ResultEntryTable, ...]
    stored: ResultEntryTable
    call: DeskMessage
    roster: RosterTable
    entries: EntryList
    plan: PhasePlan
    permissions: Permissions

    @property
    def calls(self) -> dict[str, DeskMessage]:
        return {self.call.table_key: self.call}

    @property
    def column_names(self) -> dict[str, str]:
        return {key: name for key, (name, _value) in COLUMNS.items()}

    def url(self, *_args) -> str:
        """Return the address of all links and forms of the examples, for `url` in their templates."""
        return "#desk"


def get_example_desk() -> ExampleDesk:
    tables = get_tables()
    called = tables[2]
    return ExampleDesk(
        tables=tables,
        stored=tables[1],
        call=DeskMessage(1, "", CLEO, "12:44", called.query, table_key=called.key),
        roster=get_roster(),
        entries=get_entries(),
        plan=get_plan(),
        permissions=Permissions(Permission),
    )


def get_tables() -> tuple[ResultEntryTable, ...]:
    """Return a table in each state: open, with a call, reported, disputed, by points, of four, and done."""
    first, second = SeatReport("2-1", REPORTED_AT), SeatReport("1-2", REPORTED_AT)
    extension = gettext("{minutes}-minute time extension").format(minutes=5)
    drops = gettext("{names} drops after this round").format(names=PIA)
    return (
        build_table(3, SeatRecord(ADA), SeatRecord(BO)),
        build_table(5, SeatRecord(KAI, games=2), SeatRecord(LEA, games=0)),
        replace(build_table(7, SeatRecord(CLEO), SeatRecord(DAN)), extra_minutes=5, extension=extension),
        build_table(9, SeatRecord(EVA, player_report=first), SeatRecord(FINN)),
        build_table(12, SeatRecord(GUS, player_report=first), SeatRecord(HANA, player_report=second)),
        build_table(14, SeatRecord(IVO), SeatRecord(JIA), mode=POINTS),
        build_table(15, *map(SeatRecord, (ADA, CLEO, EVA, GUS))),
        build_table(8, SeatRecord(MIA, games=1), SeatRecord(NOOR, games=2)),
        build_table(10, SeatRecord(BO, games=1), SeatRecord(DAN, games=1)),
        replace(build_table(11, SeatRecord(OLE, games=2), SeatRecord(PIA, games=1)), drops=drops),
    )


def build_table(number: int, *seats: SeatRecord, mode: str = GAMES) -> ResultEntryTable:
    match = MatchRecord(seats, number)
    reporting = ReportingMode(mode, best_of=3, draws=True, must_be_won=False, can_clear=True)
    return replace(
        build_entry_table(match, NAMES, reporting),
        phase=1,
        round=4,
        state=get_table_state(match),
        player_reports=list_player_reports(match, NAMES, "UTC"),
    )


def get_roster() -> RosterTable:
    """Return players at a table and without one, with a note, without a list, and dropped."""
    late = gettext("since round {round}").format(round=3)
    dropped = gettext("dropped after round {round}").format(round=2)
    return RosterTable(
        rows=(
            RosterRow(
                build_player("ada", ADA, club="Nordlicht", rating="1642"), 3, 1, "3–0", "9", CHECKED, True
            ),
            RosterRow(build_player("bo", BO), 3, 2, "2–1", "6", SENT, True),
            RosterRow(
                build_player("cleo", CLEO, club="Nordlicht", note=late), 7, 3, "1–0", "3", MISSING, False
            ),
            RosterRow(
                build_player("dan", DAN, note=dropped, has_left=True), None, 4, "0–2", "0", MISSING, False
            ),
        ),
        columns=tuple(COLUMNS),
        filters=(),
        count=4,
        sort="name",
        show="",
        can_check_in=True,
        has_begun=True,
    )


def build_player(key: str, name: str, club="", rating="", note="", has_left=False) -> RosterEntry:
    return RosterEntry(key, name, "", club, rating, "", note, has_left, cannot_return=False)


def get_entries() -> EntryList:
    """Return a registration that waits for approval, one that is approved, and one that was withdrawn."""
    return EntryList(
        version=1,
        entries=(
            build_entry(1, EVA, PENDING, gettext("waiting for approval")),
            build_entry(2, FINN, REGISTERED, gettext("registered")),
            build_entry(3, GUS, WITHDRAWN, gettext("withdrawn")),
        ),
        filters=(),
        show=ALL,
        search="",
        settings=RegistrationSettings(),
        is_open=True,
        has_started=False,
        refusal="",
        registered=1,
        left=None,
    )


def build_entry(number: int, name: str, state: str, text: str) -> DeskEntry:
    return DeskEntry(
        name=name, value=f"r{number}", key="", state=state, state_text=text, checked_in_at=None, time="12:40"
    )


def get_plan() -> PhasePlan:
    """Return a phase that is over, one under way, and the finals to come."""
    return PhasePlan(
        version=1,
        rulebook="",
        lines=(
            build_phase(1, gettext("Day 1"), SWISS, DONE, gettext("everyone")),
            build_phase(2, gettext("Day 2"), SWISS, NOW, gettext("the top {size}").format(size=64)),
            build_phase(3, gettext("Top cut"), BRACKET, COMING, gettext("the top {size}").format(size=8)),
        ),
        shared=(),
        available_cut=None,
        phases=(),
    )


def build_phase(number: int, name: str, kind: str, stage: str, advances: str) -> PhaseLine:
    return PhaseLine(
        number=number,
        name=name,
        kind=gettext(KINDS[kind]),
        state=gettext(STAGES[stage]),
        stage=stage,
        facts=(
            (gettext("Who advances"), advances),
            (gettext("Match"), gettext("best of {games}").format(games=3)),
        ),
        is_coming=stage == COMING,
        can_move_up=False,
        can_move_down=False,
        has_rounds=kind != BRACKET,
    )
