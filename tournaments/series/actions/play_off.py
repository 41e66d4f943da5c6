"""The play-off for the last seats of a final: makes the event, and lets its result give the seats."""

from dataclasses import replace

from django.utils.translation import gettext

from ...access.clubs import MANAGE_CLUB
from ...changes.change import Change
from ...changes.club_change import ClubChange, club_action
from ...changes.registry import listens_to_changes
from ...events.actions.events import create_event
from ...models import Event, Series
from ...players.actions.players import add_players
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PUBLIC, ROUND_ROBIN, SWISS, UNLISTED, EventHistory, PhaseRecord
from ...rules.series.final_seats import tie_key
from ...web.club_layout import time_zone_of
from ..pages.final import choose_final_seats, newest_rulebook
from ..pages.loading import get_series_facts
from ..pages.play_off import get_play_off
from .final import TIE_CHANGED, fill_final
from .series import get_series

# Up to so many people play everybody; more play Swiss rounds.
MAX_ROUND_ROBIN = 6
DEFAULT_RULEBOOK = "magic"


@club_action(MANAGE_CLUB, log=_("Play-off created: {series}"))
def create_play_off(change: ClubChange, pk: int, tie: str, seats: int) -> Event:
    """Create an event with the people who are level at the last of these seats.

    Its places give the open seats once it has ended. RuleViolation while another play-off goes on, or if the
    `tie` is not the one that the page has shown, by its `tie_key`.
    """
    series = get_series(change, pk)
    play_off = get_play_off(series)
    if play_off and play_off.is_open:
        raise RuleViolation(_("The play-off has not ended yet."))
    choice = choose_final_seats(series, get_series_facts(series, change.now), seats, change.now)
    if not choice.tied or tie_key(choice) != tie:
        raise RuleViolation(TIE_CHANGED)
    actor = replace(change.actor, key="", seen_version=None)
    event = create_event(actor, play_off_history(series, len(choice.tied)), change.club)
    add_players(event, actor, "", [one.person for one in choice.tied])
    change.edit(series, play_off_id=event.pk)
    return event


def play_off_history(series: Series, people: int) -> EventHistory:
    """Return the event: one match of two people, everybody against everybody, or Swiss rounds."""
    name = gettext("Play-off")
    if people == 2:
        phase = PhaseRecord(BRACKET, name, {"finals": "single"})
    else:
        phase = PhaseRecord(ROUND_ROBIN if people <= MAX_ROUND_ROBIN else SWISS, name)
    return EventHistory(
        gettext("{series}: play-off").format(series=series.name),
        newest_rulebook(series) or DEFAULT_RULEBOOK,
        phases=(phase,),
        timezone=str(time_zone_of(series.club)),
        place=series.club.place,
        visibility=PUBLIC if series.is_public and series.club.is_published else UNLISTED,
    )


@listens_to_changes("round", "phase")
def give_won_seats(change: Change):
    """Invite the winners of a play-off that has ended."""
    series = Series.objects.filter(play_off=change.event).exclude(final=None).select_related("final").first()
    if series:
        fill_final(series.final, change.now)
