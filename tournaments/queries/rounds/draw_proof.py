"""The draw of a round for those who doubt it: its seed, what was public before, and the draw made again."""

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
from ..history.cache import history_with_log
from ..history.load import as_shown
from ..log.descriptions.names import names_of
from ..log.log_page import Line, line_of
from ..wording.formats import in_words
from .proof_of_optimality import cost_text, proof_text
from .table_reasons import ChangedTable, DrawnTable, changed_table, drawn_tables

KEPT_SECONDS = 600


@dataclass(frozen=True)
class DrawShown:
    """`verdict` and `seal` are sentences; `proven`: the round is its seed's and the seed the sealed one.

    `tables` say of each why it is so, `changed` those that are not as they were drawn.
    """

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
    drawn: Line | None
    changed: tuple[ChangedTable, ...]
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class DrawTold:
    """What a round's own page says of its draw: its cost, that it was drawn more than once, and at the last
    round the hash of the next draw's seed."""

    proof: str
    draws: str
    sealed: str


def draw_told(event: Event, history: EventHistory, phase: int, number: int) -> DrawTold:
    rounds = history.phase(phase).rounds
    round_ = next(r for r in rounds if r.number == number)
    return DrawTold(
        proof=cost_text(event, history, phase, round_),
        draws=times_drawn(event, phase, number),
        sealed=next_seal(event, history) if round_ == rounds[-1] else "",
    )


def draw_of(event: Event, phase: int | None, number: int, drafts: bool = False) -> DrawShown | None:
    """The draw of a round of this phase, by default the current one; None where it is not there to be seen.

    Worked out once per version.
    """
    if event.visibility == PRIVATE:
        return find_draw(event, phase, number, drafts)
    key = f"draw:{event.pk}:{event.version}:{phase}:{number}:{drafts}:{get_language()}"
    shown = cache.get(key)
    if shown is None:
        shown = find_draw(event, phase, number, drafts)
        if shown:
            cache.set(key, shown, KEPT_SECONDS)
    return shown


def find_draw(event, phase, number, drafts):
    history = history_with_log(event)
    seen = history if drafts else as_shown(history)
    phase = phase or seen.current
    known = 1 <= phase <= len(seen.phases) and {r.number for r in seen.phase(phase).rounds}
    if not known or number not in known:
        return None
    replay = draw_verification.replay(history, phase, number)
    names = names_of(history)
    zone = ZoneInfo(event.timezone)
    logged = replay.line or any(one.line for one in replay.changed)
    entries = list(event.log.select_related("undone_by", "undoes").order_by("id")) if logged else []

    def line(at):
        return line_of(entries[at - 1], names, zone) if at else None

    return DrawShown(
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
        drawn=line(replay.line),
        changed=tuple(changed_table(one, names, line(one.line)) for one in replay.changed),
        tables=drawn_tables(history, phase, replay, names, line) if tells_why(seen, phase, drafts) else (),
    )


def tells_why(seen: EventHistory, phase: int, drafts: bool = False) -> bool:
    """Whether the reasons of the draw, which name points and ranks, may be read; `drafts`: at the desk."""
    return drafts or not is_hidden(seen, phase)


def whys_of(event: Event, phase: int, number: int, drafts: bool = False) -> dict[str, str]:
    """Why each player sits where they do in this round, in a sentence; none where no draw says it."""
    shown = draw_of(event, phase, number, drafts)
    by_hand = gettext("changed by hand after the draw")
    return {
        player: by_hand if table.changed else table.why
        for table in (shown.tables if shown else ())
        for player in table.players
    }


def verdict_words(replay) -> str:
    if not replay.by_lot:
        return gettext("Finals are not drawn: who meets whom follows from the seeds and the results.")
    if replay.refused:
        return in_words(replay.refused)
    if replay.same:
        return gettext("Drawn again from its seed, it comes out the same.")
    tables = sum(not (one.now or one.drawn).is_bye for one in replay.changed)
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
    """What is to be said of the seed; `elsewhere`: the draw came with the log of an event file."""
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
    """Nothing where the round was drawn once."""
    if draws < 2:
        return ""
    return gettext("It was drawn {count} times; this is the draw that stands.").format(count=draws)


def times_drawn(event: Event, phase: int, number: int) -> str:
    """“It was drawn 3 times …”; nothing where it was drawn once."""
    path = part_paths.round_(phase, number)
    lines = event.log.filter(changes__has_key=path, undoes=None).order_by("id")
    return draws_words(len(draw_verification.draw_lines(lines, path)))


def next_seal(event: Event, history: EventHistory) -> str:
    """The hash of the next draw's seed; empty where nothing is left to be drawn by lot."""
    current, ahead = (
        history.phase(history.current),
        [phase.kind for phase in history.phases[history.current :]],
    )
    drawn = len(current.rounds)
    # A round robin is drawn once, before its first round.
    if not drawn or (current.kind in DRAWN_KINDS and drawn < progress.round_count(history, history.current)):
        ahead.append(current.kind)
    return "" if all(kind == BRACKET for kind in ahead) else seal_of(event)


def seal_of(event: Event) -> str:
    """The public hash of the seed that the event's next draw will use."""
    return draw_verification.sealed(Seal.objects.get(event=event).seed)
