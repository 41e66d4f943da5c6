"""Pages that contain fragments which were compressed before."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from tournaments.web.compression import compress_fragments, compress_page, new_mark

FRAGMENTS = st.dictionaries(st.text(max_size=5), st.text() | st.text("ab").map(lambda text: 999 * text))


@given(FRAGMENTS, st.lists(st.text()), st.data())
def test_a_page_unpacks_to_its_text_with_the_fragments_in_place_of_their_marks(fragments, texts, data):
    html, spans = "", {}
    for name, text in fragments.items():
        html += "<div>"
        spans[name] = len(html), len(html) + len(text)
        html += f"{text}</div>"
    packed, packed_spans = compress_fragments(html, spans)
    assert gzip.decompress(packed).decode() == html

    marks = {name: new_mark() for name in fragments}
    parts = data.draw(st.permutations([*marks.values(), *texts, new_mark()]))
    page = compress_page(
        "".join(parts).encode(), packed, {mark.encode(): packed_spans[name] for name, mark in marks.items()}
    )
    expected = "".join(parts)
    for name, mark in marks.items():
        expected = expected.replace(mark, fragments[name])
    # This also checks the sum of the whole text.
    assert gzip.decompress(page).decode() == expected
