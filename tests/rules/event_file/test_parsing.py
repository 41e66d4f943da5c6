"""Text that is not an event file."""

import json

from tests.rules.event_file.example_file import example
from tests.support.case_tables import every
from tests.support.file_changes import refusal_of
from tournaments.rules.event_file import MAX_FILE_BYTES, read, read_text

TEXTS = [
    ("", "line 1, column 1: isn’t JSON"),
    ('{"format": }', "line 1, column 12: isn’t JSON"),
    ("{}\n{}", "line 2, column 1: isn’t JSON"),
    (b"\xff\xfe{\x00}\x00", "file: isn’t UTF-8 text (at byte 0)"),
    (b'{"format": "\xc3"}', "file: isn’t UTF-8"),
    ('{"format": 1, "format": 1}', "format: appears twice"),
    ('{"event": {"name": "a", "name": "a"}}', "event.name: appears twice"),
    ('{"players": [{"rating": NaN}]}', "players[0].rating: the number nan"),
    ('{"players": [{"rating": -Infinity}]}', "players[0].rating: the number -inf"),
    ('{"players": [{"rating": 1e999}]}', "players[0].rating: the number inf"),
    ('{"players": [{"rating": ' + "9" * 5000 + "}]}", "file: contains a number with too many digits"),
    ('{"event": "\\ud800"}', "event: text must not contain the character U+D800"),
    ("[" * 100_000, "file: is nested deeper"),
    (b"[" + b"{}," * 2_000_000 + b"{}]", "file: has more than 4000000 values"),
    ("[" * 60 + "]" * 60, "[0]" * 40 + ": is nested deeper"),
    ('{"a":' * 60 + "1" + "}" * 60, "a" + ".a" * 39 + ": is nested deeper"),
]


@every(("source", "words"), TEXTS)
def test_invalid_json_is_refused(source, words):
    message = refusal_of(read_text, source)
    assert message.startswith(words)
    assert "\n" not in message


def test_a_file_above_32_megabytes_is_refused_before_parsing():
    big = json.dumps(example()).encode().ljust(MAX_FILE_BYTES + 1)
    assert refusal_of(read_text, big).startswith("file: is larger than 32 MB")
    assert read_text(big[:MAX_FILE_BYTES]) == read(example())
