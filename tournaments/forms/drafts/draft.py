"""The settings of a booster draft."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording import drafts
from ...rules.settings import booster, settings


class DraftForm(forms.Form):
    """Settings of a draft; defaults are not stored."""

    draft_pods = forms.ChoiceField(
        label=_("Pod assignment"), choices=[(key, _(words)) for key, words in drafts.PODS.items()]
    )
    draft_inside = forms.ChoiceField(
        label=_("After round 1"), choices=[(key, _(words)) for key, words in drafts.INSIDES.items()]
    )
    draft_packs = forms.IntegerField(label=_("Packs"), min_value=1, max_value=booster.MAX_PACKS)
    draft_cards = forms.IntegerField(
        label=_("Cards per pack"), min_value=booster.MIN_CARDS, max_value=booster.MAX_CARDS
    )
    draft_minutes = forms.IntegerField(
        label=_("Deck-building minutes"), min_value=1, max_value=booster.MAX_BUILD_MINUTES
    )

    def draft_fields(self):
        """Return the fields; empty unless the phase is a draft."""
        return [self[key] for key in booster.CHECKS if key in self.fields]

    def overrides(self) -> dict:
        """Return the arguments of actions.events.change_settings; None stands for the default."""
        data = self.cleaned_data
        return {key: data[key] if data[key] != usual else None for key, usual in USUAL.items() if key in data}


USUAL = {key: settings.Settings.__dataclass_fields__[key].default for key in booster.CHECKS}
