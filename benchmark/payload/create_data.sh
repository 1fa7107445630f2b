#!/bin/sh
# Set these two and run: writes the dataset with note text and evidence.
NOTES="${NOTES:-discharge.csv.gz}"
OUTPUT="${OUTPUT:-dataset.csv}"

exec python3 "$(dirname "$0")/mimic_data.py" --notes "$NOTES" --output "$OUTPUT"
