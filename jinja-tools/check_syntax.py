import sys; from pathlib import Path
from jinja2 import Environment
env=Environment(autoescape=True)
for p in sorted(Path(sys.argv[1]).rglob("*.jinja")):
    try: env.parse(p.read_text())
    except Exception as e: print(p, type(e).__name__, e, getattr(e,'lineno',''))
