#!/usr/bin/env bash
# Executes a copy of the notebooks in a separate environment, and compares their outputs with the stored ones.
#
# usage: test.sh [--store] SWINGPIPE [OUTPUT]
#   --store   store the new outputs in the notebooks
#   OUTPUT    folder for the executed notebooks
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sources=$root/Pipelines/Notebooks
store=()
if [ "$1" = --store ]; then
  store=("$sources")
  shift
fi
tool=$(realpath "$1")
output=${2:-}
list=$sources/requirements.txt
environment=$root/.build/notebooks
test=notebooks
. "$root/.ci/skips"

if ! cmp -s "$list" "$environment/installed.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment" 2>/dev/null ||
    skip 'no virtual environment can be made here (on Debian, install python3-venv)'
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$list"
  cp "$list" "$environment/installed.txt"
fi

work=$(mktemp -d -t swingpipe-notebooks.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir "$work/notebooks" "$work/matplotlib"
cp "$sources"/*.ipynb "$work/notebooks/"
# Small pictures.
echo 'figure.dpi: 80' >"$work/matplotlib/matplotlibrc"

# A clean environment without the user's settings, and the module of these sources.
run=(env -u PYTHONHOME PYTHONPATH="$root/Sources/Python" PYTHONDONTWRITEBYTECODE=1 SWINGPIPE="$tool"
  IPYTHONDIR="$work/ipython" MPLCONFIGDIR="$work/matplotlib" "$environment/bin/python")
# matplotlib lists its fonts once, with a message. No notebook should contain it.
"${run[@]}" -c 'import matplotlib.font_manager' 2>/dev/null
status=0
"${run[@]}" "$root/Tests/Notebooks/execute.py" "$work/notebooks" ${store[@]+"${store[@]}"} || status=$?
if [ -n "$output" ]; then
  mkdir -p "$output"
  rm -f "$output"/*.ipynb
  cp "$work/notebooks"/*.ipynb "$output/"
fi
exit "$status"
