#!/usr/bin/env bash
# usage: soak.sh SWINGPIPE SECONDS [SEED]     disturbs batches for so long; every table must be that of an undisturbed run
#
# Each round runs a folder of sound and damaged recordings and disturbs the run in one way: it is killed, interrupted,
# has no space, loses an input, or is one of two at a time. A last run without disturbance then has to leave what a run
# that nobody disturbed leaves, byte for byte.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
swingpipe=$(realpath "$1")
seconds=$2
RANDOM=${3:-1}
pipeline=$here/../../Pipelines/tennis.json
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

fail() {
  echo "soak: $*; the folder is left in $work" >&2
  trap - EXIT
  exit 1
}

# Sound recordings of several kinds, and some that are damaged: cut off, zeroed, not HDF5.
simulate() { "$swingpipe" simulate swings --sport tennis --output "$work/in" "$@" 2>/dev/null >&2; }
simulate --count 12 --duration-s 60
simulate --count 4 --seed 101 --duration-s 120 --stamps ticks --gaps 2 --storage gzip
simulate --count 4 --seed 201 --duration-s 60
damaged=0
for recording in "$work"/in/tennis-00020[1-4].h5; do
  damaged=$((damaged + 1))
  size=$(stat -c %s "$recording")
  case $damaged in
    1) truncate -s $((size / 2)) "$recording" ;;
    2) dd if=/dev/zero of="$recording" bs=512 seek=1 count=4 conv=notrunc status=none ;;
    3) echo 'no recording' >"$recording" ;;
    4) dd if=/dev/zero of="$recording" bs=4096 seek=$((size / 8192)) count=2 conv=notrunc status=none ;;
  esac
done

run() { "$swingpipe" run "$pipeline" "$work/in" --output "$1" --stall-timeout-s 10 --quiet "${@:2}"; }
# The tables, without what tells of runs and times.
tables() { (cd "$1" && find . -path ./_meta -prune -o -type f -print0 | sort -z | xargs -0 sha256sum); }

code=0
run "$work/sound" 2>"$work/sound.log" || code=$?
[ "$code" = 1 ] || fail "the undisturbed run ended with $code, expected 1 for what is damaged: $(tail -n 1 "$work/sound.log")"
# Tables of each recording that is not damaged, and of no other.
for table in recordings rejected swings; do
  diff <(cd "$work/in" && ls | sed -e /00020/d -e 's/h5$/parquet/') <(ls "$work/sound/$table") >"$work/differences" ||
    fail "the undisturbed run has other $table: $work/differences"
done
tables "$work/sound" >"$work/expected"

rounds=0
declare -A tally=()
end=$((SECONDS + seconds))
while [ "$SECONDS" -lt "$end" ]; do
  out=$work/out
  # Now and then from nothing, else on from what the last round left.
  [ $((RANDOM % 3)) != 0 ] || rm -rf "$out"
  disturbance=$((RANDOM % 7))
  wait_s=0.$((RANDOM % 10))$((RANDOM % 10))
  case $disturbance in
    0 | 1 | 2)
      signals=(KILL TERM INT)
      name=${signals[$disturbance]}
      setsid "$swingpipe" run "$pipeline" "$work/in" --output "$out" --stall-timeout-s 10 --quiet --overwrite 2>/dev/null &
      process=$!
      sleep "$wait_s"
      kill -"$name" "$process" 2>/dev/null || true
      wait "$process" 2>/dev/null || true
      # A child notices within two seconds; what it leaves is cleared away by a run that begins after it has ended.
      for _ in {1..200}; do
        pgrep --session "$process" >/dev/null || break
        sleep 0.05
      done
      ;;
    3)
      name='no space'
      # A file may have so many bytes: each write beyond it fails, as on a full disk.
      (
        trap '' XFSZ
        ulimit -f $((RANDOM % 40))
        run "$out" --overwrite
      ) >/dev/null 2>&1 || true
      ;;
    4)
      name='an input vanishes'
      run "$out" --overwrite >/dev/null 2>&1 &
      sleep "$wait_s"
      mv "$work/in/tennis-000005.h5" "$work/away.h5"
      wait $! || true
      mv "$work/away.h5" "$work/in/tennis-000005.h5"
      ;;
    5)
      name='two at a time'
      run "$out" --overwrite >/dev/null 2>&1 &
      run "$out" >/dev/null 2>&1 || true
      wait $! || true
      ;;
    6)
      name='clocks of inputs change'
      touch -d "$((RANDOM % 4000)) days ago" "$work"/in/*.h5
      ;;
  esac
  sleep 0.1
  run "$out" 2>"$work/out.log" || [ $? = 1 ] || fail "after \"$name\" the run ended with $?: $(tail -n 1 "$work/out.log")"
  tables "$out" | diff "$work/expected" - >"$work/differences" || fail "after \"$name\" tables differ: $work/differences"
  rounds=$((rounds + 1))
  tally[$name]=$((${tally[$name]:-0} + 1))
done
[ "$rounds" != 0 ] || fail "$seconds s are too short for a round"
echo "$rounds rounds in $seconds s, every table as without disturbance"
for name in "${!tally[@]}"; do printf '  %-24s %s\n' "$name" "${tally[$name]}"; done
