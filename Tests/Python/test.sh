#!/usr/bin/env bash
# Tests the Python module's runs on a Dask cluster and in parts, and stages in Python, in a separate environment.
#
# usage: test.sh SWINGPIPE [ARGUMENT OF pytest]...
set -euo pipefail

tool=$(realpath "$1")
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
list=$root/Tests/Python/requirements.txt
environment=$root/.build/test-python
test=test-python
. "$root/.ci/skips"

if ! cmp -s "$list" "$environment/installed.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment" 2>/dev/null ||
    skip 'no virtual environment can be made here (on Debian, install python3-venv)'
  "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement "$list" ||
    skip 'its packages could not be installed'
  cp "$list" "$environment/installed.txt"
fi

work=$(mktemp -d -t swingpipe-python.XXXXXX)
trap 'rm -rf "$work"' EXIT
# Nothing of the user's own settings, and no proxy in front of the servers that the tests start.
env -u PYTHONHOME -u AWS_PROFILE -u AWS_ENDPOINT_URL PYTHONPATH="$root/Sources/Python" PYTHONDONTWRITEBYTECODE=1 \
  SWINGPIPE="$tool" TMPDIR="$work" NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost \
  AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null DASK_CONFIG="$work" \
  "$environment/bin/python" -m pytest -q -p no:cacheprovider --basetemp="$work/pytest" -W ignore::swingpipe.InputWarning \
  "$root/Tests/Python" "$@"
