# `make` lists all targets.
.PHONY: help install run test test-postgres test-install prove bench bench-load check audit
.DEFAULT_GOAL := help

HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n $(or $(JOBS),auto) --dist worksteal
# The tests end, too, if make is killed.
UNTIL_MAKE_ENDS := exec setpriv --pdeathsig=KILL
STATIC := $(shell find static -type f)
# Indentation shows in mails, and sw.js is no page.
PAGES := $(shell find templates -name "*.jinja" ! -name "*.txt.jinja" ! -name "*.js.jinja")

# Without this each test process would compile everything again.
test prove: export PYTHONDONTWRITEBYTECODE =

help:
	@echo "make install  create the virtual environment .venv with the program's packages"
	@echo "make run      serve the site with a demo on http://$(HOST):$(PORT) (PORT=8001, HOST=0.0.0.0 for other devices, DEMO=0)"
	@echo "make test     run the tests for every day, browser journeys included"
	@echo "make test-postgres  run those that use a database and no browser, on a PostgreSQL server"
	@echo "make test-install  run deploy/install and deploy/upgrade in a Debian of their own, as root"
	@echo "make prove    run all tests, slow ones too, with many more examples (docs/testing.md)"
	@echo "make bench    time calculations and pages, compared with other programs (BBP=path of bbpPairings, if you have it)"
	@echo "make bench-load  load test of a shop, a hall and a convention of 2,048 phones, with their targets"
	@echo "make check    check style, imports, migrations, production settings, packages and their licences"
	@echo "make audit    ask PyPI for known vulnerabilities of the packages"

install: .venv/installed

run: staticfiles/staticfiles.json
	@exec $(BIN)/python scripts/run.py $(HOST) $(PORT)

test: .venv/installed-tests
	@$(BIN)/python -m tests.support.chromium
	@$(BIN)/python -m tests.hosts.servers
	$(UNTIL_MAKE_ENDS) $(PYTEST) -m "not slow"

# Tests that use a database and no browser.
DATABASE_TESTS := $(addprefix tests/, access accounts admin backups/test_moving.py brackets changes commands desk \
	drafts events growing lab lists log players prizes registration results rounds screens series standings \
	together web test_durability.py test_site.py)

test-postgres: .venv/installed-tests
	$(UNTIL_MAKE_ENDS) $(BIN)/python -m tests.support.postgres $(PYTEST) -m "not any_database" $(DATABASE_TESTS)

# Takes about ten minutes. It needs debootstrap, systemd-nspawn and slirp4netns.
test-install: .venv/installed
	$(BIN)/python -m tests.install

prove: .venv/installed-tests
	@$(BIN)/python -m tests.support.chromium
	@$(BIN)/python -m tests.hosts.servers
	$(UNTIL_MAKE_ENDS) $(PYTEST) --hypothesis-profile=thorough

bench: .venv/installed-peers staticfiles/staticfiles.json
	$(BIN)/python -m tests.benchmarks.bench_standings
	$(BIN)/python -m tests.benchmarks.bench_pairing
	$(BIN)/python -m tests.benchmarks.bench_pods
	$(BIN)/python -m tests.benchmarks.bench_finals
	$(BIN)/python -m tests.benchmarks.bench_simulation
	$(BIN)/python -m tests.benchmarks.bench_first_visits
	$(BIN)/python -m tests.benchmarks.bench_requests

# Takes under eight minutes on an idle machine; LOAD_PHONES=200 makes a tenth of it.
bench-load: .venv/installed-peers staticfiles/staticfiles.json
	$(BIN)/python -m tests.benchmarks.bench_load

check: .venv/installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/oxlint --config scripts/oxlint.json static
	$(BIN)/djhtml --tabwidth 2 --check $(PAGES)
	$(BIN)/python scripts/check_root.py
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 ALLOWED_HOSTS=topcut.example SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(40))') \
		$(BIN)/python manage.py check --deploy --fail-level INFO
	$(BIN)/python -m pip --disable-pip-version-check check
	$(BIN)/python scripts/licences.py

# A package that PyPI does not know is a failure. Not part of the CI, which may have no access to PyPI.
audit: .venv/audit/installed .venv/installed-tests
	.venv/audit/bin/pip-audit --strict --path $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

.venv/bin/python:
	@python=$$(scripts/find-python) && "$$python" -m venv --clear .venv

.venv/installed: requirements.txt | .venv/bin/python
	@echo "Installing the packages of Topcut …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/installed-tests: tests/requirements.txt .venv/installed
	@echo "Installing the packages of its tests …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $@

.venv/installed-peers: tests/benchmarks/requirements.txt .venv/installed-tests
	@echo "Installing the packages of the benchmarks …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/benchmarks/requirements.txt
	@touch $@

# In an environment of its own, because pip-audit needs many packages itself.
.venv/audit/installed: tests/audit/requirements.txt | .venv/bin/python
	@$(BIN)/python -m venv --clear .venv/audit
	@.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check -r tests/audit/requirements.txt
	@touch $@

staticfiles/staticfiles.json: $(STATIC) .venv/installed
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@
