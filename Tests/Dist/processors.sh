#!/bin/bash
# Runs the tool on emulated processors with other vector instructions: the tables have to be the same, byte for byte.
#
#   Tests/Dist/processors.sh SWINGPIPE [PROCESSOR...]
#
# PROCESSOR is a name of QEMU's; by default one without AVX, and one with AVX2 and FMA. Needs QEMU's user emulation, which it
# installs on Debian as root, and says so if it is missing.
set -euo pipefail
exec </dev/null
[ $# -ge 1 ] || { echo 'usage: Tests/Dist/processors.sh SWINGPIPE [PROCESSOR...]' >&2; exit 64; }
swingpipe=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- Nehalem Haswell
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
test=test-dist
. "$root/.ci/skips"

[ "$(uname -m)" = x86_64 ] || skip 'processors are emulated on x86_64 only'
emulator=qemu-x86_64
if ! command -v "$emulator" >/dev/null; then
  { [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; } || skip 'there is no QEMU to emulate other processors with'
  { apt-get -qq -o DPkg::Lock::Timeout=300 update || true
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends qemu-user
  } >/dev/null 2>&1 || skip 'QEMU could not be installed to emulate other processors with'
fi

work=$(mktemp -d -t swingpipe-processors.XXXXXX)
trap 'rm -rf "$work"' EXIT
recordings=("$root/Data/tennis-000001.h5" "$root/Data/golf-000001.h5")
"$swingpipe" run "${recordings[@]}" --output "$work/here" --quiet
for processor; do
  # QEMU warns of instructions that it cannot emulate.
  "$emulator" -cpu "$processor" "$swingpipe" run "${recordings[@]}" --output "$work/$processor" --jobs 1 --quiet \
    2>"$work/messages" || { cat "$work/messages" >&2; exit 1; }
  for table in "$work"/here/*/*/*.parquet; do
    cmp "$table" "$work/$processor/${table#"$work/here/"}" || {
      echo "test-dist: on the processor $processor ${table##*/} differs" >&2
      exit 1
    }
  done
  echo "test-dist: the processor $processor gives the same tables"
done
