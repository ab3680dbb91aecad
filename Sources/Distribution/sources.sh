#!/usr/bin/env bash
# Packs the sources, which who passes a tarball or a wheel on has to pass on as well: FFTW in it is under the GPL.
#
#   Sources/Distribution/sources.sh VERSION FOLDER
set -euo pipefail
version=$1
folder=$(realpath "$2")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

rm -f "$folder"/swingpipe-*-source.tar.gz
if ! git -C "$root" rev-parse --verify --quiet HEAD >/dev/null; then
  echo "make dist: no git here, so that no source archive is made; pass the sources in this folder on with what is built" >&2
  exit 0
fi
if ! git -C "$root" diff --quiet HEAD; then
  echo "make dist: files differ from the last commit, and the source archive is of the commit: do not pass this build on" >&2
fi
git -C "$root" archive --prefix "swingpipe-$version/" --format tar.gz -9 \
  --output "$folder/swingpipe-$version-source.tar.gz" HEAD
