"""Names that are one name, names near enough to ask, and names that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.people.names import are_near, first_name_and_initial, name_key

SAME = [
    ("Michael Chen", "michael CHEN"),
    ("Michael Chen", "Chen, Michael"),
    ("José García", "Jose Garcia"),
    ("Jürgen Müller", "Müller Jurgen"),
    ("Łukasz Sørensen", "lukasz sorensen"),
    ("Wen Ng", "  Wen   Ng "),
    ("Weiß", "WEISS"),
]
NEAR = [
    ("Mike Chen", "Michael Chen"),
    ("M. Chen", "Michael Chen"),
    ("Micheal Chen", "Michael Chen"),
    ("Bob Smith", "Robert Smith"),
    ("Alex Ng", "Alexandra Ng"),
    ("Ana Popescu", "Ana-Maria Popescu"),
    ("Ana Maria Popescu", "Ana-Maria Popescu"),
    ("Solène Marchetti", "Solene Marcheti"),
    ("Patrick O’Neill", "Pat O'Neill"),
]
DIFFERENT = [
    ("Anna Chen", "Michael Chen"),
    ("Bruno Silva", "Bruno Costa"),
    ("Li Wei", "Li Wen"),
    ("John Smith", "Joan Smith"),
    ("Ana", "Ana Popescu"),
    ("A. B.", "A. C."),
    # In Thai the marks are vowels.
    ("นิด ดี", "นัด ดี"),
]


@pytest.mark.parametrize(("name", "other"), SAME)
def test_case_accents_order_and_commas_make_no_other_name(name, other):
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(("name", "other"), NEAR)
def test_short_forms_initials_and_typing_errors_are_near(name, other):
    key, other_key = name_key(name), name_key(other)
    assert key != other_key
    assert are_near(key, other_key) and are_near(other_key, key)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_other_names_are_neither_the_same_nor_near(name, other):
    key, other_key = name_key(name), name_key(other)
    assert key != other_key
    assert not are_near(key, other_key) and not are_near(other_key, key)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_two_texts_are_compared_alike_in_both_orders(name, other):
    key, other_key = name_key(name), name_key(other)
    assert name_key(key) == key or not key.strip()
    assert are_near(key, other_key) == are_near(other_key, key)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Eva Duarte", "Eva D."),
        ("Duarte, Eva Maria", "Eva D."),
        ("Ana Maria Popescu", "Ana P."),
        ("Cher", "Cher"),
        ("Duarte,", "Duarte,"),
        (",", ","),
    ],
)
def test_a_name_is_shortened_to_the_first_name_and_an_initial(name, short):
    assert first_name_and_initial(name) == short
