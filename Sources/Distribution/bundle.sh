#!/usr/bin/env bash
# Puts all that the tool needs beside it, but for the C library, so that it runs where nothing is installed.
#
#   Sources/Distribution/bundle.sh TREE
#
# TREE is what `make install` made. It gets lib/swingpipe (libraries of this Debian system, which find each other
# there), share/swingpipe (pipelines, and a font with its configuration) and share/doc/swingpipe (licences).
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

# Debian's HDF5 can read from S3, and for that alone needs libcurl and OpenSSL, which bring in 25 libraries more
# (Kerberos, LDAP, TLS). swingpipe opens files only: libraries that only refuse stand in for the two.
stand_in() { # library, as it is named in what needs it
  local versions symbols
  versions=$(objdump -p "$hdf5" | awk -v name="$1:" '/required from/ { on = $3 == name; next } /^$/ { on = 0 } on { print $4 }')
  symbols=$(nm -D --undefined-only --with-symbol-versions "$hdf5" | sed -n 's/^ *U //p')
  for version in $versions; do
    sed -n "s/@$version\$//p" <<<"$symbols" | sed 's/.*/void *&(void) { return 0; }/'
  done >"$libraries/stand_in.c"
  for version in $versions; do
    echo "$version { $(sed -n "s/@$version\$/;/p" <<<"$symbols" | tr '\n' ' ') };"
  done >"$libraries/stand_in.map"
  cc -shared -fPIC -fno-builtin -O1 -nostdlib -Wl,-soname,"$1" -Wl,--version-script="$libraries/stand_in.map" \
    -o "$libraries/$1" "$libraries/stand_in.c"
  rm "$libraries"/stand_in.*
}

strip "$tool"
hdf5=$(ldd "$tool" | awk '$1 ~ /^libhdf5/ { print $3 }')
for name in $(objdump -p "$hdf5" | awk '$1 == "NEEDED" && $2 ~ /^lib(curl|crypto)\./ { print $2 }'); do
  stand_in "$name"
done

# cairo is loaded by its name for the first picture, so that no program's header names it.
cairo=$(cc -print-file-name=libcairo.so.2)
used=$(for file in "$tool" "$cairo"; do LD_LIBRARY_PATH=$libraries ldd "$file"; done |
  awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -v -e "^$libraries/" -e '/lib\(c\|m\|dl\|rt\|pthread\|resolv\)\.so\.')
font=/usr/share/fonts/truetype/dejavu/DejaVuSans
for library in "$cairo" $used; do
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

# Their packages, for the licences.
"$here/licences.sh" "$tree/share/doc/swingpipe" "$cairo" $used "$font.ttf"
