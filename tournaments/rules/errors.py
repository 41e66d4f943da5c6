"""What people are told when a rule stands in their way."""


def _(text):
    """Mark words for translation; who shows them translates them."""
    return text


class RuleViolation(Exception):
    """A rule that is broken, worded for the person who must act.

    `template` holds the words with `{name}` places, `params` what fills them, so that
    an outer room can translate the first and fill in the second.
    """

    def __init__(self, template, **params):
        super().__init__(template)
        self.template = template
        self.params = params

    def __str__(self):
        return self.template.format(**self.params)
