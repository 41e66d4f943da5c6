"""The repository's root has only the files that are expected."""

from scripts.check_root import find_unexpected
from tests.support.services import ROOT


def test_the_root_has_only_expected_files():
    assert find_unexpected(ROOT) == []


def test_a_file_that_a_command_left_at_the_root_is_found(tmp_path):
    for name in ("README.md", "omw"):
        (tmp_path / name).touch()
    assert find_unexpected(tmp_path) == ["omw"]
