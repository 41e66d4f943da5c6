"""The topics of the help."""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ...drafts.pages import DraftTimer, SeatingCircle, build_timer, place_seats, sizes_text
from ...results.pages.cells import betting_text
from ...rules import rulebooks
from ...rules.finals import FINALS
from ...rules.history import (
    DRAFT_PODS,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from ...rules.pairing.booster import MIN_POD_SIZE, pod_sizes
from ...rules.pairing.pods.objectives import POD_SIZES, seats_per_pod
from ...rules.results import betting, scoring
from ...rules.results.parsing import apply_result
from ...rules.rounds.progress import draw, has_ended, next_round
from ...rules.rulebooks import RULEBOOKS, settings_of
from ...rules.settings.fields import INSIDE_BRACKET
from ...rules.standings.standings import standings
from ...rules.standings.working import explain_value
from ...rules.tiebreakers import FAMILIES, PERCENT, TIEBREAKERS
from ...standings.pages.standings import option_name, row_text
from ...standings.pages.working import Calculation, describe_calculation
from ...web.layout import GUIDE_URL
from ...web.wording import message_text, number_text, record_text, rulebook_text
from .example import EXPLAINED_PLAYER, ExamplePlayerRounds, example, rounds_of
from .finals import finals_sizes_text

# The rulebook of the example for a tiebreaker that no rulebook uses.
DEFAULT_RULEBOOK = "magic"


@dataclass(frozen=True)
class HelpEntry:
    """An entry of a list: the key of its page, its name, a description, and a short remark."""

    key: str
    name: str
    description: str
    remark: str = ""


@dataclass(frozen=True)
class ExampleRow:
    """A player of the example: rank, and value in the rulebook's first column and in this one."""

    rank: int
    name: str
    record: str
    first: str
    value: str
    is_explained: bool


@dataclass(frozen=True)
class TiebreakerPage:
    """The help page of a tiebreaker.

    `facts` are (label, text) pairs; `terms` explain the value of `player` under `rulebook`; `first` is the
    column that ranks before this one, if any.
    """

    name: str
    explanation: str
    facts: tuple[tuple[str, str], ...]
    used_by: tuple[HelpEntry, ...]
    rulebook: str
    player: str
    terms: Calculation
    first: str
    rows: tuple[ExampleRow, ...]
    rounds: tuple[int, ...]
    played: tuple[ExamplePlayerRounds, ...]


def rulebook_entries() -> tuple[HelpEntry, ...]:
    return tuple(
        HelpEntry(rulebook.key, rulebook_text(rulebook), gettext(rulebook.summary), str(rulebook.year))
        for rulebook in RULEBOOKS.values()
    )


def get_tiebreaker_page(key: str) -> TiebreakerPage:
    """Explain a column and compute it for the example."""
    entry, rulebook = TIEBREAKERS[key], rulebook_for(key)
    history = example(rulebook.key)
    ranked_by = [] if key == rulebook.first_column else [key]
    explanation = explain_value(history.phase(1), EXPLAINED_PLAYER, key, tiebreakers=ranked_by)
    return TiebreakerPage(
        name=gettext(entry.label),
        explanation=gettext(entry.explanation),
        facts=column_facts(entry, options_of(key, rulebook)),
        used_by=tuple(HelpEntry(book.key, gettext(book.name), "") for book in rulebooks_with(key)),
        rulebook=gettext(rulebook.name),
        player=history.names[EXPLAINED_PLAYER],
        terms=describe_calculation(history, explanation),
        first=gettext(TIEBREAKERS[rulebook.first_column].label) if ranked_by else "",
        rows=example_rows(key, rulebook, history, ranked_by),
        rounds=tuple(round_.number for round_ in history.phase(1).rounds),
        played=rounds_of(history.phase(1)),
    )


def rulebooks_with(key: str):
    """Return the rulebooks that rank by a column, in the registry's order."""
    return [rulebook for rulebook in RULEBOOKS.values() if key in settings_of(rulebook.key, {}).keys]


def rulebook_for(key: str):
    """Return the rulebook of the example: one that uses the column, else one of its family."""
    family = next(entries for _name, entries in FAMILIES if TIEBREAKERS[key] in entries)
    candidates = [*rulebooks_with(key), *(book for entry in family for book in rulebooks_with(entry.key))]
    return candidates[0] if candidates else RULEBOOKS[DEFAULT_RULEBOOK]


def options_of(key: str, rulebook):
    """Return the column's options in this rulebook, or else its own defaults."""
    options = {column.key: column.options for column in settings_of(rulebook.key, {}).columns}
    return options.get(key, TIEBREAKERS[key].options)


def column_facts(entry, options) -> tuple[tuple[str, str], ...]:
    unit = gettext("a percentage") if entry.unit == PERCENT else gettext("a number")
    better = gettext("less is better") if entry.lower_is_better else gettext("more is better")
    facts = [(gettext("Type"), f"{unit}; {better}")]
    if entry.among_tied:
        facts.append((gettext("Compares"), gettext("only players still tied on the tiebreakers before it")))
    none = gettext("none")
    facts += [
        (option_name(name), none if value is None else number_text(value)) for name, value in options.items()
    ]
    if entry.takes_after:
        name = gettext(TIEBREAKERS[entry.takes_after].label)
        facts.append((gettext("Settings"), gettext("same as {column}").format(column=name)))
    facts.append((gettext("Source"), gettext(entry.source)))
    return tuple(facts)


def example_rows(key: str, rulebook, history: EventHistory, ranked_by) -> tuple[ExampleRow, ...]:
    rows = standings(history.phase(1), tiebreakers=ranked_by).rows
    return tuple(
        ExampleRow(
            rank=row.rank,
            name=row.name,
            record=record_text(row),
            first=row_text(row, rulebook.first_column),
            value=row_text(row, key),
            is_explained=row.player == EXPLAINED_PLAYER,
        )
        for row in rows
    )


@dataclass(frozen=True)
class HelpPage:
    """A help page: URL name and key of its address (the key may be empty), title and description."""

    url_name: str
    key: str
    title: str
    description: str


def guides(*rows) -> dict[str, HelpPage]:
    return {key: HelpPage(GUIDE_URL, key, title, description) for key, title, description in rows}


START_GUIDES = guides(
    (
        "first-event",
        _("Your first event"),
        _("From an empty page to the champion in ten steps."),
    ),
    (
        "for-players",
        _("For players"),
        _("Find your table, report results, drop, read the standings."),
    ),
)
DESK_GUIDES = guides(
    ("new-event", _("Create an event"), _("Presets, last week’s event again, and events from a file.")),
    ("desk", _("The desk"), _("Enter results, fix mistakes, answer judge calls, run the round timer.")),
    ("players", _("Players"), _("Add players, late entries, drops, player links and picked names.")),
    ("check-in", _("Check-in"), _("Who is here, starting without missing players, late arrivals.")),
    ("registration", _("Registration"), _("Let players register, approve them, run the waitlist.")),
    ("pairing", _("Rounds and pairing"), _("Pair, check, adjust and publish a round; how pairing works.")),
    ("top-cut", _("Top cut and finals"), _("Cut to the finals, play the bracket, end the event.")),
    ("settings", _("Settings"), _("What you can change, where, and until when.")),
    ("phases", _("Phases and cuts"), _("Second days, pools, round robins, and who advances.")),
    ("prizes", _("Prizes"), _("Enter prizes and the prize pot; how ties share prizes.")),
    ("screens", _("Screens"), _("Pairings, standings and the timer on projectors and TVs.")),
    ("printing", _("Printing"), _("Pairings, result slips, posters and player cards on paper.")),
    ("clubs", _("Clubs"), _("Your shop or club: its page, its staff, its logo, and moving events into it.")),
    ("people", _("Regulars"), _("How a club recognises its players; doubts, merging, own pages, profiles.")),
    ("series", _("Series"), _("Leagues and seasons: rules, guests, results from elsewhere, prizes.")),
    ("log", _("Log and restore points"), _("See every change, undo one, or go back to an earlier state.")),
)
GUIDES = START_GUIDES | DESK_GUIDES

REFERENCE = {
    url_name: HelpPage(url_name, "", title, description)
    for url_name, title, description in (
        ("help_rounds", _("How many rounds"), _("Players to expect at each record, and who makes the cut.")),
        (
            "help_lab",
            _("How the format lab works"),
            _("How simulations compare formats, and what each measure means."),
        ),
        ("help_pods", _("Pods"), _("Seating, table sizes, points and bets of multiplayer tables.")),
        ("help_draft", _("Drafts"), _("Pods, seats and pick times of booster drafts.")),
        ("help_all_finals", _("Compare finals systems"), _("Each seed’s title odds in every system.")),
        ("compare", _("Compare rulebooks"), _("The same results ranked under two rulebooks.")),
        ("help_roles", _("Roles"), _("What owners, organisers, scorekeepers, judges and viewers can do.")),
        ("help_privacy", _("Privacy"), _("What is stored, for how long, and how to have it removed.")),
    )
}


@dataclass(frozen=True)
class StartPage:
    """The start page: guides, reference, registries; `families` are (name, entries) of the tiebreakers."""

    start: tuple[HelpPage, ...]
    desk: tuple[HelpPage, ...]
    reference: tuple[HelpPage, ...]
    families: tuple[tuple[str, tuple[HelpEntry, ...]], ...]
    rulebooks: tuple[HelpEntry, ...]
    systems: tuple[HelpEntry, ...]


def start_page() -> StartPage:
    return StartPage(
        start=tuple(START_GUIDES.values()),
        desk=tuple(DESK_GUIDES.values()),
        reference=tuple(REFERENCE.values()),
        families=tuple(
            (
                gettext(name),
                tuple(HelpEntry(item.key, gettext(item.label), gettext(item.explanation)) for item in family),
            )
            for name, family in FAMILIES
        ),
        rulebooks=rulebook_entries(),
        systems=tuple(
            HelpEntry(
                system.key, gettext(system.name), gettext(system.summary), finals_sizes_text(system.sizes)
            )
            for system in FINALS.values()
        ),
    )


def all_pages() -> tuple[HelpPage, ...]:
    """Return every help page except the start page, in the order in which search results tie."""
    return (
        *GUIDES.values(),
        *REFERENCE.values(),
        *registry_pages("help_rulebook", RULEBOOKS, "name", "summary"),
        *registry_pages("help_finals", FINALS, "name", "summary"),
        *registry_pages("help_tiebreaker", TIEBREAKERS, "label", "explanation"),
    )


def registry_pages(url_name: str, registry: dict, title: str, description: str) -> list[HelpPage]:
    """Return a page for each entry; `title` and `description` name its attributes."""
    return [
        HelpPage(url_name, key, gettext(getattr(entry, title)), gettext(getattr(entry, description)))
        for key, entry in registry.items()
    ]


DRAFTERS = (
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
    swiss, bracket = play_draft({}), play_draft({"draft_inside": INSIDE_BRACKET})
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
    players = tuple(PlayerRecord(name.lower(), name, order=order) for order, name in enumerate(DRAFTERS))
    event = EventHistory("Draft", "magic", players, (PhaseRecord(DRAFT_PODS, overrides=settings),))
    while not has_ended(event):
        pairing = next_round(event, SEED)
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
        _matches, reasons = draw(before.phase(1), SEED, exceptions=False)
        rounds.append(tuple(example_table(match, event.names, reasons) for match in round_.matches))
    return tuple(rounds)


def example_table(match: MatchRecord, names: dict, reasons) -> ExampleTable:
    score = "" if match.is_bye else "–".join(str(seat.games) for seat in match.seats)
    reason = message_text(reasons[match.seats[0].player])
    return ExampleTable(match.table, tuple(names[player] for player in match.players), score, reason)


PLAYERS = range(3, 19)
NAMES = ("Ada", "Bruno", "Chidi", "Dana", "Emre", "Fay", "Gita", "Hana")
RESULTS = ("3", "draw", "draw 1 2", "places 2-1-4-3", "3 no-show 2", "double-loss")
# The shop's own example: two tables, then one of both winners and two losers.
LAST_TABLE = ("Ada", "Emre", "Bruno", "Fay")
ROUNDS = ((NAMES[:4], NAMES[4:]), (LAST_TABLE,))


@dataclass(frozen=True)
class PodHelp:
    """The help page about pods.

    `sizes` are (players, pod sizes by each of POD_SIZES), `worth` (result, points by seat, the same with
    eliminated players drawing too), `bets` an example of betting with its `rule`: (player, (staked, took, has
    afterwards) by round), `draws` (use of the bets, points of a player who drew, of one who was out), `short`
    the gain at a table of three with and without the added bet.
    """

    sizes: tuple[tuple[int, tuple[str, ...]], ...]
    worth: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    rule: str
    bets: tuple[tuple, ...]
    draws: tuple[tuple[str, str, str], ...]
    short: tuple[str, str]


def pod_help() -> PodHelp:
    settings = rulebooks.settings_of("hareruya", {})
    return PodHelp(
        sizes=tuple(
            (players, tuple(pod_sizes_text(players, sizes) for sizes in POD_SIZES)) for players in PLAYERS
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


def pod_sizes_text(players: int, option: str) -> str:
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
    return apply_result(MatchRecord(tuple(map(SeatRecord, names)), table), result)


def bet_rows(settings) -> tuple[tuple, ...]:
    """Return the bets of rounds in which the first seat of every table wins."""
    rounds = [
        (number, RoundRecord(number, matches=tuple(pod(names, "1", n) for n, names in enumerate(tables, 1))))
        for number, tables in enumerate(ROUNDS, 1)
    ]
    bets = betting.bets([(*round_, settings) for round_ in rounds], settings.betting.start)
    return tuple(
        (
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
