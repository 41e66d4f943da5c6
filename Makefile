# Topcut: `make` lists what there is.
.PHONY: help install run test test-postgres prove bench bench-load check audit
.DEFAULT_GOAL := help

HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n $(or $(JOBS),auto) --dist worksteal
STATIC := $(shell find static -type f)

# Each process of the tests would compile everything again.
test prove: export PYTHONDONTWRITEBYTECODE =

help:
	@echo "make install  the virtual environment .venv with all that the program needs"
	@echo "make run      the site with its demo on http://$(HOST):$(PORT) (PORT=8001, HOST=0.0.0.0 for the hall)"
	@echo "make test     the tests of every day, browser journeys included"
	@echo "make test-postgres  of those what asks a database and no browser, on a PostgreSQL server of its own"
	@echo "make prove    all tests, the slow ones too, with many more examples (docs/testing.md)"
	@echo "make bench    how fast the numbers are, beside other programs (BBP=path of bbpPairings, if you have it)"
	@echo "make bench-load  a shop, a hall and a convention of 2,048 phones, phase by phase beside their targets"
	@echo "make check    style, imports, migrations, production settings, packages and their licences"
	@echo "make audit    known weaknesses of the packages, asked of PyPI"

install: .venv/installed

run: staticfiles/staticfiles.json
	@exec $(BIN)/python scripts/run.py $(HOST) $(PORT)

test: .venv/installed-tests
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m tests.hosts.servers
	$(PYTEST) -m "not slow"

# What asks a database and drives no browser.
DATABASE_TESTS := tests/actions tests/commands tests/forms tests/queries tests/together tests/views \
	tests/backups/test_moving.py tests/growing tests/test_durability.py tests/test_site.py

test-postgres: .venv/installed-tests
	$(BIN)/python -m tests.postgres $(PYTEST) $(DATABASE_TESTS)

prove: .venv/installed-tests
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m tests.hosts.servers
	$(PYTEST) --hypothesis-profile=thorough

bench: .venv/installed-peers staticfiles/staticfiles.json
	$(BIN)/python -m tests.benchmarks.bench_standings
	$(BIN)/python -m tests.benchmarks.bench_pairing
	$(BIN)/python -m tests.benchmarks.bench_pods
	$(BIN)/python -m tests.benchmarks.bench_finals
	$(BIN)/python -m tests.benchmarks.bench_first_visits
	$(BIN)/python -m tests.benchmarks.bench_requests

# Under eight minutes, alone on its machine; LOAD_PHONES=200 makes a tenth of it.
bench-load: .venv/installed-peers staticfiles/staticfiles.json
	$(BIN)/python -m tests.benchmarks.bench_load

check: .venv/installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 ALLOWED_HOSTS=topcut.example SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(40))') \
		$(BIN)/python manage.py check --deploy --fail-level INFO
	$(BIN)/python -m pip --disable-pip-version-check check
	$(BIN)/python scripts/licences.py

# A package that PyPI says nothing of is a failure, not a pass; no part of the CI, which may have no such way out.
audit: .venv/audit/installed .venv/installed-tests
	.venv/audit/bin/pip-audit --strict --path $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

.venv/bin/python:
	@python=$$(scripts/find-python) && "$$python" -m venv --clear .venv

.venv/installed: requirements.txt | .venv/bin/python
	@echo "Installing what Topcut needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/installed-tests: tests/requirements.txt .venv/installed
	@echo "Installing what its tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $@

.venv/installed-peers: tests/benchmarks/requirements.txt .venv/installed-tests
	@echo "Installing whom the benchmarks compare with …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/benchmarks/requirements.txt
	@touch $@

# By itself: what looks for weaknesses needs more packages than what it looks at.
.venv/audit/installed: tests/audit/requirements.txt | .venv/bin/python
	@$(BIN)/python -m venv --clear .venv/audit
	@.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check -r tests/audit/requirements.txt
	@touch $@

staticfiles/staticfiles.json: $(STATIC) .venv/installed
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@
