"""The ratings of a person: now, as a curve, and how each change was calculated."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from ...models import Club, Event, Person, PersonRating, RatingList
from ...models.person import SHOWN
from ...rules.history import PUBLIC
from ...rules.ratings.elo import MatchTerm, Rating, RatingChange, explain_change
from ...rules.ratings.settings import read_settings
from ...web.charts import Chart
from ...web.wording import message_text, number_text, rise_text
from .curve import draw_curves


@dataclass(frozen=True)
class GameRating:
    """The rating of a person in a game; `curves` are charts by class, for wide screens and for phones."""

    rating_list: RatingList
    rating: int
    peak: int
    matches: int
    is_provisional: bool
    provisional_until: int
    curves: dict[str, Chart]


@dataclass(frozen=True)
class PersonRatings:
    """The ratings of a person, the game with most matches first; changes by the key of the event."""

    games: tuple[GameRating, ...] = ()
    changes: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TermLine:
    """A match of a change; `person` is the opponent, None where several are summed up.

    `expected` is empty where it would tell the strength of opponents who are not shown.
    """

    person: Person | None
    matches: int
    rating: int | None
    score: str
    expected: str


@dataclass(frozen=True)
class ChangeExplanation:
    """How the rating of a person changed at an event; not `is_exact` if opponents are not shown."""

    event: Event
    is_exact: bool
    sentence: str
    k: str
    is_provisional: bool
    lines: tuple[TermLine, ...]


def get_person_ratings(club: Club, person: Person) -> PersonRatings:
    """Return the ratings of a person of a club in the games that have some, with two queries."""
    lists = {row.pk: row for row in club.rating_lists.filter(is_on=True)}
    if not lists:
        return PersonRatings()
    rows = PersonRating.objects.filter(person=person, rated_event__rating_list__in=lists).order_by("pk")
    at = Coalesce("rated_event__event__starts_at", "rated_event__event__created_at")
    columns = ("rated_event__rating_list", "rated_event__event", "before", "after", "matches", "peak")
    histories, changes = {}, {}
    for list_pk, event, *values, moment in rows.annotate(at=at).values_list(*columns, "at"):
        histories.setdefault(list_pk, []).append((moment, *values))
        changes[event] = rise_text(round(values[1]) - round(values[0]))
    games = [game_rating(lists[pk], history) for pk, history in histories.items()]
    games.sort(key=lambda one: (-one.matches, one.rating_list.game.casefold()))
    return PersonRatings(tuple(games), changes)


def game_rating(rating_list: RatingList, history: list[tuple]) -> GameRating:
    """Return the rating after the last of (moment, before, after, matches, peak)."""
    settings = read_settings(rating_list.settings)
    _moment, _before, after, matches, peak = history[-1]
    moments: list[datetime] = [row[0] for row in history]
    # Rounded: from exact ones, those of opponents without a profile could be worked out.
    values = [round(value) for value in (history[0][1], *(row[2] for row in history))]
    return GameRating(
        rating_list,
        round(after),
        round(peak),
        matches,
        Rating(after, matches, peak).is_provisional(settings),
        settings.provisional_matches,
        draw_curves(values, moments),
    )


def explain_to_everybody(club: Club, person: Person, slug: str) -> ChangeExplanation | None:
    """Return how the rating changed at a public event; None if it did not change there.

    Opponents without a public profile are summed up, and the numbers do not tell their ratings.
    """
    return explain(club, person, slug, Person.objects.filter(SHOWN), hides_others=True)


def explain_to_staff(club: Club, person: Person, slug: str) -> ChangeExplanation | None:
    """Return how the rating changed at an event, with all opponents; None if it did not change there."""
    return explain(club, person, slug, Person.objects.all(), hides_others=False)


def explain(
    club: Club, person: Person, slug: str, shown: QuerySet[Person], hides_others: bool
) -> ChangeExplanation | None:
    """Return how the rating changed at an event, with a line for each opponent who is `shown`.

    `hides_others` leaves out what would tell the ratings of the others. None if it did not change there.
    """
    rows = PersonRating.objects.filter(
        person=person,
        rated_event__event__slug=slug,
        # Before the task has left out one that was public.
        rated_event__event__visibility=PUBLIC,
        rated_event__rating_list__club=club,
        rated_event__rating_list__is_on=True,
    )
    row = rows.select_related("rated_event__event", "rated_event__rating_list").first()
    if row is None:
        return None
    settings = read_settings(row.rated_event.rating_list.settings)
    terms = tuple(MatchTerm(*term) for term in row.terms)
    provisional = Rating(row.before, row.matches - len(terms)).is_provisional(settings)
    change = RatingChange(
        slug, str(person.pk), row.before, row.k, terms, row.after, row.matches, row.peak, provisional
    )
    known = shown.filter(club=club).in_bulk({term.opponent for term in terms})
    is_exact = not hides_others or all(term.opponent in known for term in terms)
    return ChangeExplanation(
        row.rated_event.event,
        is_exact,
        message_text(explain_change(change)) if is_exact else f"{round(row.before)} → {round(row.after)}",
        number_text(row.k),
        provisional,
        tuple(term_lines(terms, known, hides_others)),
    )


def term_lines(
    terms: Iterable[MatchTerm], known: dict[int, Person], hides_others: bool
) -> Iterable[TermLine]:
    """Yield the matches against known people in their order, then all others as one line."""
    others = []
    for term in terms:
        if term.opponent in known:
            rating = round(term.opponent_rating)
            yield TermLine(known[term.opponent], 1, rating, score_text([term]), expected_text([term]))
        else:
            others.append(term)
    if others:
        yield TermLine(
            None, len(others), None, score_text(others), "" if hides_others else expected_text(others)
        )


def score_text(terms: list[MatchTerm]) -> str:
    return number_text(sum(term.score for term in terms))


def expected_text(terms: list[MatchTerm]) -> str:
    return f"{sum(term.expected for term in terms):.2f}"
