"""Forms of a club."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..events.pages.presets import PRESETS
from ..models import Club, ClubStaff, Staff
from ..models.club import MAX_ABOUT_LENGTH, MAX_KEEP_MONTHS, MIN_KEEP_MONTHS
from ..models.event import VISIBILITIES
from ..rules.errors import RuleViolation
from ..rules.registration import is_email
from ..web.forms import name_field, text_field, time_zone_choices
from ..web.wording import message_text
from .actions import draw_logo

# Addresses of the site's own pages of clubs.
RESERVED_SLUGS = ("new",)


class PublishForm(forms.Form):
    """The name and the address of a club's page."""

    name = name_field(_("Name"))
    slug = forms.CharField(
        label=_("Address"),
        max_length=40,
        help_text=_("Letters, digits and hyphens, such as “the-lantern”."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_slug(self):
        slug = self.cleaned_data["slug"].strip().lower()
        if slug != slugify(slug) or not slug:
            raise ValidationError(gettext("Use letters, digits and hyphens."))
        if slug in RESERVED_SLUGS:
            raise ValidationError(gettext("This address is taken. Choose another one."))
        return slug


class ClubForm(forms.Form):
    """What the club's page says, how long people are remembered, and the first values of a new event."""

    # Fields that are columns of the club.
    COLUMNS = ("place", "timezone", "about", "contact", "keep_months")

    place = text_field(_("Venue"), required=False)
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=lambda: [("", _("That of the browser")), *time_zone_choices()],
    )
    about = forms.CharField(
        label=_("About"),
        required=False,
        max_length=MAX_ABOUT_LENGTH,
        help_text=_("A few words: opening hours, what you play, how to find you."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=200,
        help_text=_("An email address for questions, and for requests about personal data."),
        widget=forms.EmailInput(),
    )
    keep_months = forms.IntegerField(
        label=_("Months to remember people"),
        min_value=MIN_KEEP_MONTHS,
        max_value=MAX_KEEP_MONTHS,
        help_text=_(
            "After so many months without an event, a person’s player IDs, code of the address, links and "
            "profile are deleted. Name and results stay."
        ),
    )
    preset = forms.ChoiceField(
        label=_("Kind of event"),
        required=False,
        choices=lambda: [
            ("", _("As the form suggests")),
            *((key, _(one.name)) for key, one in PRESETS.items()),
        ],
    )
    visibility = forms.ChoiceField(
        label=_("Who can see new events"),
        required=False,
        choices=[("", _("As the form suggests")), *VISIBILITIES],
    )

    def __init__(self, *args, club: Club, **kwargs):
        initial = {name: getattr(club, name) for name in self.COLUMNS} | club.defaults
        super().__init__(*args, initial=initial, **kwargs)

    def clean_contact(self):
        contact = self.cleaned_data["contact"].strip()
        if contact and not is_email(contact):
            raise ValidationError(gettext("Enter a valid email address."))
        return contact

    def columns(self) -> dict:
        """Return the columns of the club."""
        data = self.cleaned_data
        defaults = {name: data[name] for name in ("preset", "visibility") if data[name]}
        return {name: data[name] for name in self.COLUMNS} | {"defaults": defaults}


class LogoForm(forms.Form):
    """A picture for the logo."""

    logo = forms.FileField(
        label=_("Logo"),
        help_text=_("PNG or JPEG, at most 1 MB and 4,000 pixels a side."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )

    def clean_logo(self):
        """Return the logo as it will be stored."""
        try:
            return draw_logo(self.cleaned_data["logo"])
        except RuleViolation as violation:
            raise ValidationError(message_text(violation)) from None


class ClubRoleForm(forms.Form):
    """A role in a club."""

    role = forms.ChoiceField(label=_("Role"), choices=ClubStaff.ROLES, initial=Staff.SCOREKEEPER)


class MoveForm(forms.Form):
    """The club that an event moves into."""

    club = forms.ChoiceField(label=_("Club"))

    def __init__(self, *args, clubs, **kwargs):
        """`clubs` are the clubs that the user owns."""
        super().__init__(*args, **kwargs)
        self.fields["club"].choices = [(club.slug, str(club)) for club in clubs]
