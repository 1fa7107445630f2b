"""How long scoring takes and how much memory it needs, on an invented release of any size.

    python perf/scoring.py                                          # 823 pairs, 2,000 replicates
    python perf/scoring.py --notes 50000 --pairs 20 --replicates 0  # 1,000,000 pairs, 15,000,000 sentences

The release is written to a temporary folder; each score runs in a process of its own, by the command line of
`tools.pyz`, predictions in a shuffled order.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmark.logic.layout import COLUMNS, STRATA  # noqa: E402

CODES = [
    f"{letter}{number:02d}.{digit}" for letter in "ABCDEFGHIJ" for number in range(60) for digit in range(9)
]
WIDTH = 80


def make_release(folder: Path, notes: int, pairs: int, sentences: int) -> int:
    """Tables of a release without texts; a third of the pairs is True, each with one to three spans."""
    dice, made = random.Random(1), 0
    (folder / "data").mkdir(parents=True)
    with (
        (folder / "data/dataset_raw.csv").open("w") as dataset,
        (folder / "data/sentences.csv").open("w") as table,
        (folder / "data/notes.csv").open("w") as note_table,
        (folder / "data/splits.csv").open("w") as splits,
        (folder / "data/strata.csv").open("w") as strata,
        (folder / "predictions.csv").open("w") as predictions,
    ):
        dataset.write("task_id,code,desc,gold,reasoning_summary,evidence_spans\n")
        table.write("task_id,sentence_id,start,end\n")
        note_table.write("task_id,note_id,n_chars,sha256\n")
        splits.write("subject_id,task_id,split\n")
        strata.write(",".join(COLUMNS[STRATA]) + "\n")
        answers = []
        for number in range(notes):
            subject = f"1{number * 9 // 10:07d}"
            task, length = f"{subject}_2{number:07d}", sentences * WIDTH
            note_table.write(f"{task},{subject}-DS-1,{length},{'0' * 64}\n")
            splits.write(f"{subject},{task},test\n")
            table.write("".join(f"{task},{at},{at * WIDTH},{at * WIDTH + 70}\n" for at in range(sentences)))
            for code in sorted(dice.sample(CODES, pairs)):
                gold = dice.random() < 0.43
                spans = _spans(dice, sentences) if gold else []
                dataset.write(f'{task},{code},"Words of {code}, unspecified",{gold},,"{spans}"\n')
                hops, support = ("", "implicit") if gold else (dice.randrange(1, 12), "")
                source = "billed" if gold else "prevalence_negative"
                strata.write(
                    f"{task},{code},icd10cm,{code[0]},{source},unrelated,{hops},,{length},{support},\n"
                )
                said = gold if dice.random() < 0.7 else not gold
                answers.append(f'{task},{code},{said},"{_spans(dice, sentences) if said else []}"\n')
                made += 1
        dice.shuffle(answers)
        predictions.write("task_id,code,pred,evidence_spans\n")
        predictions.writelines(answers)
    return made


def _spans(dice: random.Random, sentences: int) -> list[tuple[int, int]]:
    starts = [dice.randrange(sentences - 1) * WIDTH + dice.randint(0, 60) for _ in range(dice.randint(1, 3))]
    return [(start, start + dice.randint(5, 90)) for start in starts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--notes", type=int, default=411)
    parser.add_argument("--pairs", type=int, default=2, help="pairs a note")
    parser.add_argument("--sentences", type=int, default=300, help="sentences a note")
    parser.add_argument("--replicates", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        made = make_release(folder, options.notes, options.pairs, options.sentences)
        command = [sys.executable, "-c", "import sys; from benchmark.logic.cli import main; sys.exit(main())"]
        command += ["score", str(folder), str(folder / "predictions.csv"), "--json"]
        began = time.perf_counter()
        done = subprocess.run(
            [*command, "--bootstrap", str(options.replicates)], cwd=ROOT, capture_output=True, check=False
        )
        seconds = time.perf_counter() - began
    if done.returncode:
        sys.exit(done.stdout.decode()[:2000] + done.stderr.decode())
    found = json.loads(done.stdout)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    sentences = options.notes * options.sentences
    print(f"{made} pairs, {sentences} sentences, {options.replicates} replicates:", end=" ")
    print(f"{seconds:.2f} s ({used.ru_utime:.2f} s CPU), {used.ru_maxrss / 1024:.0f} MiB", end=", ")
    print(f"F1 {found['concept']['f1']}")


if __name__ == "__main__":
    main()
