"""The proof of a draw."""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language, gettext, gettext_noop, ngettext

from ...history.cache import load_history_with_log
from ...history.load import public_history
from ...log.pages.log_lines import LogLine, log_line
from ...log.pages.sentences import names_of
from ...models import Event, NextSeed
from ...rules import finals
from ...rules.history import (
    BRACKET,
    DRAWN_KINDS,
    PODS,
    PRIVATE,
    SEARCH,
    SWISS,
    EventHistory,
    EventPhase,
    MatchRecord,
    ProofRecord,
    RoundRecord,
)
from ...rules.log.event_parts import round_path
from ...rules.results.notation import join_names
from ...rules.rounds import draw_verification
from ...rules.rounds.adjustments import costs_of
from ...rules.rounds.draw_verification import DrawVerification, TableDifference
from ...rules.rounds.pairing_constraints import bye_reason
from ...rules.rounds.phases import round_count
from ...rules.standings.final import is_hidden
from ...web.status import round_name
from ...web.wording import message_text
from .change_notices import is_changed_by_hand


def cost_text(event: Event, phase: EventPhase, round_: RoundRecord) -> str:
    """Return the text of the round's proof, or its current cost if players were moved by hand."""
    is_drawn = phase.kind in DRAWN_KINDS
    if round_.proof or not is_drawn or not is_changed_by_hand(event, phase.number, round_.number):
        return proof_text(round_.proof, phase.kind)
    costs = costs_of(phase, round_)
    parts = [rematches_count(costs.rematches), pair_downs_count(costs.pair_downs, phase.kind)]
    if phase.settings.apart:
        parts.append(same_club_count(costs.same_club))
    return gettext("{costs}. Changed by hand.").format(costs=", ".join(parts))


def proof_text(proof: ProofRecord | None, kind: str = SWISS) -> str:
    """Return “No rematches (proven). 2 pair-downs with the smallest possible score gaps (proven).”"""
    if proof is None:
        return ""
    texts = rematches_text(proof), pair_downs_text(proof, kind), apart_text(proof), search_text(proof)
    return " ".join(f"{text}." for text in texts if text)


def rematches_count(count: int) -> str:
    return ngettext("{count} rematch", "{count} rematches", count).format(count=count or gettext("No"))


def same_club_count(count: int) -> str:
    return ngettext("{count} same-team table", "{count} same-team tables", count).format(count=count)


def rematches_text(proof: ProofRecord) -> str:
    text = gettext("{rematches}, the fewest possible (proven)")
    if not proof.rematches:
        text = gettext("{rematches} (proven)")
    elif proof.by == SEARCH:
        text = gettext("{rematches}, the fewest found")
    return text.format(rematches=rematches_count(proof.rematches))


def pair_downs_count(count: int, kind: str) -> str:
    """Return the number of tables across score groups."""
    text = ngettext("{count} pair-down", "{count} pair-downs", count)
    if kind == PODS:
        text = ngettext("{count} mixed-score pod", "{count} mixed-score pods", count)
    return text.format(count=count or gettext("No"))


def pair_downs_text(proof: ProofRecord, kind: str) -> str:
    count_text = pair_downs_count(proof.pair_downs, kind)
    if not proof.pair_downs:
        return count_text
    if proof.by == SEARCH:
        text = gettext("{pair_downs} with the smallest score gaps found")
    elif proof.ahead:
        text = gettext("{pair_downs} so that later rounds can be paired")
    elif proof.apart is not None:
        text = gettext("{pair_downs} with the smallest score gaps allowed (proven)")
    else:
        text = gettext("{pair_downs} with the smallest possible score gaps (proven)")
    return text.format(pair_downs=count_text)


def apart_text(proof: ProofRecord) -> str:
    """Return the number of tables with players to be kept apart; empty if there are none."""
    if proof.apart is None:
        return ""
    text = ngettext(
        "{count} table with players of one team or household, the fewest allowed (proven)",
        "{count} tables with players of one team or household, the fewest allowed (proven)",
        proof.apart,
    )
    if not proof.apart or proof.ahead:
        text = ngettext(
            "{count} table with players of one team or household",
            "{count} tables with players of one team or household",
            proof.apart,
        )
    elif proof.by == SEARCH:
        text = ngettext(
            "{count} pair from one team or household, the fewest found",
            "{count} pairs from one team or household, the fewest found",
            proof.apart,
        )
    return text.format(count=proof.apart or gettext("No"))


