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

# How long `make prove` goes on, by default some minutes; each is a count, and more is longer.
prove: export PROVE_EXAMPLES ?= 1000
prove: export PROVE_EVENTS ?= 200
prove: export PROVE_WRITES ?= 1000
prove: export PROVE_LOOKS ?= 4
prove: export PROVE_TOGETHER ?= 20
prove: export PROVE_KILLS ?= 300
prove: export PROVE_TURNS ?= 100
prove: export PROVE_TURN_STEPS ?= 12
prove: export PROVE_REQUESTS ?= 3000
prove: export PROVE_STEPS ?= 60
prove: export PROVE_WALKS ?= 10
prove: export PROVE_DOORS ?= 1
prove: export PROVE_COPIES ?= 20
prove: export PROVE_RESULTS ?= 640
prove: export PROVE_HOSTS ?= 10
prove: export PROVE_AWAY ?= 10
prove: export PROVE_IMAGE ?= 1

help:
	@echo "make install  the virtual environment .venv with all that the program needs"
	@echo "make run      the site with its demo on http://$(HOST):$(PORT) (PORT=8001, HOST=0.0.0.0 for the hall)"
	@echo "make test     the whole suite, browser journeys included"
	@echo "make test-postgres  of those what asks a database and no browser, on a PostgreSQL server of its own"
	@echo "make prove    the long versions, by the PROVE_* counts of the README"
	@echo "make bench    how fast the numbers are, beside other programs (BBP=path of bbpPairings, if you have it)"
	@echo "make bench-load  2,048 phones, 20 results a second and a new round, on SQLite, PostgreSQL and two hosts"
	@echo "make check    style, imports, migrations, production settings, packages and their licences"
	@echo "make audit    known weaknesses of the packages, asked of PyPI"

install: .venv/installed

run: staticfiles/staticfiles.json
	@exec $(BIN)/python scripts/run.py $(HOST) $(PORT)

test: .venv/installed-tests
	@$(BIN)/python -m tests.chromium
	@$(BIN)/python -m tests.hosts.servers
	$(PYTEST) -m "not late"

# What asks a database and drives no browser.
DATABASE_TESTS := tests/actions tests/commands tests/forms tests/queries tests/together tests/views \
	tests/backups/test_moving.py tests/growing tests/test_durability.py tests/test_site.py

# Of its tables every row, as make test does not.
test-postgres: export PROVE_EXAMPLES ?= 12
test-postgres: .venv/installed-tests
	$(BIN)/python -m tests.postgres $(PYTEST) $(DATABASE_TESTS)

# What has a longer version, or is made here alone (tests/conftest.py); of journeys in a browser those that say so.
prove: .venv/installed-tests
	@$(BIN)/python -m tests.chromium
	@env | grep ^PROVE_
	$(PYTEST) -m proved

bench: .venv/installed-peers staticfiles/staticfiles.json
	$(BIN)/python -m tests.benchmarks.bench_standings
	$(BIN)/python -m tests.benchmarks.bench_pairing
	$(BIN)/python -m tests.benchmarks.bench_pods
	$(BIN)/python -m tests.benchmarks.bench_finals
	$(BIN)/python -m tests.benchmarks.bench_hall

# Under ten minutes, alone on its machine; LOAD_PHONES=200 makes a tenth of it.
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
