"""Every command with any arguments and anything on standard input: done, refused in one line, or misused."""

import io
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from random import Random

import pytest
from django.core.management import CommandError, get_commands, load_command_class
from hypothesis import given
from hypothesis import strategies as st

from tests.database_states import rows
from tests.fuzz.hall import EVENTS
from tests.fuzz.soundness import assert_sound
from tests.fuzz.typed import ODD, RESULTS
from tests.fuzz.walks import from_the_beginning, walks
from tournaments.models import Event
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file

COMMANDS = 600
# What makes events for a demonstration is told nothing; these begin other programs' work.
NOT_TOLD = ("demo",)
NAMES = sorted(name for name, app in get_commands().items() if app == "tournaments" and name not in NOT_TOLD)
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
# What a shell can hand over: no NUL, and bytes that are no text as Python reads them.
odd = (st.sampled_from(ODD) | st.text(max_size=20)).map(
    lambda word: word.replace("\x00", "").encode("utf-8", "replace").decode() or "''"
) | st.just("\udcff")


def options_of(name) -> list:
    parser = load_command_class("tournaments", name).create_parser("manage.py", name)
    # Those of every Django command are Django's.
    own = [action for action in parser._actions if action.dest not in DJANGOS]
    return [action for action in own if not action.option_strings], [a for a in own if a.option_strings]


DJANGOS = [
    "help",
    "version",
    "verbosity",
    "settings",
    "pythonpath",
    "traceback",
    "no_color",
    "force_color",
    "skip_checks",
]


def command_line(name, chance, event, wrong):
    """A command as somebody could mean it, with what is `wrong` in place of some words."""
    places, options = options_of(name)
    said = []
    for place in places:
        usual = {"slug": event.slug, "player": chance.choice(["p1", "Player 02"]), "file": "-"}
        usual |= {
            "slugs": event.slug,
            "table": chance.choice("1234"),
            "result": chance.choice(RESULTS.split(" ")),
        }
        word = usual.get(place.dest) or chance.choice(WORDS)
        said += word.replace("~", " ").split(" ") if place.dest == "result" else [word]
    for option in options:
        if chance.random() < 0.4:
            said.append(option.option_strings[0])
            if option.nargs != 0:
                usual = ["nowhere/at/all"] if option.metavar == "FILE" else option.choices or WORDS
                said.append(str(chance.choice(list(usual))))
    for word in wrong:
        said[chance.randrange(len(said) + 1) - 1 :][:1] = []
        said.insert(chance.randrange(len(said) + 1), word) if chance.random() < 0.3 or not said else None
        if said and word not in said:
            said[chance.randrange(len(said))] = word
    return said


def carried_out(watch, monkeypatch, words, told):
    """(exit code, standard output, standard error) as manage.py gives them, on the connection of the test;
    a fault that the command did not expect is raised."""
    out, err, code = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO(), 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(told), "utf-8"))
    with redirect_stdout(out), redirect_stderr(err), watch.on():
        command = load_command_class("tournaments", words[0])
        command._called_from_command_line = True
        try:
            options = vars(command.create_parser("manage.py", words[0]).parse_args(words[1:]))
            command.execute(*options.pop("args", ()), **options)
        except SystemExit as ended:
            code = ended.code
        except CommandError as refused:
            code = refused.returncode
            command.stderr.write(str(refused))
    return code, out.buffer.getvalue(), err.getvalue()


@pytest.mark.slow
def test_any_command_is_done_refused_in_a_line_or_misused(hall, watch, monkeypatch):
    codes = Counter()

    @walks(COMMANDS)
    @given(
        st.sampled_from(EVENTS),
        st.sampled_from(NAMES),
        st.integers(0, 2**32),
        st.lists(odd | st.sampled_from(WORDS), max_size=2),
        st.binary(max_size=50) | st.none(),
    )
    def run(state, name, chance, wrong, told):
        event = hall.event(state)
        if told is None:
            told = event_file.text(load_history_with_log(event)).encode()
        words = [name, *command_line(name, Random(chance), event, wrong)]
        with from_the_beginning():
            before = rows()
            code, out, err = carried_out(watch, monkeypatch, words, told)
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


# (what is typed, what comes on standard input, the exit code)
PROCESSES = [
    (("import_event", "-"), "]", 1),
    (("import_event", "-"), "[" * 100_000, 1),
    (("drop", "no-event", b"\xff"), "", 1),
    (("odds", "single", "--size", "99999999999999999999"), "", 1),
    (("standings",), "", 2),
]


@pytest.mark.slow
def test_a_real_process_says_one_line_and_its_code(manage):
    assert manage("migrate", "--verbosity", "0").returncode == 0
    for words, told, code in PROCESSES:
        done = manage(*words, told=told)
        assert done.returncode == code, words
        assert "Traceback" not in done.stderr, words
        assert code == 2 or len(done.stderr.splitlines()) == 1, words
