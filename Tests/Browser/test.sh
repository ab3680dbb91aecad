#!/bin/bash
# Looks at reports in a real browser, without a screen.
#
#   Tests/Browser/test.sh SWINGPIPE [PICTURES]
#
# SWINGPIPE is the tool; screenshots are left in the folder PICTURES. Needs Python 3 and Chromium, which it installs on
# Debian as root, and says so where they are not to be had. The browser and its files are gone at the end.
set -euo pipefail
exec </dev/null
[ $# -ge 1 ] || { echo 'usage: Tests/Browser/test.sh SWINGPIPE [PICTURES]' >&2; exit 64; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

test=test-browser
. "$here/../../.ci/skips"

has_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! has_browser >/dev/null || ! command -v python3 >/dev/null; then
  command -v apt-get >/dev/null || skip 'there is no Chromium, and no apt to install it with'
  [ "$(id -u)" -eq 0 ] || skip 'there is no Chromium, and installing it takes root'
  echo 'Installing chromium' >&2
  apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null; }
  apt_get update || true
  apt_get install --yes --no-install-recommends chromium python3 fonts-dejavu-core
fi

work=$(mktemp -d -t swingpipe-browser.XXXXXX)
trap 'rm -rf "$work"' EXIT
# The browser's profiles and sockets, too.
TMPDIR="$work" python3 -B "$here/report.py" "$1" "$work" ${2:+"$2"}
