#!/usr/bin/env bash
# Writes the licences of what is bundled: LICENCES.md says what is from where, licences/ has the texts.
#
#   Sources/Distribution/licences.sh FOLDER FILE...
#
# Each FILE is of a Debian package.
set -euo pipefail
folder=$1
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
texts=$folder/licences
mkdir -p "$texts"

# A file is known by the path of its package, which may be that of before /lib became a link to /usr/lib.
package_of() {
  local path
  path=$(realpath "$1")
  for name in "$path" "${path#/usr}"; do
    if dpkg-query -S "$name" 2>/dev/null | head -n 1 | cut -d: -f1 | grep .; then return; fi
  done
  echo "make dist: $1 is of no Debian package, so that its licence is not known" >&2
  return 1
}

packages=$(for file in "$@"; do package_of "$file" || exit; done | sort -u)

{
  cat <<'TEXT'
# Licences

The sources of swingpipe are under the Apache License 2.0 (LICENSE beside this file). This bundle also holds FFTW, which
is under the GNU General Public License, version 2 or later, and other libraries; as a whole it is under the **GNU General
Public License, version 3** (licences/GPL-3). You may use it for anything. Who passes it on has to pass on, or offer, the
sources as well: those of swingpipe, which `make dist` writes as swingpipe-VERSION-source.tar.gz, and those of the
libraries, which are unchanged Debian packages but for the paths at which they look for each other. On a Debian system
`apt-get source SOURCE=VERSION` gives them, and Debian keeps every version in its archive of snapshots. What is built anew
from them takes the place of the file of the same name in lib/swingpipe; to change HDF5 or libmatio, swingpipe itself is
built anew.

swingpipe itself holds the run-time libraries of Swift and the packages swift-argument-parser and swift-log (licences/swift,
Apache License 2.0 with Runtime Library Exception), Swift's tables of Unicode's data (licences/unicode), HDF5
(licences/libhdf5-dev) and libmatio (licences/libmatio-dev).

| package | version | Debian source | version of the source | licence |
|---|---|---|---|---|
TEXT
  for package in $packages; do
    dpkg-query -W -f "| \${Package} | \${Version} | \${source:Package} | \${source:Version} | licences/$package |\n" "$package" |
      head -n 1
  done
} >"$folder/LICENCES.md"

for package in $packages; do
  cp -L "/usr/share/doc/$package/copyright" "$texts/$package"
done
# The long texts that these refer to.
for text in GPL-3 $(grep -oh '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$texts"/* | sed 's|.*/||' | sort -u); do
  [ ! -f "/usr/share/common-licenses/$text" ] || cp -L "/usr/share/common-licenses/$text" "$texts/$text"
done
cp "$root/LICENSE" "$folder/LICENSE"
cp "$root/Sources/Distribution/unicode-licence.txt" "$texts/unicode"
cp "$(dirname "$(realpath "$(command -v "${SWIFT:-swift}")")")/../share/swift/LICENSE.txt" "$texts/swift"
