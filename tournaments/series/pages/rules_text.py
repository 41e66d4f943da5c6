"""The rules of a series in sentences: how points are given, what counts, and how ties are broken."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.series.achievements import FREQUENCIES
from ...rules.series.divisions import AgeDivision, RatingDivision
from ...rules.series.presets import PRESETS
from ...rules.series.series_rules import (
    ALL_EVENTS,
    AVERAGE,
    BY_PLACE,
    BY_RECORD,
    EVERY,
    HIGHER,
    IN_A_ROW,
    LOWER,
    OF_SWISS,
    Number,
    SeriesRules,
    SeriesScoring,
    number_text,
)
from ...rules.series.ties import TIES

TIED_TEXTS = {
    AVERAGE: gettext_noop("Players who share places get the average of their points."),
    HIGHER: gettext_noop("Players who share places all get the points of the best of them."),
    LOWER: gettext_noop("Players who share places all get the points of the last of them."),
}
ATTENDANCE_TEXTS = {
    EVERY: gettext_noop("For each {number} events attended: {points}."),
    IN_A_ROW: gettext_noop("For each {number} events attended in a row: {points}."),
    ALL_EVENTS: gettext_noop("For attending all events: {points}."),
}


@dataclass(frozen=True)
class RulesSection:
    """A part of the rules: its heading and sentences."""

    heading: str
    sentences: tuple[str, ...]


def describe_rules(rules: SeriesRules) -> list[RulesSection]:
    """Return the rules of a series in sections of sentences, without those that say nothing."""
    sections = (
        (gettext("Points of an event"), scoring_sentences(rules.scoring)),
        (gettext("More points"), more_sentences(rules)),
        (gettext("What counts"), counting_sentences(rules)),
        (gettext("Ties"), tie_sentences(rules.ties)),
        (gettext("Divisions"), map(division_sentence, rules.divisions)),
    )
    found = (RulesSection(heading, tuple(sentences)) for heading, sentences in sections)
    return [section for section in found if section.sentences]


def preset_source(key: str) -> str:
    """Return where the league of a preset publishes its rules; empty for rules of one's own."""
    return PRESETS[key].source if key in PRESETS else ""


def scoring_sentences(scoring: SeriesScoring) -> Iterator[str]:
    if scoring.by == BY_PLACE:
        yield from place_sentences(scoring)
    elif scoring.by == BY_RECORD:
        yield from record_sentences(scoring)
    else:
        yield gettext("The match points of the event, without those of finals.")
    for bonus in scoring.bonuses:
        yield gettext("Bonus for {places} with {players} or more players: {points}.").format(
            points=number_text(bonus.points),
            places=places_text(bonus.first, bonus.last),
            players=bonus.players,
        )
    for kind, weight in scoring.kind_weights.items():
        yield gettext("The points of events of the kind “{kind}” are multiplied by {weight}.").format(
            kind=kind, weight=number_text(weight)
        )
    if scoring.least_players:
        yield gettext("Events with fewer than {players} players do not count.").format(
            players=scoring.least_players
        )


def place_sentences(scoring: SeriesScoring) -> Iterator[str]:
    of_swiss = gettext("By the place before the finals.")
    yield of_swiss if scoring.of == OF_SWISS else gettext("By the place in the final standings.")
    places = (
        gettext("{places}: {points}").format(places=places_text(first, last), points=number_text(points))
        for first, last, points in grouped_places(scoring.places)
    )
    yield capfirst(", ".join(places)) + "."
    for step in scoring.steps:
        yield gettext("{places} score only with {players} or more players.").format(
            places=capfirst(places_text(step.first, step.last)), players=step.players
        )
    yield gettext(TIED_TEXTS[scoring.tied])


def grouped_places(places: Iterable[Number]) -> Iterator[tuple[int, int, Number]]:
    """Yield (first place, last place, points) of places in a row that are worth the same."""
    first, before = 1, None
    for place, points in enumerate([*places, None], 1):
        if place > 1 and points != before:
            yield first, place - 1, before
            first = place
        before = points


