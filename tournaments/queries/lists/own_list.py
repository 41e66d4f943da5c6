"""A player's own list: on their own page, and on the page to send it."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from ...models import Event, Player
from ...rules.history import EventHistory
from ...rules.history.registration import REQUIRED
from ...rules.lists import access_times
from ...rules.lists.limits import limits_of
from ..history.cache import load_history
from ..wording.formats import when_text
from ..wording.lists import READERS, deadline_text, due_text, list_noun
from .read_list import ReadList, read_list


@dataclass(frozen=True)
class ListVersionLine:
    """A version of a list; `who` is the member of the staff who changed it, empty for the player."""

    time: str
    who: str
    reason: str
    read: ReadList


@dataclass(frozen=True)
class OwnList:
    """A player's list; `versions` are newest first.

    `refusal` says why the player cannot change it, `readers` who sees it.
    """

    noun: str
    limits: str
    versions: tuple[ListVersionLine, ...]
    deadline: str
    refusal: str
    is_required: bool
    readers: str

    @property
    def newest(self) -> ListVersionLine | None:
        return self.versions[0] if self.versions else None


def get_own_list(event: Event, player: Player, now: datetime) -> OwnList:
    """Return the player's list with all versions."""
    history = load_history(event)
    settings, record = history.lists, history.find_player(player.public_id)
    refusal = access_times.refusal(history, now)
    if record is None or record.has_left:
        refusal = refusal or access_times.DEADLINE_PASSED
    return OwnList(
        noun=list_noun(history.rulebook),
        limits=gettext(limits_of(history).label) if limits_of(history).counts_cards else "",
        versions=list_versions(history, player),
        deadline="" if refusal else deadline_text(history),
        refusal=gettext(refusal),
        is_required=settings.ask == REQUIRED,
        readers=gettext(READERS[settings.visible]),
    )


def list_versions(history: EventHistory, player: Player) -> tuple[ListVersionLine, ...]:
    """Return the versions of the player's list, newest first."""
    rows, zone, limits = player.list_versions.order_by("-id"), ZoneInfo(history.timezone), limits_of(history)
    return tuple(
        ListVersionLine(when_text(row.at, zone), row.who, row.reason, read_list(row.text, limits))
        for row in rows
    )


def own_list_text(player: Player, now: datetime) -> str:
    """“Decklist: missing, due by 18:00” or “Decklist: sent, 58 cards – 1 warning” for the own page.

    Empty if the event asks for none, or the player has none and can send none.
    """
    history = load_history(player.event)
    if not history.lists.ask:
        return ""
    noun, limits = list_noun(history.rulebook), limits_of(history)
    row = player.list_versions.order_by("-id").first()
    if row:
        read = read_list(row.text, limits)
        text = gettext("{list}: sent, {size}") if read.size else gettext("{list}: sent")
        text = text.format(list=noun, size=read.size)
        count = len(read.warnings)
        return text + ngettext(" – {n} warning", " – {n} warnings", count).format(n=count) if count else text
    if access_times.refusal(history, now) or history.player(player.public_id).has_left:
        return ""
    missing = gettext("{list}: missing, {due}")
    if history.lists.ask != REQUIRED:
        missing = gettext("{list}: optional, {due}")
    return missing.format(list=noun, due=due_text(history))
