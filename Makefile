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
# The client for the browser: where it is built to, and what it is made of.
CLIENT := src/misterx/server/client
CLIENT_SOURCES = $(shell find web -name node_modules -prune -o -name generated -prune -o -type f -print) \
	$(wildcard src/misterx/server/*.py src/misterx/server/table/*.py)
# Test processes; how many, tests/conftest.py says.
WORKERS ?= -n auto
# The computer players' kernels are compiled once, not by every test process at the same time.
WARM = $(BIN)/python -m misterx.kernels
# Without it, `make lock` leaves every pin that still fits.
LOCK ?=
UV_VERSION := 0.13.7

# Tests and measures start hundreds of programs: they load compiled modules, as installed ones do.
unexport PYTHONDONTWRITEBYTECODE

# The law and its board: every statement and every branch is covered.
LAW := */misterx/core/*,*/misterx/board/*,*/misterx/chase/*,*/misterx/cards/*

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play client test check dev format golden perft bench soak lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play client ## start a server on this computer and open its page
	@$(WARM)
	@$(BIN)/misterx serve $(ARGS)

test: check $(VENV)/.browser ## run every check there is: format, lint, types, imports, tests, coverage
	@$(WARM)
	@echo '== tests, with coverage'
	@$(BIN)/coverage erase
	@$(RUN) pytest $(WORKERS) -m 'not soak and not uncounted' \
		--cov --cov-report=term-missing:skip-covered
	@echo '== coverage of the law: core, board, chase, cards'
	@$(BIN)/coverage report --include='$(LAW)' --fail-under=100
	@echo '== tests, long series and whole games'
	@$(RUN) pytest $(WORKERS) -m 'not soak and uncounted'

check: $(VENV)/.dev client ## check format, lint, types and imports between rooms, and the client
	@echo '== format'
	@$(BIN)/ruff format --check .
	@$(WEB) run --silent check-format
	@echo '== lint'
	@$(BIN)/ruff check .
	@echo '== types'
	@$(BIN)/mypy
	@echo '== imports between rooms'
	@$(BIN)/lint-imports --no-logo
	@echo '== types of the client'
	@$(WEB) run --silent check
	@echo '== tests of the client'
	@$(WEB) run --silent test

dev: $(VENV)/.dev client ## show the client while it is being changed; needs a server: make play
	@$(WEB) run --silent dev

format: $(VENV)/.dev client ## format the code, mend what the linter can mend
	@$(BIN)/ruff format .
	@$(WEB) run --silent format
	@$(BIN)/ruff check --fix .

golden: $(VENV)/.dev ## write the golden playthroughs anew
	@$(RUN) tests.series.playthrough

perft: $(VENV)/.dev ## write the perft files anew
	@$(RUN) tests.series.perft_suite

bench: $(VENV)/.dev $(VENV)/.browser client ## measure speed
	@$(RUN) bench $(ARGS)

soak: $(VENV)/.dev $(VENV)/.browser client ## run the long series of tests, an hour each at most
	@$(WARM)
	@$(RUN) pytest -m soak -n auto --timeout=3600 $(ARGS)

lock: $(VENV)-lock/.uv ## pin the dependencies of pyproject.toml (LOCK=--upgrade: the newest)
	@echo 'Resolving requirements/dev.lock, requirements/play.lock and requirements/node.lock'
	@$(VENV)-lock/bin/uv $(COMPILE) $(LOCK) --group dev -o requirements/dev.lock pyproject.toml
	@$(VENV)-lock/bin/uv $(COMPILE) $(LOCK) --group build -c requirements/dev.lock \
		-o requirements/play.lock pyproject.toml
	@$(VENV)-lock/bin/uv $(COMPILE) $(LOCK) --group pyproject.toml:node \
		-o requirements/node.lock
	@if grep -nE '://|^-|(^|[ @])/' requirements/*.lock; then \
		echo 'The lock files hold addresses or paths, see above.' >&2; exit 1; fi

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) $(VENV)-lock .coverage .coverage.* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache build dist \
		src/misterx/server/client web/node_modules web/src/generated
	find src tests bench tools -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# ---------------------------------------------------------------------------- environments

COMPILE = pip compile --quiet --no-config --python $(VENV)-lock/bin/python --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command 'make lock'
INSTALL = $(PIP) install --quiet
# A lock file holds everything that is needed, so pip need not look for more: where a package wants
# another one with extras, it would try a newer release, for which there is no hash.
LOCKED = $(INSTALL) --no-deps --require-hashes -r

# npm in web/, with the machine's Node or that of .venv.
WEB = $(BIN)/python hatch_build.py npm

# An environment whose Python has gone, or that was made in another folder, is made anew.
$(shell [ -x $(BIN)/python ] && [ "$$(cat $(VENV)/.made 2>/dev/null)" = "$$(pwd)" ] || \
	rm -f $(VENV)/.made $(VENV)/.play $(VENV)/.dev)

$(VENV)/.made:
	@python=$$(./tools/find-python $(if $(PYTHON),"$(PYTHON)")) || exit 1; \
	echo "Making $(VENV) with $$python"; \
	"$$python" -m venv --clear $(VENV)
	@pwd > $@

# The client for the browser. Installing builds it; here it is built anew after its sources changed.
ifneq ($(MISTERX_CLIENT),skip)
client: $(CLIENT)/stamp.txt ## build the client for the browser, if it is out of date
endif
$(CLIENT)/stamp.txt: $(VENV)/.play hatch_build.py $(CLIENT_SOURCES)
	@$(BIN)/python hatch_build.py
	@touch $@

# Where the machine has no Node that will do, that of a package is installed.
NODE = $(BIN)/python hatch_build.py has-node || $(LOCKED) requirements/node.lock

# Playing needs little. The pins of play.lock are among those of dev.lock, so .dev serves both.
$(VENV)/.play: $(VENV)/.made requirements/play.lock pyproject.toml
	@echo 'Installing what playing needs (requirements/play.lock); a minute the first time'
	@$(LOCKED) requirements/play.lock
	@$(NODE)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.made requirements/dev.lock pyproject.toml
	@echo 'Installing what developing needs (requirements/dev.lock); a minute the first time'
	@$(LOCKED) requirements/dev.lock
	@$(NODE)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@$(PIP) check
	@touch $@ $(VENV)/.play

$(VENV)/.browser: $(VENV)/.dev tools/get-browser
	@./tools/get-browser $(BIN)/python
	@touch $@

$(VENV)-lock/.uv: Makefile
	@python=$$(./tools/find-python $(if $(PYTHON),"$(PYTHON)")) || exit 1; \
	echo "Making $(VENV)-lock with $$python, for uv $(UV_VERSION)"; \
	"$$python" -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --disable-pip-version-check install --quiet uv==$(UV_VERSION)
	@touch $@
