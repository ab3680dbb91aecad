#!/usr/bin/env bash
# Makes the wheel of a bundle: the Python module with the tool and its libraries in it.
#
#   Sources/Python/build.sh TREE FOLDER
set -euo pipefail
exec </dev/null
[ $# -eq 2 ] || { echo 'usage: Sources/Python/build.sh TREE FOLDER' >&2; exit 64; }
tree=$(realpath "$1")
folder=$(realpath "$2")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The oldest C library that has all that is called; pip installs the wheel where there is that one or a later one.
needed=$(objdump -T "$tree/bin/swingpipe" "$tree"/lib/swingpipe/* | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
platform=manylinux_$(sed 's/GLIBC_//; s/\./_/' <<<"$needed")_$(uname -m)

environment=$folder/venv
[ -x "$environment/bin/pip" ] || python3 -m venv "$environment"
staged=$folder/wheel
rm -rf "$staged" "$folder"/swingpipe-*.whl
mkdir -p "$staged/swingpipe/bundle"
cp "$here/pyproject.toml" "$staged/"
cp "$here"/swingpipe/*.py "$here/swingpipe/py.typed" "$staged/swingpipe/"
cp -r "$tree/bin" "$tree/lib" "$staged/swingpipe/bundle/"
mkdir "$staged/swingpipe/bundle/share"
cp -r "$tree/share/swingpipe" "$tree/share/doc" "$staged/swingpipe/bundle/share/"
cp "$tree/share/doc/swingpipe/LICENCES.md" "$staged/"
"$tree/bin/swingpipe" --version >"$staged/VERSION"

"$environment/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" \
  --config-settings="--build-option=--plat-name=$platform" "$staged"
"$here/../Distribution/sources.sh" "$(cat "$staged/VERSION")" "$folder"
ls -l "$folder"/swingpipe-*.whl
