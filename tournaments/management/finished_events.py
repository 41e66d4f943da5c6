"""The finished events that files of series and ratings name, with their people matched by name."""

from collections.abc import Iterable, Iterator

from ..history.cache import load_history
from ..rules.errors import RuleViolation, _
from ..rules.history import EventHistory
from ..rules.people.names import name_key
from ..rules.rounds.progress import has_ended
from .shell import get_event


def load_finished_events(
    slugs_and_paths: Iterable[tuple[str, str]],
) -> Iterator[tuple[EventHistory, dict[str, str]]]:
    """Yield (history, {player id: person}) of each event; a person is the key of a name.

    RuleViolation, beginning with the path of the slug, for an event that does not exist or is not over, and
    for two players of one name in an event.
    """
    for slug, path in slugs_and_paths:
        try:
            history = load_history(get_event(slug))
        except RuleViolation as violation:
            words = "{path}: " + violation.template
            raise RuleViolation(words, path=path, **violation.params) from None
        if not has_ended(history):
            words = _("{path}: the event “{slug}” isn’t over. Finish it first.")
            raise RuleViolation(words, path=path, slug=slug)
        yield history, match_people(history, slug, path)


def match_people(history: EventHistory, slug: str, path: str) -> dict[str, str]:
    """Return {player id: key of the name}. RuleViolation for two players of one name."""
    people, names = {}, {}
    for player in history.players:
        key = name_key(player.name)
        if key in names:
            words = _("{path}: “{name}” and “{other}” of the event “{slug}” have the same name. Rename one.")
            raise RuleViolation(words, path=path, slug=slug, name=names[key], other=player.name)
        people[player.id], names[key] = key, player.name
    return people
