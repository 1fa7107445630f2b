"""How fast the sentence convention is: MB of note text a second on one core.

python perf/sentences.py [--megabytes 5]
"""

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from corpus.logic.sentences import CONVENTION, split_sentences  # noqa: E402


def notes(megabytes: float) -> list[str]:
    """Invented notes of about 10,000 characters, put together from marked parts in a seeded order."""
    marked = (ROOT / "tests/data/sentences/marked.txt").read_text(encoding="utf-8")
    parts = marked.translate({ord("¦"): None, ord("~"): None}).split("%%\n")[1:]
    dice, made, size = random.Random(0), [], 0
    while size < megabytes * 1e6:
        note = "\n".join(dice.choices(parts, k=14))
        made.append(note)
        size += len(note.encode())
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=5)
    texts = notes(parser.parse_args().megabytes)
    split_sentences(texts[0])
    began = time.process_time()
    count = sum(len(split_sentences(text)) for text in texts)
    seconds = time.process_time() - began
    size = sum(len(text.encode()) for text in texts) / 1e6
    print(
        f"{CONVENTION}: {len(texts)} notes, {count} sentences, {size:.1f} MB in {seconds:.2f} s CPU: ", end=""
    )
    print(f"{size / seconds:.2f} MB/s")


if __name__ == "__main__":
    main()
