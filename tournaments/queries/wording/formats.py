"""Formats of records, points, percentages, dates and names."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules.history import (
    BRACKET,
    DRAFT_PODS,
    PODS,
    ROUND_ROBIN,
    SWISS,
    EventHistory,
    EventPhase,
    PlayerRecord,
)

KINDS = {
    SWISS: gettext_noop("Swiss rounds"),
    ROUND_ROBIN: gettext_noop("Round robin"),
    BRACKET: gettext_noop("Finals"),
    PODS: gettext_noop("Pods"),
    DRAFT_PODS: gettext_noop("Draft"),
}


def record_text(row) -> str:
    """“3–1”, with draws “3–1–1”, of a row with `wins`, `losses` and `draws`."""
    record = f"{row.wins}–{row.losses}"
    return f"{record}–{row.draws}" if row.draws else record


def number_text(number: float) -> str:
    """“12”, “2.25”, “−3”: two decimals at most, a true minus, none before 0."""
    return f"{number:z.2f}".rstrip("0").rstrip(".").replace("-", "−")


def percent_text(share: float) -> str:
    """0.67 as “67.00”, −0.5 as “−50.00”."""
    return f"{share * 100:z.2f}".replace("-", "−")


def departure_text(history: EventHistory, player: PlayerRecord) -> str:
    """Say why the player no longer plays; empty for an active player.

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
    """Return the last round, counted over the event, of a player who dropped.

    It is the round of the drop, or a later one that they were paired in.
    """
    rounds = [round_ for phase in history.phases for round_ in phase.rounds]
    later = enumerate(rounds[player.dropped_after :], player.dropped_after + 1)
    return max(
        (number for number, round_ in later if round_.find_match_of(player.id)), default=player.dropped_after
    )


def hidden_text(runs: bool = False) -> str:
    """Say why numbers are hidden from players, or to organisers (`runs`) that only they see them."""
    if runs:
        return gettext("Only you can see this. Points and results are hidden until the last round is over.")
    return gettext(
        "Points and results are hidden until the last round is over, so nobody can play to the standings."
    )


def when_text(at: datetime, zone: ZoneInfo) -> str:
    """“22 Nov, 14:05”, in this time zone."""
    return date_format(timezone.localtime(at, zone), "j M, H:i")


def message_text(message) -> str:
    """Translate a RuleViolation or Reason; its parameters may be messages, too."""
    params = {
        key: message_text(part) if hasattr(part, "template") else part for key, part in message.params.items()
    }
    return gettext(message.template).format(**params)


def results_text(reported: int, played: int) -> str:
    """“7 of 12 results reported”; “The result is in” or “Both results are in” where there are no more."""
    if 0 < reported == played <= 2:
        return ngettext("The result is in", "Both results are in", played)
    return gettext("{in_} of {all} results reported").format(in_=reported, all=played)


def rulebook_text(rulebook) -> str:
    """Return the rulebook's name with the game that it is for: “Mantis 3.0 (Hearthstone)”, “Magic”."""
    name, game = gettext(rulebook.name), gettext(rulebook.game)
    return name if game in name else gettext("{name} ({game})").format(name=name, game=game)


def phase_name(phase: EventPhase) -> str:
    """Return the organiser's name of the phase, else its kind."""
    return phase.name or gettext(KINDS.get(phase.kind, phase.kind))
