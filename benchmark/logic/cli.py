"""The commands of `tools.pyz`, which are also the ones of the workbench: score, verify, rehydrate, baseline.

Each is three things: arguments, a function from parsed arguments to (object, exit status), and words for a
person. With `--json` the object is printed as it is.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.logic import words
from benchmark.logic.baselines import BASELINES, baseline_rows
from benchmark.logic.gate import Gate, parse_gate
from benchmark.logic.gold import Gold
from benchmark.logic.layout import DATASET
from benchmark.logic.predictions import read_predictions
from benchmark.logic.reading import load_gold, load_notes
from benchmark.logic.rehydrate import rehydrate
from benchmark.logic.report import Settings, score
from benchmark.logic.tables import table_bytes
from benchmark.logic.verify import verify_release
from corpus.logic.intervals import REPLICATES
from corpus.logic.spans import format_spans
from foundation.logic.errors import Refusal

PASSED, REFUSED, UNUSABLE = 0, 1, 2
SPREADSHEET_CELL = 32_767
PREDICTION_COLUMNS = ("task_id", "code", "pred", "evidence_spans")

Result = tuple[dict, int]


@dataclass(frozen=True)
class Command:
    """One command: its line of help, an example, and what it does."""

    help: str
    example: str
    add_arguments: Callable[[argparse.ArgumentParser, Path | None], None]
    run: Callable[[argparse.Namespace], Result]
    describe: Callable[[dict], str]


def _add_folder(parser: argparse.ArgumentParser, default: Path | None) -> None:
    about = "release folder, or a bare dataset_raw.csv"
    if default is None:
        parser.add_argument("dir", metavar="DIR", type=Path, help=about)
    else:
        parser.add_argument(
            "dir", metavar="DIR", type=Path, nargs="?", default=default, help=f"{about} (this one)"
        )


def _add_notes(parser: argparse.ArgumentParser, required: bool = False) -> None:
    about = "your notes: discharge.csv[.gz], JSON Lines, or a folder of .txt"
    parser.add_argument("--notes", metavar="F", type=Path, required=required, help=about)


def _whole_number(value: str) -> int:
    number = int(value)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


_GATE_HELP = (
    "tracks that must pass: each [[track]] has name, figure (concept.f1, evidence.recall, "
    "failures.ruled_out, ...) and at_least or at_most; optional: bound, stratum, veto, public. "
    "Exit status 0 passed, 1 failed, 2 unusable input. Needs Python 3.11"
)


def add_score_arguments(parser: argparse.ArgumentParser, default: Path | None = None) -> None:
    """The arguments of score and score_run."""
    _add_folder(parser, default)
    parser.add_argument("predictions", metavar="PREDICTIONS", type=Path, help="CSV or JSON Lines")
    _add_notes(parser)
    parser.add_argument(
        "--missing", choices=("error", "false"), default="error", help="what an unanswered pair is"
    )
    parser.add_argument("--against", metavar="OTHER", type=Path, help="predictions to compare with")
    parser.add_argument(
        "--bootstrap",
        metavar="N",
        type=_whole_number,
        default=REPLICATES,
        help="replicates (0: no intervals)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of every draw (default 0)")
    parser.add_argument("--gate", metavar="G.toml", type=Path, help=_GATE_HELP)


def run_score(options: argparse.Namespace) -> Result:
    """Score a predictions file; with a gate the status is its verdict."""
    try:
        gate = _read_gate(options.gate)
        gold = load_gold(options.dir)
        texts = _texts(options.notes, gold)
        answers = read_predictions(options.predictions, gold, texts, options.missing)
        against = options.against and read_predictions(options.against, gold, texts, options.missing)
        settings = Settings(options.bootstrap, options.seed)
        found = score(gold, answers, texts=texts, against=against, gate=gate, settings=settings)
    except Refusal as refusal:
        return refusal.as_dict(), UNUSABLE if options.gate else REFUSED
    return found, PASSED if gate is None or found["gate"]["passed"] else REFUSED


def _read_gate(path: Path | None) -> Gate | None:
    if path is None:
        return None
    try:
        return parse_gate(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        raise Refusal("unusable_gate", f"{path.name} cannot be read") from None


def _texts(notes: Path | None, gold: Gold) -> dict[str, str] | None:
    if notes is None:
        return None
    found = load_notes(notes, gold)
    found.refuse_if_incomplete()
    return found.texts


def _add_verify_arguments(parser: argparse.ArgumentParser, default: Path | None = None) -> None:
    _add_folder(parser, default)
    _add_notes(parser)


def _run_verify(options: argparse.Namespace) -> Result:
    found = verify_release(options.dir, options.notes)
    return found, PASSED if found["ok"] else REFUSED


def _add_rehydrate_arguments(parser: argparse.ArgumentParser, default: Path | None = None) -> None:
    _add_folder(parser, default)
    _add_notes(parser, required=True)
    _add_output(parser)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", metavar="OUT.csv", type=Path, required=True, help="file to write")


def _run_rehydrate(options: argparse.Namespace) -> Result:
    content, found, longest = rehydrate(options.dir, options.notes)
    _write(options.output, content)
    if longest > SPREADSHEET_CELL:
        reason = f"a note has {longest:,} characters; a spreadsheet cuts a cell at {SPREADSHEET_CELL:,}"
        print(f"{options.output.name}: {reason}", file=sys.stderr)
    return found, REFUSED if found["changed_notes"] or found["missing_notes"] else PASSED


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as trouble:
        raise Refusal("unwritable_file", f"{path}: {trouble.strerror}") from None


def _add_baseline_arguments(parser: argparse.ArgumentParser, default: Path | None = None) -> None:
    _add_folder(parser, default)
    parser.add_argument("name", choices=BASELINES, help="which one")
    _add_notes(parser)
    parser.add_argument("--seed", type=int, default=0, help="of every draw (default 0)")
    _add_output(parser)


def _run_baseline(options: argparse.Namespace) -> Result:
    gold = load_gold(options.dir)
    content = baseline_bytes(gold, options.name, _texts(options.notes, gold), options.seed)
    _write(options.output, content)
    return {"rows": len(gold)}, PASSED


def baseline_bytes(gold: Gold, name: str, texts: dict[str, str] | None = None, seed: int = 0) -> bytes:
    """A baseline's predictions file."""
    made = enumerate(baseline_rows(gold, name, texts, seed))
    rows = ((*gold.key(pair), str(label), format_spans(spans)) for pair, (label, spans) in made)
    return table_bytes(PREDICTION_COLUMNS, rows)


