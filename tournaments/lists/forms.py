"""Forms of players' lists: a list, its change by the staff, a deck check, the settings."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models.lists import MAX_DECK_LENGTH, MAX_LIST_LENGTH
from ..rules.history.players import ListSettings
from ..rules.lists.limits import LIMITS
from ..web.forms import EventTimeField, text_field
from ..web.wording import ASK_CHOICES, VISIBILITY_CHOICES

PASSED, FAILED = "passed", "failed"


class ListForm(forms.Form):
    """A pasted list with the name of its deck, which `decks` suggest."""

    deck = forms.CharField(
        label=_("Deck (optional)"),
        required=False,
        max_length=MAX_DECK_LENGTH,
        widget=forms.TextInput(attrs={"list": "decks", "autocomplete": "off"}),
    )
    text = forms.CharField(
        label=_("List"),
        strip=False,
        # Browsers count a line's end as one character and send two.
        validators=[MaxLengthValidator(2 * MAX_LIST_LENGTH)],
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "maxlength": MAX_LIST_LENGTH,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
            }
        ),
    )


class StaffListForm(ListForm):
    """A list that the staff change for a player."""

    reason = text_field(_("Reason"), help_text=_("For example: “wrote 3 Forest instead of 4”."))


class DeckCheckForm(forms.Form):
    """The outcome of a deck check."""

    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=[(PASSED, _("Passed")), (FAILED, _("Failed"))],
        widget=forms.RadioSelect,
    )
    note = text_field(_("Note (optional)"), required=False)


class ListSettingsForm(forms.Form):
    """Which lists the event asks for."""

    ask = forms.ChoiceField(
        label=_("Ask for lists"),
        required=False,
        choices=[(key, _(label)) for key, label in ASK_CHOICES],
        widget=forms.RadioSelect,
    )
    visible = forms.ChoiceField(
        label=_("Visible to"), choices=[(key, _(label)) for key, label in VISIBILITY_CHOICES]
    )
    limits = forms.ChoiceField(label=_("Checked against"), required=False)

    def __init__(self, data, *, settings: ListSettings, zone: str, default_limits: str):
        """`default_limits` is the key of the limits that follow from the rulebook."""
        initial = {name: getattr(settings, name) for name in ("ask", "until", "visible", "limits")}
        super().__init__(data, initial=initial)
        self.fields["until"] = EventTimeField(
            label=_("Until"), zone=zone, help_text=_("Leave blank for the start of round 1.")
        )
        usual = gettext("As the rulebook: {limits}").format(limits=gettext(LIMITS[default_limits].label))
        self.fields["limits"].choices = [
            ("", usual),
            *((key, gettext(limits.label)) for key, limits in LIMITS.items()),
        ]

    def settings(self) -> ListSettings:
        names = ("ask", "until", "visible", "limits")
        return ListSettings(**{name: self.cleaned_data[name] for name in names})
