"""What the Jinja2 templates know besides Jinja2's own language."""

import pytest
from django.template import engines
from django.utils import translation
from jinja2 import UndefinedError


def rendered(source, **context):
    return engines["jinja2"].from_string(source).render(context)


def test_a_misspelt_name_is_an_error_and_not_an_empty_place():
    with pytest.raises(UndefinedError):
        rendered("{{ nmae }}", name="Ada")


def test_words_are_in_the_language_of_the_reader():
    for language, words in (("en", "Monday"), ("de", "Montag"), ("en", "Monday")):
        with translation.override(language):
            assert rendered("{{ _('Monday') }}") == words


def test_names_are_escaped_in_the_page_and_in_addresses():
    source = "{{ name }} {{ url('player', 'cup', name) }} {{ quote(name) }}"
    assert rendered(source, name="<A/B>") == "&lt;A/B&gt; /e/cup/players/%3CA/B%3E/ %3CA%2FB%3E"
