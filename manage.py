#!/usr/bin/env python
"""Topcut from a shell."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import Error

    try:
        execute_from_command_line(sys.argv)
    except Error:
        from config import start

        # Where the database does not answer, one line says so.
        start.check()
        raise
