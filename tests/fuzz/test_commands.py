"""Runs every command with random arguments and input: done, refused in one line, or a usage error."""

import io
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from random import Random

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.form_values import ODD, RESULTS
from tests.fuzz.invariants import assert_sound
from tests.fuzz.venue import EVENTS
from tests.fuzz.walks import rolled_back, walks
from tests.support.database_states import rows
from tournaments.history.cache import load_history_with_log
from tournaments.models import Event
from tournaments.rules import event_file

COMMANDS = 600
# The first takes no arguments, the second runs until it is stopped.
EXCLUDED_COMMANDS = ("demo", "worker")
NAMES = sorted(
    name for name, app in get_commands().items() if app == "tournaments" and name not in EXCLUDED_COMMANDS
)
WORDS = [
    "p1",
    "p2",
    "1",
    "2",
    "3",
    "0",
    "-1",
    "99",
    "mcintyre8",
    "single",
    "double",
    "nothing",
    "omw",
    "buchholz,omw",
    "seed",
    "0.5",
    "1/3",
    "nan",
]
# Arguments that a shell can pass: no NUL, and invalid UTF-8 as Python reads it.
odd = (st.sampled_from(ODD) | st.text(max_size=20)).map(
    lambda word: word.replace("\x00", "").encode("utf-8", "replace").decode() or "''"
) | st.just("\udcff")


def options_of(name) -> list:
    parser = load_command_class("tournaments", name).create_parser("manage.py", name)
    own = [action for action in parser._actions if action.dest not in DJANGO_OPTIONS.split()]
    return [action for action in own if not action.option_strings], [a for a in own if a.option_strings]


DJANGO_OPTIONS = "help version verbosity settings pythonpath traceback no_color force_color skip_checks"


def command_line(name, random, event, odd_words):
    """Return a typical command line, with odd words in place of some of its own."""
    arguments, options = options_of(name)
    words = []
    for argument in arguments:
        typical = {
            "slug": event.slug,
            "slugs": event.slug,
            "player": random.choice(["p1", "Player 02"]),
            "file": "-",
            "table": random.choice("1234"),
            "result": random.choice(RESULTS.split(" ")),
        }
        word = typical.get(argument.dest) or random.choice(WORDS)
        words += word.replace("~", " ").split(" ") if argument.dest == "result" else [word]
    for option in options:
        if random.random() < 0.4:
            words.append(option.option_strings[0])
            if option.nargs != 0:
                choices = ["nowhere/at/all"] if option.metavar == "FILE" else option.choices or WORDS
                words.append(str(random.choice(list(choices))))
    for word in odd_words:
        words[random.randrange(len(words) + 1) - 1 :][:1] = []
        if random.random() < 0.3 or not words:
            words.insert(random.randrange(len(words) + 1), word)
        if word not in words:
            words[random.randrange(len(words))] = word
    return words


def run_command(watch, monkeypatch, words, stdin):
    """Return (exit code, standard output, standard error) as manage.py gives them, on the test's connection.

    Unexpected errors are raised.
    """
    out, err, code = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO(), 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
    with redirect_stdout(out), redirect_stderr(err), watch.on():
        command = load_command_class("tournaments", words[0])
        command._called_from_command_line = True
        try:
            options = vars(command.create_parser("manage.py", words[0]).parse_args(words[1:]))
            command.execute(*options.pop("args", ()), **options)
        except SystemExit as exit_:
            code = exit_.code
        except CommandError as error:
            code = error.returncode
            command.stderr.write(str(error))
    return code, out.buffer.getvalue(), err.getvalue()


@pytest.mark.slow
def test_any_command_succeeds_or_fails_with_one_line(venue, watch, monkeypatch, tmp_path):
    codes = Counter()
    # Commands write files with odd names, such as backups with --to.
    monkeypatch.chdir(tmp_path)

    @walks(COMMANDS)
    @given(
        st.sampled_from(EVENTS),
        st.sampled_from(NAMES),
        st.integers(0, 2**32),
        st.lists(odd | st.sampled_from(WORDS), max_size=2),
        st.binary(max_size=50) | st.none(),
    )
    def run(state, name, seed, odd_words, stdin):
        event = venue.event(state)
        if stdin is None:
            stdin = event_file.text(load_history_with_log(event)).encode()
        words = [name, *command_line(name, Random(seed), event, odd_words)]
        with rolled_back():
            before = rows()
            code, out, err = run_command(watch, monkeypatch, words, stdin)
            assert not watch.faults, (words, watch.faults)
            assert code in (0, 1, 2), (words, code)
            codes[name, code] += 1
            if code == 1:
                assert err.strip() and len(err.splitlines()) == 1 and out == b"", (words, err, out[:200])
            if code:
                assert rows() == before, words
            assert "Traceback" not in err, (words, err)
            if code == 0 and Event.objects.filter(pk=event.pk).exists():
                assert_sound(event)

    run()
    print("\n".join(f"{number:6} {name}: exit {code}" for (name, code), number in sorted(codes.items())))


# (command, standard input, exit code)
PROCESSES = [
    (("import_event", "-"), "]", 1),
    (("import_event", "-"), "[" * 100_000, 1),
    (("drop", "no-event", b"\xff"), "", 1),
    (("odds", "single", "--size", "99999999999999999999"), "", 1),
    (("standings",), "", 2),
]


@pytest.mark.slow
def test_a_process_prints_one_line_and_has_its_exit_code(manage):
    assert manage("migrate", "--verbosity", "0").returncode == 0
    for words, stdin, code in PROCESSES:
        process = manage(*words, stdin=stdin)
        assert process.returncode == code, words
        assert "Traceback" not in process.stderr, words
        assert code == 2 or len(process.stderr.splitlines()) == 1, words
