"""Adds the note text and the evidence to dataset_raw.csv, from your own copy of the notes.

    python3 data/mimic_data.py --notes discharge.csv.gz --output data/dataset.csv

A note that is not the one the release was made from is named and its rows are left out.
"""

import subprocess
import sys
from pathlib import Path

RELEASE = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    command = [sys.executable, str(RELEASE / "tools.pyz"), "rehydrate", str(RELEASE), *sys.argv[1:]]
    sys.exit(subprocess.call(command))
