"""What may be typed in about a draft: who drafts with whom, how a pod plays, packs and minutes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...queries.wording import drafts
from ...rules.settings import booster as rules
from ...rules.settings import settings


class DraftForm(forms.Form):
    """How a phase is drafted; what is usual is not kept."""

    draft_pods = forms.ChoiceField(
        label=_("Who drafts together"), choices=[(key, _(words)) for key, words in drafts.PODS.items()]
    )
    draft_inside = forms.ChoiceField(
        label=_("After round 1"), choices=[(key, _(words)) for key, words in drafts.INSIDES.items()]
    )
    draft_packs = forms.IntegerField(label=_("Packs"), min_value=1, max_value=rules.MOST_PACKS)
    draft_cards = forms.IntegerField(
        label=_("Cards in a pack"), min_value=rules.LEAST_CARDS, max_value=rules.MOST_CARDS
    )
    draft_minutes = forms.IntegerField(label=_("Minutes to build"), min_value=1, max_value=rules.MOST_MINUTES)

    def draft_fields(self):
        """Its fields, the usual ones first; none where the phase is no draft."""
        return [self[key] for key in rules.CHECKS if key in self.fields]

    def overrides(self) -> dict:
        """What actions.events.change_settings takes: None where the usual will do."""
        said = self.cleaned_data
        return {key: said[key] if said[key] != usual else None for key, usual in USUAL.items() if key in said}


USUAL = {key: settings.Settings.__dataclass_fields__[key].default for key in rules.CHECKS}
