"""The printable sheets of an event and their header."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event, Player
from ...models.player import SECRET
from ...rules.history import DRAFT, EventPhase, RoundRecord
from ...rules.rounds import progress
from ...rules.standings.hidden import without_hidden
from ..events.status import round_name
from ..history.cache import load_history
from ..rounds.round_page import RoundPage, build_round_page


@dataclass(frozen=True)
class Paper:
    """The data of an event's printed sheets.

    `history` includes drafts; `round` is None before the first; `printed` is in the event's time zone.
    """

    event: Event
    phase: EventPhase
    round: RoundRecord | None
    heading: str
    printed: str

    @property
    def is_draft(self):
        return self.round is not None and self.round.state == DRAFT

    @property
    def kind(self):
        return self.phase.kind

    @property
    def rounds(self):
        """The current round, and rounds of finals that opened before it is over."""
        first = self.round.number if self.round else 0
        open_ = (r for r in self.phase.rounds if r.number > first and not r.finished)
        return (self.round, *open_) if self.round else ()

    def public_round_page(self) -> RoundPage:
        """Return the current round to hang up: with a draft's tables, without hidden results."""
        return build_round_page(without_hidden(self.phase.history).phase(self.phase.number))


def get_paper(event: Event) -> Paper:
    history = load_history(event)
    phase = history.current_phase
    round_ = phase.current_round
    heading = gettext("Before round 1")
    if round_:
        heading = round_name(phase, round_.number, of=progress.round_count(phase))
    at = timezone.localtime(timezone.now(), ZoneInfo(event.timezone))
    return Paper(event, phase, round_, heading, date_format(at, "D j M Y, H:i"))


def get_player_tokens(event: Event) -> dict[str, str]:
    """Return {player id: the secret of their own page}."""
    return dict(Player.objects.filter(event=event).values_list("public_id", SECRET))
