"""Reading `sentences.csv`: millions of rows, every one checked."""

from array import array
from collections.abc import Sequence
from pathlib import Path

from benchmark.logic.gold import SentenceTable
from benchmark.logic.layout import COLUMNS, SENTENCES
from benchmark.logic.tables import open_table


def read_sentences(path: Path, tasks: Sequence[str]) -> SentenceTable:
    """The sentence table of a release, for its tasks in their order.

    Rows must come task by task in that order, numbered from 0, and the spans of a task must follow each other
    without overlap. Raises Refusal with the line of the first row that does not.
    """
    table = open_table(path, COLUMNS[SENTENCES])
    if table.columns != COLUMNS[SENTENCES]:
        table.refuse(1, "", "The columns stand in another order")
    place_of = {task: place for place, task in enumerate(tasks)}
    firsts, starts, ends = array("I"), array("I"), array("I")
    add_start, add_end = starts.append, ends.append
    names = [str(number) for number in range(1000)]
    current, number, last = None, 0, 0
    for row in table.reader:
        try:
            task, name, start, end = row
            start, end = int(start), int(end)
        except ValueError:
            table.refuse(table.line, "", "Not a task and three whole numbers")
        if task != current:
            place = place_of.get(task, -1)
            if place < len(firsts):
                table.refuse(table.line, "task_id", "Not the tasks of the pairs in their order")
            firsts.extend([len(starts)] * (place + 1 - len(firsts)))
            current, number, last = task, 0, 0
        if number == len(names):
            names.extend(str(more) for more in range(number, 2 * number))
        if name != names[number]:
            table.refuse(table.line, "sentence_id", f"Sentences of task {task} are not numbered from 0")
        if not last <= start < end < 1 << 32:
            table.refuse(table.line, "start", f"Sentences of task {task} overlap, or one is empty")
        add_start(start)
        add_end(end)
        number += 1
        last = end
    firsts.extend([len(starts)] * (len(tasks) + 1 - len(firsts)))
    return SentenceTable(firsts, starts, ends)
