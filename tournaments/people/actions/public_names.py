"""Which public names somebody may choose: their own, and none that is taken for somebody else's."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext

from ...changes.change import program_actor
from ...models import Person, Staff
from ...rules.errors import RuleViolation, _
from ...rules.log.erasure import ERASED_TEMPLATES, NAME_TEMPLATES
from ...rules.people.names import first_name_and_initial, name_key

# The same whoever has the name, and whether it is public: who looks for somebody learns no more.
NOT_FREE = _("Choose another public name: this one could be taken for somebody else’s.")
# What pages call those who are nobody's name; roles of the staff, too.
PLACEHOLDERS = (_("Organiser"), _("Bye"), *NAME_TEMPLATES, *ERASED_TEMPLATES)


def pseudonym_of(person: Person) -> str:
    """Return a name that says nothing about the person: “Player K7QX”."""
    return gettext("Player {id}").format(id=person.public_id[:4].upper())


def short_name_of(person: Person) -> str:
    """Return first name and initial; a pseudonym for a single name, or if somebody else is called so."""
    short = first_name_and_initial(person.name)
    return short if short != person.name and is_free(person, short, person.name) else pseudonym_of(person)


def check_public_name(person: Person, public_name: str, name: str):
    """Raise RuleViolation if a person of this name can't have this public name: see `is_free`."""
    if not is_free(person, public_name, name):
        raise RuleViolation(NOT_FREE)


def is_free(person: Person, public_name: str, name: str) -> bool:
    """Return whether a public name is the person's own, or neither another's of the club nor a placeholder.

    Everybody may have their own name, namesakes too.
    """
    key = name_key(public_name)
    if key == name_key(name) or public_name == pseudonym_of(person):
        return True
    if without_numbers(key) in placeholder_keys():
        return False
    others = Person.objects.filter(club=person.club_id).exclude(pk=person.pk)
    if others.filter(key=key).exists():
        return False
    # Few have a public name that is not their own.
    shown = others.exclude(public_name=F("name")).values_list("public_name", flat=True)
    return key not in map(name_key, shown)


def without_numbers(key: str) -> str:
    return " ".join(word for word in key.split() if not word.isdigit())


def placeholder_keys() -> set[str]:
    """Return the keys, without numbers, of what pages call those who have no name, in all languages."""
    return {without_numbers(name_key(text)) for text in list_placeholders()}


def list_placeholders() -> Iterator[str]:
    yield program_actor().who
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield from (gettext(text).replace("{number}", "") for text in PLACEHOLDERS)
            yield from (str(label) for _role, label in Staff.ROLES)
