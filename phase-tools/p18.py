exec(open("/tmp/phase/p12.py").read().split('Q="tourn')[0])
sub("tournaments/rules/history/events.py",("    def find_match(self, phase_number, number, table)","""    def round(self, phase_number, number) -> RoundRecord:
        \"\"\"Return a round of a phase. RuleViolation if the phase or the round does not exist.\"\"\"
        round_ = self.find_round(phase_number, number)
        if round_ is None:
            raise RuleViolation(_("There is no round {round}."), round=number)
        return round_

    def find_match(self, phase_number, number, table)"""),
("""    def round(self, number) -> RoundRecord:
        \"\"\"Return a round by its number. RuleViolation if it does not exist.\"\"\"
        round_ = self.record.find_round(number)
        if round_ is None:
            raise RuleViolation(_("There is no round {round}."), round=number)
        return round_
""","""    def round(self, number) -> RoundRecord:
        \"\"\"Return a round by its number. RuleViolation if it does not exist.\"\"\"
        return self.history.round(self.number, number)
"""))
