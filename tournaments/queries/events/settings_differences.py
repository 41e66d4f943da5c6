"""How a phase's settings differ from its rulebook."""

from django.utils.translation import gettext, gettext_noop, ngettext

from ...rules import rulebooks
from ...rules.results.betting import changed_betting
from ...rules.settings.on_site import ANYONE, ORGANISERS, PLAYERS, SLIPS
from ..help.rulebook_options import switch_text
from ..standings.columns import columns_of
from ..wording import drafts, on_site
from ..wording.betting import betting_text
from ..wording.cuts import cut_text
from ..wording.pairing import LABELS as PAIRING_LABELS
from ..wording.pairing import pairing_text
from ..wording.values import briefly

REPORTERS = {
    PLAYERS: gettext_noop("results reported by players on their own pages"),
    ANYONE: gettext_noop("results reported by players who scan the QR code and tap their name"),
    SLIPS: gettext_noop("results reported on slips"),
    ORGANISERS: gettext_noop("results reported by staff only"),
}
LABELS = {
    "rounds": gettext_noop("rounds"),
    "best_of": gettext_noop("best of"),
    "points": gettext_noop("points"),
    "pairing": gettext_noop("pairing"),
    "first_round_pairing": gettext_noop("first round"),
    "last_round_pairing": gettext_noop("last round"),
    "cut": gettext_noop("cut"),
    "finals": gettext_noop("top cut"),
    "third_place": gettext_noop("third-place match"),
    "best_of_rounds": gettext_noop("match length by round"),
    "places": gettext_noop("players eliminated in the same round"),
    "after_cut": gettext_noop("if a player drops after the cut"),
}


def find_differences(rulebook: str, overrides: dict) -> tuple[str, ...]:
    """Describe how a phase differs from the rulebook (“points: win 2”), except for its prizes."""
    usual = rulebooks.settings_of(rulebook, {})
    parts = []
    for key, value in overrides.items():
        if key == "percentages":
            parts += [(key, {name: switch}) for name, switch in value.items()]
        elif key != "prizes":
            parts.append((key, value))
    return tuple(
        difference_text(key, value)
        for key, value in parts
        if rulebooks.settings_of(rulebook, {key: value}) != usual
    )


def difference_text(key: str, value) -> str:
    if key == "rounds":
        return ngettext("{rounds} round", "{rounds} rounds", value).format(rounds=value)
    if key == "rounds_by_size":
        return gettext("rounds: {table}").format(table=rounds_text(value))
    if key == "percentages":
        ((name, switch),) = value.items()
        return switch_text(name, switch)
    if key == "tiebreakers":
        keys = [column["key"] if isinstance(column, dict) else column for column in value]
        names = ", ".join(column.label for column in columns_of(keys)) or gettext("none")
        return gettext("tiebreakers: {names}").format(names=names)
    if key == "cut":
        return f"{gettext(LABELS[key])}: {cut_text(value)}"
    if key in PAIRING_LABELS:
        return pairing_text(key, value)
    if key == "betting":
        return bets_text(value)
    if key in drafts.LABELS:
        return drafts.draft_text(key, value)
    if key == "reporting":
        return gettext(REPORTERS[value])
    if key in on_site.LABELS:
        return on_site.on_site_text(key, value)
    return f"{gettext(LABELS[key])}: {briefly(value)}" if key in LABELS else switch_text(key, value)


def rounds_text(rows) -> str:
    """“3 up to 8 players, 4 up to 16 players, then 5”."""
    *bounded, (_more, last) = rows
    parts = [
        ngettext("{rounds} up to {n} player", "{rounds} up to {n} players", n).format(rounds=rounds, n=n)
        for n, rounds in bounded
    ]
    return ", ".join([*parts, gettext("then {rounds}").format(rounds=last)]) if parts else str(last)


def bets_text(value) -> str:
    if value is None:
        return gettext("no betting")
    return gettext("betting: {words}").format(words=betting_text(changed_betting(None, value, "")))
