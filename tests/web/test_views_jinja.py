"""The Jinja2 environment: undefined names, translation, escaping."""

import pytest
from django.template import engines
from django.utils import translation
from jinja2 import UndefinedError


def rendered(source, **context):
    return engines["jinja2"].from_string(source).render(context)


def test_an_undefined_name_is_an_error():
    with pytest.raises(UndefinedError):
        rendered("{{ nmae }}", name="Ada")


def test_texts_are_in_the_active_language():
    for language, words in (("en", "Monday"), ("de", "Montag"), ("en", "Monday")):
        with translation.override(language):
            assert rendered("{{ _('Monday') }}") == words


def test_names_are_escaped_in_html_and_urls():
    source = "{{ name }} {{ url('player', 'cup', name) }} {{ quote(name) }}"
    assert rendered(source, name="<A/B>") == "&lt;A/B&gt; /e/cup/players/%3CA/B%3E/ %3CA%2FB%3E"


def test_no_line_ends_inside_a_score():
    text = "Table 7: Ada <B> 2–1–1 Bo"
    html = 'Table 7: Ada &lt;B&gt; <span class="nowrap">2–1–1</span> Bo'
    assert rendered("{{ text|whole_scores }}", text=text) == html
