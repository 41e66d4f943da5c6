"""Descriptions of registration. Contact data is not in the log, so that it is not here either."""

from django.utils.translation import gettext, gettext_noop, ngettext_lazy

from .changes import by_sender, changed_keys, of_name, parts, plain, plainly, shorten


def of_players(message):
    """Describe an action by the number of players that it changed, with their names."""

    def describe(row, names):
        changed = [part.after or part.before for part in parts(row, "player")]
        return message % {"count": len(changed)}, shorten([player["name"] for player in changed], ", ")

    return describe


def of_entries(without_players, message):
    """Describe an action whose entries may have no players: then without a number."""
    with_players = of_players(message)
    return lambda row, names: (
        with_players(row, names) if any(parts(row, "player")) else (gettext(without_players), "")
    )


def entered(row, names):
    part = next(parts(row, "player"))
    return gettext("{name} registered by hand").format(name=part.after["name"]), ""


def changed_settings(row, names):
    """“Registration opened”, “Registration closed”, or that its settings changed, and which."""
    part = next(parts(row, "event"), None)
    if part is None:
        return gettext("Registration settings saved"), ""
    before, after = ((fragment or {}).get("registration", {}) for fragment in (part.before, part.after))
    others = [key for key in changed_keys(before, after) if key not in ("open", "opens_at", "closes_at")]
    if before.get("open", False) != after.get("open", False) and not others:
        return gettext("Registration opened") if after.get("open") else gettext("Registration closed"), ""
    return gettext("Registration settings changed"), ", ".join(plainly(key).lower() for key in others)


DESCRIPTIONS = {
    "register": by_sender(gettext_noop("{name} registered")),
    "register_again": by_sender(gettext_noop("{name} registered again")),
    "confirm_email": by_sender(gettext_noop("{name} confirmed the email address")),
    "edit_registration": by_sender(gettext_noop("{name} edited the registration")),
    "withdraw": by_sender(gettext_noop("{name} withdrew")),
    "move_up": of_entries(
        gettext_noop("Places given to the waitlist"),
        ngettext_lazy(
            "%(count)s player moved up from the waitlist",
            "%(count)s players moved up from the waitlist",
            "count",
        ),
    ),
    "free_places": plain(gettext_noop("Places no longer held: email addresses not confirmed in time")),
    "accept_registrations": of_players(
        ngettext_lazy("%(count)s registration approved", "%(count)s registrations approved", "count")
    ),
    "decline_registrations": plain(gettext_noop("Registrations declined")),
    "move_to_waitlist": of_entries(
        gettext_noop("Registrations put on the waitlist"),
        ngettext_lazy(
            "%(count)s player put on the waitlist", "%(count)s players put on the waitlist", "count"
        ),
    ),
    "withdraw_registrations": of_entries(
        gettext_noop("Registrations withdrawn"),
        ngettext_lazy("%(count)s player withdrawn", "%(count)s players withdrawn", "count"),
    ),
    "move_in_waitlist": plain(gettext_noop("Order of the waitlist changed")),
    "enter_registration": entered,
    "change_registration": of_name(gettext_noop("Registration of {name} changed")),
    "import_registrations": of_entries(
        gettext_noop("Contact data added from a table"),
        ngettext_lazy(
            "%(count)s player added or completed from a table",
            "%(count)s players added or completed from a table",
            "count",
        ),
    ),
    "set_registration": changed_settings,
}
