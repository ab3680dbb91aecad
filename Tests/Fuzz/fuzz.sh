#!/usr/bin/env bash
# usage: fuzz.sh SWINGPIPE SECONDS [TARGET...]     feeds each target for so long; inputs that it does not survive are kept
#
# Swift code is built with AddressSanitizer and the coverage that libFuzzer steers by, HDF5 and libmatio are as the system has them:
# where they crash, hang or take memory, a run goes on, as the tool contains it in a process of its own. Targets are
# fed side by side, one for each processor.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
swingpipe=$1
seconds=$2
shift 2
build=$here/../../.build/fuzz
known=$(cd "$here/Seeds" && echo *)
targets=${*:-$known}
for target in $targets; do
  [[ " $known " == *" $target "* ]] || { echo "fuzz: there is no target \"$target\"; expected some of: $known" >&2; exit 64; }
done

build() { swift build --configuration release --package-path "$here" --scratch-path "$build" "$@"; }
# The linker warns of thousands of the sanitizer's symbols.
build --sanitize fuzzer --sanitize address -Xswiftc -parse-as-library \
  -Xswiftc -sanitize-coverage=edge,trace-cmp,inline-8bit-counters,pc-table 2>&1 |
  grep -v 'ld.gold: warning: Cannot export local symbol' | tail -n 5
binary=$(build --show-bin-path)/fuzz

seeds=$build/seeds
rm -rf "$seeds"
"$here/seeds.sh" "$swingpipe" "$seeds"

export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
# Feeds one target and tells of it in a line; its result is `none`, `findings` or `not fed`.
feed() {
  local target=$1
  local corpus=$build/corpus/$target findings=$build/findings/$target log=$build/$target.log
  local input ours=0 runs coverage
  rm -rf "$findings"
  mkdir -p "$corpus" "$findings" "$here/Findings/$target"
  # In processes of its own, each of which may end: what HDF5 does to one is told below by its report.
  FUZZ_TARGET=$target "$binary" -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -timeout=20 \
    -rss_limit_mb=1024 -max_len=262144 -max_total_time="$seconds" -artifact_prefix="$findings/" \
    "$corpus" "$seeds/$target" "$here/Findings/$target" >"$log" 2>&1 || true
  for input in "$findings"/*; do
    [ -e "$input" ] || continue
    FUZZ_TARGET=$target timeout 60 "$binary" -timeout=20 -rss_limit_mb=1024 "$input" >"$input.report" 2>&1 && continue
    # Whose code it was in: the first frame that is neither the sanitizer's nor the C library's.
    # Not by `head`, which ends before it has read all: a program that still writes to it counts as failed here.
    if grep -E '^ +#[0-9]+ ' "$input.report" | grep -vE 'fuzzer|sanitizer|asan|libc\.so|libc_start|pthread' | sed -n 1p |
      grep -qE "libhdf5|libmatio"; then
      rm "$input" "$input.report"
    else
      ours=$((ours + 1))
    fi
  done
  runs=$(sed -n 's/^#\([0-9]\+\).*/\1/p' "$log" | tail -n 1)
  coverage=$(sed -n 's/.*cov: \([0-9]\+\).*/\1/p' "$log" | tail -n 1)
  printf '%-16s %10s %9s %9s\n' "$target" "${runs:-0}" "${coverage:-0}" "$ours"
  if [ "${runs:-0}" = 0 ]; then
    echo "fuzz: $target was not fed: $(tail -n 1 "$log")" >&2
    echo 'not fed'
  elif [ "$ours" != 0 ]; then
    echo findings
  else
    echo none
  fi >"$build/$target.result"
}

printf '%-16s %10s %9s %9s\n' target executions coverage findings
# As many at a time as there are processors, each in a process group of its own, which ends with this script.
set -m
trap 'for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cores=$(nproc)
for target in $targets; do
  rm -f "$build/$target.result"
  while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n || true; done
  feed "$target" &
done
wait

status=0
for target in $targets; do
  case $(cat "$build/$target.result" 2>/dev/null) in
    none) ;;
    findings)
      echo "fuzz: inputs and reports of $target are in $build/findings/$target; mend them and keep each in" \
        "Tests/Fuzz/Findings/$target" >&2
      status=1
      ;;
    'not fed') status=1 ;;
    *)
      echo "fuzz: the feeding of $target broke off; its log is $build/$target.log" >&2
      status=1
      ;;
  esac
done
exit "$status"
