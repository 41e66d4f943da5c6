"""The rules of a series in words."""

import pytest

from tournaments.rules.series.presets import PRESETS
from tournaments.rules.series.series_rules import BY_RECORD, RecordPoints, SeriesRules, SeriesScoring
from tournaments.series.pages.rules_text import describe_rules


def sentences_of(rules):
    return [sentence for section in describe_rules(rules) for sentence in section.sentences]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_the_rules_of_every_preset_are_whole_sentences(preset):
    for sentence in sentences_of(preset.rules):
        assert sentence[0].isupper() and sentence.endswith(".")


def test_the_number_of_events_of_the_season_comes_before_what_counts():
    sentences = sentences_of(PRESETS["best-four-of-six"].rules)
    first = sentences.index("The season has 6 events.")
    assert sentences[first + 1] == "The best 4 results count."


def test_a_record_names_only_what_scores():
    scoring = SeriesScoring(by=BY_RECORD, record=RecordPoints(win=3, draw=1))
    assert sentences_of(SeriesRules(scoring))[0] == "Each match won: 3, each draw: 1."
    assert sentences_of(SeriesRules(SeriesScoring(by=BY_RECORD)))[0] == "All results count."
