#!/usr/bin/env bash
# Packs a bundle as one file, with the sources that who passes it on passes on as well.
#
#   Sources/Distribution/tarball.sh TREE FOLDER
set -euo pipefail
exec </dev/null
tree=$1
folder=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$("$tree/bin/swingpipe" --version)
name=swingpipe-$version-linux-$(uname -m)

rm -f "$folder"/swingpipe-*.tar.gz
# The same bytes of the same files.
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
  --transform "s|^\./|$name/|" --directory "$tree" . | gzip --no-name -9 >"$folder/$name.tar.gz"
"$root/Sources/Distribution/sources.sh" "$version" "$folder"
ls -l "$folder"/swingpipe-*.tar.gz
