#!/bin/sh
# Set these and run: asks a local OpenAI-compatible server about every pair and packs the predictions.
# Started again after a stop, it asks only what has no answer yet.
MODEL="${MODEL:-my-model}"
ENDPOINT="${ENDPOINT:-http://127.0.0.1:8000/v1}"
DATA="${DATA:-dataset.csv}"

exec python3 "$(dirname "$0")/run_sample.py" --model "$MODEL" --endpoint "$ENDPOINT" --data "$DATA"
