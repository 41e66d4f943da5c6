"""The event file, changed in any place: it is read or refused in one line."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.repetitions import count
from tests.rules.event_file.example_file import example
from tournaments.rules.errors import RuleViolation
from tournaments.rules.event_file import read, read_text, text

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
thorough = settings(
    max_examples=count(100, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def value_paths(value, path=()):
    """Yield the path of each value of a file."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from value_paths(item, (*path, key))


PATHS = [path for path in value_paths(example()) if path]


def read_or_refused(read_function, value):
    """Return the event, or None if it was refused in one line that begins with a path."""
    try:
        return read_function(value)
    except RuleViolation as refusal:
        message = str(refusal)
        assert "\n" not in message
        assert ": " in message
        return None


@thorough
@given(junk)
def test_any_json_is_refused_with_a_message(value):
    read_or_refused(read, value)


@thorough
@given(st.binary() | st.text())
def test_any_bytes_and_any_text_are_refused_with_a_message(source):
    assert read_or_refused(read_text, source) is None


file_changes = st.tuples(
    st.sampled_from(PATHS), st.sampled_from(("put", "drop", "twice", "add")), keys, scalars | junk
)


@thorough
@given(st.lists(file_changes, min_size=1, max_size=3))
def test_a_valid_file_changed_anywhere_is_read_or_refused(changes):
    data = example()
    for change in changes:
        change_value(data, *change)
    event = read_or_refused(read, data)
    if event is not None:
        assert read_text(text(event)) == event


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
