"""A player's own chance to make the cut, and what a draw would mean."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.forecast.chances import PlayerChance
from ...rules.history import MatchRecord
from ..standings.chances import RoundedChance, by_result_text, get_chances, round_chance
from .own_history import OwnEvent


@dataclass(frozen=True)
class OwnChance:
    """The player's chance to make the cut.

    `by_result` says what the results of the current match make of it, `draw` whether a draw is safe, and
    `agreeing` whether the rulebook allows players to agree on one; each is empty if it is not known, and
    `agreeing` also where a draw puts the player out.
    """

    rounded: RoundedChance
    is_certain: bool
    as_of: str
    by_result: str
    draw: str
    agreeing: str
    assumption: str


def get_own_chance(own: OwnEvent, match: MatchRecord | None) -> OwnChance | None:
    """Return the player's chance; `match` is their current match."""
    page = get_chances(own.player.event, own.history)
    chance = page.chances.players.get(own.player.public_id) if page else None
    if chance is None:
        return None
    current = own.history.current_phase.current_round
    is_open = match is not None and not (match.is_bye or match.reported)
    is_certain = chance.chance in (0, 1)
    has_open_match = is_open and current.number == page.chances.round
    draw = draw_text(own, page.chances.players, chance, match) if has_open_match and chance.chance else ""
    return OwnChance(
        rounded=round_chance(chance.chance),
        is_certain=is_certain,
        as_of=page.as_of,
        by_result=own_by_result_text(chance) if has_open_match and not is_certain else "",
        draw=draw,
        agreeing=page.agreeing if draw and chance.draw else "",
        assumption=page.assumption,
    )


def own_by_result_text(chance: PlayerChance) -> str:
    """Return “After this match: win over 95 %, draw about 40 %, loss under 5 %.”"""
    text = by_result_text(chance)
    return gettext("After this match: {chances}.").format(chances=text) if text else ""


def draw_text(own: OwnEvent, chances: dict, chance: PlayerChance, match: MatchRecord) -> str:
    """Say whether a draw is safe for both players, or else what could go wrong."""
    if chance.draw is None:
        return ""
    other = next(player for player in match.players if player != own.player.public_id)
    name, other_draw = own.history.names[other], getattr(chances.get(other), "draw", None)
    if chance.draw == 0:
        return gettext("With a draw you’re out.")
    if chance.draw == 1 and other_draw == 1:
        return gettext("A draw is safe: it puts you both in for certain.")
    if chance.draw == 1:
        return gettext("A draw puts you in for certain, but not {name}.").format(name=name)
    if not chance.rivals:
        return gettext("A draw isn’t safe: it doesn’t make you certain of the cut.")
    text = ngettext(
        "A draw isn’t safe: {count} other player could still finish level with you or ahead.",
        "A draw isn’t safe: {count} other players could still finish level with you or ahead.",
        chance.rivals,
    )
    return text.format(count=chance.rivals)
