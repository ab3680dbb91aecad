#!/bin/sh
# Trains the hit-or-miss model that is built in: on simulated recordings of every sport, on copies with shocks on their misses,
# and on labelled recordings beside them. Needs Python with NumPy and h5py.
#
#   Tests/Measurements/model.sh SWINGPIPE OUTPUT [LABELLED...]
#
# Weak contacts are part of it: shocks from 0.3 g on. The bounds of badminton are the widest of the ready pipelines, and so
# hold the swings of all sports.
set -eu

swingpipe=$1
output=$2
shift 2
pipelines=$(cd "$(dirname "$0")/../../Pipelines" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for sport in baseball softball golf tennis table_tennis badminton cricket; do
  "$swingpipe" simulate swings --sport "$sport" --seed 701 --count 3 --duration-s 240 --min-peak-g 0.3 --output "$work"
  "$swingpipe" simulate swings --sport "$sport" --seed 751 --count 2 --duration-s 240 --min-peak-g 0.3 --max-peak-g 2 --output "$work"
done
python3 "$(dirname "$0")/disturb_contacts.py" "$work" "$work/disturbed"
"$swingpipe" pipelines train "$pipelines/badminton.json" "$work" "$@" --name hit-miss-4 --output "$output"
