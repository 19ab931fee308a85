# Every target sets up what it needs, in .venv; nothing is installed outside this folder.
# Options: PYTHON=python3.12 (the interpreter to set up with), ARGS="..." (passed on), LAN=1 (play with
# the others in your network), BEFORE=FOLDER (another checkout, to compare with),
# LONG=10 (how many times as much a long run tries).

PYTHON ?= python3
ARGS ?=
LAN ?=
BEFORE ?=
LONG ?= 10

# Two sets of libraries in .venv: what it takes to play, and what it takes to work on the game.
VENV := .venv
BIN := $(VENV)/bin
PLAYING := $(VENV)/.playing
STAMP := $(VENV)/.installed
TEXTS := $(VENV)/.texts
INSTALLED := pyproject.toml constraints.txt hatch_build.py
CATALOGUES := $(wildcard src/tashkalar/locale/*/LC_MESSAGES/tashkalar.po)
INSTALL := $(BIN)/python -m pip install -c constraints.txt -e

# Long steps print one line; the rest of what they say goes to a log in .venv.
STEP := .make/step
INSTALL_LOG := $(VENV)/install.log
WEB_LOG := $(VENV)/web.log

# The browser client: its sources, what builds it, what checks it, the types it shares with the
# server, which are written from the server's own and those of the engine, and the page that is
# built last.
WEB := $(shell find web -name node_modules -prune -o -type f -print)
ENGINE := $(shell find src/tashkalar -name '*.py')
BUILDING := web/node_modules/.building
MODULES := web/node_modules/.checking
CONTRACT := web/src/lib/contract.ts
WRITTEN := $(VENV)/.contract
WRITE := $(BIN)/python -m tashkalar.server.wire.contract
CLIENT := src/tashkalar/server/web/index.html
WITH_NODE := PATH="$(abspath $(BIN)):$$PATH"
NPM := cd web && $(WITH_NODE) npm
# Without a network npm would try for more than a minute.
NPM_CI := npm --prefix web ci --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=8000

# The compiled core does what the engine does, faster. It is built where a C++ compiler is; without
# one everything works, and TASHKALAR_NEED_CORE=1 makes that an error.
CORE := $(VENV)/.core
CORE_LOG := $(VENV)/core.log
BUILDING_CORE := building the compiled core (about a minute)
CORE_SOURCES := $(shell find core -name build -prune -o -name __pycache__ -prune -o -type f -print)
COMPILER := $(shell command -v c++ || command -v g++ || command -v clang++)
WITHOUT_CORE = if [ -n "$$TASHKALAR_NEED_CORE" ]; then \
	  echo "error: the compiled core is needed here (TASHKALAR_NEED_CORE), and $(1)" >&2; exit 1; fi; \
	echo "going on without the compiled core, as $(1): bots think slower, and the level master is missing;" \
	  "for the core, install g++ (on Debian and Ubuntu: apt install g++ python3-dev) and run make core"

# One that is there is used on, also where it could not be built.
NO_COMPILER = $(if $(wildcard $(CORE)),true,$(call WITHOUT_CORE,no C++ compiler was found))

# Pins what is installed and what builds it (newer releases of pip read the second name for that).
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# An interpreter that was asked for is used for a new .venv only.
ifneq ($(filter-out help clean,$(or $(MAKECMDGOALS),help)),)
ifeq ($(filter-out 0,$(MAKELEVEL))$(filter file,$(origin PYTHON)),)
ifneq ($(wildcard $(BIN)/pip),)
NAMED := -c 'import sys; print("Python " + sys.version.split()[0] + " (" + sys.base_prefix + ")")'
HERE := $(shell $(BIN)/python $(NAMED) 2>/dev/null)
ifneq ($(HERE),$(shell $(PYTHON) $(NAMED) 2>/dev/null))
$(shell echo "note: going on with $(HERE), which $(VENV) has, not with PYTHON=$(PYTHON);" \
  "for that, run make clean first: it removes $(VENV), and the next make sets it up anew" >&2)
endif
endif
endif
endif

.DEFAULT_GOAL := help
export CMAKE_BUILD_PARALLEL_LEVEL ?= 2
.PHONY: core core-here programs sanitize
.PHONY: help setup contract web play terminal test long layout lint format bench bench-server scale screenshots docs pins package clean
# Installing is one thing at a time, also under make -j; the tests use all cores by themselves.
.NOTPARALLEL:

help: ## Show this list
	@echo "Usage: make TARGET [ARGS=\"...\"] [PYTHON=python3]"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) $(MODULES) core-here ## Install everything it takes to work on the game (targets do it when needed)

core: $(CORE) ## Build the compiled core, with which bots think many times as fast (needs a C++ compiler)

core-here:
ifeq ($(COMPILER),)
	@$(NO_COMPILER)
else
	@$(MAKE) --no-print-directory -q core 2>/dev/null || { echo "== $(BUILDING_CORE)"; $(MAKE) core >/dev/null 2>&1; } || \
	  { [ -z "$$TASHKALAR_NEED_CORE" ] || cat $(CORE_LOG); $(call WITHOUT_CORE,it cannot be built ($(CORE_LOG) says why)); }
endif

contract: | $(PLAYING) ## Write the types of the browser client from those of the server
	@$(WRITE) $(CONTRACT)

web: $(CLIENT) ## Build the browser client

# The core is built meanwhile, for the next time: nobody waits for it.
play: $(TEXTS) $(CLIENT) ## Play in the browser; LAN=1: with the others in your network
ifeq ($(COMPILER),)
	@$(NO_COMPILER)
else
	@$(MAKE) --no-print-directory -q core 2>/dev/null || (nice -n 19 $(MAKE) core >/dev/null 2>&1 &)
endif
# Ctrl-C is how one stops it, and no error.
	@trap : INT; $(BIN)/tashkalar serve --open $(if $(filter-out 0 no,$(LAN)),--lan) $(ARGS) || [ $$? -eq 130 ]

terminal: $(TEXTS) ## Play in the terminal
	@$(BIN)/tashkalar play $(ARGS)

# What tests start beside the server: added to .venv where the system lacks it and it can be had.
programs: $(STAMP)
	@$(BIN)/python -m tests.programs

test: lint $(CLIENT) core-here programs ## Lint, then run all tests; ARGS goes to pytest
	@echo "== vitest"
	@$(NPM) --silent test
	@echo "== pytest"
	@$(BIN)/pytest -n auto $(ARGS)

long: $(STAMP) $(CLIENT) core-here programs ## Run the tests that can try more: LONG=10 times as much
	@TASHKALAR_LONG=$(LONG) $(BIN)/pytest -n auto -m long $(ARGS)

# The core once more, with the address and undefined-behavior sanitizers, which stop at the first fault.
SANITIZED := core/build/sanitized
sanitize: $(STAMP) ## Run the tests of the core under sanitizers: LONG=10 times as much (needs g++)
	@$(BIN)/python -m pip install --quiet --upgrade --no-deps --target $(SANITIZED)/lib \
	  -C cmake.define.SANITIZE=ON -C build-dir=$(abspath $(SANITIZED))/cmake ./core
	@LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(SANITIZED)/lib PYTHONMALLOC=malloc TASHKALAR_LONG=$(LONG) \
	  $(BIN)/pytest -n auto tests/test_core.py tests/test_core_bots.py tests/test_core_safety.py \
	  tests/test_endless.py tests/test_env_batch.py tests/test_env_observation.py $(ARGS)

layout: $(STAMP) $(TEXTS) $(CLIENT) programs ## Lay out every form and page in windows of every size (needs Chromium)
	@TASHKALAR_LAYOUT=all $(BIN)/pytest -n auto tests/test_web_layout.py tests/test_web_reading.py $(ARGS)

lint: $(STAMP) $(MODULES) $(CONTRACT) ## Check style and types, of Python and of the browser client
	@echo "== ruff check"
	@$(BIN)/ruff check .
	@echo "== ruff format --check"
	@$(BIN)/ruff format --check .
	@echo "== mypy"
	@$(BIN)/mypy
	@echo "== prettier and eslint"
	@$(NPM) --silent run lint
	@echo "== svelte-check"
	@$(NPM) --silent run check

format: $(STAMP) $(MODULES) ## Reformat the code and apply the safe fixes
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(NPM) --silent run format

bench: $(STAMP) core-here ## Run the benchmarks
	@$(BIN)/python -m benchmarks.bench $(ARGS)

bench-server: $(STAMP) $(TEXTS) ## Measure the server under load, on this machine alone
	@$(BIN)/python -m benchmarks.moves $(foreach folder,$(BEFORE),--before $(folder))
	@$(BIN)/python -m benchmarks.resting
	@$(BIN)/python -m benchmarks.crowd
	@$(BIN)/python benchmarks/server.py $(ARGS)

scale: $(STAMP) $(TEXTS) ## Measure what players cost, and work out docs/scale.md anew (needs PostgreSQL and Redis)
	@$(BIN)/python -m benchmarks.scale $(ARGS)
	@$(BIN)/python -m benchmarks.simulation --write

screenshots: $(STAMP) $(TEXTS) $(CLIENT) ## Take the pictures in docs/pictures (needs Chromium)
	@$(BIN)/python -m tests.screenshots docs/pictures $(ARGS)

docs: $(STAMP) ## Build the documentation site, in build/docs/
	@$(BIN)/sphinx-build -q -W --keep-going -c docs/site -d build/doctrees . build/docs
	@echo "built: build/docs/index.html"

pins: $(STAMP) ## Write requirements-server.txt: what a server needs, with hashes
	@sed -n '1,2p' requirements-server.txt > $(VENV)/.pins
	@$(BIN)/pip-compile --quiet --generate-hashes --no-header --no-annotate --strip-extras \
	  --extra server --constraint constraints.txt --output-file - pyproject.toml \
	  | grep -v -e '^#' -e '^--' -e '^tashkalar' >> $(VENV)/.pins
	@mv $(VENV)/.pins requirements-server.txt

package: $(STAMP) $(CLIENT) ## Build the source archive and the wheel, in dist/
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation

clean: ## Remove .venv, caches and build outputs
	rm -rf $(VENV) web/node_modules src/tashkalar/server/web build dist core/build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f src/tashkalar/locale/*/LC_MESSAGES/*.mo
	find src tests benchmarks examples -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# pip is the last thing that appears in a new .venv.
$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "error: '$(PYTHON)' was not found; install Python 3.11 or newer, or name one: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "error: Python 3.11 or newer is needed, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1); name another: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "error: '$(PYTHON)' has no venv module; install it (on Debian and Ubuntu: the package python3-venv) or name another: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(PLAYING): $(INSTALLED) | $(BIN)/pip
	@$(STEP) $(INSTALL_LOG) "installing what it takes to play, in $(VENV) (about a minute)" $(INSTALL) ".[server,web]"
	@touch $(TEXTS) $@

$(STAMP): $(INSTALLED) | $(BIN)/pip
	@$(STEP) $(INSTALL_LOG) "installing what it takes to work on the game, in $(VENV) (about two minutes)" \
	  $(INSTALL) ".[server,web,bots,ray,env,bench,docs,dev]"
	@touch $(TEXTS) $(PLAYING) $@

$(CORE): $(CORE_SOURCES) | $(PLAYING)
	@$(STEP) $(CORE_LOG) "$(BUILDING_CORE)" $(BIN)/python -m pip install ./core
	@touch $@

# Installing compiles the catalogues; a changed one needs no more than that. (The tests do it
# themselves.) Where that was done just now, make still comes here.
$(TEXTS): $(CATALOGUES) | $(PLAYING)
	@[ -e $@ ] && [ -z "$$(find $(CATALOGUES) -newer $@)" ] || $(STEP) $(VENV)/texts.log "" $(INSTALL) . --no-deps
	@touch $@

$(BUILDING): web/package.json web/package-lock.json | $(PLAYING)
	@$(WITH_NODE) $(STEP) $(WEB_LOG) "installing what builds the page (about 10 seconds)" $(NPM_CI) --omit=dev
	@touch $@

$(MODULES): web/package.json web/package-lock.json | $(PLAYING)
	@$(WITH_NODE) $(STEP) $(WEB_LOG) "installing what builds and checks the page (about 10 seconds)" $(NPM_CI)
	@touch $(BUILDING) $@

# Most changes of the engine leave the types as they are: then the file is not touched, and the
# client is not built again.
$(WRITTEN): $(ENGINE) | $(PLAYING)
	@$(STEP) $(VENV)/contract.log "" $(WRITE) $(CONTRACT)
	@touch $@

$(CONTRACT): $(WRITTEN) ;

$(CLIENT): $(WEB) $(CONTRACT) $(BUILDING)
	@$(WITH_NODE) $(STEP) $(WEB_LOG) "building the page (about 10 seconds)" npm --prefix web run build
