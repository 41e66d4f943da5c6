"""A result from one player's side."""

from dataclasses import replace

from django.utils.translation import gettext

from ...rules.finals_systems.system import ordinal
from ...rules.history import MatchRecord
from ...rules.results.notation import abbreviate_result


def score_text(match: MatchRecord, place: int) -> str:
    """Return the score from the player's side, “2–1”; in a pod their place, if places were reported.

    A result without numbers is in words: “win–no-show”.
    """
    if match.is_pod:
        pod_place = match.seats[place].place
        return ordinal(pod_place).render(gettext) if pod_place else ""
    own_first = replace(match, seats=match.seats[::-1]) if place else match
    return abbreviate_result(own_first, gettext)


def has_numbers(score: str) -> bool:
    """Return whether the score of a match of two is in numbers and not in words."""
    return score[:1].isdigit()
