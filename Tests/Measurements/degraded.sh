#!/bin/sh
# Measures what lesser input does to the results, and writes the tables of Data/Degraded.md.
#
#   Tests/Measurements/degraded.sh SWINGPIPE WORK_FOLDER [SESSIONS]
#
# SWINGPIPE is the tool. WORK_FOLDER takes some 200 MB of copies and tables, in a folder of their own that is removed at the
# end; nothing else in it is touched.
# SESSIONS is a folder of labelled table tennis sessions; without one their table in Degraded.md stays as it is.
set -eu

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo 'usage: Tests/Measurements/degraded.sh SWINGPIPE WORK_FOLDER [SESSIONS]' >&2
  exit 64
fi
swingpipe=$1
sessions=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
document=$root/Data/Degraded.md

mkdir -p "$2"
work=$(mktemp -d "$2/degraded.XXXXXX")
trap 'rm -rf "$work"' EXIT
# An exit of its own for each, at which the line above is run.
trap 'exit 130' INT
trap 'exit 143' TERM

# A figure of a score's JSON, rounded; a dash for one that the score does not have.
figure() {
  awk -v key="\"$1\": {" -v form="$2" '
    index($0, key) { getline; sub(/.*: /, ""); sub(/,$/, ""); if ($0 != "null") { printf form, $0; found = 1 }; exit }
    END { if (!found) printf "-" }' "$work/score.json"
}

# Of the hits that a run found, those flagged as saturated, in percent.
saturated() {
  "$swingpipe" head "$work"/out/*/merged/swings.parquet --all --csv --columns label,saturated | awk -F, '
    $1 == "hit" { hits++; if ($2 == "true") flagged++ }
    END { if (hits) printf "%.0f %%", 100 * flagged / hits; else printf "-" }'
}

# The number of a refusal among those of the table.
number() {
  grep -qxF -e "$1" "$work/refusals" || printf '%s\n' "$1" >>"$work/refusals"
  grep -nxF -e "$1" "$work/refusals" | cut -d : -f 1
}

# One row: its title, the options of degrade, the options of run. The variable data is a folder that holds one of
# recordings for each pipeline.
measure() {
  title=$1 degrade=$2 run=$3
  rm -rf "$work/data" "$work/out"
  refused=
  for folder in "$data"/*/; do
    name=$(basename "$folder")
    # The options are words of their own.
    # shellcheck disable=SC2086
    "$swingpipe" degrade "$folder" --output "$work/data/$name" $degrade 2>"$work/log"
    # shellcheck disable=SC2086
    if ! "$swingpipe" run "$root/Pipelines/$name.json" "$work/data/$name" --output "$work/out/$name" --quiet $run \
      2>"$work/log"; then
      # The plan's reason, without the recording, which is one of those of this script.
      refusal=$(sed -n 's/.*error: .*: \(option "[^"]*": .*\)/\1/p' "$work/log" | head -n 1)
      if [ -z "$refusal" ]; then
        cat "$work/log" >&2
        exit 1
      fi
      mark="($(number "$refusal"))"
      case $refused in *"$mark"*) ;; *) refused="$refused $mark" ;; esac
    fi
  done
  if [ -n "$refused" ]; then
    echo "| $title | refused$refused | | | | | | | |"
    return
  fi
  "$swingpipe" score "$work"/out/*/ --labels "$data" --resamples 0 --json >"$work/score.json"
  printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$title" "$(figure f1 %.3f)" "$(figure hits.f1 %.3f)" \
    "$(figure misses.f1 %.3f)" "$(figure hits.recall %.3f)" "$(figure onset.p95_ms %.1f)" \
    "$(figure start.p95_ms %.1f)" "$(figure time_to_contact.bias_ms %.1f)" "$(saturated)"
}

table() {
  echo '| input | F1 swings | F1 hits | F1 misses | recall hits | onset P95, ms | start P95, ms | time to contact bias, ms | saturated |'
  echo '|---|---|---|---|---|---|---|---|---|'
  : >"$work/refusals"
  fits='--set hp.stop_hz=20 --set hp.pass_hz=40'
  measure 'as recorded' '' ''
  measure 'acceleration at 400 Hz' '--acceleration-rate-hz 400' ''
  measure 'acceleration at 400 Hz, aliased' '--acceleration-rate-hz 400 --keep-aliases' ''
  measure 'acceleration at 200 Hz' '--acceleration-rate-hz 200' ''
  measure 'acceleration at 200 Hz, aliased' '--acceleration-rate-hz 200 --keep-aliases' ''
  measure 'acceleration at 100 Hz' '--acceleration-rate-hz 100' ''
  measure 'acceleration at 100 Hz, 20-40 Hz filter' '--acceleration-rate-hz 100' "$fits"
  measure 'device motion at 100 Hz' '--motion-rate-hz 100' ''
  measure 'device motion at 50 Hz' '--motion-rate-hz 50' ''
  measure 'clipped at 16 g' '--clip-g 16' ''
  measure 'clipped at 8 g' '--clip-g 8' ''
  measure '1 % of the samples lost' '--drop-share 0.01' ''
  measure 'device motion 5 ms late' '--motion-offset-s 0.005' ''
  measure 'device motion 5 ms late, corrected' '--motion-offset-s 0.005' '--set in.correct_motion_offset=true'
  measure '400 and 100 Hz, 16 g, 1 % lost, 5 ms late, corrected' '--acceleration-rate-hz 400 --motion-rate-hz 100
    --clip-g 16 --drop-share 0.01 --motion-offset-s 0.005' '--set in.correct_motion_offset=true'
  awk '{ printf "\n(%d) %s\n", NR, $0 }' "$work/refusals"
}

# Puts standard input between the lines that begin and end a table of the document.
replace() {
  cat >"$work/table.md"
  grep -q "^<!-- $1 -->\$" "$document"
  awk -v begin="<!-- $1 -->" -v table="$work/table.md" '
    $0 == begin { print; while ((getline line < table) > 0) print line; inside = 1; next }
    /^<!-- end -->$/ { inside = 0 }
    !inside { print }' "$document" >"$work/document.md"
  cat "$work/document.md" >"$document"
}

data=$work/simulated
for sport in baseball golf table_tennis tennis; do
  "$swingpipe" simulate swings --sport "$sport" --count 2 --seed 101 --duration-s 180 --output "$data/$sport" 2>/dev/null
done
table >"$work/simulated.md"
replace simulated <"$work/simulated.md"
if [ -n "$sessions" ]; then
  data=$work/sessions
  mkdir -p "$data"
  cp -R "$sessions" "$data/table_tennis"
  table >"$work/sessions.md"
  replace sessions <"$work/sessions.md"
fi
