"""Settings of how a phase's rounds are paired."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.history.load import as_int_if_whole
from ...queries.wording import pairing as pairing_words
from ...rules.history import SWISS
from ...rules.pairing.pods import POD_SIZES, THREES
from ...rules.settings import pairing as pairing_settings
from ...rules.settings import settings, validators
from .. import fields

# Fields that are always visible; the others are rarely needed.
COMMON_FIELDS = (*pairing_settings.PAIRING_KEYS, "apart_club", "apart_household", "pod_sizes")
APART = {f"apart_{key}": key for key in pairing_settings.SHARED}
ROUNDS = (1, 2, 3, 4, 5)


def apart_field(label):
    return forms.ChoiceField(label=label, required=False)


def apart_choices(now):
    """Return never, numbers of rounds, and every round; with the current number."""
    numbers = sorted({*ROUNDS, *([now] if isinstance(now, int) and now else [])})
    labels = [(str(n), pairing_words.for_rounds(n)) for n in (*numbers, pairing_settings.ALWAYS)]
    return [("", _("never")), *labels]


def label(choices, labels):
    return [(key, _(labels[key])) for key in choices]


class PairingForm(forms.Form):
    """How a phase is paired; values equal to the rulebook's are not stored."""

    first_round_pairing = forms.ChoiceField(label=_("First round"), choices=fields.pairing_choices)
    pairing = forms.ChoiceField(label=_("Middle rounds"), choices=fields.pairing_choices)
    last_round_pairing = forms.ChoiceField(label=_("Last round"), choices=fields.pairing_choices)
    apart_club = apart_field(_("Keep club members apart"))
    late_entry = forms.ChoiceField(
        label=_("Late entries get"), choices=label(pairing_settings.LATE_ENTRIES, pairing_words.LATE_ENTRIES)
    )
    apart_household = apart_field(_("Keep household members apart"))
    apart_after_gaps = forms.BooleanField(
        label=_("Prefer close scores over keeping players apart"), required=False
    )
    bye_to = forms.ChoiceField(
        label=_("The bye goes to"), choices=label(pairing_settings.BYES_TO, pairing_words.BYES_TO)
    )
    pod_sizes = forms.ChoiceField(
        label=_("Players left over from tables of four"), choices=label(POD_SIZES, pairing_words.POD_SIZES)
    )
    first_seat = forms.ChoiceField(choices=label(pairing_settings.FIRST_SEATS, pairing_words.FIRST_SEATS))
    band = forms.FloatField(
        label=_("Points per score group"),
        required=False,
        min_value=0.01,
        max_value=validators.MAX_VALUE,
        help_text=_("Leave blank for equal points. For example, 3 groups 0 to 2, 3 to 5 and so on."),
    )

    def __init__(self, *args, now: settings.Settings, kind=SWISS, **kwargs):
        """`now` are the settings of the phase, which is of this kind."""
        self.now = now
        apart = {name: str(now.apart.get(key) or "") for name, key in APART.items()}
        plain = {name: getattr(now, name) for name in self.base_fields if name not in APART}
        kwargs.setdefault("initial", plain | apart | {"band": as_int_if_whole(now.band)})
        super().__init__(*args, **kwargs)
        for name in pairing_settings.PAIRING_KEYS:
            self.fields[name].choices = fields.pairing_choices(kind)
        for name in pairing_settings.UNUSED_SETTINGS[kind]:
            del self.fields[name]
        seat_label, seat_texts = pairing_words.first_seat_words(now.rulebook)
        if "first_seat" in self.fields:
            self.fields["first_seat"].label = _(seat_label)
            self.fields["first_seat"].choices = label(pairing_settings.FIRST_SEATS, seat_texts)
        for name, key in APART.items():
            self.fields[name].choices = apart_choices(now.apart.get(key))

    @property
    def rare(self) -> bool:
        """Return whether a rarely used field is set or has an error."""
        usual = defaults(self.now.rulebook)
        hidden = [name for name in usual if name not in COMMON_FIELDS and name in self.fields]
        return any(self[name].errors or getattr(self.now, name) != usual[name] for name in hidden)

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the rulebook's value."""
        data, default_values = self.cleaned_data, defaults(self.now.rulebook)
        data |= {"band": as_int_if_whole(data["band"])}
        values = {
            name: None if data[name] == default_values[name] else data[name]
            for name in default_values
            if name in data
        }
        apart = {key: rounds_of(data[name]) for name, key in APART.items() if data[name]}
        return values | {"apart": apart or None}


def defaults(rulebook) -> dict:
    """Return the default settings of pairing."""
    return {
        "first_round_pairing": pairing_settings.RANDOM,
        "pairing": pairing_settings.RANDOM,
        "last_round_pairing": pairing_settings.RANDOM,
        "apart_after_gaps": False,
        "bye_to": pairing_settings.LOWEST,
        "pod_sizes": THREES,
        "late_entry": rulebook.late_entry,
        "first_seat": rulebook.first_seat,
        "band": as_int_if_whole(rulebook.band),
    }


def rounds_of(text: str) -> int | str:
    return text if text == pairing_settings.ALWAYS else int(text)
