"""The settings of registration as their form reads them."""

from tests.support.case_tables import every
from tournaments.registration.forms import RegistrationSettingsForm
from tournaments.rules.history.players import RegistrationField, RegistrationSettings

SHIRT = RegistrationField("f1", "T-shirt", True, ("S", "L"))
DIET = RegistrationField("f4", "Diet")
BEFORE = RegistrationSettings(fields=(SHIRT, DIET))
TYPED = {
    "open": "on",
    "email": "required",
    "club": "",
    "address_limit": "60",
    "own0-label": "T-shirt",
    "own0-required": "on",
    "own0-choices": "S\nL",
    "own1-label": "Diet",
}


def form_of(before=BEFORE, **typed):
    values = {name: value for name, value in (TYPED | typed).items() if value is not None}
    return RegistrationSettingsForm(values, settings=before, zone="Europe/Berlin", next_key=9)


def read(before=BEFORE, **typed):
    form = form_of(before, **typed)
    assert form.is_valid() and not any(row.errors for row in form.rows), form.errors
    return form.settings()


def errors_of(**typed):
    form = form_of(**typed)
    form.is_valid()
    return {field.html_name: field.errors for one in (form, *form.rows) for field in one if field.errors}


def test_times_are_those_of_the_event():
    settings = read(opens_at="2026-07-01T18:00", closes_at="2026-12-01T18:00")
    assert settings.opens_at == "2026-07-01T16:00:00Z"
    assert settings.closes_at == "2026-12-01T17:00:00Z"
    form = RegistrationSettingsForm(None, settings=settings, zone="Europe/Berlin", next_key=1)
    assert 'value="2026-07-01T18:00"' in str(form["opens_at"])


def test_a_new_label_keeps_the_key_and_a_new_field_gets_one_that_nobody_had():
    settings = read(**{"own0-label": "Shirt size", "own2-label": "Car", "own3-label": "Bus"})
    assert [(field.key, field.label) for field in settings.fields] == [
        ("f1", "Shirt size"),
        ("f4", "Diet"),
        ("f9", "Car"),
        ("f10", "Bus"),
    ]
    assert settings.fields[0].choices == ("S", "L")


def test_a_field_without_a_label_is_deleted():
    assert [field.key for field in read(**{"own0-label": ""}).fields] == ["f4"]


def test_there_are_rows_for_at_most_ten_fields():
    many = RegistrationSettings(fields=tuple(RegistrationField(f"f{n}", f"Field {n}") for n in range(9)))
    assert len(form_of(many).rows) == 10
    assert len(form_of(RegistrationSettings()).rows) == 3


def test_text_keeps_its_lines():
    assert read(text="Fee 10 €\r\n\r\nBring\ta deck\r\n").text == "Fee 10 €\n\nBring a deck"


@every(
    ("name", "value", "error"),
    (
        ("cap", "0", "greater than or equal to 1"),
        ("closes_at", "2026-01-01T10:00", "must close after it opens"),
        ("opens_at", "soon", "Enter a date and a time"),
        ("opens_at", "9999-12-31T23:59", "too far from today"),
        ("text", "x" * 1001, "at most 1000 characters"),
        ("text", "x\n" * 41, "at most 40 lines"),
        ("text", "a\x07b", "can’t be displayed"),
        ("email", "maybe", "not one of the available choices"),
        ("own1-label", "T-shirt", "Another field has this label"),
        ("own0-choices", "S\nS", "listed twice"),
        ("own0-choices", "\n".join(map(str, range(31))), "at most 30 options"),
        ("address_limit", "", "required"),
    ),
)
def test_a_bad_value_is_explained_at_its_field(name, value, error):
    typed = {"opens_at": "2026-02-01T10:00"} | {name: value}
    errors = errors_of(**typed)
    assert list(errors) == [name]
    assert error in errors[name][0]


def test_options_without_a_label_are_not_lost():
    errors = errors_of(**{"own2-choices": "S\nL"})
    assert "Enter a label" in errors["own2-label"][0]


@every(
    "label",
    ["Name", "name", "Team", "EMAIL", "E-mail", "Email address", "Player ID", "Division", "State"],
)
def test_a_label_that_is_the_title_of_another_column_is_refused(label):
    errors = errors_of(**{"own1-label": label})
    assert errors == {"own1-label": ["CSV files have another column of this name. Choose another label."]}


def test_labels_that_differ_only_in_case_are_refused():
    assert errors_of(**{"own1-label": "t-SHIRT"}) == {"own1-label": ["Another field has this label."]}
