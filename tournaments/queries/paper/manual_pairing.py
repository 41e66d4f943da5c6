"""Instructions for pairing a phase's next round without a computer, from its settings."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, SWISS, EventPhase
from ...rules.pairing.constraints import ALL_ONE_GROUP
from ...rules.pairing.pods.sizes import seats_per_pod
from ...rules.settings import booster
from ...rules.settings import pairing as rules
from ..rounds.round_page import points_text
from ..wording.formats import number_text
from ..wording.pairing import BYES_TO, FIRST_SEATS, POD_SIZES, apart_text

METHOD_STEPS = {
    rules.RANDOM: _("Pair the players of each group at random, from the top group down."),
    rules.FOLD: _(
        "From the top group down, pair the upper half of each group against its lower half. With eight "
        "players: 1 v 5, 2 v 6, 3 v 7, 4 v 8."
    ),
    rules.BY_STANDING: _("Pair each group from the top of its list: 1 v 2, 3 v 4, and so on."),
}
POD_METHOD_STEPS = {
    rules.RANDOM: _("Seat the players from the top group down, at random within each group."),
    rules.FOLD: _(
        "Seat the players from the top group down. Mix players from all parts of the group at each table."
    ),
    rules.BY_STANDING: _(
        "Seat the players in the order of the list: the first ones at table 1, the next ones at table 2."
    ),
}
WITHOUT_REMATCH = _(
    "Avoid rematches: check “Previous opponents”. If two players have already met, swap opponents with "
    "the nearest pair in the group."
)
ODD_GROUP = _(
    "If a group is odd, move one player down: pair them with a player of the next group they haven’t met yet."
)
STUCK = _("If the last players have all met, break up the pair above them and try again.")
NUMBERS = _("Assign tables from the top: the pair with the most points gets table 1.")


def get_pairing_steps(phase: EventPhase) -> tuple[str, ...]:
    """Return the steps to pair the next round of a phase."""
    steps = STEPS[phase.kind](phase.history, phase.settings)
    return tuple(filter(None, steps))


def swiss_steps(history, settings):
    return (
        groups_text(settings),
        bye_text(settings),
        gettext(METHOD_STEPS[settings.pairing]),
        gettext(WITHOUT_REMATCH),
        gettext(ODD_GROUP),
        gettext(STUCK),
        last_round_text(settings, METHOD_STEPS),
        separation_text(settings),
        gettext(NUMBERS),
        seats_text(settings),
        tables_text(history),
    )


def groups_text(settings) -> str:
    if settings.band == ALL_ONE_GROUP:
        return gettext(
            "Leave out players who have dropped. Everyone else is one group, regardless of points."
        )
    text = gettext(
        "Leave out players who have dropped. Sort the others by points. Players with the same points form a "
        "score group."
    )
    if settings.band:
        text = gettext(
            "Leave out players who have dropped. Sort the others by points. Each range of {points} points is "
            "a score group."
        )
    return text.format(points=number_text(settings.band or 0))


def bye_text(settings) -> str:
    text = gettext("If the number of players is odd, {who} gets the bye.").format(
        who=gettext(BYES_TO[settings.bye_to])
    )
    if settings.betting:
        return text
    points = points_text(settings.points["bye"])
    return text + " " + gettext("It is worth {points}.").format(points=points)


def last_round_text(settings, methods) -> str:
    if settings.last_round_pairing == settings.pairing:
        return ""
    how = gettext(methods[settings.last_round_pairing])
    return gettext("The last round is different. {how}").format(how=how)


def separation_text(settings) -> str:
    rules_text = apart_text(settings.apart)
    return gettext("Keep apart: {who}.").format(who=rules_text) if rules_text else ""


def seats_text(settings) -> str:
    return gettext("First seat at each table: {who}.").format(who=gettext(FIRST_SEATS[settings.first_seat]))


def tables_text(history) -> str:
    """“Fixed tables: Ann 7, Bo 9.”"""
    fixed = ", ".join(f"{player.name} {player.table}" for player in history.players if player.table)
    return gettext("Fixed tables: {who}.").format(who=fixed) if fixed else ""


def pod_steps(history, settings):
    return (
        groups_text(settings),
        sizes_text(history, settings),
        gettext(POD_METHOD_STEPS[settings.pairing]),
        gettext(
            "Avoid seating players together again: check “Previous opponents”, and swap players with the "
            "same points between tables."
        ),
        last_round_text(settings, POD_METHOD_STEPS),
        separation_text(settings),
        gettext("First seats rotate: the player who has sat first least often sits first."),
        tables_text(history),
    )


def sizes_text(history, settings) -> str:
    """“Tables of four, then byes. 21 players make 5 tables of 4.”"""
    rule = gettext("Tables of four, then {sizes}.")
    rule = rule.format(sizes=gettext(POD_SIZES[settings.pod_sizes]))
    count = sum(not player.has_left for player in history.players)
    try:
        sizes = seats_per_pod(count, settings.pod_sizes)
    except RuleViolation:
        return rule
    tables = []
    for seats in sorted(set(sizes), reverse=True):
        number = sizes.count(seats)
        table = ngettext("{n} table of {seats}", "{n} tables of {seats}", number)
        tables.append(table.format(n=number, seats=seats))
    result = gettext("{count} players make {tables}.").format(count=count, tables=", ".join(tables))
    return f"{rule} {result}"


def draft_steps(history, settings):
    first = gettext(
        "Players only play within their own pod. In round 1, players seated across from each other play. "
        "With eight players: 1 v 5, 2 v 6, 3 v 7, 4 v 8."
    )
    if settings.draft_inside == booster.BRACKET:
        return first, gettext("After that, the winners in each pod play each other until one is left.")
    inside = gettext("After that, in each pod:")
    return (first, inside, *swiss_steps(history, settings))


def round_robin_steps(history, settings):
    return (
        gettext(
            "You don’t need to pair anything: the order was set before round 1. The remaining rounds are "
            "under “Upcoming matches”."
        ),
        gettext("A player whose opponent has dropped isn’t paired."),
    )


def bracket_steps(history, settings):
    return (
        gettext(
            "You don’t need to pair anything: the lines of the bracket show where winners and losers go."
        ),
        gettext("Write each result in its box, and the names in the boxes its lines lead to."),
    )


STEPS = {
    SWISS: swiss_steps,
    PODS: pod_steps,
    DRAFT_PODS: draft_steps,
    ROUND_ROBIN: round_robin_steps,
    BRACKET: bracket_steps,
}
