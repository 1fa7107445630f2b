"""The house stands as it is drawn: doors open one way, files stay small, nothing points outside."""

import re
import subprocess
from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from importlinter import cli

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("foundation", "corpus", "triage", "annotation", "adjudication", "benchmark", "overview")
LONGEST_FILE = 300
NAMESPACES = {"www.w3.org"}


def tracked() -> list[Path]:
    """Every file of the repository that is there, new ones included, ignored ones not."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def texts(*folders: str, suffixes: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """(path from the root, text) of the tracked files in the folders that hold text."""
    found = []
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        chosen = not folders or name.startswith(tuple(f"{folder}/" for folder in folders))
        if chosen and (not suffixes or path.suffix in suffixes):
            try:
                found.append((name, path.read_bytes().decode("utf-8")))
            except UnicodeDecodeError:
                continue
    return found


def offences(found: list[tuple[str, str]], pattern: str, flags: int = 0) -> list[str]:
    """`file:line: match` for every place where the pattern is found."""
    expression = re.compile(pattern, flags)
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group(0)[:60]!r}"
        for name, text in found
        for match in expression.finditer(text)
    ]


@pytest.mark.parametrize("contract", ["rooms", "inside", "logic"])
def test_imports_keep_the_contract(contract, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    # it would silence every logger of this process, which tests that come later listen to
    monkeypatch.setattr(cli, "_configure_logging", lambda verbose: None)
    status = cli.lint_imports(config_filename="pyproject.toml", limit_to_contracts=(contract,), no_cache=True)
    assert status == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_a_foreign_key_points_to_its_own_room_or_upstream():
    wrong = [
        f"{model._meta.label}.{field.name} -> {field.related_model._meta.label}"
        for room in ROOMS
        for model in apps.get_app_config(room).get_models()
        for field in model._meta.get_fields(include_hidden=True)
        if field.concrete and field.is_relation and field.related_model._meta.app_label in ROOMS
        if ROOMS.index(field.related_model._meta.app_label) > ROOMS.index(room)
    ]
    assert wrong == []


def test_a_template_takes_pieces_from_its_own_room_or_upstream():
    wrong = []
    for name, text in texts("templates"):
        room = name.split("/")[1]
        for other in re.findall(r"""{%-?\s*(?:include|extends)\s+["']([\w-]+)/""", text):
            if room in ROOMS and other in ROOMS and ROOMS.index(other) > ROOMS.index(room):
                wrong.append(f"{name} -> {other}")
    assert wrong == []


def test_every_change_of_a_table_has_its_migration():
    loader = MigrationLoader(None)
    detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))
    missing = {room: found for room, found in detector.changes(loader.graph).items() if room in ROOMS}
    assert missing == {}


def test_a_python_file_holds_one_subject():
    long = [
        f"{name}: {text.count(chr(10))} lines"
        for name, text in texts(suffixes=(".py",))
        if text.count("\n") > LONGEST_FILE and "/migrations/" not in name
    ]
    assert long == []


def test_pages_load_nothing_from_another_host():
    pages = texts("templates", "static")
    named = offences(pages, r"(?<![\w:/.])(?:https?:|wss?:)?//(?=[\w-]+\.[a-z])[\w.-]+")
    assert [place for place in named if not any(host in place for host in NAMESPACES)] == []


def test_pages_hold_nothing_inline_that_the_content_security_policy_refuses():
    pages = texts("templates")
    assert offences(pages, r"<script\b(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>", re.I) == []
    assert offences(pages, r"<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:", re.I) == []


def test_pages_use_no_template_without_loading_its_translations():
    wrong = [
        name
        for name, text in texts("templates", suffixes=(".html",))
        if re.search(r"{%-?\s*(?:translate|blocktranslate|trans|blocktrans)\b", text)
        and not re.search(r"{%-?\s*load\s[^%]*\bi18n\b", text)
    ]
    assert wrong == []


def test_no_file_names_a_machine_s_own_paths_or_a_package_host():
    folders = r"(?<![\w.])/(?:wo" + r"rk|fa" + r"rm|ho" + r"me|Use" + r"rs)/\w"
    hosts = r"\b(?:py" + r"pi|pythonhos" + r"ted|npm" + r"js|deb" + r"ian)\.(?:org|com)\b"
    assert offences(texts(), folders) == []
    assert offences(texts(), hosts) == []


def test_every_link_in_a_document_leads_to_a_file():
    dead = [
        f"{name}: {target}"
        for name, text in texts(suffixes=(".md",))
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
        if not ((ROOT / name).parent / target).exists()
    ]
    assert dead == []
