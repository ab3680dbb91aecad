#!/bin/bash
# Counts the instructions of the hot kernels, and compares them with the limits in instructions.json.
#
#   Tests/Benchmarks/instructions.sh COUNT [--update]
#
# COUNT is the program `count`, a release build; --update stores what it counts as the new limits. A count differs by less
# than a percent from run to run and between machines, whatever else these do, so that a tenth more is the code's own
# doing. Needs Python 3 and valgrind, which it installs on Debian as root, and says so where it is not to be had.
set -euo pipefail
exec </dev/null
[ $# -ge 1 ] || { echo 'usage: Tests/Benchmarks/instructions.sh COUNT [--update]' >&2; exit 64; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

test=test-instructions
. "$here/../../.ci/skips"

[ "$(uname -m)" = x86_64 ] || skip 'the limits are those of x86_64'
grep -qw avx2 /proc/cpuinfo 2>/dev/null || skip 'the limits are those of processors with AVX2, as far as valgrind knows them'
if ! command -v valgrind >/dev/null || ! command -v python3 >/dev/null; then
  command -v apt-get >/dev/null || skip 'there is no valgrind, and no apt to install it with'
  [ "$(id -u)" -eq 0 ] || skip 'there is no valgrind, and installing it takes root'
  echo 'Installing valgrind' >&2
  apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null; }
  apt_get update || true
  # Valgrind reads the names of the C library's functions from its debug symbols.
  apt_get install --yes --no-install-recommends valgrind libc6-dbg python3
fi

work=$(mktemp -d -t swingpipe-instructions.XXXXXX)
trap 'rm -rf "$work"' EXIT
TMPDIR="$work" python3 -B "$here/instructions.py" "$here/instructions.json" "$@"
