# Everything happens inside .venv; its stamp files make a second run quick and free of the network.
#   PYTHON=python3.13 make run      another interpreter (3.11 or newer)
#   make run ARGS="--port 8001"     more words for the command behind a target

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WORDS  := scorekeeper/translations
POT    := $(VENV)/messages.pot

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run test lint bench words clean browser interpreter

help:  ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*  ## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(VENV)/.run  ## Start Scorekeeper on this machine
	$(BIN)/scorekeeper serve $(ARGS)

test: lint browser  ## Check the code, then run every test, those in a browser too
	$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=worksteal $(ARGS)

lint: $(VENV)/.test  ## Check style, types and templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet

bench: $(VENV)/.test  ## Measure how quick it is
	$(BIN)/python -m benchmarks $(ARGS)

words: $(VENV)/.test  ## Collect and compile the app's words (NEW=sk begins a language)
	$(BIN)/pybabel -q extract -F pyproject.toml -k lazy_gettext --add-location=file \
	    --project=Scorekeeper --copyright-holder='Scorekeeper contributors' \
	    -o $(POT) scorekeeper templates
	$(if $(NEW),$(BIN)/pybabel -q init -i $(POT) -d $(WORDS) -l $(NEW))
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-pot-creation-date -i $(POT) -d $(WORDS)
	$(BIN)/pybabel -q compile -d $(WORDS)

clean:  ## Remove what was built; instance/ stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment -----------------------------------------------------------------------------

$(VENV)/.run: pyproject.toml $(VENV)/.python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.run
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

# Looked at each time, written only when the environment has to be made anew: it is missing, its
# interpreter has gone, or PYTHON names another one than it was made with.
ASKED := $(if $(filter file default,$(origin PYTHON)),,$(PYTHON))

$(VENV)/.python: interpreter
	@if ! $(BIN)/python -c '' 2>/dev/null || [ ! -f $@ ] || \
	    { [ -n "$(ASKED)" ] && [ "$$($(WHO))" != "$$(cat $@)" ]; }; then \
	    $(OLD_ENOUGH) && rm -rf $(VENV) && { $(MAKE_VENV); } && $(WHO) > $@; \
	fi

WHO        = $(PYTHON) -c 'import sys; print(sys.base_prefix, sys.version)'
OLD_ENOUGH = { $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
             { echo 'Python 3.11 or newer is needed: PYTHON=python3.12 make …' >&2; exit 1; }; }
# Debian keeps venv in a package of its own.
MAKE_VENV  = $(PYTHON) -m venv $(VENV) || \
             { [ "$$(id -u)" = 0 ] && $(APT) python3-venv && $(PYTHON) -m venv --clear $(VENV); } || \
             { echo '$(PYTHON) cannot make environments: apt-get install python3-venv' >&2; exit 1; }

APT = command -v apt-get >/dev/null && apt-get update </dev/null && \
      DEBIAN_FRONTEND=noninteractive apt-get install -y </dev/null

browser:
	@command -v chromium >/dev/null || \
	    { [ "$$(id -u)" = 0 ] && $(APT) chromium; } || \
	    { echo 'The browser tests need Chromium: apt-get install chromium' >&2; exit 1; }
