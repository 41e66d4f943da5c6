"""The reasons of a round of pods: a sentence for each pod and each bye."""

from collections.abc import Mapping

from ...errors import _
from ...terms import BOUND, EXACT, SEARCH
from ..constraints import ALL_ONE_GROUP, RANDOM_LOWEST, PlayerPairs
from ..field import RANDOM
from ..reasons.bye_reason import is_lot_only
from ..reasons.wording import Reason, group_text, points_amount, with_note
from .objectives import pod_pairs
from .sizes import USUAL_POD_SIZE

REMATCH_TEXTS = {
    EXACT: _("{pairs} meet again: no option has fewer rematches"),
    SEARCH: _("{pairs} meet again: no option with fewer rematches found"),
}
GAP_TEXTS = {
    BOUND: _("From {upper} to {lower} points: no option has smaller gaps"),
    EXACT: _("From {upper} to {lower} points: no option with as few rematches has smaller gaps"),
    SEARCH: _("From {upper} to {lower} points: no option with smaller gaps found"),
}
SIZE_TEXTS = {
    3: _("pod of three: {count} players don’t divide into fours"),
    5: _("pod of five: {count} players don’t divide into fours"),
}


class PodReasons(Mapping):
    """Each player's Reason by id, computed on access; the same for all players of a pod.

    `everyone` is the field including players with a bye, `field` excludes them; `pods` and `wished` hold
    places of `field`.
    """

    def __init__(self, everyone, field, pods, byes, proof, wished):
        self._everyone, self._field, self._byes = everyone, field, byes
        self._proof, self._wished = proof, set(map(frozenset, wished))
        self._pods = {field.players[place]: pod for pod in pods for place in pod}

    def __iter__(self):
        return iter(self._everyone.players)

    def __len__(self):
        return self._everyone.size

    def __getitem__(self, player):
        if player in self._byes:
            return self._bye(player)
        pod = self._pods[player]
        why = self._level(pod)
        for note in (self._meetings(pod), self._clubs(pod), self._wish(pod), self._size(pod)):
            why = with_note(why, note)
        return why

    def __repr__(self):
        return repr(dict(self))

    def _level(self, pod):
        """Return the reason from points and the pairing method."""
        field = self._field
        upper, lower = group_text(field, pod[0]), group_text(field, pod[-1])
        if field.groups[pod[0]] != field.groups[pod[-1]]:
            return Reason(GAP_TEXTS[self._proof], {"upper": upper, "lower": lower})
        if field.method == RANDOM and field.constraints.band == ALL_ONE_GROUP:
            return Reason(_("Random: points don’t matter this round"))
        if field.method == RANDOM:
            text = _("Random: all on {amount}") if is_lot_only(field) else _("All on {amount}")
            return Reason(text, {"amount": points_amount(upper)})
        numbers = ", ".join(str(place + 1) for place in pod)
        text = _("All on {amount}: ranked {numbers}")
        return Reason(text, {"amount": points_amount(upper), "numbers": numbers})

    def _meetings(self, pod):
        field = self._field
        if rematches := self._named(pair for pair in pod_pairs([pod]) if pair in field.meetings):
            return Reason(REMATCH_TEXTS[self._proof], {"pairs": rematches})
        return Reason(_("no rematches")) if field.meetings else None

    def _clubs(self, pod):
        clubs = self._field.clubs
        if not clubs:
            return None
        pairs = self._named((a, b) for a, b in pod_pairs([pod]) if clubs[a] & clubs[b])
        text = _("{pairs} should be kept apart: no option that keeps more players apart found")
        return Reason(text, {"pairs": pairs}) if pairs else None

    def _wish(self, pod):
        pairs = self._named(pair for pair in pod_pairs([pod]) if frozenset(pair) in self._wished)
        return Reason(_("{pairs} requested by the organiser"), {"pairs": pairs}) if pairs else None

    def _size(self, pod):
        if len(pod) == USUAL_POD_SIZE:
            return None
        return Reason(SIZE_TEXTS[len(pod)], {"count": self._field.size})

    def _named(self, pairs):
        players = self._field.players
        return PlayerPairs((players[one], players[two]) for one, two in pairs)

    def _bye(self, player):
        text = _(
            "Bye: {over} left over after pods of four; lowest-ranked of the players with the fewest "
            "byes ({byes})"
        )
        if self._field.constraints.bye_to == RANDOM_LOWEST:
            text = _(
                "Bye: {over} left over after pods of four; chosen at random from the lowest-ranked with "
                "the fewest byes ({byes})"
            )
        place = self._everyone.places[player]
        return Reason(text, {"over": len(self._byes), "byes": self._everyone.entrants[place].byes})
