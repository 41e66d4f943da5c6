"""Descriptions of changes to players’ lists; their texts are not in the log."""

from django.utils.translation import gettext_noop

from .changes import by_sender, of_name, plain

DESCRIPTIONS = {
    "set_lists": plain(gettext_noop("Settings of lists changed")),
    "send_list": by_sender(gettext_noop("{name} sent a list")),
    "change_list": of_name(gettext_noop("List of {name} changed")),
    "check_list": of_name(gettext_noop("Deck check of {name}")),
}
