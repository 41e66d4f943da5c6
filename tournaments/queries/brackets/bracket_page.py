"""The bracket page."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules import finals
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, EventHistory, EventPhase
from ..help.finals import summary_text
from .drawing import Drawing, draw_bracket
from .early_matches import pending_choice_text
from .odds import BY_RATING, NONE, TitleOdds, title_odds


@dataclass(frozen=True)
class BracketPage:
    """The bracket page: the drawing, the title odds, the players to follow, and the champion's name.

    `key` names the system's help page, if it has one; `rated`: some players have ratings to base odds on.
    A finished bracket has `places`, (rank, player id, name) from the champion on, instead of odds.
    """

    key: str
    title: str
    summary: str
    progress: str
    drawing: Drawing
    odds: TitleOdds | None
    rated: bool
    entrants: tuple[tuple[str, str], ...]
    picked: str
    champion: str
    places: tuple[tuple[int, str, str], ...]
    current: int
    call: str


def find_bracket(history: EventHistory, number: int | None = None) -> EventPhase | None:
    """Return the bracket of this number, by default the current or next one; None if it does not exist."""
    brackets = [phase for phase in history.all_phases if phase.kind == BRACKET]
    if number is not None:
        return next((phase for phase in brackets if phase.number == number), None)
    current = history.current_phase.number
    return next((phase for phase in brackets if phase.number >= current), brackets[-1] if brackets else None)


def bracket_page(phase: EventPhase, picked: str = "", odds_mode: str = "") -> BracketPage | None:
    """Return the bracket of a phase; None if its table cannot be built yet.

    `picked` is a player to follow, `odds_mode` one of `odds.MODES`.
    """
    history = phase.history
    try:
        bracket, settings = finals.bracket_of(phase), phase.settings
    except RuleViolation:
        return None
    names = history.names
    picked = picked if picked in bracket.entrants else ""
    best_of = tuple(
        ""
        if all(meeting.slot.is_pod for meeting in bracket.round(n))
        else gettext("best of {games}").format(games=settings.best_of_in(n))
        for n in range(1, bracket.table.rounds + 1)
    )
    rating_of = {player.id: player.rating for player in history.players}
    ratings = [rating_of[player] for player in bracket.entrants]
    rated = any(rating is not None for rating in ratings)
    odds = None
    if bracket.entrants and not bracket.is_over and odds_mode != NONE:
        odds = title_odds(bracket, names, ratings if rated and odds_mode == BY_RATING else None)
    ranks = finals.placings(phase) if bracket.is_over else ()
    running = [meeting for meeting in bracket.meetings if meeting.match and not meeting.is_decided]
    opened = [meeting.slot.round for meeting in bracket.meetings if meeting.match]
    return BracketPage(
        key=bracket.table.key if bracket.table.key in finals.FINALS else "",
        title=gettext(bracket.table.name),
        summary=summary_text(bracket.table),
        progress=progress_text(bracket, len(running)),
        drawing=draw_bracket(bracket, names, best_of, picked or None, odds and odds.now),
        odds=odds,
        rated=rated,
        entrants=tuple((player, names[player]) for player in bracket.entrants),
        picked=picked,
        champion=names.get(bracket.champion, ""),
        places=tuple((rank, player, names[player]) for rank, player in ranks),
        current=max(opened, default=1),
        call=pending_choice_text(phase),
    )


def progress_text(bracket, running: int) -> str:
    """Return “2 of 9 played, 2 in progress”."""
    if not bracket.entrants:
        return gettext("Seeds are set at the cut. This shows the bracket by seed.")
    over = sum(meeting.is_decided for meeting in bracket.meetings)
    words = gettext("{over} of {all} played").format(over=over, all=len(bracket.meetings))
    live = (
        ngettext("{count} in progress", "{count} in progress", running).format(count=running)
        if running
        else ""
    )
    return ", ".join(filter(None, [words, live]))
