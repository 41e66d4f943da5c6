"""Static files as `collectstatic` stores them: our style sheets and scripts without comments."""

import re

from django.core.files.base import ContentFile, File
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Files in folders are others' (admin/, django_htmx/), and stay as they are.
OURS = re.compile(r"[^/]+\.(css|js)")


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Store ours minified: comments and indentation are up to a third of their compressed size."""

    def _save(self, name, content):
        return super()._save(name, minify(name, content))

    def file_hash(self, name, content=None):
        """Return the hash in a file's address: of what is stored, because browsers keep that for ever."""
        return super().file_hash(name, content if content is None else minify(name, content))


def minify(name: str | None, content: File) -> File:
    """Return the content of a file as it is stored; that of the manifest has no name."""
    if not OURS.fullmatch(name or ""):
        return content
    text = b"".join(content.chunks()).decode()
    return ContentFile((jsmin if name.endswith(".js") else minify_css)(text).encode())


def minify_css(text: str) -> str:
    """Return a style sheet without comments and needless spaces.

    Not by rcssmin: 1.3 takes selectors in `@layer` for properties, so that `.a :is(.b)` becomes `.a:is(.b)`.
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"\s*([{};])\s*", r"\1", re.sub(r"\s+", " ", text)).strip()