def search_text(proof: ProofRecord) -> str:
    """Return the effort of a heuristic search for pods; empty otherwise."""
    if proof.weighed is None:
        return ""
    return gettext("{count} swaps of two players compared").format(count=f"{proof.weighed:,}")


@dataclass(frozen=True)
class ChangedTable:
    """A table or bye changed after the draw: its players now and as drawn, and the log entry."""

    label: str
    now: str
    as_drawn: str
    line: LogLine | None


@dataclass(frozen=True)
class DrawnTable:
    """A table or (no `number`) a bye with the draw's reason; the reason is empty if there is a `change`."""

    anchor: str
    number: int | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    reason: str
    change: ChangedTable | None


def anchor_at(table: int | None, player: str) -> str:
    """Return the fragment id of a table or of a player's bye on the draw's page."""
    return f"table-{table}" if table else f"bye-{player}"


def list_drawn_tables(
    phase: EventPhase, draw: DrawVerification, names, changes: dict
) -> tuple[DrawnTable, ...]:
    """Return the tables, then the byes, of a verified round; empty if it could not be verified.

    `changes` are {players: their ChangedTable}.
    """
    if draw.refused:
        return ()
    finals_reasons = {} if draw.by_lot else list_finals_reasons(phase)
    tables = []
    for match in draw.round.matches:
        players, change = match.players, changes.get(match.players)
        reason = finals_reasons.get(match.slot, "")
        if draw.by_lot and not change:
            reason = message_text(draw.why.get(players[0]) or bye_reason(match))
        seated = tuple(names[player] for player in players)
        tables.append(
            DrawnTable(anchor_at(match.table, players[0]), match.table, players, seated, reason, change)
        )
    return tuple(tables)


def list_finals_reasons(phase: EventPhase) -> dict[str, str]:
    """Return {slot: “semi-final 1: winner of qualifying 2 against seed 1”}.

    Leaves out matches that have not been made, or are played by others.
    """
    reasons = {}
    for meeting in finals.bracket_of(phase).meetings:
        players = meeting.match.players if meeting.match else ()
        labels = {side.player: side.label.render(gettext) for side in meeting.sides}
        if players and labels.keys() >= set(players):
            sides = tuple(labels[player] for player in players)
            reason = gettext(" against ").join(sides) if len(sides) == 2 else join_names(sides, gettext)
            match = meeting.slot.name.render(gettext)
            reasons[meeting.slot.id] = gettext("{match}: {sides}").format(match=match, sides=reason)
    return reasons


def build_changed_table(difference: TableDifference, names, line: LogLine | None) -> ChangedTable:
    match = difference.now or difference.as_drawn
    label = gettext("Bye") if match.is_bye else gettext("Table {table}").format(table=match.table)
    return ChangedTable(
        label, seated_names(difference.now, names), seated_names(difference.as_drawn, names), line
    )


def seated_names(match: MatchRecord | None, names) -> str:
    """Return “Anna v Ben”, or “nobody”."""
    if match is None:
        return gettext("nobody")
    return gettext(" v ").join(names[player] for player in match.players)


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
    round_, path = phase.round(number), round_path(phase.number, number)
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
    key = f"draw:{event.pk}:{event.version}.{event.layout_version}:{phase}:{number}:{drafts}:{get_language()}"
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
    has_more_draws = phase.kind in DRAWN_KINDS and len(phase.rounds) < round_count(phase)
    # A round robin is drawn only once, before its first round.
    if not phase.rounds or has_more_draws:
        kinds.append(phase.kind)
    return "" if all(kind == BRACKET for kind in kinds) else get_seed_hash(event)


def get_seed_hash(event: Event) -> str:
    """Return the public hash of the seed of the event's next draw."""
    return draw_verification.seed_hash(NextSeed.objects.get(event=event).seed)
