"""The licences of what the program runs on: each is told, and one that we take."""

from email.message import Message

import pytest

from scripts import licences


def told(**values):
    metadata = Message()
    for name, value in values.items():
        metadata[name.replace("_", "-")] = value
    return licences.licences_in(metadata)


def test_what_the_program_runs_on_has_a_licence_that_we_take(capsys):
    assert licences.main() == 0
    said = capsys.readouterr().out
    assert "psycopg-pool" in said and "sqlparse" in said  # an extra's, and what a package needs in turn


def test_a_licence_that_we_do_not_take_fails_and_so_does_none(tmp_path, capsys):
    for name, words in (("hypothesis", "MPL-2.0: not one"), ("axe-playwright-python", "no licence is told")):
        wanted = tmp_path / "requirements.txt"
        wanted.write_text(f"# One of the tests'\n{name}==1\n")
        assert licences.main(wanted) == 1
        assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ({"License_Expression": "MIT AND PSF-2.0"}, ["MIT", "PSF-2.0"]),
        ({"License_Expression": "GPL-3.0-only OR MIT"}, ["GPL-3.0-only", "MIT"]),
        ({"License": "MIT"}, ["MIT"]),
        (
            {"License": "words\nof a licence", "Classifier": "License :: OSI Approved :: BSD License"},
            ["BSD License"],
        ),
        ({"License": "My own"}, []),
        ({}, []),
    ],
)
def test_a_licence_is_read_however_a_package_tells_it(said, read):
    assert told(**said) == read
