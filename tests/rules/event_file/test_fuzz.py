"""The event file, changed in any place: it is read or refused in one line."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rules.event_file.example_file import example
from tests.support.file_changes import change_value, file_changes, junk
from tests.support.repetitions import count
from tournaments.rules.errors import RuleViolation
from tournaments.rules.event_file import read, read_text, text

thorough = settings(
    max_examples=count(100, 300),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


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


@thorough
@given(st.lists(file_changes, min_size=1, max_size=3))
def test_a_valid_file_changed_anywhere_is_read_or_refused(changes):
    data = example()
    for change in changes:
        change_value(data, *change)
    event = read_or_refused(read, data)
    if event is not None:
        assert read_text(text(event)) == event
