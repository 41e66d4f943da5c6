"""The question to the desk when a player drops during a match: what happens to the table."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import PUBLISHED
from ..desk.next_step import round_in_sentence
from ..history.cache import load_history
from .drop_preview import replacement_texts


@dataclass(frozen=True)
class DropQuestion:
    """A match in progress of a player who drops.

    `play_on` and `concede` say what happens to the table; `concede` is empty if only the first is possible:
    at a pod, which continues, and where the next player in the standings takes over the match.
    """

    name: str
    match: str
    play_on: str
    concede: str


def get_drop_question(event: Event, key: str) -> DropQuestion | None:
    """Return the question; None if no match of the player is in progress."""
    history = load_history(event)
    player, phase = history.player(key), history.current_phase
    rounds = [round_ for round_ in phase.rounds if round_.state == PUBLISHED]
    matches = ((round_, round_.find_match_of(key)) for round_ in rounds)
    in_progress = [(r, match) for r, match in matches if match and not match.is_bye and not match.reported]
    if player.has_left or not in_progress:
        return None
    round_, match = in_progress[0]
    names = [history.names[other] for other in match.players if other != key]
    text = gettext("{name} is playing {opponents} at table {table} in {round}.").format(
        name=player.name,
        opponents=", ".join(names),
        table=match.table,
        round=round_in_sentence(phase, round_.number),
    )
    if replacement := replacement_texts(history, player):
        return DropQuestion(player.name, text, " ".join(replacement), "")
    if match.is_pod:
        play_on = gettext("The table continues without {name}. Report the result when it ends.")
        play_on = play_on.format(name=player.name)
        return DropQuestion(player.name, text, play_on, "")
    return DropQuestion(
        player.name,
        text,
        gettext("{name} finishes the match, or you report the result of table {table} later.").format(
            name=player.name, table=match.table
        ),
        gettext("{name} leaves now and concedes: {opponent} wins.").format(
            name=player.name, opponent=names[0]
        ),
    )
