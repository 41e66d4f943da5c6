"""Search in the text of the help pages."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from math import log
from operator import mul

MAX_RESULTS = 12
CONTEXT_LENGTH = 160
# Characters of a result's line before the first match.
LEAD_LENGTH = 50

# Words of questions that match almost everything.
IGNORED_WORDS = frozenset(
    (
        *("a", "an", "and", "at", "can", "do", "does", "for", "from", "how", "i", "in", "is", "it", "my"),
        *("of", "on", "or", "the", "this", "to", "what", "when", "where", "which", "who", "why", "with"),
    )
)
ENDINGS = re.compile(r"(?<=\w{3})(?:ing|ed|e?s)$")
# Of a match in the title, the heading and the text.
WEIGHTS = (4, 3, 1)
# Of a guide beside the reference.
GUIDE_WEIGHT = 2
# Elements whose text is no sentence.
SKIPPED_TAGS = frozenset(("h1", "table", "svg", "nav", "form", "button", "figure"))
SKIPPED_CLASS = "page-actions"
VOID_TAGS = frozenset(("br", "img", "input", "hr", "wbr"))


@dataclass(frozen=True)
class Section:
    """A section of a help page; `address` has its anchor, `heading` is empty for the start of the page.

    `is_guide`: the page is a guide, not reference.
    """

    title: str
    address: str
    heading: str
    text: str
    is_guide: bool = False


@dataclass(frozen=True)
class SearchResult:
    """The best section of a page; its line of context is `before`, `match` and `after`."""

    section: Section
    before: str
    match: str
    after: str


class SectionReader(HTMLParser):
    """Collects [“#anchor”, heading, text] of each section of a page: a section starts at an h2."""

    def __init__(self):
        super().__init__()
        self.sections = [["", "", ""]]
        self.anchor = ""
        self.is_heading = False
        self.skipped_depth = 0

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        anchor = attributes.get("id") or ""
        if self.skipped_depth or tag in SKIPPED_TAGS or attributes.get("class") == SKIPPED_CLASS:
            self.skipped_depth += tag not in VOID_TAGS
        elif tag == "section":
            self.anchor = anchor
        elif tag == "h2":
            anchor = anchor or self.anchor
            self.sections.append([anchor and f"#{anchor}", "", ""])
            self.is_heading = True

    def handle_endtag(self, tag):
        if self.skipped_depth:
            self.skipped_depth -= tag not in VOID_TAGS
        elif tag == "h2":
            self.is_heading = False
        elif tag in ("p", "li", "dt", "dd", "h3"):
            self.sections[-1][2] += " "

    def handle_data(self, data):
        if not self.skipped_depth:
            self.sections[-1][1 if self.is_heading else 2] += data


def read_sections(title: str, address: str, html: str, is_guide: bool = False) -> list[Section]:
    """Split the HTML of a page into its sections, as plain text."""
    reader = SectionReader()
    reader.feed(html)
    return [
        Section(title, address + anchor, " ".join(heading.split()), " ".join(text.split()), is_guide)
        for anchor, heading, text in reader.sections
    ]


def search_sections(sections, query: str) -> tuple[SearchResult, ...]:
    """Return the best section of each page that has at least half of the words, the best pages first.

    A word also matches words that start with its stem. First come sections with all words in title and
    heading. After that a match in the title weighs most, then one in the heading, then one in the text; rare
    words, guides and sections with more of the words weigh more; repeated words decide between equals.
    """
    words = re.findall(r"\w+", query.lower())
    words = [word for word in words if word not in IGNORED_WORDS] or words
    patterns = [re.compile(rf"\b{stem(word)}\w*", re.IGNORECASE) for word in words]
    weights = {pattern: [weigh(pattern, section) for section in sections] for pattern in patterns}
    rarities = [log((len(sections) + 1) / (1 + sum(map(bool, row)))) for row in weights.values()]
    best = {}
    for section, row in zip(sections, zip(*weights.values(), strict=True), strict=False):
        page, score = section.address.split("#")[0], rank_key(section, patterns, sum(map(mul, row, rarities)))
        is_enough = 2 * sum(map(bool, row)) >= len(row)
        if is_enough and (page not in best or score > best[page][0]):
            best[page] = (score, section)
    ranked = sorted(best.values(), key=lambda scored: scored[0], reverse=True)[:MAX_RESULTS]
    return tuple(with_context(section, patterns) for _score, section in ranked)


def weigh(pattern, section: Section) -> int:
    texts = (section.title, section.heading, section.text)
    return sum(weight for weight, text in zip(WEIGHTS, texts, strict=True) if pattern.search(text))


def rank_key(section: Section, patterns, score: float) -> tuple:
    """Return what a section is ranked by, larger for better ones."""
    head = f"{section.title} {section.heading}"
    count = sum(weigh(pattern, section) > 0 for pattern in patterns)
    mentions = sum(len(pattern.findall(section.text)) for pattern in patterns)
    weight = GUIDE_WEIGHT if section.is_guide else 1
    return all(pattern.search(head) for pattern in patterns), weight * count * score, mentions


def stem(word: str) -> str:
    """Return a word without its ending: “dropping” and “drops” become “drop”."""
    short = ENDINGS.sub("", word)
    return re.sub(r"([^aeiou])\1$", r"\1", short) if short != word else word


def with_context(section: Section, patterns) -> SearchResult:
    """Cut the words around the first match out of the section's text; without one, its beginning."""
    matches = filter(None, (pattern.search(section.text) for pattern in patterns))
    match = min(matches, key=lambda match: match.start(), default=None)
    start, end = match.span() if match else (0, 0)
    first = 0 if start <= LEAD_LENGTH else section.text.find(" ", start - LEAD_LENGTH, start) + 1 or start
    last = first + CONTEXT_LENGTH
    if last < len(section.text):
        last = max(section.text.rfind(" ", end, last), end)
    before = ("… " if first else "") + section.text[first:start]
    after = section.text[end:last] + (" …" if last < len(section.text) else "")
    return SearchResult(section, before, section.text[start:end], after)
