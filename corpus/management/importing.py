"""What the commands that import files share: dry run, row report, progress."""

from pathlib import Path
from typing import Any

from corpus.services.files import Progress
from foundation.logic.errors import Refusal
from foundation.logic.report import Report, rows_as_csv
from foundation.logic.spreadsheets import spreadsheet_safe
from foundation.management.base import HouseCommand
from foundation.models import Project
from foundation.selectors.access import project_named

SHOWN_NOTICES = 10


class ImportCommand(HouseCommand):
    """`run` calls the service; its report is written wherever --report asks, whatever the outcome."""

    def add_arguments(self, parser):
        parser.add_argument("project")
        parser.add_argument("--dry-run", action="store_true", help="check everything, store nothing")
        parser.add_argument("--report", type=Path, metavar="F.csv", help="write errors and notices there")

    def handle_options(self, options: dict[str, Any]) -> dict[str, Any]:
        self.checked_only = options["dry_run"]
        report, progress = Report(), self.progress("read")
        refusal = None
        try:
            return self.run(project_named(options["project"]), options, report, progress)
        except Refusal as refused:
            refusal = refused
            raise
        finally:
            progress.end()
            if options["report"]:
                rows = rows_as_csv(refusal.errors if refusal else (), report.notices)
                self._write(options["report"], spreadsheet_safe(rows))
            if not options["json"] and refusal is None:
                self._say_notices(report)

    def words(self, result: dict[str, Any]) -> str:
        return super().words(result) + ("\nChecked only; nothing was stored." if self.checked_only else "")

    def run(self, project: Project, options: dict, report: Report, progress: Progress) -> dict[str, Any]:
        raise NotImplementedError

    def _write(self, path: Path, rows: str) -> None:
        try:
            path.write_text(rows, encoding="utf-8", newline="")
        except OSError as error:
            self.say(f"The report could not be written to {path}: {error.strerror}")

    def _say_notices(self, report: Report) -> None:
        for notice in report.notices[:SHOWN_NOTICES]:
            self.say(f"  {notice.file}, line {notice.line}: {notice.reason}")
        if len(report.notices) > SHOWN_NOTICES:
            self.say(f"  and {len(report.notices) - SHOWN_NOTICES:,} more; --report F.csv lists them")
