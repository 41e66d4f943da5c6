"""Write the definitions of docs/event-file.schema.json that follow from the tables of fields."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tournaments.rules.event_file import format_json  # noqa: E402
from tournaments.rules.event_file.schema import DEFINITIONS  # noqa: E402

FILE = ROOT / "docs/event-file.schema.json"

if __name__ == "__main__":
    schema = json.loads(FILE.read_text())
    schema["$defs"] |= DEFINITIONS
    FILE.write_text(format_json(schema))