COMMANDS = {
    "score": Command(
        "Score a predictions file",
        "score my-model.csv --notes discharge.csv.gz --against other.csv --json",
        add_score_arguments,
        run_score,
        words.describe_score,
    ),
    "verify": Command(
        "Check every byte of a release, and with the notes every span",
        "verify --notes discharge.csv.gz",
        _add_verify_arguments,
        _run_verify,
        words.describe_verify,
    ),
    "rehydrate": Command(
        "Join the release with your own notes",
        "rehydrate --notes discharge.csv.gz -o dataset.csv",
        _add_rehydrate_arguments,
        _run_rehydrate,
        words.describe_rehydrate,
    ),
    "baseline": Command(
        "Write the predictions of a trivial system",
        "baseline string_match --notes discharge.csv.gz -o string_match.csv",
        _add_baseline_arguments,
        _run_baseline,
        words.describe_baseline,
    ),
}


def run_command(name: str, options: argparse.Namespace) -> Result:
    """Run one command; a refusal becomes its object and the status 1 (2 for a score with a gate)."""
    try:
        return COMMANDS[name].run(options)
    except Refusal as refusal:
        return refusal.as_dict(), REFUSED


def describe(name: str, found: dict) -> str:
    """The result of a command in words for a person."""
    return words.describe_refusal(found) if "error" in found else COMMANDS[name].describe(found)


def _folder_of_tools() -> Path | None:
    """The release around `tools.pyz`, so that inside a release its folder need not be named."""
    folder = Path(sys.argv[0]).resolve().parent
    return folder if (folder / DATASET).is_file() else None


def main(argv: Sequence[str] | None = None) -> int:
    """Parse, run, print; the exit status is returned."""
    parser = argparse.ArgumentParser(
        prog="tools.pyz", description="Tools of a Goldsmith release. They need Python alone, and no network."
    )
    chosen = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = chosen.add_parser(
            name,
            help=command.help,
            description=command.help,
            epilog=f"Example: python3 tools.pyz {command.example}",
        )
        command.add_arguments(sub, _folder_of_tools())
        sub.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(argv)
    found, status = run_command(options.command, options)
    if options.json:
        print(json.dumps(found))
    else:
        print(describe(options.command, found), file=sys.stderr if "error" in found else sys.stdout)
    return status
