"""Achievements of Commander leagues: what their ticks are worth in one event."""

from collections import Counter
from collections.abc import Iterable

from ..errors import RuleViolation, _
from ..pairing import Reason
from .series_rules import (
    MAX_ACHIEVEMENTS,
    ONCE_A_GAME,
    ONCE_A_SEASON,
    ONCE_AN_EVENT,
    Number,
    SeriesAchievement,
    SeriesRules,
    number_text,
)

FREQUENCIES = {
    ONCE_A_GAME: _("Once a game"),
    ONCE_AN_EVENT: _("Once an event"),
    ONCE_A_SEASON: _("Once a season"),
}
MAX_ACHIEVEMENT_NAME_LENGTH = 60


def check_achievements(achievements: tuple[SeriesAchievement, ...]):
    """Raise RuleViolation for too many achievements, a key or name twice, or one without a name."""
    if len(achievements) > MAX_ACHIEVEMENTS:
        raise RuleViolation(_("A series can have at most {most} achievements."), most=MAX_ACHIEVEMENTS)
    for one in achievements:
        if not 1 <= len(one.name.strip()) <= MAX_ACHIEVEMENT_NAME_LENGTH:
            message = _("The name of an achievement has 1 to {most} characters.")
            raise RuleViolation(message, most=MAX_ACHIEVEMENT_NAME_LENGTH)
        if one.once not in FREQUENCIES:
            raise RuleViolation(_("{name}: choose how often it counts."), name=one.name)
    for field in ("key", "name"):
        counted = Counter(getattr(one, field) for one in achievements)
        twice = [name for name, count in counted.items() if count > 1]
        if twice:
            raise RuleViolation(_("{name}: another achievement has this name."), name=twice[0])


def counted_achievements(
    ticks: Iterable[tuple[str, int]], rules: SeriesRules, earned: set[str]
) -> Counter[SeriesAchievement]:
    """Return how often each achievement counts in an event, in the order of the series' list.

    `ticks` are (key, number of the game), where a tick too many changes nothing. `earned` has the keys of
    those that count once a season and have counted; new ones are added. Keys that the series no longer has
    are left out.
    """
    ticks, counted = set(ticks), Counter()
    for achievement in rules.achievements:
        games = sum(key == achievement.key for key, _game in ticks)
        if not games:
            continue
        if achievement.once == ONCE_A_SEASON:
            if achievement.key in earned:
                continue
            earned.add(achievement.key)
        counted[achievement] = games if achievement.once == ONCE_A_GAME else 1
    return counted


def achievement_points(
    ticks: Iterable[tuple[str, int]], rules: SeriesRules, earned: set[str]
) -> list[tuple[Reason, Number]]:
    """Return (reason, points) of each achievement of an event, and of what the limit takes off.

    Arguments are those of `counted_achievements`.
    """
    terms = []
    for achievement, count in counted_achievements(ticks, rules, earned).items():
        name = Reason("{name}", {"name": achievement.name})
        if count > 1:
            name = Reason(_("{name}, {count} times"), {"name": achievement.name, "count": count})
        terms.append((name, achievement.points * count))
    total, limit = sum(points for _reason, points in terms), rules.achievement_limit
    if limit is not None and total > limit:
        reason = Reason(
            _("Achievements bring at most {limit} points in an event"), {"limit": number_text(limit)}
        )
        terms.append((reason, limit - total))
    return terms


def most_achievement_points(rules: SeriesRules) -> Number | None:
    """Return the most that achievements can bring in an event; None if only its number of games limits it."""
    if rules.achievement_limit is not None:
        return rules.achievement_limit if rules.achievements else 0
    positive = [one for one in rules.achievements if one.points > 0]
    if any(one.once == ONCE_A_GAME for one in positive):
        return None
    return sum(one.points for one in positive)
