#!/bin/sh
# Draws the pictures of the project's README and of its documentation, from the project's folder.
#
#   Tests/Measurements/pictures.sh SWINGPIPE FOLDER
set -eu

swingpipe=$1
folder=$2

"$swingpipe" plot Data/baseball-000001.h5 --pipeline Pipelines/baseball.json --swing 2 --output "$folder/swing.svg"
"$swingpipe" plot Data/tennis-000001.h5 --pipeline Pipelines/tennis.json --from +2 --to +10.5 \
  --panels high_passed,rotation --output "$folder/stretch.svg"
"$swingpipe" plot Data/baseball-000001.h5 --from 68602.86 --to 68603.08 --panels raw --compare-rate-hz 100 --height 360 \
  --title 'A contact at 800 Hz, and as a sensor of 100 Hz would have seen it' --output "$folder/rates.svg"
"$swingpipe" workout-plan show Pipelines/Plans/my_workout.json --output "$folder/plan.svg"

# The first page of a report, as Chromium shows it; without one the picture stays as it is.
if browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  "$swingpipe" run golf Data/golf-000001.h5 Data/golf-000002.h5 --output "$work/out" --quiet
  "$swingpipe" report "$work/out" --quiet
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1100,1150 \
    --screenshot="$PWD/$folder/report.png" "file://$work/out/report.html" >/dev/null 2>&1
fi
