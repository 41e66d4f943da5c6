"""What may be typed in about prizes: the pot, and a line for each prize of a phase."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ...actions.prizes.prizes import with_prizes
from ...queries.prizes.plan import ToSet
from ...queries.wording.formats import in_words
from ...rules.errors import RuleViolation
from ...rules.prizes.amounts import amount, plain
from ...rules.prizes.lines import at_line, read_lines
from ...rules.prizes.pot import CENT, LONGEST_CURRENCY, pot_of

SUMS = ("sum", "fee", "smallest")


def sum_field(label, **named):
    return forms.CharField(label=label, required=False, max_length=20, **named)


class PrizesForm(forms.Form):
    """`changed` is the event with what can be read of it, None where that does not hold together."""

    currency = forms.CharField(label=_("Currency"), required=False, max_length=LONGEST_CURRENCY)
    fee = sum_field(_("Of each entry"))
    sum = sum_field(_("Set sum"))
    smallest = sum_field(_("Paid in steps of"))

    def __init__(self, *args, to_set: ToSet, **named):
        self.to_set, self.changed = to_set, None
        initial = initial_of(to_set.told.pot)
        for phase in to_set.phases:
            initial |= {f"prizes_{phase.number}": phase.lines, f"share_{phase.number}": phase.losers_share}
        super().__init__(*args, initial=initial, **named)
        for phase in to_set.phases:
            self.fields[f"prizes_{phase.number}"] = forms.CharField(
                label=phase.name, required=False, max_length=20_000, strip=False, widget=forms.Textarea
            )
            if phase.is_bracket:
                self.fields[f"share_{phase.number}"] = forms.BooleanField(required=False)

    def phase_fields(self):
        """(the field of the lines, that of sharing or None) of each phase."""
        return [
            (self[f"prizes_{phase.number}"], self[f"share_{phase.number}"] if phase.is_bracket else None)
            for phase in self.to_set.phases
        ]

    def clean(self):
        said = super().clean()
        self.pot, self.tables, lines = self.read_pot(said), {}, {}
        for phase in self.to_set.phases:
            name = f"prizes_{phase.number}"
            rows, lines[phase.number], wrong = read_lines(said.get(name) or "", self.pot.get("currency", ""))
            for _number, violation in wrong:
                self.add_error(name, in_words(violation))
            share = {"losers_share": True} if said.get(f"share_{phase.number}") else {}
            self.tables[phase.number] = {"rows": rows, **share} if rows else {}
        try:
            self.changed = with_prizes(self.to_set.told, self.pot, self.tables)
        except RuleViolation as violation:
            self.refuse(violation, lines)
        return said

    def read_pot(self, said) -> dict:
        """The pot in the event file's words; what is no sum is said beside its field and left out."""
        pot = {"currency": said["currency"]} if said.get("currency") else {}
        for name in SUMS:
            typed = (said.get(name) or "").replace(",", ".").strip()
            try:
                if typed:
                    read = {name: plain(amount(typed, self.fields[name].label))}
                    pot_of(read, gettext("Pot"))
                    pot |= read if read != {"smallest": plain(CENT)} else {}
            except RuleViolation as violation:
                self.add_error(name, in_words(violation))
        return pot

    def refuse(self, violation: RuleViolation, lines: dict):
        """Say it at the line that it is about, where it is about one."""
        number = violation.params.get("phase")
        if number is None:
            self.add_error(None, in_words(violation))
            return
        line = lines[number][violation.params["row"]]
        self.add_error(f"prizes_{number}", in_words(at_line(violation, line)))


def initial_of(pot: dict) -> dict:
    """The pot as it stands in the form: sums as they were typed."""
    return {name: str(pot[name]) for name in ("currency", *SUMS) if name in pot}
