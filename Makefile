# Everything happens inside .venv; its stamp files make a second run quick and free of the network.
#   PYTHON=python3.13 make run      another interpreter (3.11 or newer)
#   make run ARGS="--port 8001"     more words for the command behind a target
#   make game G=kocka               one game: its tests, its walks, its books and its examples
#   make mutants G=kocka            small faults in one game: which of them do its tests see?
#   make mutants G=sample N=400     a sample over all rooms (BEFORE=file: the same again, and compare)
#   WHOLE=1 make verify             not a sample of what takes long, but all of it (SEED=7: that sample)
#   make proof N=1000000            so many random games of each kind, all audited
#   make load TABLES=100            so many tables that play like people, at the real server
#   make failover ARGS="3 --saves 20"  three deaths, under twenty saves a second

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WORDS  := scorekeeper/translations
POT    := $(VENV)/messages.pot

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_RETRIES ?= 2
# Without bytecode every start, of the app and of each test worker, would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run pack quick game test verify proof events mutants lint bench load failover pictures words language missing release lock clean chromium browsers proxies postgres test-postgres interpreter

help:  ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

run: $(VENV)/.run  ## Start Scorekeeper on this machine
	$(BIN)/scorekeeper serve $(ARGS)

pack: $(VENV)/.pack  ## Build what a phone takes along to play without a network
	$(BIN)/scorekeeper pack

PYTEST   = $(BIN)/python -m pytest
PARALLEL = --numprocesses=auto --maxprocesses=4 --dist=worksteal
# What a test is asked for is told by its place: in tests/verification by `make verify`, else by `make test`.
AT_ONCE  = --ignore=tests/verification

quick: $(VENV)/.test  ## Check style, then run the tests of core, games and laws; stop at the first failure
	$(BIN)/ruff check .
	$(PYTEST) $(PARALLEL) tests/core tests/contract tests/games tests/laws --exitfirst --failed-first $(ARGS)

game: $(VENV)/.test  ## Run everything about one game (G=kocka), and write its facts into FORMAT.md
	@test -d scorekeeper/games/$(or $(G),.none) || { echo 'Which game? G=kocka' >&2; exit 1; }
	$(PYTEST) $(PARALLEL) tests/contract tests/games tests/languages tests/laws \
	    $(wildcard $(addprefix tests/verification/,walks games laws)) -k $(G) $(ARGS)
	$(BIN)/python -m scorekeeper.referee.cases.members

# One shell runs all of it, so that it knows at the end what all of it took.
test: $(VENV)/.test chromium  ## Ask once what a change can break: style, types, rules, pages, an evening by taps
	@$(MAKE) --no-print-directory lint && $(PYTEST) $(PARALLEL) $(AT_ONCE) $(ARGS); status=$$?; \
	    echo 'Processor time, user and system, of this shell and of all that it ran:'; times; exit $$status

verify: $(VENV)/.test browsers proxies pack  ## Ask the rest: other browsers, sizes, languages, the phone's pack, random play, drills
	$(PYTEST) $(PARALLEL) tests/verification $(ARGS)
	@echo 'Verified: all that runs without a person.'

# Not the simulation, which cuts into what SQLite does: what it makes happen there, the drills do here.
test-postgres: $(VENV)/.test postgres  ## Run the tests with every ledger in PostgreSQL, and the drills
	$(PYTEST) $(PARALLEL) --postgres tests/core tests/extras tests/web \
	    $(addprefix tests/verification/,core drills postgres) $(ARGS)
	$(BIN)/python -m tests.verification.drills wire 1500 --postgres
	$(BIN)/python -m tests.verification.drills kill 20 --postgres

events: $(VENV)/.test  ## Write the page of the public format anew, from the declarations
	$(BIN)/python -m tests.events

N ?= 100000
STEPS ?= 1000000

proof: $(VENV)/.test  ## Play N random games of each kind, ask a second implementation and with less as often, live through STEPS of trouble
	$(BIN)/python -m tests.verification.walks.proof $(N)
	$(BIN)/python -m tests.verification.second.agreement $(N)
	$(BIN)/python -m tests.verification.unknown $(N)
	$(BIN)/python -m tests.verification.simulation $(STEPS)

