"""Tables of registrations: downloaded, uploaded, and both."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.support.desk_events import form, fresh
from tests.support.own_pages import text_of
from tests.support.registrations import entry_of, open_registration, register_online
from tournaments.models import Player, Registration
from tournaments.rules.history.players import RegistrationField


@pytest.fixture
def asking(event, organiser):
    fields = (RegistrationField("f1", "T-shirt", True, ("S", "L")), RegistrationField("f2", "=Diet"))
    return open_registration(event, organiser, cap=None, fields=fields)


def download(desk, event, query=""):
    answer = desk.get(f"/e/{event.slug}/desk/registration/csv/{query}")
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.reader(io.StringIO(answer.content.decode())))


def upload(desk, event, text, **values):
    data = form(event, table=text, **values)
    return desk.post(f"/e/{event.slug}/desk/registration/import/", data, follow=True)


def test_the_download_has_every_column(desk, asking):
    register_online(asking, "Ada", email="ada@example.org", field_f1="L")
    header, ada = download(desk, asking)
    row = dict(zip(header, ada, strict=True))
    assert (row["Name"], row["Email address"], row["T-shirt"], row["State"]) == (
        "Ada",
        "ada@example.org",
        "L",
        "registered",
    )
    assert row["Registered at"].endswith("Z")
    assert len(download(desk, asking, "?show=waiting")) == 1


def test_the_state_is_in_words(desk, event, organiser):
    open_registration(event, organiser, approval=True)
    register_online(event, "Ada")
    header, ada = download(desk, event)
    assert dict(zip(header, ada, strict=True))["State"] == "waiting for approval"


def test_no_cell_is_a_formula(desk, asking):
    register_online(asking, '=HYPERLINK("x")', field_f1="S", field_f2="@SUM(1)")
    cells = [cell for row in download(desk, asking) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+-@" and cell]


def test_what_is_downloaded_can_be_uploaded_again(desk, asking):
    register_online(asking, "=Ada", email="ada@example.org", field_f1="S", field_f2="@all")
    text = desk.get(f"/e/{asking.slug}/desk/registration/csv/").content.decode()
    text = text.replace("'=Diet", "=Diet")
    assert "0 players added, 1 unchanged" in text_of(upload(desk, asking, text))
    Registration.objects.update(answers={}, email="")
    assert "1 completed" in text_of(upload(desk, asking, text))
    row = Registration.objects.get()
    assert (row.email, row.answers) == ("ada@example.org", {"f1": "S", "f2": "@all"})


def test_a_table_is_uploaded_and_unknown_columns_are_named(desk, asking):
    text = "Full name;Email;Seed;t-shirt\nZoe;zoe@example.org;1;L\n;;;\nYan;;2;\n"
    page = upload(desk, asking, text)
    assert "2 players added. Columns not read: Seed" in text_of(page)
    assert entry_of(asking, "Zoe").answers == {"f1": "L"}
    assert entry_of(asking, "Yan").token == Player.objects.get(name="Yan").secret


def test_a_file_is_uploaded(desk, asking):
    file = SimpleUploadedFile("players.csv", "\ufeffname,email\nZoë,zoe@example.org\n".encode())
    upload(desk, asking, "", file=file)
    assert entry_of(asking, "Zoë").email == "zoe@example.org"


@pytest.mark.parametrize(
    ("text", "error"),
    (
        ("", "Paste a table or choose a file"),
        ("Ada\nBo", "one of them must be “Name”"),
        ("Name", "then one line for each player"),
        ("Name,Name\nAda,Bo", "Two columns have the same meaning"),
        ("Name,Mail\nAda,ada", "Line 2: ada isn’t an email address"),
        ("Name,T-shirt\nAda,L\nBo,M", "line 3: Choose one of the options"),
        ("Name\nAda\nAda", "3: “Ada” is listed twice"),
        ("Name\n" + "x" * 201, "2: Use at most 200 characters"),
        ('Name\n"' + "x" * 200_000, "isn’t CSV"),
        ("Name\nAda\x07", "can’t be displayed"),
        ("Name" + ",x" * 40 + "\nAda", "too large"),
    ),
)
def test_a_wrong_table_is_explained_and_nothing_is_stored(desk, asking, text, error):
    page = upload(desk, asking, text)
    assert page.status_code == 422 and error in text_of(page)
    assert not Registration.objects.exists()


def test_a_table_for_too_many_players_is_kept_and_can_be_added_anyway(desk, event):
    text = "Name\nAda\nBo\nCleo"
    page = upload(desk, event, text)
    assert "2 left for 3 players" in text_of(page) and "Add anyway" in text_of(page)
    assert "Cleo" in page.content.decode()
    assert "3 players added" in text_of(upload(desk, fresh(event), text, exceed="1"))
