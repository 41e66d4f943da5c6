"""What a result of one event is worth, term by term."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..errors import _
from ..pairing import Reason, with_note
from .achievements import achievement_points
from .events import SeriesEvent, SeriesResult
from .series_rules import (
    AVERAGE,
    BY_PLACE,
    BY_RECORD,
    HIGHER,
    LOWER,
    OF_SWISS,
    Number,
    PlaceBonus,
    PlaceStep,
    SeriesRules,
    SeriesScoring,
    number_text,
    whole_if_possible,
)


@dataclass(frozen=True, slots=True)
class ScoreTerm:
    """A part of a score: why, and how many points. `is_weighted`: the event's weight multiplies them."""

    reason: Reason
    points: Number
    is_weighted: bool = False


@dataclass(frozen=True, slots=True)
class EventScore:
    """The score of a result: `weight` × the weighted terms + the others."""

    place: int | None
    terms: tuple[ScoreTerm, ...]
    weight: Number
    points: Number


# What a record is scored by: field of RecordPoints, field of SeriesResult, text.
RECORD_TERMS = (
    ("win", "won", _("Matches won: {count} × {worth}")),
    ("draw", "drawn", _("Matches drawn: {count} × {worth}")),
    ("loss", "lost", _("Matches lost: {count} × {worth}")),
    ("bye", "byes", _("Byes: {count} × {worth}")),
    ("draw", "half_byes", _("Half-point byes: {count} × {worth}")),
    ("loss", "lost_byes", _("Rounds missed: {count} × {worth}")),
    ("round", "rounds", _("Rounds played: {count} × {worth}")),
)
ONE_PLACE = _("Place {first} of {players}")
SHARED_PLACES = {
    AVERAGE: _("Places {first}–{last} of {players} are shared: the average of their points"),
    HIGHER: _("Places {first}–{last} of {players} are shared: the points of the first of them"),
    LOWER: _("Places {first}–{last} of {players} are shared: the points of the last of them"),
}


def score_event(event: SeriesEvent, rules: SeriesRules, earned: dict[str, set[str]]) -> dict[str, EventScore]:
    """Return the score of each person of an event that counts; guests have been left out.

    `earned` holds the achievements that count once a season and have counted, by person; it is added to.
    """
    scoring, scores, of_places = rules.scoring, {}, {}
    weight = whole_if_possible(Fraction(event.weight) * scoring.kind_weights.get(event.kind, 1))
    for result in event.results:
        shared_place = _place_of(result, scoring)
        if shared_place not in of_places:
            of_places[shared_place] = tuple(place_terms(*shared_place, event.players, scoring))
        terms = list(of_places[shared_place]) if result.given is None else [_given_term(event, result)]
        if result.given is None:
            terms += _own_terms(result, scoring)
            if scoring.participation and result.has_played:
                terms.append(ScoreTerm(Reason(_("Participation")), scoring.participation))
            ticks = achievement_points(result.achievements, rules, earned.setdefault(result.person, set()))
            terms += (ScoreTerm(reason, points) for reason, points in ticks)
        scores[result.person] = EventScore(shared_place[0], tuple(terms), weight, sum_terms(terms, weight))
    return scores


def sum_terms(terms: Iterable[ScoreTerm], weight: Number) -> Number:
    """Return weight × the weighted points + the other points."""
    points = sum(term.points * weight if term.is_weighted else term.points for term in terms)
    return whole_if_possible(points)


def place_terms(
    place: int | None, shared_by: int, players: int, scoring: SeriesScoring
) -> Iterable[ScoreTerm]:
    """Yield the terms of a place that `shared_by` people share: its points, and each bonus.

    The places that they occupy are scored one by one, steps included, and then shared by the scoring's rule.
    """
    if place is None:
        return
    # Beyond the list, places are worth nothing: only so many are looked at.
    last = place + shared_by - 1
    if scoring.by == BY_PLACE:
        worth = [
            0 if _missed_step(n, players, scoring.steps) else scoring.places[n - 1]
            for n in range(place, min(last, len(scoring.places)) + 1)
        ]
        reason = _place_reason(place, shared_by, players, scoring.tied)
        missed = (_missed_step(n, players, scoring.steps) for n in range(place, place + len(worth)))
        step = next(filter(None, missed), None)
        points = _shared_points(worth, shared_by, scoring.tied)
        yield ScoreTerm(with_note(reason, step and _step_reason(step)), points, is_weighted=True)
    for bonus in scoring.bonuses:
        first_with, last_with = max(place, bonus.first), min(last, bonus.last)
        if players < bonus.players or first_with > last_with:
            continue
        if scoring.tied == AVERAGE:
            points = whole_if_possible(Fraction(bonus.points * (last_with - first_with + 1), shared_by))
        else:
            is_with = first_with == place if scoring.tied == HIGHER else last_with == last
            points = bonus.points if is_with else 0
        if points:
            yield ScoreTerm(_bonus_reason(bonus), points, is_weighted=True)


def _place_of(result: SeriesResult, scoring: SeriesScoring) -> tuple[int | None, int]:
    """Return (place, number of people who share it) of the standings that count."""
    if scoring.of == OF_SWISS:
        return result.swiss_place, result.swiss_place_shared_by
    return result.place, result.place_shared_by


def _missed_step(place: int, players: int, steps: tuple[PlaceStep, ...]) -> PlaceStep | None:
    """Return the step for which there are too few players, if the place needs one."""
    return next((step for step in steps if step.first <= place <= step.last and players < step.players), None)


def _shared_points(worth: list[Number], shared_by: int, tied: str) -> Number:
    """Return the points of each who shares places; `worth` are those of the places on the list."""
    if tied == AVERAGE:
        return whole_if_possible(Fraction(sum(worth)) / shared_by)
    if tied == HIGHER:
        return worth[0] if worth else 0
    return worth[-1] if len(worth) == shared_by else 0


def _own_terms(result: SeriesResult, scoring: SeriesScoring) -> Iterable[ScoreTerm]:
    """Yield the terms of a record, or of the event's own points."""
    if scoring.by == BY_PLACE:
        return
    if scoring.by != BY_RECORD:
        yield ScoreTerm(Reason(_("Match points of the event")), result.points, is_weighted=True)
        return
    for name, counted, text in RECORD_TERMS:
        worth, count = getattr(scoring.record, name), getattr(result, counted)
        if worth and count:
            reason = Reason(text, {"count": count, "worth": number_text(worth)})
            yield ScoreTerm(reason, count * worth, is_weighted=True)


def _given_term(event: SeriesEvent, result: SeriesResult) -> ScoreTerm:
    reason = Reason(_("Points entered from {source}"), {"source": event.source})
    return ScoreTerm(reason if event.source else Reason(_("Points as entered")), result.given, True)


def _place_reason(place: int, shared_by: int, players: int, tied: str) -> Reason:
    params = {"first": place, "last": place + shared_by - 1, "players": players}
    return Reason(ONE_PLACE if shared_by == 1 else SHARED_PLACES[tied], params)


def _step_reason(step: PlaceStep) -> Reason:
    params = {"first": step.first, "last": step.last, "least": step.players}
    if step.first == step.last:
        return Reason(_("place {first} scores only with {least} or more players"), params)
    return Reason(_("places {first}–{last} score only with {least} or more players"), params)


def _bonus_reason(bonus: PlaceBonus) -> Reason:
    params = {"first": bonus.first, "last": bonus.last, "least": bonus.players}
    if bonus.first == bonus.last:
        return Reason(_("Bonus for place {first} with {least} or more players"), params)
    return Reason(_("Bonus for places {first}–{last} with {least} or more players"), params)
