#!/bin/sh
# Convert everything of a worktree in a copy: /tmp/jinja/out/templates
cd /tmp/jinja && rm -rf out && mkdir -p out/templates && (cd ${1:-/tmp/jinja/orig} && git archive ${2:-HEAD} templates) | tar -x -C out
cd out && DJANGO_SETTINGS_MODULE= /work/main/.venv/bin/python /tmp/jinja/convert.py $(find templates -name "*.html") templates/mail/mail.txt templates/accounts/reset_mail.txt templates/sw.js
