"""What may be typed in about how the rounds of a phase are paired."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import whole
from ...queries.wording import pairing as pairing_words
from ...rules.history import SWISS
from ...rules.pairing.pods import POD_SIZES, THREES
from ...rules.settings import pairing as rules
from ...rules.settings import settings, validators
from .. import fields

# Of these the form shows all; what else it has, few need.
USUAL = (*rules.PAIRED_BY, "apart_club", "apart_household", "pod_sizes")
APART = {f"apart_{key}": key for key in rules.SHARED}
ROUNDS = (1, 2, 3, 4, 5)


def apart_field(label):
    return forms.ChoiceField(label=label, required=False)


def apart_choices(now):
    """Never, so many rounds, every round; with the number that is set now."""
    numbers = sorted({*ROUNDS, *([now] if isinstance(now, int) and now else [])})
    words = [(str(n), pairing_words.for_rounds(n)) for n in (*numbers, rules.ALWAYS)]
    return [("", _("never")), *words]


def worded(choices, words):
    return [(key, _(words[key])) for key in choices]


class PairingForm(forms.Form):
    """How a phase is paired; what equals the rulebook's is not kept."""

    first_round_pairing = forms.ChoiceField(label=_("First round"), choices=fields.pairing_choices)
    pairing = forms.ChoiceField(label=_("Rounds between"), choices=fields.pairing_choices)
    last_round_pairing = forms.ChoiceField(label=_("Last round"), choices=fields.pairing_choices)
    apart_club = apart_field(_("Keep a club apart"))
    late_entry = forms.ChoiceField(
        label=_("Who comes late"), choices=worded(rules.LATE_ENTRIES, pairing_words.LATE_ENTRIES)
    )
    apart_household = apart_field(_("Keep a household apart"))
    apart_after_gaps = forms.BooleanField(
        label=_("Small score gaps first, then keeping apart"), required=False
    )
    bye_to = forms.ChoiceField(
        label=_("The bye goes to"), choices=worded(rules.BYES_TO, pairing_words.BYES_TO)
    )
    pod_sizes = forms.ChoiceField(
        label=_("Whom pods of four leave over"), choices=worded(POD_SIZES, pairing_words.POD_SIZES)
    )
    first_seat = forms.ChoiceField(
        label=_("Who sits first"), choices=worded(rules.FIRST_SEATS, pairing_words.FIRST_SEATS)
    )
    band = forms.FloatField(
        label=_("Points to a score group"),
        required=False,
        min_value=0.01,
        max_value=validators.LARGEST,
        help_text=_("Blank: equal points. 3: 0 to 2, 3 to 5 and so on"),
    )

    def __init__(self, *args, now: settings.Settings, kind=SWISS, **named):
        """`now` are the settings of the phase, which is of this kind."""
        self.now = now
        apart = {name: str(now.apart.get(key) or "") for name, key in APART.items()}
        plain = {name: getattr(now, name) for name in self.base_fields if name not in APART}
        named.setdefault("initial", plain | apart | {"band": whole(now.band)})
        super().__init__(*args, **named)
        for name in rules.PAIRED_BY:
            self.fields[name].choices = fields.pairing_choices(kind)
        for name in rules.UNFIT[kind]:
            del self.fields[name]
        for name, key in APART.items():
            self.fields[name].choices = apart_choices(now.apart.get(key))

    @property
    def rare(self) -> bool:
        """Whether anything that few need is set, or wrong."""
        usual = defaults(self.now.rulebook)
        hidden = [name for name in usual if name not in USUAL and name in self.fields]
        return any(self[name].errors or getattr(self.now, name) != usual[name] for name in hidden)

    def overrides(self) -> dict:
        """What actions.events.change_settings takes: None where the rulebook's own will do."""
        said, usual = self.cleaned_data, defaults(self.now.rulebook)
        said |= {"band": whole(said["band"])}
        kept = {name: None if said[name] == usual[name] else said[name] for name in usual if name in said}
        apart = {key: rounds_of(said[name]) for name, key in APART.items() if said[name]}
        return kept | {"apart": apart or None}


def defaults(rulebook) -> dict:
    """The settings of pairing where nobody changes them, those that are none left out."""
    return {
        "first_round_pairing": rules.RANDOM,
        "pairing": rules.RANDOM,
        "last_round_pairing": rules.RANDOM,
        "apart_after_gaps": False,
        "bye_to": rules.LOWEST,
        "pod_sizes": THREES,
        "late_entry": rulebook.late_entry,
        "first_seat": rulebook.first_seat,
        "band": whole(rulebook.band),
    }


def rounds_of(text: str) -> int | str:
    return text if text == rules.ALWAYS else int(text)
