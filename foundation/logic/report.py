"""What an import has to say about rows."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from foundation.logic.errors import Refusal, RowError

MOST_ERRORS = 1_000
MOST_NOTICES = 1_000


@dataclass
class Report:
    """Errors refuse the file, notices tell what was passed over, `skipped` counts it by reason."""

    errors: list[RowError] = field(default_factory=list)
    notices: list[RowError] = field(default_factory=list)
    skipped: Counter = field(default_factory=Counter)

    def skip(self, reason: str, file: str, line: int, column: str, words: str) -> None:
        """Count a row that was passed over; the first thousand of a reason are kept with their place."""
        self.skipped[reason] += 1
        if self.skipped[reason] <= MOST_NOTICES:
            self.notices.append(RowError(file, line, column, words))

    def refuse_if_bad(self) -> None:
        """Raise Refusal `bad_rows` if there was an error; the caller's transaction then leaves nothing."""
        if not self.errors:
            return
        more = " or more" if len(self.errors) >= MOST_ERRORS else ""
        order = list(dict.fromkeys(error.file for error in self.errors))
        self.errors.sort(key=lambda error: (order.index(error.file), error.line))
        files = ", ".join(order)
        rows = "row" if len(self.errors) == 1 else "rows"
        raise Refusal(
            "bad_rows",
            f"{files}: {len(self.errors):,}{more} bad {rows}; nothing was imported.",
            errors=tuple(self.errors),
        )


def rows_as_csv(errors: Sequence[RowError], notices: Sequence[RowError]) -> str:
    """A table (kind, file, line, column, reason): the errors, then the notices."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["kind", "file", "line", "column", "reason"])
    for kind, found in (("error", errors), ("notice", notices)):
        writer.writerows([kind, row.file, row.line, row.column, row.reason] for row in found)
    return table.getvalue()
