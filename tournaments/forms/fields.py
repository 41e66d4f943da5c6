"""Choices from the registries, and text fields that an event file can hold."""

from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..queries.events.presets import PRESETS
from ..queries.wording.formats import in_words
from ..rules import finals, rulebooks
from ..rules.errors import RuleViolation
from ..rules.history import DRAFT_PODS, PODS, SWISS
from ..rules.players import roster_parser
from ..rules.settings import pairing

NO_FINALS = ""
BEST_OFS = (1, 2, 3, 5, 7)


@dataclass(frozen=True)
class ChoiceOption:
    """A choice with a summary; its text is the name."""

    name: str
    summary: str

    def __str__(self):
        return gettext(self.name)

    @property
    def words(self):
        return gettext(self.summary)


def rulebook_choices():
    return [(key, ChoiceOption(one.name, one.summary)) for key, one in rulebooks.RULEBOOKS.items()]


def kind_choices():
    words = {
        SWISS: (_("Swiss"), _("Players meet who have done equally well so far.")),
        "two_days": (
            _("Swiss over two days"),
            _("At most two losses go on to the second day; points and opponents count on."),
        ),
        DRAFT_PODS: (
            _("Booster draft"),
            _("Pods of about eight draft at one table; three rounds inside each pod."),
        ),
        PODS: (
            _("Pods"),
            _("Tables of three to five with one winner, as Commander is played; a Hareruya night, too."),
        ),
        "pools": (_("Round robin in pools"), _("Four pools by seed; the finals take their best.")),
        "round_robin": (_("Round robin"), _("Everybody meets everybody once.")),
        "double_round_robin": (_("Double round robin"), _("Everybody meets everybody twice.")),
    }
    return [(key, ChoiceOption(*words[key])) for key in PRESETS]


def finals_choices():
    return [
        (NO_FINALS, ChoiceOption(_("No finals"), _("The standings decide."))),
        *((key, ChoiceOption(one.name, one.summary)) for key, one in finals.FINALS.items()),
    ]


def best_of_choices(extra=()):
    sizes = sorted({*BEST_OFS, *extra})
    return [("", _("As the rulebook says")), *((n, _("Best of %(n)s") % {"n": n}) for n in sizes)]


def pairing_choices(kind=SWISS):
    if kind == PODS:
        return [
            (pairing.RANDOM, _("Random inside each score group")),
            (pairing.BY_STANDING, _("By standing: neighbours at one table")),
        ]
    words = {
        pairing.RANDOM: _("Random inside each score group"),
        pairing.FOLD: _("Fold: top half against bottom half"),
        pairing.BY_STANDING: _("By standing: 1 against 2, 3 against 4"),
    }
    return [(key, words[key]) for key in pairing.PAIRINGS]


@cache
def time_zone_choices():
    # Cached: reading the names opens hundreds of files.
    return [
        (name, name.replace("_", " "))
        for name in sorted(available_timezones())
        if "/" in name or name == "UTC"
    ]


def text_without_path(violation: RuleViolation) -> str:
    """Return the violation's text without the path, for display at its field."""
    words = in_words(violation).removeprefix(f"{violation.params.get('path')}: ")
    return words[:1].upper() + words[1:]


def check_text(text: str):
    """Refuse characters that an event file cannot hold."""
    try:
        roster_parser.check_text(text)
    except RuleViolation as wrong:
        raise ValidationError(in_words(wrong)) from None


def check_seen(text: str):
    """Refuse a name without visible characters."""
    if not roster_parser.can_be_seen(text):
        raise ValidationError(gettext("Nothing of this can be seen: type a name."))


def name_field(label):
    return forms.CharField(label=label, max_length=200, validators=[check_text, check_seen])


def text_field(label, **kwargs):
    return forms.CharField(label=label, max_length=200, validators=[check_text], **kwargs)