mutants: $(VENV)/.test  ## Put small faults into a game (G=kocka), or N into everything (G=sample N=400)
	@test -n '$(G)' || { echo 'Which game? G=kocka' >&2; exit 1; }
	$(BIN)/uv run --quiet --no-project --with mutmut==3.8.1 \
	    python -P tests/mutants.py $(G) '$(if $(filter file,$(origin N)),,$(N))' '$(BEFORE)'

lint: $(VENV)/.test  ## Check style, types and templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet

bench: $(VENV)/.test $(VENV)/.pack chromium  ## Measure how quick it is
	$(BIN)/python -m benchmarks $(ARGS)

TABLES ?= 500

load: $(VENV)/.test  ## Let TABLES play like people at the real server (ARGS="--ledger postgresql://…")
	$(BIN)/python -m benchmarks.load --tables $(TABLES) $(ARGS)

# 77: it cannot run here, and has said why.
failover: $(VENV)/.test  ## Kill the leader of a database of three machines while phones save
	@$(BIN)/python -m tests.verification.drills.failover $(ARGS) || [ $$? -eq 77 ]

pictures: $(VENV)/.test chromium  ## Draw the pictures of the README anew
	$(BIN)/python -m tests.verification.browser.pictures

words: $(VENV)/.test  ## Collect and compile the app's words
	$(BIN)/pybabel -q extract -F pyproject.toml -k lazy_gettext --no-location --sort-output \
	    --project=Scorekeeper --copyright-holder='Scorekeeper contributors' \
	    -o $(POT) scorekeeper templates
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-pot-creation-date -i $(POT) -d $(WORDS)
	$(BIN)/pybabel -q compile -d $(WORDS)

language: words  ## Begin a language, or go on with it (L=de); list what is missing
	@$(BIN)/python -m tests.languages.adding $(L)

missing: $(VENV)/.test  ## List what a language does not say yet
	@$(BIN)/python -m tests.languages.release

release: $(VENV)/.test pack  ## Check, build and tag a release (V=0.11.0); nothing is uploaded
	@$(BIN)/python -m pip install --quiet 'twine~=7.0'
	@$(BIN)/python -m tests.release $(V)

# --universal: one lock for every Python from 3.11 on, every system and every processor.
LOCK = UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal \
    --python-version 3.11 --fork-strategy fewest --generate-hashes $(ARGS) \
    --group build pyproject.toml

lock: $(VENV)/.test  ## Lock what pyproject.toml asks for (ARGS=--upgrade takes the newest)
	$(LOCK) --output-file requirements.lock
	$(LOCK) --extra pack --constraints requirements.lock --output-file requirements-pack.lock
	$(LOCK) --extra postgres --constraints requirements.lock --output-file requirements-postgres.lock
	$(LOCK) --extra test --constraints requirements.lock --output-file requirements-test.lock

clean:  ## Remove what was built; instance/ stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment -----------------------------------------------------------------------------

# Only what stands in the lock, with its hash, is fetched; the project itself is built by that alone.
INSTALL = { $(BIN)/python -m pip install --quiet --require-hashes --requirement $(1) && \
            $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .; } \
          >$(VENV)/pip.log 2>&1
OFFLINE = NameResolution|NewConnection|Timeout|connection broken|unreachable|from versions: none
REASON  = if grep -Eq '$(OFFLINE)' $(VENV)/pip.log; then echo 'offline'; \
          else grep -m 1 '^ERROR: ' $(VENV)/pip.log || echo 'see $(VENV)/pip.log'; fi

# Whoever is in a pub without a network plays with what is there.
$(VENV)/.run: requirements.lock pyproject.toml $(VENV)/.python
	@echo 'Installing what is locked …'
	@if $(call INSTALL,requirements.lock); then touch $@; \
	elif $(BIN)/python -c 'import scorekeeper.web.http.serve' 2>/dev/null; then \
	    echo "$$($(REASON)): running what is installed" >&2; \
	else \
	    echo "$$($(REASON)): packages have to be fetched once, so connect and run this again" >&2; exit 1; \
	fi

