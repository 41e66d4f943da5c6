"""The stored chances to make the cut, in words."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.translation import gettext

from ...models import CutChances, Event
from ...rules.forecast.chances import Chances, PlayerChance, can_have_chances, read_chances
from ...rules.history import EventHistory
from ...rules.rounds.progress import is_over, unreported
from ..history.cache import MAX_EVENTS, load_history
from ..history.load import without_draft_rounds
from ..rounds.clock import time_at

# Chances are rounded to so many percent if they rest on so many playouts; a standard error is less.
STEPS = ((5, 200), (10, 50), (25, 12))


@dataclass(frozen=True)
class RoundedChance:
    """A chance as pages show it: “about 65 %”, and the length of its bar in percent."""

    text: str
    percent: int


@dataclass(frozen=True)
class ChancesPage:
    """The chances of an event: `as_of` is the time of the state, `assumption` and `agreeing` are sentences.

    `agreeing` is empty if the rulebook's publisher does not say whether players may agree on a draw.
    """

    chances: Chances
    as_of: str
    assumption: str
    agreeing: str


@dataclass(frozen=True)
class ChanceRow:
    """A player whose chance is not certain, at the desk."""

    key: str
    name: str
    rounded: RoundedChance
    by_result: str


@dataclass(frozen=True)
class DeskChances:
    as_of: str
    assumption: str
    rows: tuple[ChanceRow, ...]


def get_desk_chances(event: Event) -> DeskChances | None:
    """Return the players whose chances are not certain, best first."""
    history = without_draft_rounds(load_history(event))
    page = get_chances(event, history)
    if page is None:
        return None
    open_players = players_with_chances_by_result(history, page.chances)
    players = page.chances.players.items()
    ranked = sorted(players, key=lambda item: (-item[1].chance, history.names.get(item[0], "")))
    rows = tuple(
        ChanceRow(
            key,
            history.names[key],
            round_chance(chance.chance),
            by_result_text(chance) if key in open_players else "",
        )
        for key, chance in ranked
        if chance.chance not in (0, 1) and key in history.names
    )
    return DeskChances(page.as_of, page.assumption, rows)


def players_with_chances_by_result(history: EventHistory, chances: Chances) -> set[str]:
    """Return the players whose match is still open for which the chances by its result hold."""
    round_ = history.current_phase.open_round
    if round_ is None or round_.number != chances.round:
        return set()
    return {player for match in unreported(round_) for player in match.players}


def get_chances(event: Event, history: EventHistory) -> ChancesPage | None:
    """Return the stored chances of the current phase, as far as players may see them now.

    The history has no unpublished rounds; one of a player's own matches is enough.
    """
    phase = history.current_phase
    if not event.chances_at or is_over(phase):
        return None
    settings = phase.settings
    if not settings.chances or not can_have_chances(phase):
        return None
    chances = load_chances(event.pk, event.chances_at)
    if chances is None or chances.phase != phase.number:
        return None
    as_of = time_at(event.timezone, event.chances_at)
    agreeing = gettext(settings.rulebook.intentional_draws) if settings.rulebook.intentional_draws else ""
    return ChancesPage(chances, as_of, assumption_text(), agreeing)


@lru_cache(maxsize=MAX_EVENTS)
def load_chances(event_pk: int, _chances_at: datetime) -> Chances | None:
    """Return the stored chances. They change with `Event.chances_at`: a process reads them once."""
    row = CutChances.objects.filter(event=event_pk).first()
    return read_chances(row.values) if row else None


def assumption_text() -> str:
    return gettext(
        "Assumes that everyone plays on and nobody drops. Games are even, or by rating where both players "
        "have one."
    )


def round_chance(chance: float, step: int = STEPS[0][0]) -> RoundedChance:
    """Return a chance rounded to a step in percent; only certain ones are 0 % or 100 %."""
    percent = step * round(100 * chance / step)
    if chance in (0, 1):
        text = gettext("{percent}\u00a0%")
    elif percent == 0:
        text, percent = gettext("under {percent}\u00a0%"), step
    elif percent == 100:
        text, percent = gettext("over {percent}\u00a0%"), 100 - step
    else:
        text = gettext("about {percent}\u00a0%")
    return RoundedChance(text.format(percent=percent), percent)


def by_result_text(chance: PlayerChance) -> str:
    """Return “win over 95 %, draw about 40 %, loss under 5 %”, as far as known.

    What rests on few playouts is rounded more coarsely, or left out.
    """
    texts = (gettext("win {chance}"), gettext("draw {chance}"), gettext("loss {chance}"))
    values = (chance.win, chance.draw, chance.loss)
    known = []
    for text, value, playouts in zip(texts, values, chance.playouts or (0, 0, 0), strict=True):
        step = next((step for step, fewest in STEPS if playouts >= fewest or value in (0, 1)), None)
        if value is not None and step:
            known.append(text.format(chance=round_chance(value, step).text))
    return ", ".join(known)
