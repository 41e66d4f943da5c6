"""Instructions for pairing a phase's next round without a computer, from its settings."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT_PODS, PODS, ROUND_ROBIN, SWISS, EventHistory
from ...rules.pairing.constraints import ALL_ONE_GROUP
from ...rules.pairing.pods.sizes import seats_per_pod
from ...rules.rounds import progress
from ...rules.settings import booster
from ...rules.settings import pairing as rules
from ..rounds.round_page import points_text
from ..wording.formats import number_text
from ..wording.pairing import BYES_TO, FIRST_SEATS, POD_SIZES, apart_text

METHODS = {
    rules.RANDOM: _("Pair the players of each group by lot, from the top group down."),
    rules.FOLD: _(
        "Pair each group, from the top down, its upper half against its lower half: of eight, 1 v 5, 2 v 6, "
        "3 v 7, 4 v 8."
    ),
    rules.BY_STANDING: _("Pair down the list of each group, from the top: 1 v 2, 3 v 4, and so on."),
}
POD_METHODS = {
    rules.RANDOM: _("Seat the players from the top group down, those of one group by lot."),
    rules.FOLD: _("Seat the players from the top group down, each table from all parts of its group."),
    rules.BY_STANDING: _("Seat the players down the list: the first at table 1, the next at table 2."),
}
WITHOUT_REMATCH = _(
    "Nobody meets the same opponent twice: look under “Who has met whom”. Where a pair has met, exchange "
    "partners with the nearest pair of the group."
)
ODD_GROUP = _(
    "A group of an odd number sends one player down: pair them with somebody of the next group whom they "
    "have not met."
)
STUCK = _("Where the last players left have all met, break up the pair above them and try again.")
NUMBERS = _("Give out tables from the top: table 1 to the pair with the most points.")


def steps_of(history: EventHistory, number: int) -> tuple[str, ...]:
    """Return the steps to pair the next round of a phase."""
    return tuple(
        filter(None, STEPS[history.phase(number).kind](history, progress.settings_for(history, number)))
    )


def swiss(history, settings):
    return (
        groups_text(settings),
        bye_text(settings),
        gettext(METHODS[settings.pairing]),
        gettext(WITHOUT_REMATCH),
        gettext(ODD_GROUP),
        gettext(STUCK),
        last_round_text(settings, METHODS),
        apart(settings),
        gettext(NUMBERS),
        seats_text(settings),
        tables_text(history),
    )


def groups_text(settings) -> str:
    if settings.band == ALL_ONE_GROUP:
        return gettext("Leave out who has dropped. Everybody else is one group, whatever their points.")
    words = gettext(
        "Leave out who has dropped. Sort the others by points: those of equal points are a score group."
    )
    if settings.band:
        words = gettext(
            "Leave out who has dropped. Sort the others by points: {points} points each make a score group."
        )
    return words.format(points=number_text(settings.band or 0))


def bye_text(settings) -> str:
    words = gettext("Of an odd number, the bye goes to: {who}.").format(who=gettext(BYES_TO[settings.bye_to]))
    if settings.betting:
        return words
    worth = gettext("It is worth {points}.").format(points=points_text(settings.points["bye"]))
    return f"{words} {worth}"


def last_round_text(settings, methods) -> str:
    if settings.last_round_pairing == settings.pairing:
        return ""
    how = gettext(methods[settings.last_round_pairing])
    return gettext("The last round is different. {how}").format(how=how)


def apart(settings) -> str:
    rules_text = apart_text(settings.apart)
    return gettext("Keep apart: {who}.").format(who=rules_text) if rules_text else ""


def seats_text(settings) -> str:
    return gettext("First at each table sits: {who}.").format(who=gettext(FIRST_SEATS[settings.first_seat]))


def tables_text(history) -> str:
    """“Always at the same table: Ann 7, Bo 9.”"""
    fixed = ", ".join(f"{player.name} {player.table}" for player in history.players if player.table)
    return gettext("Always at the same table: {who}.").format(who=fixed) if fixed else ""


def pods(history, settings):
    return (
        groups_text(settings),
        sizes_text(history, settings),
        gettext(POD_METHODS[settings.pairing]),
        gettext(
            "As few as can be sit together again: look under “Who has met whom”, and exchange players of "
            "equal points between tables."
        ),
        last_round_text(settings, POD_METHODS),
        apart(settings),
        gettext("First seats go round: who has sat first least often sits first."),
        tables_text(history),
    )


def sizes_text(history, settings) -> str:
    """“Tables of four; who is left over: tables of three. 21 players: 3 of four, 3 of three.”"""
    count = sum(not player.has_left for player in history.players)
    words = gettext("Tables of four; whom they leave over: {sizes}.").format(
        sizes=gettext(POD_SIZES[settings.pod_sizes])
    )
    try:
        sizes = seats_per_pod(count, settings.pod_sizes)
    except RuleViolation:
        return words
    tables = ", ".join(
        ngettext("{n} table of {seats}", "{n} tables of {seats}", sizes.count(seats)).format(
            n=sizes.count(seats), seats=seats
        )
        for seats in sorted(set(sizes), reverse=True)
    )
    now = gettext("{count} players make {tables}.").format(count=count, tables=tables)
    return f"{words} {now}"


def draft(history, settings):
    first = gettext(
        "Players meet inside their own pod alone. Round 1 pairs the farthest seats: of eight, 1 v 5, 2 v 6, "
        "3 v 7, 4 v 8."
    )
    if settings.draft_inside == booster.BRACKET:
        return first, gettext("After that the winners of each pod meet, until one is left.")
    inside = gettext("After that, in each pod:")
    return (first, inside, *swiss(history, settings))


def round_robin(history, settings):
    return (
        gettext(
            "Nothing has to be paired: the order was drawn before round 1. What is left of it stands under "
            "“What is to come”."
        ),
        gettext("Who would meet somebody who has dropped sits out."),
    )


def bracket(history, settings):
    return (
        gettext("Nothing has to be drawn: the lines of the bracket say where winners, and losers, go."),
        gettext("Write each result into its box, and the names into the boxes to which its lines lead."),
    )


STEPS = {
    SWISS: swiss,
    PODS: pods,
    DRAFT_PODS: draft,
    ROUND_ROBIN: round_robin,
    BRACKET: bracket,
}
