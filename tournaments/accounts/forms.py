"""Forms of an account: sign-up, passwords, mail address."""

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..web.forms import email_field


def set_password_texts(form, first: str, second: str):
    """Set the texts of a new password and its repetition."""
    form.fields[first].help_text = _("At least eight characters, and not a common password.")
    form.fields[second].label = _("Repeat new password")
    form.fields[second].help_text = ""
    form.error_messages = form.error_messages | {"password_mismatch": _("The passwords don’t match.")}


class SignUpForm(UserCreationForm):
    """A new account."""

    email = email_field(
        _("Email address"),
        required=False,
        help_text=_("Optional. You need it to reset your password."),
    )

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"username": _("Username")}
        help_texts = {
            "username": _("Only letters, digits and @ . + - _. Shown in the log next to what you do.")
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_password_texts(self, "password1", "password2")

    def validate_password_for_user(self, user, *_field):
        super().validate_password_for_user(user, "password1")


class NewPasswordForm(SetPasswordForm):
    """A new password after a reset."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_password_texts(self, "new_password1", "new_password2")

    def validate_password_for_user(self, user, *_field):
        super().validate_password_for_user(user, "new_password1")


class ChangePasswordForm(PasswordChangeForm):
    """A new password, with the current one."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        set_password_texts(self, "new_password1", "new_password2")
        self.error_messages = self.error_messages | {"password_incorrect": _("Wrong password.")}

    def validate_password_for_user(self, user, *_field):
        super().validate_password_for_user(user, "new_password1")


class PasswordForm(forms.Form):
    """Confirms an action with the password."""

    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self):
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(gettext("Wrong password."))
        return self.cleaned_data["password"]


class ResetForm(forms.Form):
    """Requests a reset link."""

    email = forms.EmailField(
        label=_("Email address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class EmailForm(PasswordForm):
    """A new mail address."""

    email = email_field(_("Email address"), required=False)
    field_order = ("email", "password")
