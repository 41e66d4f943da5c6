"""Formats of records, points, percentages, dates and names."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...rules.history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, SWISS, EventHistory, PlayerRecord

KINDS = {
    SWISS: gettext_noop("Swiss rounds"),
    ROUND_ROBIN: gettext_noop("Round robin"),
    BRACKET: gettext_noop("Finals"),
    PODS: gettext_noop("Pods"),
    DRAFT_PODS: gettext_noop("Draft"),
}


def record_text(row) -> str:
    """“3–1”, with draws “3–1–1”, of what has `wins`, `losses` and `draws`."""
    figures = (row.wins, row.losses, row.draws) if row.draws else (row.wins, row.losses)
    return "–".join(str(figure) for figure in figures)


def number_text(number: float) -> str:
    """“12”, “2.25”, “−3”: two decimals at most, a true minus, none before 0."""
    return f"{number:z.2f}".rstrip("0").rstrip(".").replace("-", "−")


def percent_text(share: float) -> str:
    """0.67 as “67.00”, −0.5 as “−50.00”."""
    return f"{share * 100:z.2f}".replace("-", "−")


def gone_text(history: EventHistory, player: PlayerRecord) -> str:
    """Say why the player no longer plays; "" while they do.

    A player who drops during a round has played that round.
    """
    if player.disqualified:
        return gettext("disqualified")
    if player.dropped_after is None:
        return ""
    last = last_round(history, player)
    if last == 0:
        return gettext("dropped before round 1")
    return gettext("dropped after round {round}").format(round=last)


def last_round(history: EventHistory, player: PlayerRecord) -> int:
    """The round, counted over the event, after which a player who dropped is gone: that of the drop, or a
    later one in which they still sat."""
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    sat = [
        number
        for number, round_ in enumerate(rounds[player.dropped_after :], player.dropped_after + 1)
        if any(player.id in match.players for match in round_.matches)
    ]
    return max(sat, default=player.dropped_after)


def secret_text(runs: bool = False) -> str:
    """Say why numbers are hidden."""
    if runs:
        return gettext("Only you see this: points and results are hidden until the last round is over.")
    return gettext(
        "Points and results are hidden until the last round is over, so that nobody plays by the standings."
    )


def when_text(at: datetime, zone: ZoneInfo) -> str:
    """“22 Nov, 14:05”, in this time zone."""
    return date_format(timezone.localtime(at, zone), "j M, H:i")


def in_words(message) -> str:
    """Translate a RuleViolation or Reason; its parameters may be messages, too."""
    params = {
        key: in_words(part) if hasattr(part, "template") else part for key, part in message.params.items()
    }
    return gettext(message.template).format(**params)


def phase_name(history: EventHistory, number: int) -> str:
    """Return the organiser's name of the phase, else its kind."""
    phase = history.phase(number)
    return phase.name or gettext(KINDS.get(phase.kind, phase.kind))
