"""The form of percentages."""

from tests.support.case_tables import every
from tournaments.rules.rulebooks import RULEBOOKS, settings_of
from tournaments.standings.forms import CountingForm, share_text


def form_of(rulebook="magic", own=None, **typed):
    own = own or {}
    data = {f"count-{name}": text for name, text in typed.items()}
    return CountingForm(data, now=settings_of(rulebook, own), own=own)


def overrides(rulebook="magic", own=None, **typed):
    form = form_of(rulebook, own, **typed)
    assert form.is_valid(), form.errors
    return {name: value for name, value in form.overrides().items() if value is not None}


@every("key", RULEBOOKS)
def test_an_untouched_form_stores_nothing(key):
    assert overrides(key) == {}
    assert form_of(key).typed() == {}


OWN = {
    "percentages": {
        "floor": "1/3",
        "cap": 0.9,
        "bye_games": 0,
        "no_opponent": "floor",
        "count_rematches": "once",
    },
    "soft_in_tp": True,
    "vp_table": [[0, 10], [20, 12.5]],
}


def test_what_differs_stays():
    assert overrides("wargame-wtc", OWN) == OWN
    assert form_of("wargame-wtc", OWN).typed() == {}


@every(
    ("typed", "stored"),
    [
        ({"floor": " 1 / 3 "}, {"percentages": {"floor": "1/3"}}),
        ({"floor": "0,25"}, {"percentages": {"floor": 0.25}}),
        (
            {"cap_dropped": "0.75", "bye_in_own_mw": "no"},
            {"percentages": {"cap_dropped": 0.75, "bye_in_own_mw": False}},
        ),
        (
            {"no_opponent": "floor", "bye_games": "1"},
            {"percentages": {"no_opponent": "floor", "bye_games": 1}},
        ),
        ({"soft_in_tp": "yes", "dummy_capped": "yes"}, {"soft_in_tp": True, "dummy_capped": True}),
        ({"vp_table": "B"}, {"vp_table": "B"}),
    ],
)
def test_only_what_differs_is_kept(typed, stored):
    assert overrides(**typed) == stored
    form = form_of(**typed)
    assert form.typed() == {f"count-{name}": text for name, text in typed.items()}


def test_the_rulebooks_own_table_is_no_difference():
    assert overrides("wargame-wtc", vp_table="A") == {}


@every(
    ("name", "text", "words"),
    [
        ("floor", "low", "Type a share from 0 to 1, such as 0.33 or 1/3."),
        ("floor", "1/0", "Type a share from 0 to 1, such as 0.33 or 1/3."),
        ("floor", "nan", "Type a share from 0 to 1, such as 0.33 or 1/3."),
        ("cap", "1.2", "Type a share from 0 to 1, such as 0.33 or 1/3."),
        ("cap", "0.2", "Is below the minimum. Raise it."),
        ("cap_dropped", "1/4", "Is below the minimum. Raise it."),
        ("bye_games", "-1", "Ensure this value is greater than or equal to 0."),
        ("frozen_after_drop", "maybe", "Select a valid choice. maybe is not one of the available choices."),
    ],
)
def test_what_will_not_do_is_said_at_its_field(name, text, words):
    form = form_of(**{name: text})
    assert form.errors == {name: [words]}


def test_a_share_is_written_short_and_exact():
    assert [share_text(share) for share in (0.33, 1 / 3, 1.0, 0.1234567)] == ["0.33", "1/3", "1", "0.1234567"]
