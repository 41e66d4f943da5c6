"""Words and numbers that pages of many features share."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from ..rules import rulebooks
from ..rules.history import (
    BRACKET,
    DRAFT_PODS,
    PODS,
    ROUND_ROBIN,
    SWISS,
    EventHistory,
    EventPhase,
    PlayerRecord,
)
from ..rules.history.players import AFTER_CUT, AFTER_EVENT, AT_ONCE, NEVER, OPTIONAL, REQUIRED
from ..rules.lists.exports import COMMANDER, EXTRA, LEADER, MAIN, SIDEBOARD
from ..rules.players.roster import FORMULA_STARTS
from ..rules.settings.fields import DIVISION, IN, OUT, POOL, RANKED

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


def rise_text(number: int) -> str:
    """“+12”, “−3”, “±0”."""
    return f"{number:+}".replace("-", "−") if number else "±0"


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


def escape_formula(text: str) -> str:
    """Return text that no spreadsheet runs as a formula, even after spaces and control characters."""
    stripped = text.lstrip().lstrip("\t\r\n\x00\ufeff\u200b")
    return f"'{text}" if stripped.startswith(FORMULA_STARTS) or text[:1] in ("\t", "\r", "\n") else text


SELECTIONS = {
    "top": lambda n: gettext("the top {n}").format(n=n),
    "percent": lambda n: gettext("the top {n} %").format(n=number_text(n)),
    "min_points": lambda n: gettext("{n} points or more").format(n=number_text(n)),
    "losses": lambda n: ngettext("at most {n} loss", "at most {n} losses", n).format(n=n),
    "by_hand": lambda _: gettext("chosen by hand"),
}
LIMITS = {
    "at_least": lambda n: gettext("at least {n} players").format(n=n),
    "at_most": lambda n: gettext("at most {n} players").format(n=n),
    "ties": lambda ties: gettext(TIES[ties]),
}
PER = {POOL: gettext_noop("{who} of each pool"), DIVISION: gettext_noop("{who} of each division")}
TIES = {
    RANKED: gettext_noop("tiebreakers decide ties at the cut line"),
    IN: gettext_noop("everyone tied at the cut line is in"),
    OUT: gettext_noop("everyone tied at the cut line is out"),
}


def cut_text(rule: dict) -> str:
    """“the top 8, at most 2 losses of each division, at least 4 players”."""
    selection = ", ".join(to_text(rule[key]) for key, to_text in SELECTIONS.items() if key in rule)
    if "per" in rule:
        selection = gettext(PER[rule["per"]]).format(who=selection)
    limits = (to_text(rule[key]) for key, to_text in LIMITS.items() if key in rule)
    return ", ".join([selection, *limits])


SECTION_NAMES = {
    COMMANDER: gettext_noop("Commander"),
    LEADER: gettext_noop("Leader, base, identity, equipment"),
    MAIN: gettext_noop("Main deck"),
    EXTRA: gettext_noop("Extra deck"),
    SIDEBOARD: gettext_noop("Sideboard"),
}
# Choices of the settings.
ASK_CHOICES = (
    ("", gettext_noop("No lists")),
    (OPTIONAL, gettext_noop("Players may send one")),
    (REQUIRED, gettext_noop("Every player must send one")),
)
VISIBILITY_CHOICES = (
    (NEVER, gettext_noop("Staff only")),
    (AFTER_CUT, gettext_noop("Everyone, after the cut")),
    (AFTER_EVENT, gettext_noop("Everyone, after the event")),
    (AT_ONCE, gettext_noop("Everyone, at once")),
)
# Who sees a list, as its player is told before sending it.
READERS = {
    NEVER: gettext_noop("Only the staff see your list."),
    AFTER_CUT: gettext_noop("Until the cut only the staff see your list, then everyone who sees the event."),
    AFTER_EVENT: gettext_noop(
        "Until the event ends only the staff see your list, then everyone who sees the event."
    ),
    AT_ONCE: gettext_noop("Everyone who sees the event sees your list at once."),
}


def list_noun(rulebook: str) -> str:
    """Return what the players of a rulebook hand in: “Decklist”, in wargames “Army list”."""
    is_wargame = rulebooks.rulebook(rulebook).report == rulebooks.VP
    return gettext("Army list") if is_wargame else gettext("Decklist")


def list_noun_plural(rulebook: str) -> str:
    is_wargame = rulebooks.rulebook(rulebook).report == rulebooks.VP
    return gettext("Army lists") if is_wargame else gettext("Decklists")


def deadline_text(history: EventHistory) -> str:
    """“until 18:00”, “until 28 Nov, 18:00” or “until round 1 starts”."""
    time = deadline_time(history)
    return gettext("until {time}").format(time=time) if time else gettext("until round 1 starts")


def due_text(history: EventHistory) -> str:
    """“due by 18:00”, “due by 28 Nov, 18:00” or “due before round 1”."""
    time = deadline_time(history)
    return gettext("due by {time}").format(time=time) if time else gettext("due before round 1")


def deadline_time(history: EventHistory) -> str:
    """“18:00” today, “28 Nov, 18:00” on another day; empty without a time."""
    if not history.lists.until:
        return ""
    zone = ZoneInfo(history.timezone)
    at = timezone.localtime(datetime.fromisoformat(history.lists.until), zone)
    is_today = at.date() == timezone.localtime(timezone.now(), zone).date()
    return date_format(at, "H:i") if is_today else when_text(at, zone)


def changed_keys(before: dict, after: dict) -> list[str]:
    return [key for key in {**before, **after} if before.get(key) != after.get(key)]


def changes_text(before: dict, after: dict, value_text: Callable, separator: str = "; ") -> str:
    """Return “rounds: 4; best of: 5” of the keys that differ."""
    texts = (f"{plainly(key).lower()}: {value_text(after.get(key))}" for key in changed_keys(before, after))
    return separator.join(texts)


def shorten(texts: list[str], separator: str = "; ") -> str:
    """Join the first eight texts; an ellipsis stands for the others."""
    return separator.join(texts[:8]) + (" …" if len(texts) > 8 else "")


def plainly(key: str) -> str:
    """Return a key as words: “change_event” as “Change event”."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def fact(value) -> str:
    """Format a fact of a player: byes by round, a number, a text; none."""
    if isinstance(value, dict):
        text = gettext("{worth} in round {number}")
        byes = (text.format(worth=worth, number=number) for number, worth in value.items())
        return ", ".join(byes) or gettext("none")
    return gettext("none") if value in (None, "") else str(value)


def briefly(value) -> str:
    """Format a setting's value."""
    if value is None:
        return gettext("rulebook default")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict) and "matches" in value:
        return str(value.get("name", gettext("custom table")))
    if isinstance(value, dict):
        return ", ".join(f"{key} {briefly(part)}" for key, part in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(
            part.get("key") or briefly(part) if isinstance(part, dict) else str(part) for part in value
        )
    return str(value)
