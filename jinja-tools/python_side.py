"""Name .jinja templates in Python: run in a worktree after the templates were converted."""
import re, subprocess, sys
from pathlib import Path
templates = {str(p.relative_to("templates")) for p in Path("templates").rglob("*.jinja")}
files = subprocess.run(["git","ls-files","--","tournaments/**.py","tournaments/*.py","config/*.py"],capture_output=True,text=True).stdout.split()
for path in map(Path, files):
    if not path.exists(): continue
    old = text = path.read_text()
    def fix(m):
        name = m[2]
        if name + ".jinja" in templates or "{" in name or f"help/bodies/{name}.jinja" in templates:
            return f'{m[1]}"{name}.jinja"'
        print(path, m[0]); return m[0]
    text = re.sub(r'(f?)"([\w/{}-]+)\.html"', fix, text)
    text = re.sub(r'"((?:mail|accounts)/\w+\.txt)"', r'"\1.jinja"', text)
    text = text.replace('render(request, "sw.js"', 'render(request, "sw.js.jinja"')
    if text != old: path.write_text(text)
