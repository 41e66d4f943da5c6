"""Verification of a draw: its seed, the published hash, and the draw repeated."""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language, gettext, gettext_noop, ngettext

from ...models import Event, NextSeed
from ...rules.history import BRACKET, DRAWN_KINDS, PRIVATE, EventHistory, EventPhase
from ...rules.log import part_paths
from ...rules.rounds import draw_verification, progress
from ...rules.standings.hidden import is_hidden
from ..events.status import round_name
from ..history.cache import load_history_with_log
from ..history.load import public_history
from ..log.log_page import LogLine, log_line
from ..log.names import names_of
from ..wording.formats import message_text
from .proof_of_optimality import cost_text, proof_text
from .table_reasons import ChangedTable, DrawnTable, build_changed_table, list_drawn_tables

DRAW_CACHE_SECONDS = 600
SEED_CHECK_TEXTS = {
    draw_verification.HOLDS: gettext_noop(
        "The seed matches the hash that was public before the round was paired."
    ),
    draw_verification.BROKEN: gettext_noop("The seed doesn’t match its hash."),
    draw_verification.BY_HAND: gettext_noop("The seed was chosen by hand, not committed in advance."),
    draw_verification.UNKNOWN: gettext_noop(
        "The log has no entry for this draw, so its seed wasn’t committed here."
    ),
}


@dataclass(frozen=True)
class DrawPage:
    """The page that verifies a draw.

    `verdict` and `seed_check` are sentences; `is_proven`: the round follows from its seed, and the seed
    matches its hash. `tables` have their reasons, `changed` are the tables changed after the draw.
    """

    phase: int
    number: int
    heading: str
    by_lot: bool
    seed: str
    seed_hash: str
    is_proven: bool
    verdict: str
    seed_check: str
    draws: str
    proof: str
    draw_entry: LogLine | None
    changed: tuple[ChangedTable, ...]
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True)
class DrawSummary:
    """The draw on the round's own page: its cost, repeated draws, in the last round the next seed's hash."""

    proof: str
    draws: str
    next_seed_hash: str


def summarise_draw(event: Event, phase: EventPhase, number: int) -> DrawSummary:
    round_, path = phase.round(number), part_paths.round_(phase.number, number)
    log = event.log.filter(changes__has_key=path, undoes=None).order_by("id")
    return DrawSummary(
        proof=cost_text(event, phase, round_),
        draws=draws_text(len(draw_verification.draw_lines(log, path))),
        next_seed_hash=next_seed_hash(event, phase.history) if round_ == phase.rounds[-1] else "",
    )


def get_draw_page(event: Event, phase: int | None, number: int, drafts: bool = False) -> DrawPage | None:
    """Return the draw of a round, by default in the current phase; None if it is not visible.

    Cached per event version, except for private events.
    """
    if event.visibility == PRIVATE:
        return build_draw_page(event, phase, number, drafts)
    key = f"draw:{event.pk}:{event.version}:{phase}:{number}:{drafts}:{get_language()}"
    page = cache.get(key)
    if page is None:
        page = build_draw_page(event, phase, number, drafts)
        if page:
            cache.set(key, page, DRAW_CACHE_SECONDS)
    return page


