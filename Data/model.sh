#!/bin/sh
# Trains the hit-or-miss model that is built in: on simulated recordings of every sport, and on labelled ones beside them.
#
#   Data/model.sh SWINGPIPE OUTPUT [LABELLED...]
#
# Weak contacts are part of it: shocks from 0.6 g on. From 0.4 g on, one miss in 300 beside a tap is called a hit; from 0.8 g on
# probabilities of weak contacts are too small by 0.06 on average. The bounds of badminton are the widest of the ready pipelines, and so
# hold the swings of all sports.
set -eu

swingpipe=$1
output=$2
shift 2
pipelines=$(cd "$(dirname "$0")/../Pipelines" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for sport in baseball softball golf tennis table_tennis badminton cricket; do
  "$swingpipe" simulate --sport "$sport" --seed 701 --count 3 --duration-s 240 --min-peak-g 0.6 --output "$work"
done
"$swingpipe" train "$pipelines/badminton.json" "$work" "$@" --name hit-miss-3 --output "$output"
