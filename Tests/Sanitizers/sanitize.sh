#!/usr/bin/env bash
# usage: sanitize.sh SWIFT SWINGPIPE FOLDER [address|thread|leaks ...]     all three without a name
#
# address: the tests with AddressSanitizer; thread: the tests of what works on several threads, with ThreadSanitizer;
# leaks: a run over 200 recordings under valgrind, which must lose nothing at any place once a recording.
# SWIFT is Swift's command, SWINGPIPE a release build, FOLDER takes the builds and the recordings.
set -euo pipefail
[ $# -ge 3 ] || { sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2 && exit 64; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
read -ra swift <<<"$1"
swingpipe=$2
mkdir -p "$3"
folder=$(cd "$3" && pwd)
shift 3
status=0

tests() { # NAME FILTER: the tests, built with a sanitizer
  local name=$1
  shift
  "${swift[@]}" build --package-path "$root" --build-tests --sanitize "$name" --scratch-path "$folder/$name" || return
  "${swift[@]}" test --package-path "$root" --skip-build --sanitize "$name" --scratch-path "$folder/$name" "$@"
}

address() {
  # Leaks are looked for below, by how they grow.
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 tests address
}

thread() {
  clang -shared -fPIC -O1 -o "$folder/mutex.so" "$here/mutex.c" -ldl || return
  TSAN_OPTIONS='exitcode=66 second_deadlock_stack=1' LD_PRELOAD="$folder/mutex.so" tests thread \
    --filter 'FFTWTests|HDF5Tests|ParallelTests|PipelinesTests|RecordingsTests|SignalsTests|StageContractTests|StreamCSVTests|StreamedArchiveTests|SwingsTests|TablesTests'
}

leaks() {
  local folder=$folder/leaks count=200 blocks
  command -v valgrind >/dev/null || { echo 'leaks: there is no valgrind; install it, on Debian with apt-get install valgrind' >&2 && return 1; }
  rm -rf "$folder"
  mkdir -p "$folder/recordings"
  "$swingpipe" simulate swings --sport tennis --seed 1 --count $count --duration-s 20 --output "$folder/recordings" \
    >"$folder/simulate.log" 2>&1 || { tail -n 1 "$folder/simulate.log" >&2 && return 1; }
  # As slow as it is there, a recording would seem to hang.
  valgrind --leak-check=full --show-leak-kinds=definite --trace-children=yes --log-file="$folder/%p.log" \
    "$swingpipe" run tennis "$folder/recordings" --output "$folder/output" --jobs 2 --quiet --stall-timeout-s 0 || return
  # Swift hides pointers in spare bits, so that some of what is in use at the end looks lost, once a run or once a stage.
  blocks=$(grep -hoE 'in [0-9,]+ blocks are definitely lost' "$folder"/*.log | cut -d ' ' -f 2 | tr -d , | sort -n | tail -n 1)
  echo "$count recordings: at most ${blocks:-0} blocks lost at one place"
  # Two processes, the one that works and the one that watches it, have told of what they lost.
  [ "$(grep -lE 'LEAK SUMMARY|no leaks are possible' "$folder"/*.log | wc -l)" -ge 2 ] && [ "${blocks:-0}" -lt $((count / 4)) ]
}

[ $# -gt 0 ] || set -- address thread leaks
for check in "$@"; do
  case $check in
    address | thread | leaks) ;;
    *) echo "sanitize.sh: no check $check; expected address, thread or leaks" >&2 && exit 64 ;;
  esac
done
for check in "$@"; do
  if "$check"; then echo "$check: clean"; else
    echo "$check: NOT clean" >&2
    status=1
  fi
done
exit "$status"
