"""Names that pages do not show are found in texts."""

import pytest

from tournaments.rules.people.public_names import PublicNames


@pytest.mark.parametrize(
    ("text", "shown"),
    (
        ("Anna was late.", "A. was late."),
        ("Hannah was late.", "Hannah was late."),
        ("田中さんは遅刻です。", "T.さんは遅刻です。"),
        ("田中山さんは遅刻です。", "田中山さんは遅刻です。"),
        ("김철수가 늦었다.", "K.가 늦었다."),
    ),
    ids=("word", "part_of_a_word", "japanese", "longer_known_name", "korean"),
)
def test_other_names_are_replaced_in_every_script_and_known_names_are_kept(text, shown):
    names = PublicNames(others={"anna": "A.", "田中": "T.", "김철수": "K."})
    assert names.pattern(["田中山"]).sub(names.replace_match, text) == shown
