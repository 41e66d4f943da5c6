"""Players' decklists and army lists: sent by players, changed and checked by the staff."""

from .. import access
from ..changes.change import Change, DuplicateRequest, action
from ..changes.registry import format_action
from ..models import DeckCheck, ListVersion, Player
from ..models.lists import MAX_DECK_LENGTH, MAX_LIST_LENGTH
from ..models.log import MAX_TEXT_LENGTH
from ..players.actions.picks import find_row
from ..rules.errors import RuleViolation, _
from ..rules.history.players import ListSettings
from ..rules.lists import limits
from ..rules.lists.decklist import clean_text
from ..rules.lists.decks import clean_deck
from ..rules.players.roster import check_text

# Of one player: enough for everybody, and no way to fill the disk.
MAX_VERSIONS = 100


@action(None, self_service=True, log=_("{who} sent a list"))
def send_list(change: Change, key: str, text: str, deck: str = ""):
    """Store a new version of a player's own list, until the deadline. DuplicateRequest for the same list."""
    player = find_row(change, key)
    if change.history.player(key).has_left:
        raise RuleViolation(_("{name} has dropped. Please come to the desk."), name=player.name)
    if refusal := limits.refusal(change.history, change.now):
        raise RuleViolation(refusal)
    if player.list_versions.count() >= MAX_VERSIONS:
        raise RuleViolation(_("You have sent {count} versions. Please ask the desk."), count=MAX_VERSIONS)
    store_version(change, player, text, deck)


@action(access.CHECK_LISTS, log=_("List of {text} changed"))
def change_list(change: Change, key: str, text: str, reason: str, deck: str = ""):
    """Store a new version of a player's list for them, also after the deadline."""
    player = find_row(change, key)
    check_text(reason)
    if not reason.strip():
        raise RuleViolation(_("Write why you change the list."))
    if not change.history.lists.ask:
        raise RuleViolation(limits.NOT_ASKED)
    store_version(change, player, text, deck, change.actor.who, reason.strip())
    add_name(change, player)


def store_version(change: Change, player: Player, text: str, deck: str, who="", reason=""):
    """Store a version. Raises RuleViolation for text that is empty or too long, and for a long deck."""
    text, deck = clean_text(text), clean_deck(deck)
    if not text:
        raise RuleViolation(_("Paste the list first."))
    if len(text) > MAX_LIST_LENGTH:
        raise RuleViolation(_("Use at most {most} characters."), most=MAX_LIST_LENGTH)
    if len(deck) > MAX_DECK_LENGTH:
        raise RuleViolation(_("Use at most {most} characters."), most=MAX_DECK_LENGTH)
    newest = player.list_versions.order_by("-id").first()
    if newest and (newest.text, newest.deck) == (text, deck):
        raise DuplicateRequest
    ListVersion.objects.create(
        event=change.event, player=player, at=change.now, who=who, reason=reason, text=text, deck=deck
    )
    change.notified.add(player.public_id)


@action(access.CHECK_LISTS, log=_("Deck check of {text}"))
def check_list(change: Change, key: str, passed: bool, note: str):
    """Store the outcome of a deck check."""
    player = find_row(change, key)
    if not player.list_versions.exists():
        raise RuleViolation(_("{name} hasn’t sent a list."), name=player.name)
    check_text(note)
    DeckCheck.objects.create(
        event=change.event,
        player=player,
        at=change.now,
        who=change.actor.who,
        passed=passed,
        note=note.strip(),
    )
    change.notified.add(key)
    add_name(change, player)


def add_name(change: Change, player: Player):
    """Name the player in the log, unless the name is too long: erasing would not find a part of it."""
    if len(format_action(change.action.name, "", player.name)) <= MAX_TEXT_LENGTH:
        change.reason = player.name


@action(access.MANAGE, log=_("Settings of lists changed"))
def set_lists(change: Change, settings: ListSettings):
    """Change which lists the event asks for. Raises RuleViolation for invalid settings."""
    change.set_event(lists=settings)
