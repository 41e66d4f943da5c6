"""Compare the marked strings of templates before (Django + Jinja2) and after (Jinja2)."""
import sys, io, re
from pathlib import Path
from babel.messages.extract import extract, DEFAULT_KEYWORDS
from django.conf import settings
settings.configure()
from django.utils.translation.template import templatize
def norm(m):
    t = m if isinstance(m, tuple) else (m,)
    return tuple(x.replace("%%", "%") for x in t if x)
def jinja(path):
    with open(path, "rb") as f:
        return [norm(m[1]) for m in extract("jinja2", f, DEFAULT_KEYWORDS, options={"silent": "false"})]
def django(path):
    src = templatize(path.read_text(), origin=str(path))
    out = []
    return [norm(m[1]) for m in extract("python", io.BytesIO(src.encode()), DEFAULT_KEYWORDS)]
def collect(folder):
    found = {}
    for p in Path(folder).rglob("*"):
        if not p.is_file(): continue
        for m in (jinja(p) if p.suffix == ".jinja" else django(p)):
            found.setdefault(m, []).append(str(p.relative_to(folder)))
    return found
a, b = collect(sys.argv[1]), collect(sys.argv[2])
print(len(a), "before", len(b), "after")
for m in sorted(a.keys() - b.keys()): print("-", m, a[m])
for m in sorted(b.keys() - a.keys()): print("+", m, b[m])
