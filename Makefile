# Two commands: `make run` tries Goldsmith, `make test` proves it.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
CHECK ?=
export HOST PORT

.PHONY: help setup run test lock

help:
	@echo 'make run    set up, load the demo, serve it at http://127.0.0.1:8000/ (PORT=8001 for another port)'
	@echo 'make test   set up, run every test on SQLite and on PostgreSQL (CHECK="tests/logic -x" for some)'
	@echo 'make setup  the environment at .venv with the locked packages; both commands begin with it'
	@echo 'make lock   renew requirements/*.txt from requirements/*.in'

INSTALL = command -v $(PYTHON) >/dev/null || { \
	echo 'No $(PYTHON) here. On Debian and Ubuntu, as root: apt-get install python3 python3-venv' >&2; exit 1; }; \
	$(PYTHON) config/install.py

setup:
	@$(INSTALL) app

run: setup
	@exec .venv/bin/python -m config.serve

test:
	@$(INSTALL) test
	@exec .venv/bin/python -m tests.run $(CHECK)

LOCK = ../.venv/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-header

lock: setup
	cd requirements && $(LOCK) uv.in -o uv.txt && $(LOCK) --no-deps postgres.in -o postgres.txt
	cd requirements && $(LOCK) app.in -o app.txt && $(LOCK) test.in -o test.txt
