"""`make check`: the licence of each package that the program runs on, and whether it is one that we take."""

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
# What a package may say of itself → the licence in SPDX's words. All of them let Topcut be used, changed and
# passed on under the MIT licence; the LGPL asks that psycopg itself stays replaceable, as a package is.
ALLOWED = {
    "MIT": "MIT",
    "MIT License": "MIT",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "0BSD": "0BSD",
    "Apache 2.0": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "CC0-1.0": "CC0-1.0",
    "ISC": "ISC",
    "LGPL-3.0-only": "LGPL-3.0-only",
    "PSF-2.0": "PSF-2.0",
    "Zlib": "Zlib",
}


def main(*lists):
    """Print each package with its licence; the exit code is 1 where one is unknown or not taken."""
    files = [Path(told) for told in lists] or [ROOT / "requirements.txt"]
    names = [line for file in files for line in file.read_text().splitlines() if line[:1].isalnum()]
    refused = False
    for name, version, told in sorted(licences_of(names)):
        wrong = [one for one in told if one not in ALLOWED]
        refused |= bool(wrong) or not told
        said = " AND ".join(dict.fromkeys(ALLOWED.get(one, f"{one}: not one that we take") for one in told))
        print(f"{name:26} {version:12} {said or 'no licence is told'}")
    return int(refused)


def licences_of(wanted):
    """(name, version, licences) of the packages that are asked for and of all that these need."""
    found, waiting = {}, [Requirement(line) for line in wanted]
    while waiting:
        one = waiting.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        extras = one.extras | {""}
        if extras <= found.setdefault(name, set()):
            continue
        found[name] |= extras
        needed = map(Requirement, distribution(name).requires or ())
        waiting += [more for more in needed if is_for(more, extras)]
    for name in found:
        package = distribution(name)
        yield name, package.version, licences_in(package.metadata)


def is_for(needed, extras) -> bool:
    return needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras)


def licences_in(metadata) -> list[str]:
    """As the package says it: by SPDX's expression, else by a word, else by its classifiers."""
    if told := metadata.get("License-Expression"):
        return re.split(r" AND | OR ", told)
    if (word := metadata.get("License")) in ALLOWED:
        return [word]
    classified = [told for told in metadata.get_all("Classifier") or () if told.startswith("License")]
    return [told.rpartition(" :: ")[2] for told in classified]


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except PackageNotFoundError as error:
        sys.exit(f"{error.name} is not installed: make install")
