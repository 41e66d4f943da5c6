"""Results from one player's side: what they can report of their table, and what was said of it."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.errors import RuleViolation
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import parsing, result_notation, scoring, text
from ...rules.rulebooks import GAMES, POINTS, VP
from ..results.entry_buttons import Chair, Table, Way, chairs_of, table_of


@dataclass(frozen=True)
class Choice:
    """A result to choose: what is sent, the figures from this player's side (or who won a pod), its words."""

    said: str
    figures: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Choices:
    """What a player can report: the `likely` results, what else there may be (`more`), or two numbers of a
    `unit` by `chairs`, this player's own first. In a pod `chairs` take places, in the order of the seats."""

    question: str
    likely: tuple[Choice, ...]
    more: tuple[Choice, ...]
    more_words: str
    unit: str
    is_pod: bool
    chairs: tuple[Chair, ...]
    note: str


QUESTIONS = {
    GAMES: gettext_noop("Who won how many games?"),
    POINTS: gettext_noop("How many points?"),
    VP: gettext_noop("How many victory points?"),
    PODS: gettext_noop("Who won?"),
}


def choices_of(match: MatchRecord, place: int, names: dict, way: Way, said: str = "") -> Choices:
    """What the player on this seat (from 0) can report; `said` is what they have reported already."""
    # A result stands nowhere yet: what they said themselves is chosen.
    table = table_of(match, names, way)
    likely, more = (of_pod if table.is_pod else of_two)(table, place, way, said)
    # The fields as this player has filled them before.
    chairs = chairs_of(read(match, said, way) or match, names, table.way)
    if not table.is_pod and place:
        chairs = chairs[::-1]
    return Choices(
        question=gettext(QUESTIONS[table.way]),
        likely=likely,
        more=more,
        more_words=gettext("A draw, or games not finished") if likely and not table.is_pod else other_words(),
        unit=table.unit,
        is_pod=table.is_pod,
        chairs=chairs,
        note=table.note,
    )


def other_words() -> str:
    return gettext("Something else")


def of_two(table: Table, place: int, way: Way, now: str):
    """(likely, more) of a match of two: who wins first, this player before the other."""
    taps = {tap.said for side in table.sides for tap in side.taps}
    decided = [said for said in taps if is_won(said)]
    likely = sorted(decided, key=lambda said: (-margin(said, place), said))
    drawn = sorted((said for said in taps if not is_won(said)), reverse=True)
    # Of the bigger sides first, like the likely ones.
    rest = [*drawn, *(unfinished(way, place) if table.way == GAMES else ())]
    unsaid = (*NOT_ONES_OWN, f"no-show {place + 1}")
    rest += [tap.said for tap in table.rest if tap.said not in unsaid]
    return (
        tuple(choice(said, table, place, now) for said in likely),
        tuple(choice(said, table, place, now) for said in rest),
    )


NOT_ONES_OWN = (result_notation.DOUBLE_LOSS, result_notation.CLEAR)


def is_won(said: str) -> bool:
    games = said.split("-")
    return len(games) > 1 and games[0] != games[1]


def margin(said: str, place: int) -> int:
    first, second = (int(games) for games in said.split("-")[:2])
    return second - first if place else first - second


def unfinished(way: Way, place: int) -> list[str]:
    """Scores at which somebody leads when the time is over."""
    needed = way.best_of // 2 + 1
    found = [f"{a}-{b}" for a in range(needed) for b in range(needed) if a != b]
    return sorted(found, key=lambda said: -margin(said, place))


def choice(said: str, table: Table, place: int, now: str) -> Choice:
    first, *_others = parts = said.split("-") if said[:1].isdigit() else [said]
    own = [parts[1], parts[0], *parts[2:]] if place and len(parts) > 1 else parts
    figures = text.DASH.join(own) if first != said else FIGURES.get(said, "")
    return Choice(said, gettext(figures) if figures else "", words_of(said, table, place), said == now)


FIGURES = {"draw": gettext_noop("Draw")}


def words_of(said: str, table: Table, place: int) -> str:
    other = table.chairs[1 - place].name
    if is_won(said) and said[:1].isdigit():
        wins = margin(said, place) > 0
        return gettext("You win") if wins else gettext("{name} wins").format(name=other)
    if said == "draw":
        return gettext("no games counted") if table.way == GAMES else ""
    if said[:1].isdigit():
        return gettext("Draw")
    if said == f"concede {place + 1}":
        return gettext("You concede")
    return next((tap.label for tap in table.rest if tap.said == said), said)


def of_pod(table: Table, place: int, way: Way, now: str):
    """(likely, more) of a pod: who won, or all drew."""
    won = tuple(
        Choice(
            str(chair.seat),
            gettext("You") if chair.seat == place + 1 else chair.name,
            gettext("seat {seat}").format(seat=chair.seat),
            now == str(chair.seat),
        )
        for chair in table.chairs
    )
    drawn = (Choice("draw", gettext("Draw"), gettext("all of you"), now == "draw"),) if way.draws else ()
    more = tuple(
        Choice(tap.said, "", tap.label, now == tap.said)
        for tap in table.rest
        if tap.said != result_notation.CLEAR
    )
    return won + drawn, more


def read(match: MatchRecord, said: str, way: Way) -> MatchRecord | None:
    """The match with this result; None for words that are none."""
    try:
        done = parsing.reported(match, said, way=way.way) if said else None
    except RuleViolation:
        return None
    return done if done and done.reported else None


def own_words(match: MatchRecord, place: int, names: dict) -> str:
    """“you won 2–1”, of a result, from the side of the player on this seat; of a pod the sentence for all."""
    ends = scoring.outcomes(match)
    if match.is_pod and WIN in ends and match.seats[0].place is None:
        winner = match.seats[ends.index(WIN)].player
        mine = winner == match.players[place]
        return gettext("you won") if mine else gettext("{name} won").format(name=names[winner])
    score = text.score(turned(match, place), gettext)
    if match.is_pod or not score[:1].isdigit():
        return text.words(match, names, gettext)
    return gettext(OWN[ends[place]]).format(score=score)


OWN = {
    WIN: gettext_noop("you won {score}"),
    LOSS: gettext_noop("you lost {score}"),
    DRAW: gettext_noop("you drew {score}"),
}


def turned(match: MatchRecord, place: int) -> MatchRecord:
    """The match with this player's seat first; a pod as it is."""
    return replace(match, seats=match.seats[::-1]) if place and not match.is_pod else match
