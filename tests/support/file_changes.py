"""Event files that are changed at random, and why they are refused."""

import pytest
from hypothesis import strategies as st

from tests.rules.event_file.example_file import example
from tournaments.rules.errors import RuleViolation

KEYS = (
    "format event players phases log name rulebook starts_at timezone id club rating seed joined_round "
    "kind settings entrants rounds number state matches table seats player games result points bye slot "
    "drawn_games at who action changes undoes cut finals tiebreakers percentages best_of top key floor"
)


WORDS = (
    "topcut/1 magic hct-2017 p1 p2 p9 swiss bracket pods finished published draft win draw loss no_show "
    "bye single mcintyre8 GF R1-1 R2-1 omw 1/3 UTC 2017-02-25T09:00:00Z"
)


keys, known_words = st.sampled_from(KEYS.split(" ")), st.sampled_from(WORDS.split(" "))


scalars = (
    st.none() | st.booleans() | st.integers() | st.integers(0, 9) | st.floats() | known_words | st.text()
)


junk = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(keys | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=8,
)


def value_paths(value, path=()):
    """Yield the path of each value of a file."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from value_paths(item, (*path, key))


PATHS = [path for path in value_paths(example()) if path]


file_changes = st.tuples(
    st.sampled_from(PATHS), st.sampled_from(("put", "drop", "twice", "add")), keys, scalars | junk
)


def change_value(data, path, how, new_key, value):
    """Replace, remove or duplicate the value at a path, or add a key; no change if the path is gone."""
    try:
        parent = data
        for key in path[:-1]:
            parent = parent[key]
        if how == "put":
            parent[path[-1]] = value
        elif how == "drop":
            del parent[path[-1]]
        elif how == "twice" and isinstance(parent, list):
            parent.append(parent[path[-1]])
        elif isinstance(parent, dict):
            parent[new_key] = value
    except (LookupError, TypeError):
        return


def refusal_of(read_function, value):
    with pytest.raises(RuleViolation) as refusal:
        read_function(value)
    return str(refusal.value)
