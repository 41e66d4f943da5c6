"""Check that the licences of packages that the program needs, and of files that it ships, are allowed."""

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
# The name that a package gives its licence → the SPDX identifier. All of them let Topcut be used, changed and
# passed on under the MIT licence; the LGPL demands that psycopg stays replaceable, as a package is.
ALLOWED = {
    "MIT": "MIT",
    "MIT License": "MIT",
    "MIT-0": "MIT-0",
    "MIT-CMU": "MIT-CMU",
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
    "OFL-1.1": "OFL-1.1",
    "PSF-2.0": "PSF-2.0",
    "Zlib": "Zlib",
}

# Files of others that the program ships → (version, licence). Its text stands beside them.
SHIPPED = {"tournaments/previews/fonts/Inter-*.ttf": ("4.001", "OFL-1.1")}


def main(*requirement_files):
    """Print packages and shipped files with their licences; return 1 if one is unknown or not allowed."""
    files = [Path(file) for file in requirement_files] or [ROOT / "requirements.txt"]
    lines = [line for file in files for line in file.read_text().splitlines() if line[:1].isalnum()]
    has_problem = False
    for name, version, licences in sorted(find_licences(lines)):
        has_problem |= not licences or any(licence not in ALLOWED for licence in licences)
        texts = [ALLOWED.get(licence, f"{licence}: not one that we take") for licence in licences]
        print(f"{name:26} {version:12} {' AND '.join(dict.fromkeys(texts)) or 'no licence is told'}")
    for pattern, (version, licence) in SHIPPED.items():
        has_problem |= licence not in ALLOWED
        print(f"{Path(pattern).name:26} {version:12} {licence}")
    return int(has_problem)


def find_licences(lines):
    """Yield (name, version, licences) of the required packages and of all that they need."""
    extras_by_name, queue = {}, [Requirement(line) for line in lines]
    while queue:
        requirement = queue.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        extras = requirement.extras | {""}
        if extras <= extras_by_name.setdefault(name, set()):
            continue
        extras_by_name[name] |= extras
        for dependency in map(Requirement, distribution(name).requires or ()):
            marker = dependency.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
                queue.append(dependency)
    for name in extras_by_name:
        package = distribution(name)
        yield name, package.version, licences_in(package.metadata)


def licences_in(metadata) -> list[str]:
    """Return the licences by the package's SPDX expression, or else its licence field, or its classifiers."""
    if expression := metadata.get("License-Expression"):
        return re.split(r" AND | OR ", expression)
    if (licence := metadata.get("License")) in ALLOWED:
        return [licence]
    classifiers = metadata.get_all("Classifier") or ()
    return [text.rpartition(" :: ")[2] for text in classifiers if text.startswith("License")]


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except PackageNotFoundError as error:
        sys.exit(f"{error.name} is not installed: make install")
