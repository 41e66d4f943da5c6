"""Verification of a draw: its seed, the published hash, and the draw repeated."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.utils.translation import get_language, gettext, ngettext

from ...models import Event, Seal
from ...rules.history import BRACKET, DRAWN_KINDS, PRIVATE, EventHistory
from ...rules.log import part_paths
from ...rules.rounds import draw_verification, progress
from ...rules.standings.hidden import is_hidden
from ..events.status import round_name
from ..history.cache import load_history_with_log
from ..history.load import public_history
from ..log.descriptions.names import names_of
from ..log.log_page import LogLine, line_of
from ..wording.formats import in_words
from .proof_of_optimality import cost_text, proof_text
from .table_reasons import ChangedTable, DrawnTable, changed_table, drawn_tables

DRAW_CACHE_SECONDS = 600


@dataclass(frozen=True)
class DrawPage:
    """The page that verifies a draw.

    `verdict` and `seal` are sentences; `proven`: the round follows from its seed, and the seed matches its
    hash. `tables` have their reasons, `changed` are the tables changed after the draw."""

    phase: int
    number: int
    heading: str
    by_lot: bool
    seed: str
    sealed: str
    proven: bool
    verdict: str
    seal: str
    draws: str
    proof: str
    draw_entry: LogLine | None
    changed: tuple[ChangedTable, ...]
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class DrawSummary:
    """The draw on the round's own page: its cost, repeated draws, and for the last round the next seed's
    hash."""

    proof: str
    draws: str
    sealed: str


def summarise_draw(event: Event, history: EventHistory, phase: int, number: int) -> DrawSummary:
    rounds = history.phase(phase).rounds
    round_ = next(r for r in rounds if r.number == number)
    return DrawSummary(
        proof=cost_text(event, history, phase, round_),
        draws=times_drawn(event, phase, number),
        sealed=next_seal(event, history) if round_ == rounds[-1] else "",
    )


def get_draw(event: Event, phase: int | None, number: int, drafts: bool = False) -> DrawPage | None:
    """Return the draw of a round, by default in the current phase; None if it is not visible.

    Cached per event version, except for private events."""
    if event.visibility == PRIVATE:
        return find_draw(event, phase, number, drafts)
    key = f"draw:{event.pk}:{event.version}:{phase}:{number}:{drafts}:{get_language()}"
    page = cache.get(key)
    if page is None:
        page = find_draw(event, phase, number, drafts)
        if page:
            cache.set(key, page, DRAW_CACHE_SECONDS)
    return page


def find_draw(event, phase, number, drafts):
    history = load_history_with_log(event)
    visible = history if drafts else public_history(history)
    phase = phase or visible.current
    known = 1 <= phase <= len(visible.phases) and {r.number for r in visible.phase(phase).rounds}
    if not known or number not in known:
        return None
    replay = draw_verification.verify_draw(history, phase, number)
    names = names_of(history)
    zone = ZoneInfo(event.timezone)
    logged = replay.line or any(one.line for one in replay.changed)
    entries = list(event.log.select_related("undone_by", "undoes").order_by("id")) if logged else []

    def line(at):
        return line_of(entries[at - 1], names, zone) if at else None

    return DrawPage(
        phase=phase,
        number=number,
        heading=round_name(history, phase, number),
        by_lot=replay.by_lot,
        seed=replay.round.seed,
        sealed=replay.round.sealed,
        proven=replay.proven,
        verdict=verdict_words(replay),
        seal=seal_words(replay, elsewhere=bool(replay.line) and not entries[replay.line - 1].version),
        draws=draws_words(replay.draws),
        proof=proof_text(replay.proof, history.phase(phase).kind),
        draw_entry=line(replay.line),
        changed=tuple(changed_table(one, names, line(one.line)) for one in replay.changed),
        tables=drawn_tables(history, phase, replay, names, line)
        if can_show_reasons(visible, phase, drafts)
        else (),
    )


def can_show_reasons(history: EventHistory, phase: int, drafts: bool = False) -> bool:
    """Return whether the reasons, which reveal points and ranks, may be shown."""
    return drafts or not is_hidden(history, phase)


def pairing_reasons(event: Event, phase: int, number: int, drafts: bool = False) -> dict[str, str]:
    """Return {player: reason for their table} of a round; empty without a verifiable draw."""
    page = get_draw(event, phase, number, drafts)
    by_hand = gettext("changed by hand after the draw")
    return {
        player: by_hand if table.changed else table.why
        for table in (page.tables if page else ())
        for player in table.players
    }


def verdict_words(replay) -> str:
    if not replay.by_lot:
        return gettext("Finals are not drawn: who meets whom follows from the seeds and the results.")
    if replay.refused:
        return in_words(replay.refused)
    if replay.same:
        return gettext("Drawn again from its seed, it comes out the same.")
    tables = sum(not (one.now or one.as_drawn).is_bye for one in replay.changed)
    words = ngettext(
        "Drawn again from its seed, {count} table is another.",
        "Drawn again from its seed, {count} tables are others.",
        tables,
    )
    if not tables:
        words = gettext("Drawn again from its seed, who sits out is another.")
    elif tables < len(replay.changed):
        words = ngettext(
            "Drawn again from its seed, {count} table and who sits out are others.",
            "Drawn again from its seed, {count} tables and who sits out are others.",
            tables,
        )
    return words.format(count=tables)


def seal_words(replay, elsewhere: bool) -> str:
    """Describe whether the seed matches its hash; `elsewhere`: the draw came with an imported log."""
    if elsewhere and replay.seal == draw_verification.HOLDS:
        return gettext("The seed has the hash that the event’s file gives for it; it was drawn elsewhere.")
    words = {
        draw_verification.HOLDS: gettext("The seed has the hash that was public before the draw."),
        draw_verification.BROKEN: gettext("The seed does not have the hash that stands beside it."),
        draw_verification.BY_HAND: gettext("The seed was chosen by hand, not sealed before the draw."),
        draw_verification.UNKNOWN: gettext("The log does not know this draw; the seed was not sealed here."),
    }
    return words[replay.seal]


def draws_words(draws: int) -> str:
    """Return “It was drawn 3 times …”; empty for a single draw."""
    if draws < 2:
        return ""
    return gettext("It was drawn {count} times; this is the draw that stands.").format(count=draws)


def times_drawn(event: Event, phase: int, number: int) -> str:
    """Return “It was drawn 3 times …” from the log; empty for a single draw."""
    path = part_paths.round_(phase, number)
    lines = event.log.filter(changes__has_key=path, undoes=None).order_by("id")
    return draws_words(len(draw_verification.draw_lines(lines, path)))


def next_seal(event: Event, history: EventHistory) -> str:
    """Return the hash of the next draw's seed; empty if no random draw is left."""
    current, ahead = (
        history.phase(history.current),
        [phase.kind for phase in history.phases[history.current :]],
    )
    round_count = len(current.rounds)
    # A round robin is drawn only once, before its first round.
    if not round_count or (
        current.kind in DRAWN_KINDS and round_count < progress.round_count(history, history.current)
    ):
        ahead.append(current.kind)
    return "" if all(kind == BRACKET for kind in ahead) else seal_of(event)


def seal_of(event: Event) -> str:
    """Return the public hash of the seed of the event's next draw."""
    return draw_verification.seed_hash(Seal.objects.get(event=event).seed)
