#!/bin/sh
# Trains the model of swing_probability that is built in: on simulated recordings of every sport, and on folders of labelled
# recordings beside them, of play and of everyday motion. Each folder is left out in turn.
#
#   Tests/Measurements/swing_model.sh SWINGPIPE OUTPUT [FOLDER...]
set -eu

swingpipe=$1
output=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for sport in baseball softball golf tennis table_tennis badminton cricket; do
  "$swingpipe" simulate swings --sport "$sport" --seed 801 --count 3 --duration-s 240 --min-peak-g 0.3 --output "$work/simulated-$sport"
done
"$swingpipe" pipelines train tennis "$work" "$@" --swing-model "$output" --name swing-2
