"""Values of settings and facts of players in words."""

from collections.abc import Callable

from django.utils.translation import gettext


def changed_keys(before: dict, after: dict) -> list[str]:
    return [key for key in {**before, **after} if before.get(key) != after.get(key)]


def changes_text(before: dict, after: dict, value_text: Callable, separator: str = "; ") -> str:
    """Return “rounds: 4; best of: 5” of the keys that differ."""
    texts = (f"{plainly(key).lower()}: {value_text(after.get(key))}" for key in changed_keys(before, after))
    return separator.join(texts)


def shorten(texts: list[str], separator: str = "; ") -> str:
    """Join the first eight texts; an ellipsis stands for the others."""
    return separator.join(texts[:8]) + (" …" if len(texts) > 8 else "")


def plainly(key: str) -> str:
    """Return a key as words: “change_event” as “Change event”."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def fact(value) -> str:
    """Format a fact of a player: byes by round, a number, a text; none."""
    if isinstance(value, dict):
        text = gettext("{worth} in round {number}")
        byes = (text.format(worth=worth, number=number) for number, worth in value.items())
        return ", ".join(byes) or gettext("none")
    return gettext("none") if value in (None, "") else str(value)


def briefly(value) -> str:
    """Format a setting's value."""
    if value is None:
        return gettext("rulebook default")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict) and "matches" in value:
        return str(value.get("name", gettext("custom table")))
    if isinstance(value, dict):
        return ", ".join(f"{key} {briefly(part)}" for key, part in sorted(value.items()))
    if isinstance(value, list):
        return ", ".join(
            part.get("key") or briefly(part) if isinstance(part, dict) else str(part) for part in value
        )
    return str(value)
