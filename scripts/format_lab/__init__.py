"""Makes docs/format-lab.md: simulations of the formats of a well-known article, tables and plots.

`python -m scripts.format_lab run` plays everything (about half an hour on two cores) and stores the results
in docs/format-lab/; `python -m scripts.format_lab write` writes the page's tables, sentences and plots, and
the prepared examples of the site, from the results.
"""