def build_draw_page(event: Event, phase: int | None, number: int, drafts: bool) -> DrawPage | None:
    history = load_history_with_log(event)
    visible = history if drafts else public_history(history)
    shown = visible.find_phase(phase) if phase else visible.current_phase
    if shown is None or shown.find_round(number) is None:
        return None
    drawn = history.phase(shown.number)
    draw = draw_verification.verify_draw(drawn, number)
    names = names_of(history)
    positions = {draw.line, *(difference.line for difference in draw.changed)} - {0}
    entries = list(event.log.select_related("undone_by", "undoes").order_by("id")) if positions else []
    lines = {position: log_line(entries[position - 1], names) for position in positions}
    is_imported = bool(draw.line) and not entries[draw.line - 1].version
    changes = [
        (difference.now, build_changed_table(difference, names, lines.get(difference.line)))
        for difference in draw.changed
    ]
    tables = ()
    if can_show_reasons(shown, drafts):
        changes_by_players = {match.players: change for match, change in changes if match}
        tables = list_drawn_tables(drawn, draw, names, changes_by_players)
    return DrawPage(
        phase=drawn.number,
        number=number,
        heading=round_name(drawn, number),
        by_lot=draw.by_lot,
        seed=draw.round.seed,
        seed_hash=draw.round.sealed,
        is_proven=draw.proven,
        verdict=verdict_text(draw),
        seed_check=seed_check_text(draw, is_imported),
        draws=draws_text(draw.draws),
        proof=proof_text(draw.proof, drawn.kind),
        draw_entry=lines.get(draw.line),
        changed=tuple(change for _match, change in changes),
        tables=tables,
    )


def can_show_reasons(phase: EventPhase, drafts: bool = False) -> bool:
    """Return whether the reasons, which reveal points and ranks, may be shown."""
    return drafts or not is_hidden(phase)


def get_pairing_reasons(event: Event, phase: int, number: int, drafts: bool = False) -> dict[str, str]:
    """Return {player: reason for their table} of a round; empty without a verifiable draw."""
    page = get_draw_page(event, phase, number, drafts)
    by_hand = gettext("changed by hand after pairing")
    return {
        player: by_hand if table.change else table.reason
        for table in (page.tables if page else ())
        for player in table.players
    }


def verdict_text(draw: draw_verification.DrawVerification) -> str:
    if not draw.by_lot:
        return gettext("Bracket matches aren’t paired at random. They follow from the seeds and results.")
    if draw.refused:
        return message_text(draw.refused)
    if draw.same:
        return gettext("Verified: pairing again from the seed gives the same round.")
    tables = sum(not (difference.now or difference.as_drawn).is_bye for difference in draw.changed)
    if not tables:
        return gettext("Not verified: pairing again from the seed gives the bye to a different player.")
    if tables == len(draw.changed):
        verdict = ngettext(
            "Not verified: pairing again from the seed changes {count} table.",
            "Not verified: pairing again from the seed changes {count} tables.",
            tables,
        )
    else:
        verdict = ngettext(
            "Not verified: pairing again from the seed changes {count} table and the bye.",
            "Not verified: pairing again from the seed changes {count} tables and the bye.",
            tables,
        )
    return verdict.format(count=tables)


def seed_check_text(draw: draw_verification.DrawVerification, is_imported: bool) -> str:
    """Describe whether the seed matches its hash; `is_imported`: the draw came with an imported log."""
    if is_imported and draw.seed_check == draw_verification.HOLDS:
        return gettext("The seed matches the hash in the event file. The round was paired elsewhere.")
    return gettext(SEED_CHECK_TEXTS[draw.seed_check])


def draws_text(draws: int) -> str:
    """Return “It was drawn 3 times …”; empty for a single draw."""
    if draws < 2:
        return ""
    return gettext("This round was paired {count} times; these are the final pairings.").format(count=draws)


def next_seed_hash(event: Event, history: EventHistory) -> str:
    """Return the hash of the next draw's seed; empty if no random draw is left."""
    phase = history.current_phase
    kinds = [later.kind for later in history.phases[phase.number :]]
    has_more_draws = phase.kind in DRAWN_KINDS and len(phase.rounds) < progress.round_count(phase)
    # A round robin is drawn only once, before its first round.
    if not phase.rounds or has_more_draws:
        kinds.append(phase.kind)
    return "" if all(kind == BRACKET for kind in kinds) else get_seed_hash(event)


def get_seed_hash(event: Event) -> str:
    """Return the public hash of the seed of the event's next draw."""
    return draw_verification.seed_hash(NextSeed.objects.get(event=event).seed)
