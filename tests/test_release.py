"""The version stands in one place, and the release changes with the code."""

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings

from config.release import FILES, FOLDERS, read_release

ROOT = Path(__file__).parent.parent


@pytest.fixture
def code(tmp_path) -> Path:
    """Return a folder with one file of each kind of code."""
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file").write_text("content")
    return tmp_path


def test_pyproject_and_changelog_name_the_same_version():
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
    assert newest == settings.VERSION
    assert read_release(ROOT) == settings.RELEASE and settings.RELEASE.startswith(f"{newest}-")


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_changed_new_or_removed_file_is_another_release(code, folder):
    releases = [read_release(code)]
    file = code / folder / "file"
    for change in (
        lambda: file.write_text("other content"),
        lambda: (code / folder / "new").write_text(""),
        file.unlink,
    ):
        change()
        releases.append(read_release(code))
    assert len({*releases}) == 4


def test_compiled_files_and_data_belong_to_no_release(code):
    before = read_release(code)
    (code / "tournaments" / "__pycache__").mkdir()
    (code / "tournaments" / "__pycache__" / "models.pyc").write_bytes(b"1")
    (code / "data").mkdir()
    (code / "data" / "topcut.sqlite3").write_bytes(b"1")
    assert read_release(code) == before
