#!/usr/bin/env bash
# Puts all that the tool needs beside it, but for the C library, so that it runs where nothing is installed.
#
#   Sources/Distribution/bundle.sh TREE
#
# TREE is what `make install` made. It gets lib/swingpipe (libraries of this Debian system, which find each other
# there), share/swingpipe (pipelines, a recording of each sport, and a font with its configuration)
# and share/doc/swingpipe (licences).
set -euo pipefail
exec </dev/null
[ $# -eq 1 ] || { echo 'usage: Sources/Distribution/bundle.sh TREE' >&2; exit 64; }
tree=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(realpath "$here/../..")
tool=$tree/bin/swingpipe
libraries=$tree/lib/swingpipe
fonts=$tree/share/swingpipe/fonts
mkdir -p "$libraries" "$fonts"

if ! command -v dpkg-query >/dev/null; then
  echo 'make dist takes libraries and their licences from Debian packages, and there is no dpkg here' >&2
  exit 1
fi

strip "$tool"

# cairo and libzip are loaded by their names when they are first needed, so that no program's header names them.
cairo=$(pkg-config --variable=libdir cairo)/libcairo.so.2
zip=$(pkg-config --variable=libdir libzip)
zip=$zip/$(patchelf --print-soname "$zip/libzip.so")
used=$(for file in "$tool" "$cairo" "$zip"; do ldd "$file"; done |
  awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -v '/lib\(c\|m\|dl\|rt\|pthread\|resolv\)\.so\.')
font=/usr/share/fonts/truetype/dejavu/DejaVuSans
for library in "$cairo" "$zip" $used; do
  cp -L "$library" "$libraries/"
done
cp "$font.ttf" "$font-Bold.ttf" "$here/fonts.conf" "$fonts/"

# Ahead of LD_LIBRARY_PATH, as the environments of other programs set it to libraries of theirs.
patchelf --force-rpath --set-rpath '$ORIGIN/../lib/swingpipe' "$tool"
for library in "$libraries"/*; do
  chmod 644 "$library"
  patchelf --force-rpath --set-rpath '$ORIGIN' "$library"
done

pipelines=$tree/share/swingpipe/pipelines
mkdir -p "$pipelines"
cp "$root"/Pipelines/*.json "$pipelines/"
cp -r "$root/Pipelines/Cluster" "$root/Pipelines/Mappings" "$root/Pipelines/Notebooks" "$root/Pipelines/Plans" "$pipelines/"

documents=$tree/share/doc/swingpipe
mkdir -p "$documents/Data"
cp -r "$root/README.md" "$root/Documentation" "$documents/"
cp "$root"/Data/*.md "$root"/Data/*.svg "$root"/Data/report.png "$documents/Data/"
# What the pages are compiled with.
rm -f "$pipelines"/Mappings/*.swift "$documents"/Documentation/*.swift

# swingpipe.load_example() finds them here.
recordings=$tree/share/swingpipe/recordings
mkdir -p "$recordings"
cp "$root"/Data/*-000001.h5 "$recordings/"

# Their packages, for the licences, and those of HDF5 and libmatio, unless they are among them: they are parts of the tool.
archives=()
case $used in
  *libhdf5*) ;;
  *) archives=("$(pkg-config --libs-only-L hdf5-serial | sed 's/^-L//; s/ *$//')/libhdf5.a" "$(pkg-config --variable=libdir matio)/libmatio.a") ;;
esac
"$here/licences.sh" "$tree/share/doc/swingpipe" "$cairo" "$zip" $used "$font.ttf" "${archives[@]}"
