"""The licences of the program's packages: each is known and allowed."""

from email.message import Message

import pytest

from scripts import licences


def licences_from(**values):
    metadata = Message()
    for name, value in values.items():
        metadata[name.replace("_", "-")] = value
    return licences.licences_in(metadata)


def test_every_package_has_an_allowed_licence(capsys):
    assert licences.main() == 0
    output = capsys.readouterr().out
    assert "Inter-*.ttf" in output and "OFL-1.1" in output
    assert "psycopg-pool" in output and "sqlparse" in output  # an extra's package, and an indirect one


def test_shipped_fonts_stand_beside_the_text_of_their_licence():
    for pattern in licences.SHIPPED:
        fonts = list(licences.ROOT.glob(pattern))
        assert fonts and sum(font.stat().st_size for font in fonts) < 400_000
        assert "SIL OPEN FONT LICENSE Version 1.1" in (fonts[0].parent / "OFL.txt").read_text()


def test_a_licence_that_is_not_allowed_or_missing_fails(tmp_path, capsys):
    for name, text in (("hypothesis", "MPL-2.0: not one"), ("axe-playwright-python", "no licence is told")):
        requirements = tmp_path / "requirements.txt"
        requirements.write_text(f"# One of the tests'\n{name}==1\n")
        assert licences.main(requirements) == 1
        assert text in capsys.readouterr().out


@pytest.mark.parametrize(
    ("metadata", "expected"),
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
def test_a_licence_is_read_from_any_metadata_field(metadata, expected):
    assert licences_from(**metadata) == expected
