"""Tables of registrations: the titles of their columns, and cells that a spreadsheet could run."""

import pytest

from tournaments.rules.history.players import RegistrationSettings
from tournaments.rules.registration import read_entries

NO_FIELDS = RegistrationSettings()


@pytest.mark.parametrize("title", ["E-mail", "Email", "E-mail address", "email address", "Mail"])
def test_a_column_of_email_addresses_has_one_of_several_titles(title):
    entries, ignored = read_entries(f"Name,{title}\nAda,ada@example.org", NO_FIELDS, {})
    assert [(entry.name, entry.email) for _line, entry in entries] == [("Ada", "ada@example.org")]
    assert ignored == []


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%"])
def test_a_cell_that_was_kept_from_being_a_formula_is_read_as_it_was(sign):
    entries, _ignored = read_entries(f"Name,Club\nAda,'{sign}1", NO_FIELDS, {})
    assert entries[0][1].club == f"{sign}1"
