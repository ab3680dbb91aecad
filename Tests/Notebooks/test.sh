#!/usr/bin/env bash
# Executes the notebooks in an environment of their own, on a copy, so that nothing is left among the sources.
#
# usage: test.sh SWINGPIPE [OUTPUT]     OUTPUT: where the executed notebooks go, to be looked at
set -euo pipefail

tool=$(realpath "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
list=$root/Pipelines/Notebooks/requirements.txt
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

if [ $# -gt 1 ]; then
  mkdir -p "$2"
  work=$(realpath "$2")
  # Those that are no longer among the sources.
  rm -f "$work"/Pipelines/*.json "$work"/Pipelines/Notebooks/*.ipynb
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work/Pipelines/Notebooks" "$work/bin"
cp "$root"/Pipelines/*.json "$work/Pipelines/"
cp "$root"/Pipelines/Notebooks/*.ipynb "$work/Pipelines/Notebooks/"
ln -sfn "$root/Data" "$work/Data"
ln -sfn "$root/Pipelines/Recordings" "$work/Pipelines/Recordings"
ln -sfn "$tool" "$work/bin/swingpipe"
# Nothing of the user's own settings: a clean environment, with the module of these sources.
env -u PYTHONHOME -u SWINGPIPE PYTHONPATH="$root/Sources/Python" PYTHONDONTWRITEBYTECODE=1 \
  PATH="$work/bin:$PATH" IPYTHONDIR="$work/ipython" MPLCONFIGDIR="$work/matplotlib" \
  "$environment/bin/python" "$root/Tests/Notebooks/execute.py" "$work/Pipelines/Notebooks"
