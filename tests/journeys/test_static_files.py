"""The style sheets and scripts that `collectstatic` stores mean what is written in `static`."""

import gzip
from hashlib import md5
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile

from config.static_files import MinifiedStaticFilesStorage

STATIC = Path(settings.BASE_DIR, "static")
RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText);
}"""
# What a script says to people and asks of pages; one that the browser cannot read is an error.
TEXTS = r"""text => {
  new Function(text);
  return text.replace(/^ *\/\/.*/gm, "").match(/`[^`]*`|"[^"\n]*"/g);
}"""


@pytest.mark.parametrize(("kind", "meaning"), [("*.css", RULES), ("*.js", TEXTS)], ids=["css", "js"])
def test_minified_files_mean_the_same_as_those_that_are_written(kind, meaning, chromium, tmp_path):
    storage = MinifiedStaticFilesStorage(location=tmp_path)
    page = chromium.new_page()
    for path in STATIC.glob(kind):
        storage.save(path.name, ContentFile(path.read_bytes()))
        written, stored = path.read_text(), (tmp_path / path.name).read_text()
        assert len(stored) < 0.9 * len(written), path.name
        assert page.evaluate(meaning, written) == page.evaluate(meaning, stored), path.name
    page.close()


@pytest.mark.parametrize("name", ["app.css", "app.js"])
def test_the_address_of_a_file_changes_with_what_is_stored_and_not_with_comments(name, tmp_path):
    storage, written = MinifiedStaticFilesStorage(location=tmp_path), (STATIC / name).read_bytes()
    storage.save(name, ContentFile(written))
    stored = md5((tmp_path / name).read_bytes()).hexdigest()[:12]
    assert storage.hashed_name(name, ContentFile(written)) == name.replace(".", f".{stored}.")
    assert storage.file_hash(name, ContentFile(b"/* New. */\n" + written)) == stored


def test_what_an_event_page_loads_leaves_room_for_its_names_in_60_kb(tmp_path):
    storage = MinifiedStaticFilesStorage(location=tmp_path)
    for name in ("app.css", "app.js", "player.js", "search.js"):
        storage.save(name, ContentFile((STATIC / name).read_bytes()))
    htmx = Path(finders.find("django_htmx/htmx-2.min.js"))
    files = [*tmp_path.iterdir(), htmx]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 46_000
