"""The page of a season that has ended: the champion and the way there, the next places, and numbers."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event
from ...rules.finals_systems.system import ordinal
from ...rules.history import PUBLIC
from ...rules.rounds.progress import has_ended
from ...rules.series.series_rules import number_text
from ...rules.series.table import RankedRow
from ...web.status import find_winner
from .loading import SeriesColumn, SeriesFacts
from .table import champions_of

# Places on the page, and names in one line.
LAST_PLACE, MAX_NAMES = 8, 6


@dataclass(frozen=True)
class Finisher:
    """Somebody on the page: `profile` is the id of the person if the profile is public."""

    place: str
    name: str
    profile: str
    points: str
    about: str


@dataclass(frozen=True)
class WayStop:
    """An event on the way of the champion: `place` is “1st of 24”, empty without one."""

    column: SeriesColumn
    place: str
    points: str
    is_struck: bool
    has_won: bool


@dataclass(frozen=True)
class ChampionPage:
    """A season that has ended. `way` is that of the only champion; `numbers` are (label, text)."""

    names: tuple[str, ...]
    champions: tuple[Finisher, ...]
    podium: tuple[Finisher, ...]
    way: tuple[WayStop, ...]
    numbers: tuple[tuple[str, str], ...]

    @property
    def only(self) -> Finisher | None:
        """The champion; None if several share the first place."""
        return self.champions[0] if len(self.champions) == 1 else None


def get_champion_page(facts: SeriesFacts) -> ChampionPage:
    """Return the page of a series; without names if nobody is ranked."""
    ranked = [one for one in facts.table.rows if one.rank and one.rank <= LAST_PLACE]
    first = [one for one in ranked if one.rank == 1]
    return ChampionPage(
        names=tuple(champions_of(facts)),
        champions=tuple(finisher(facts, one) for one in first),
        podium=tuple(finisher(facts, one) for one in ranked if one.rank > 1),
        way=way_of(facts, first[0]) if len(first) == 1 else (),
        numbers=tuple(season_numbers(facts)) if first else (),
    )


def finisher(facts: SeriesFacts, ranked: RankedRow) -> Finisher:
    row, person = ranked.row, facts.people[ranked.row.person]
    won = sum(cell.place == 1 for cell in row.cells)
    events = ngettext("{count} event", "{count} events", len(row.cells)).format(count=len(row.cells))
    wins = ngettext("{count} of them won", "{count} of them won", won).format(count=won) if won else ""
    return Finisher(
        place=ordinal(ranked.rank).render(gettext),
        name=row.name,
        profile=row.person if person.is_shown else "",
        points=number_text(row.total),
        about=", ".join(filter(None, (events, wins))),
    )


def way_of(facts: SeriesFacts, ranked: RankedRow) -> tuple[WayStop, ...]:
    """Return the events of a champion in the order in which they were played."""
    players = {event.key: event.players for event in facts.table.events}
    return tuple(
        WayStop(
            facts.column(cell.event),
            place_text(cell.place, players[cell.event]),
            number_text(cell.points),
            cell.struck_out is not None,
            cell.place == 1,
        )
        for cell in ranked.row.cells
    )


def place_text(place: int | None, players: int) -> str:
    """Return “1st of 24”; empty without a place."""
    if place is None:
        return ""
    text = ordinal(place).render(gettext)
    return gettext("{place} of {players}").format(place=text, players=players) if players else text


def season_numbers(facts: SeriesFacts):
    """Yield (label, text) of the season in numbers."""
    rows, events = [one.row for one in facts.table.rows], facts.table.events
    yield gettext("Events"), str(len(events))
    yield gettext("Players"), str(len(rows))
    results = sum(len(row.cells) for row in rows)
    if events:
        yield gettext("Players an event"), number_text(round(results / len(events), 1))
    winners = {row.person for row in rows if any(cell.place == 1 for cell in row.cells)}
    if winners:
        yield gettext("Winners of events"), str(len(winners))
    for label, value_of in (
        (gettext("Most events won"), lambda row: sum(cell.place == 1 for cell in row.cells)),
        (gettext("Most matches won"), lambda row: row.wins),
        (gettext("Most events played"), lambda row: len(row.cells)),
    ):
        most = max(map(value_of, rows), default=0)
        if most > 0:
            names = [row.name for row in rows if value_of(row) == most]
            yield label, gettext("{count}: {names}").format(count=most, names=names_text(names))


def names_text(names: list[str]) -> str:
    """Return some names in one line, and how many others there are."""
    text, others = ", ".join(names[:MAX_NAMES]), len(names) - MAX_NAMES
    if others <= 0:
        return text
    more = ngettext("{names} and {count} other", "{names} and {count} others", others)
    return more.format(names=text, count=others)


def final_winner(event: Event | None, is_staff: bool) -> str:
    """Return who won the final; empty while it has no winner, or if not everybody may see it."""
    if event is None or event.cancelled or not (is_staff or event.visibility == PUBLIC):
        return ""
    history = without_draft_rounds(load_history(event))
    return find_winner(history) if has_ended(history) else ""
