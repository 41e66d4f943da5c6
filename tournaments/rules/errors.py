"""The exception for broken rules, with a translatable message."""


def _(text):
    """Mark text for translation; the caller that shows it translates it."""
    return text


class RuleViolation(Exception):
    """A broken rule, with a message for the user.

    `template` is the message with `{name}` places and `params` its values, so that outer layers can translate
    the template before filling it in.
    """

    def __init__(self, template, **params):
        super().__init__(template)
        self.template = template
        self.params = params

    def __str__(self):
        return self.template.format(**self.params)
