"""Polls that carry what differs from what the browser shows: rows of long lists, and whole fragments.

The browser names the answer that it shows by its ETag. The cache keeps the digests of that answer's parts
for some time, so that it does not matter how the event has changed meanwhile. If they are not known, as in
another process without a shared cache, the log may say which rows have changed; else the answer has all.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from django.core.cache import cache
from django.utils.safestring import mark_safe

SHOWN_SECONDS = 120
DIGEST_BYTES = 6
# A list of which more has changed comes as a whole.
MAX_CHANGED_ROWS = 100
# In the template of a fragment, where its rows are. No text of a page can contain it: there “<” is escaped.
ROWS = mark_safe("<rows>")
# As make_etag of live.py makes them: everything that the answer depends on, and the event's version.
ETAG = re.compile(r'W/"(?P<key>\d+-\w{32})\.(?P<version>\d{1,18})"')


@dataclass(frozen=True)
class Row:
    """A row of a list, an <li> with `data-key`, and the digest of all that it shows."""

    key: str
    html: str
    digest: str

    def with_attribute(self, name: str, value: str) -> str:
        return self.html.replace("<li", f'<li {name}="{value}"', 1)

    @property
    def out_of_band(self) -> str:
        """The row as htmx swaps it into its place."""
        return self.with_attribute("hx-swap-oob", f"outerHTML:[data-key='{self.key}']")


def make_row(key: str, html: str) -> Row:
    return Row(key, html, make_digest(html))


def make_digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True)
class ChangedParts:
    """The fragments of which a poll leaves out what the browser shows.

    `rows` are those of each such fragment by its name, `fill` puts into their text what each answer has of
    its own; `secret` identifies what of this stays the same, so that all come again with another one.
    `find_changed(version)` returns the keys of the rows that have changed since a version, None if it cannot
    say. `posted` are the digests of rows that answers to POST requests have brought.
    """

    rows: Mapping[str, Sequence[Row]]
    fill: Callable[[str], str]
    secret: str
    find_changed: Callable[[int], set[str] | None]
    posted: dict[str, str] = field(default_factory=dict)

    def complete(self, name: str, html: str) -> str:
        """Return a fragment with all of its rows."""
        return html.replace(ROWS, self.fill("\n".join(row.html for row in self.rows[name])))

    def find_changes(self, htmls: dict[str, str], etag: str, shown_etag: str) -> dict[str, str]:
        """Return the changed rows of each fragment of which the browser shows the rest, as htmx swaps them.

        `etag` is that of this answer, `shown_etag` that of the browser's, or empty. `htmls` are the texts of
        all fragments, with the mark for their rows.
        """
        digests = self.make_digests(htmls)
        cache.set(shown_key(etag), digests, SHOWN_SECONDS)
        shown, changes = self.recall_shown(digests, etag, shown_etag), {}
        for name, rows in self.rows.items():
            changed = [row.out_of_band for row in rows if shown.get(row.key) != row.digest]
            if shown.get(name) == digests[name] and len(changed) <= MAX_CHANGED_ROWS:
                changes[name] = self.fill("\n".join(changed))
        return changes

    def make_digests(self, htmls: dict[str, str]) -> dict[str, str]:
        """Return the digests of this answer by the name of the fragment or the key of the row.

        A fragment changes if rows appear or disappear, but not with their order.
        """
        digests = {row.key: row.digest for rows in self.rows.values() for row in rows}
        for name, rows in self.rows.items():
            digests[name] = make_digest(
                "\n".join([self.secret, htmls[name], *sorted(row.key for row in rows)])
            )
        return digests

    def recall_shown(self, digests: dict[str, str], etag: str, shown_etag: str) -> dict[str, str]:
        """Return the digests of what the browser shows; none if they are not known."""
        shown = ETAG.match(shown_etag)
        known = shown and cache.get(shown_key(shown[0]))
        if shown and known is None and shown["key"] == ETAG.match(etag)["key"]:
            known = self.without_changed(digests, int(shown["version"]))
        return known | self.posted if known else {}

    def without_changed(self, digests: dict[str, str], version: int) -> dict[str, str]:
        """Return the digests of what has not changed since a version."""
        changed = self.find_changed(version)
        if changed is None:
            return {}
        # Nothing says whether a fragment without rows has.
        changed = changed.union(name for name, rows in self.rows.items() if not rows)
        return {part: digest for part, digest in digests.items() if part not in changed}


def shown_key(etag: str) -> str:
    return f"shown:{make_digest(etag)}"
