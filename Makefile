# Everything a contributor does here, by one name each. Needs GNU make 3.81 or newer, a POSIX shell
# and a Python from 3.11 to 3.14; everything else is installed into .venv/ from the lock files.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python -m
PIP := $(RUN) pip --disable-pip-version-check --require-virtualenv

# The Python that .venv is made with: `make PYTHON=python3.12 test`. Unset: the first that will do.
PYTHON ?=
# Arguments for the command behind it: `make play ARGS=--help`; also of bench and soak.
ARGS ?=
# Test processes: one a core, no more than four.
WORKERS ?= -n auto --maxprocesses 4
# Without it, `make lock` leaves every pin that still fits.
LOCK ?=
UV_VERSION := 0.13.7

# The law and its board: every statement and every branch is covered.
LAW := */misterx/core/*,*/misterx/board/*,*/misterx/chase/*,*/misterx/cards/*

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test check format golden perft bench soak lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## play in the terminal
	@$(BIN)/misterx play $(ARGS)

test: check ## run every check there is: format, lint, types, imports, tests, coverage
	@echo '== tests'
	@$(BIN)/coverage erase
	@$(RUN) pytest $(WORKERS) --cov --cov-report=term-missing:skip-covered
	@echo '== coverage of the law: core, board, chase, cards'
	@$(BIN)/coverage report --include='$(LAW)' --fail-under=100

check: $(VENV)/.dev ## check format, lint, types and imports between rooms
	@echo '== format'
	@$(BIN)/ruff format --check .
	@echo '== lint'
	@$(BIN)/ruff check .
	@echo '== types'
	@$(BIN)/mypy
	@echo '== imports between rooms'
	@$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev ## format the code, mend what the linter can mend
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

golden: $(VENV)/.dev ## write the golden playthroughs anew
	@$(RUN) tests.series.playthrough

perft: $(VENV)/.dev ## write the perft files anew
	@$(RUN) tests.series.perft_suite

bench: $(VENV)/.dev ## measure speed
	@$(RUN) bench $(ARGS)

soak: $(VENV)/.dev ## run the long series of tests, an hour each at most
	@$(RUN) pytest -m soak -n auto --timeout=3600 $(ARGS)

lock: $(VENV)-lock/.uv ## pin the dependencies of pyproject.toml (LOCK=--upgrade: the newest)
	@echo 'Resolving requirements/dev.lock and requirements/play.lock'
	@$(VENV)-lock/bin/uv $(COMPILE) $(LOCK) --group dev -o requirements/dev.lock pyproject.toml
	@$(VENV)-lock/bin/uv $(COMPILE) $(LOCK) --group build -c requirements/dev.lock \
		-o requirements/play.lock pyproject.toml
	@if grep -nE '://|^-|(^|[ @])/' requirements/*.lock; then \
		echo 'The lock files hold addresses or paths, see above.' >&2; exit 1; fi

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) $(VENV)-lock .coverage .coverage.* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache build dist
	find src tests bench tools -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# ---------------------------------------------------------------------------- environments

COMPILE = pip compile --quiet --no-config --python $(VENV)-lock/bin/python --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command 'make lock'
INSTALL = $(PIP) install --quiet

# An environment whose Python has gone, or that was made in another folder, is made anew.
$(shell [ -x $(BIN)/python ] && [ "$$(cat $(VENV)/.made 2>/dev/null)" = "$$(pwd)" ] || \
	rm -f $(VENV)/.made $(VENV)/.play $(VENV)/.dev)

$(VENV)/.made:
	@python=$$(./tools/find-python $(if $(PYTHON),"$(PYTHON)")) || exit 1; \
	echo "Making $(VENV) with $$python"; \
	"$$python" -m venv --clear $(VENV)
	@pwd > $@

# Playing needs little. The pins of play.lock are among those of dev.lock, so .dev serves both.
$(VENV)/.play: $(VENV)/.made requirements/play.lock pyproject.toml
	@echo 'Installing what playing needs (requirements/play.lock)'
	@$(INSTALL) --require-hashes -r requirements/play.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.made requirements/dev.lock pyproject.toml
	@echo 'Installing what developing needs (requirements/dev.lock); a minute the first time'
	@$(INSTALL) --require-hashes -r requirements/dev.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@$(PIP) check
	@touch $@ $(VENV)/.play

$(VENV)-lock/.uv: Makefile
	@python=$$(./tools/find-python $(if $(PYTHON),"$(PYTHON)")) || exit 1; \
	echo "Making $(VENV)-lock with $$python, for uv $(UV_VERSION)"; \
	"$$python" -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --disable-pip-version-check install --quiet uv==$(UV_VERSION)
	@touch $@
