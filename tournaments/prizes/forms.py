"""Forms of prizes: the pot, and one line per prize."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..rules.errors import RuleViolation
from ..rules.history import BRACKET, EventHistory
from ..rules.prizes.payout import CENT, MAX_CURRENCY_LENGTH, at_line, line_of, pot_of, read_lines
from ..rules.prizes.table import PrizeTable, amount, plain
from ..web.wording import message_text, phase_name
from .actions import with_prizes

SUMS = ("sum", "fee", "smallest")


def sum_field(label, **kwargs):
    return forms.CharField(label=label, required=False, max_length=20, **kwargs)


class PrizesForm(forms.Form):
    """The pot and prizes; `changed` is the event with them, None if they are inconsistent."""

    currency = forms.CharField(label=_("Currency"), required=False, max_length=MAX_CURRENCY_LENGTH)
    fee = sum_field(_("Per entry"))
    sum = sum_field(_("Fixed amount"))
    smallest = sum_field(_("Round down to"))

    def __init__(self, *args, history: EventHistory, **kwargs):
        self.history, self.changed = history, None
        super().__init__(*args, initial=initial_of(history.pot), **kwargs)
        for phase in history.all_phases:
            table = phase.settings.prizes or PrizeTable()
            self.initial[f"prizes_{phase.number}"] = "\n".join(map(line_of, table.rows))
            self.initial[f"share_{phase.number}"] = table.losers_share
            self.fields[f"prizes_{phase.number}"] = forms.CharField(
                label=phase_name(phase), required=False, max_length=20_000, strip=False, widget=forms.Textarea
            )
            if phase.kind == BRACKET:
                self.fields[f"share_{phase.number}"] = forms.BooleanField(required=False)

    def phase_fields(self):
        """Return (field of the prize lines, field of sharing or None) of each phase."""
        return [
            (self[f"prizes_{phase.number}"], self[f"share_{phase.number}"] if phase.kind == BRACKET else None)
            for phase in self.history.all_phases
        ]

    def clean(self):
        data = super().clean()
        self.pot, self.tables, lines = self.parse_pot(data), {}, {}
        for phase in self.history.all_phases:
            name = f"prizes_{phase.number}"
            rows, lines[phase.number], errors = read_lines(data.get(name) or "", self.pot.get("currency", ""))
            for _number, violation in errors:
                self.add_error(name, message_text(violation))
            share = {"losers_share": True} if data.get(f"share_{phase.number}") else {}
            self.tables[phase.number] = {"rows": rows, **share} if rows else {}
        try:
            self.changed = with_prizes(self.history, self.pot, self.tables)
        except RuleViolation as violation:
            self.add_violation(violation, lines)
        return data

    def parse_pot(self, data) -> dict:
        """Return the pot in the event file's format, without invalid sums."""
        pot = {"currency": data["currency"]} if data.get("currency") else {}
        for name in SUMS:
            text = (data.get(name) or "").replace(",", ".").strip()
            try:
                if text:
                    part = {name: plain(amount(text, self.fields[name].label))}
                    pot_of(part, gettext("Pot"))
                    pot |= part if part != {"smallest": plain(CENT)} else {}
            except RuleViolation as violation:
                self.add_error(name, message_text(violation))
        return pot

    def add_violation(self, violation: RuleViolation, lines: dict):
        """Add the violation at the line that it is about, or to the form."""
        number = violation.params.get("phase")
        if number is None:
            self.add_error(None, message_text(violation))
            return
        line = lines[number][violation.params["row"]]
        self.add_error(f"prizes_{number}", message_text(at_line(violation, line)))


def initial_of(pot: dict) -> dict:
    """Return the pot's initial values: sums as they were typed."""
    return {name: str(pot[name]) for name in ("currency", *SUMS) if name in pot}