def places_text(first: int, last: int) -> str:
    if first == last:
        return gettext("place {place}").format(place=first)
    return gettext("places {first}–{last}").format(first=first, last=last)


def record_sentences(scoring: SeriesScoring) -> Iterator[str]:
    record = scoring.record
    texts = (
        (record.win, gettext("each match won: {points}")),
        (record.draw, gettext("each draw: {points}")),
        (record.loss, gettext("each match lost: {points}")),
        (record.bye, gettext("each bye: {points}")),
        (record.round, gettext("each round played: {points}")),
    )
    if parts := [text.format(points=number_text(points)) for points, text in texts if points]:
        yield capfirst(", ".join(parts)) + "."


def more_sentences(rules: SeriesRules) -> Iterator[str]:
    if rules.scoring.participation:
        yield gettext("For taking part: {points}. One match played is enough.").format(
            points=number_text(rules.scoring.participation)
        )
    if bonus := rules.attendance:
        yield gettext(ATTENDANCE_TEXTS[bonus.rule]).format(
            points=number_text(bonus.points), number=bonus.number
        )
    for one in rules.achievements:
        yield gettext("{name}: {points} ({once}).").format(
            name=one.name, points=number_text(one.points), once=gettext(FREQUENCIES[one.once]).lower()
        )
    if rules.achievement_limit is not None:
        yield gettext("Achievements in one event: at most {points}.").format(
            points=number_text(rules.achievement_limit)
        )


def counting_sentences(rules: SeriesRules) -> Iterator[str]:
    counting, planned = rules.counting, rules.planned_events
    if planned:
        yield ngettext("The season has one event.", "The season has {count} events.", planned).format(
            count=planned
        )
    for kind, most in counting.best_of_kind.items():
        yield ngettext(
            "Of events of the kind “{kind}” the best one counts.",
            "Of events of the kind “{kind}” the best {most} count.",
            most,
        ).format(kind=kind, most=most)
    if counting.best is None:
        yield gettext("All results count.") if not counting.best_of_kind else gettext("All others count.")
    else:
        yield ngettext("The best result counts.", "The best {most} results count.", counting.best).format(
            most=counting.best
        )
    if counting.at_least:
        yield ngettext(
            "Everybody with at least one event is ranked.",
            "Everybody with at least {least} events is ranked.",
            counting.at_least,
        ).format(least=counting.at_least)


def describe_ties() -> list[tuple[str, str]]:
    """Return label and explanation of each rule that breaks ties."""
    return [(gettext(tie.label), gettext(tie.explanation)) for tie in TIES.values()]


def tie_sentences(ties: Iterable[str]) -> Iterator[str]:
    if not ties:
        yield gettext("Players with the same points share the rank.")
    for key in ties:
        yield gettext("{label}: {explanation}").format(
            label=gettext(TIES[key].label), explanation=gettext(TIES[key].explanation)
        )


def division_sentence(division) -> str:
    if isinstance(division, AgeDivision):
        return gettext("{name}: {ages} on 1 January {year}.").format(
            name=division.name, ages=ages_text(division.youngest, division.oldest), year=division.year
        )
    if isinstance(division, RatingDivision):
        return gettext("{name}: {ratings}.").format(
            name=division.name, ratings=ratings_text(division.lowest, division.below)
        )
    return gettext("{name}: as the organiser says.").format(name=division.name)


def ages_text(youngest: int | None, oldest: int | None) -> str:
    if youngest is None:
        return gettext("at most {oldest} years old").format(oldest=oldest)
    if oldest is None:
        return gettext("{youngest} years or older").format(youngest=youngest)
    return gettext("{youngest} to {oldest} years old").format(youngest=youngest, oldest=oldest)


def ratings_text(lowest: float | None, below: float | None) -> str:
    if lowest is None:
        return gettext("a rating below {below}").format(below=f"{below:g}")
    if below is None:
        return gettext("a rating of {lowest} or more").format(lowest=f"{lowest:g}")
    return gettext("a rating from {lowest} to below {below}").format(lowest=f"{lowest:g}", below=f"{below:g}")
