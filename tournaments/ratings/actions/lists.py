"""Changes of the rating lists of a club: switching one on, its settings, and off."""

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import RatingList
from ...models.ratings import MAX_GAME_SLUG_LENGTH
from ...rules.errors import RuleViolation, _
from ...rules.history import MAX_GAME_LENGTH
from ...rules.ratings.elo import RatingSettings
from ...rules.ratings.settings import PRESETS, write_settings
from ...web.links import free_slug
from ..pages.lists import list_games

MAX_LISTS = 50
DEFAULT_PRESET = "shop"
# Addresses of the desk's own pages of ratings.
RESERVED_SLUGS = ("on",)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Ratings switched on: {rating_list}"))
def switch_on_ratings(change: ClubChange, game: str, preset: str = DEFAULT_PRESET) -> RatingList:
    """Let ratings be calculated in a game of the club; one that has been on before keeps its settings.

    RuleViolation for a game that the club doesn’t play, an unknown preset, or too many lists.
    """
    row = change.club.rating_lists.filter(game_key=game.casefold()).first()
    if row is None:
        row = create_list(change, game, preset)
    else:
        change.edit(row, is_on=True)
    change.values = {"rating_list": row.pk}
    return row


def create_list(change: ClubChange, game: str, preset: str) -> RatingList:
    if game not in list_games(change.club):
        raise RuleViolation(_("No event of the club names this game."))
    if len(game.casefold()) > MAX_GAME_LENGTH:
        raise RuleViolation(_("The name of this game is too long. Change it in its events."))
    if preset not in PRESETS:
        raise RuleViolation(_("Choose a preset."))
    if change.club.rating_lists.count() >= MAX_LISTS:
        raise RuleViolation(_("A club can have ratings in at most {most} games."), most=MAX_LISTS)
    settings = write_settings(PRESETS[preset].settings)
    slug = free_slug(game, change.club.rating_lists.all(), MAX_GAME_SLUG_LENGTH - 5, "game", RESERVED_SLUGS)
    return change.create(RatingList(club=change.club, game=game, slug=slug, settings=settings, preset=preset))


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Settings of ratings changed: {rating_list}"))
def change_ratings(change: ClubChange, pk: int, settings: RatingSettings, seeds_events: bool):
    """Change how ratings are calculated, and what they are used for; all are calculated again."""
    stored = write_settings(settings)
    preset = next((key for key, one in PRESETS.items() if write_settings(one.settings) == stored), "")
    change.edit(get_list(change, pk), settings=stored, preset=preset, seeds_events=seeds_events)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Ratings switched off: {rating_list}"))
def switch_off_ratings(change: ClubChange, pk: int):
    """Let a game have no ratings any more. Its settings stay."""
    change.edit(get_list(change, pk), is_on=False)


def get_list(change: ClubChange, pk: int) -> RatingList:
    """Return a rating list of the club; RuleViolation if it is gone. The log entry is about it."""
    row = RatingList.objects.filter(club=change.club, pk=pk).first()
    if row is None:
        raise RuleViolation(_("This rating list does not exist any more."))
    change.values = {"rating_list": row.pk}
    return row