$(VENV)/.test: requirements-test.lock $(VENV)/.run
	@echo 'Installing what the tests need …'
	@$(call INSTALL,requirements-test.lock) || \
	    { echo "$$($(REASON)): the tests need packages, so connect and run this again" >&2; exit 1; }
	@touch $@

# Pyodide is fetched by npm and compiles the pack under Node: this machine's, or one from the index.
NODE = command -v npm >/dev/null && \
       node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null

$(VENV)/.pack: requirements-pack.lock $(VENV)/.run
	@$(NODE) || { echo 'Installing Node …'; $(call INSTALL,requirements-pack.lock); } || \
	    { echo "$$($(REASON)): the pack needs Node 20, so install it or connect" >&2; exit 1; }
	@touch $@

# Looked at each time, written only when the environment has to be made anew: it is missing, its
# interpreter has gone, or PYTHON names another one than it was made with.
ASKED := $(if $(filter file default,$(origin PYTHON)),,$(PYTHON))

$(VENV)/.python: interpreter
	@if ! $(BIN)/python -c '' 2>/dev/null || [ ! -f $@ ] || \
	    { [ -n "$(ASKED)" ] && [ "$$($(WHO))" != "$$(cat $@)" ]; }; then \
	    $(OLD_ENOUGH) && $(WRITABLE) && { $(MAKE_VENV); } && $(WHO) > $@; \
	fi

WHO        = $(PYTHON) -c 'import sys; print(sys.base_prefix, sys.version)'
OLD_ENOUGH = { command -v $(PYTHON) >/dev/null || \
             { echo 'There is no $(PYTHON) here: PYTHON=python3.12 make …' >&2; exit 1; }; } && \
             { $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
             { echo 'Python 3.11 or newer is needed: PYTHON=python3.12 make …' >&2; exit 1; }; }
WRITABLE   = { { rm -rf $(VENV) && mkdir $(VENV); } 2>/dev/null || \
             { echo '$(CURDIR) cannot be written, and $(VENV) is made in it:' \
                    'copy it to a folder of your own' >&2; exit 1; }; }
# Debian keeps venv in a package of its own.
MAKE_VENV  = $(PYTHON) -m venv $(VENV) || \
             { [ "$$(id -u)" = 0 ] && $(APT) python3-venv && $(PYTHON) -m venv --clear $(VENV); } || \
             { echo '$(PYTHON) cannot make environments: apt-get install python3-venv' >&2; exit 1; }

APT = command -v apt-get >/dev/null && apt-get update </dev/null && \
      DEBIAN_FRONTEND=noninteractive apt-get install -y </dev/null

# Debian's Chromium twice: the one without windows takes half the time, the other one will do.
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	    { [ "$$(id -u)" = 0 ] && { { $(APT) chromium-headless-shell; } || { $(APT) chromium; }; }; } || \
	    echo 'Without Chromium the tests in a browser are not asked: apt-get install chromium' >&2

# Firefox is asked about Back and drafts, WebKit about what it lays out in its own way, where they can
# be installed.
browsers: chromium
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || \
	    { [ "$$(id -u)" = 0 ] && $(APT) firefox-esr; } || \
	    echo 'Without Firefox its own tests are skipped: apt-get install firefox-esr' >&2
	@{ command -v WebKitWebDriver && command -v xvfb-run && command -v xauth; } >/dev/null || \
	    { [ "$$(id -u)" = 0 ] && $(APT) webkit2gtk-driver xvfb xauth; } || \
	    echo 'Without WebKit its own tests are skipped: apt-get install webkit2gtk-driver xvfb xauth' >&2

# The app is asked behind both web servers, with the files that are shipped.
proxies:
	@PATH="$$PATH:/usr/sbin"; { command -v nginx && command -v caddy; } >/dev/null || \
	    { [ "$$(id -u)" = 0 ] && $(APT) nginx-light caddy; } || \
	    echo 'Without nginx and Caddy their files are only read: apt-get install nginx-light caddy' >&2

# A server for the tests themselves: they run one of their own, and leave any other alone.
postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	    { [ "$$(id -u)" = 0 ] && $(APT) postgresql; } || \
	    { echo 'These tests need a PostgreSQL server: apt-get install postgresql' >&2; exit 1; }
