#!/bin/bash
# Installs what `make dist` and `make wheel` made into fresh minimal Debian systems, and does the main job there.
#
#   Tests/Dist/test.sh SWINGPIPE FOLDER CACHE
#
# SWINGPIPE is the tool as it was built, FOLDER has the tarball and the wheel, CACHE keeps the systems for next time.
# Needs root, debootstrap (which it installs on Debian) and, the first time, a network; says so where they are missing.
set -euo pipefail
exec </dev/null
[ $# -eq 3 ] || { echo 'usage: Tests/Dist/test.sh SWINGPIPE FOLDER CACHE' >&2; exit 64; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(realpath "$here/../..")
tool=$(realpath "$1")
folder=$(realpath "$2")
mkdir -p "$3"
cache=$(realpath "$3")
offline='' user=''
test=test-dist
. "$root/.ci/skips"
. "$here/systems.sh"

# Networks stumble: what fails once may do well the next time.
twice() { "$@" || "$@"; }

fail() {
  echo "test-dist: $*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || skip 'making a system of its own takes root'
if ! command -v debootstrap >/dev/null; then
  command -v apt-get >/dev/null || skip 'there is no debootstrap, and no apt to install it with'
  apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null; }
  apt_get update || true
  apt_get install --yes debootstrap || skip 'debootstrap could not be installed'
fi
work=$(mktemp -d -t swingpipe-dist.XXXXXX)
trap 'rm -rf "$work"' EXIT
unshare --mount --pid --net --fork true 2>/dev/null || skip 'the system grants no namespaces, as in many containers'

for suite in bookworm trixie; do
  twice minimal $suite || skip "debootstrap could not make a system of $suite (is there a network?)"
done
twice minimal bookworm python3 python3-venv ||
  skip 'Python could not be installed into the minimal system'
wheels=$cache/wheels
pip() { "$folder/venv/bin/pip" --disable-pip-version-check --quiet "$@"; }
if [ ! -d "$wheels" ]; then
  pip download --only-binary :all: --python-version 3.11 --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 \
    --dest "$wheels.new" 'pandas==3.1.1' 'pyarrow==26.0.1' 'numpy==2.4.6' || skip 'pandas could not be downloaded'
  mv "$wheels.new" "$wheels"
fi
# From here on without a network and without root's rights, as nobody in particular.
offline=yes
user=65534:65534

recordings_into() { # a system
  mkdir -p "$1/data/recordings"
  cp "$root"/Data/tennis-*.h5 "$1/data/recordings/"
  cp "$root/Tests/Fuzz/Seeds/import_archive/logger.zip" "$1/data/"
  chown -R "$user" "$1/data"
}

# What the tool as it was built finds and draws: each system has to do the same, byte for byte.
"$tool" run tennis "$root"/Data/tennis-*.h5 --output "$work/expected" --quiet
"$tool" head "$work/expected" --all --csv >"$work/expected.csv"
"$tool" plot "$root/Data/tennis-000001.h5" --pipeline tennis --swing 0 --output "$work/expected.svg"

check_main_job() { # a system with the tool
  inside "$1" 'cd /data && PATH=/data/bin:$PATH && swingpipe run tennis recordings --output out && swingpipe report out &&
    swingpipe head out --all --csv >swings.csv && swingpipe score out --labels recordings >score.txt &&
    swingpipe import logger.zip --output imported &&
    swingpipe plot recordings/tennis-000001.h5 --pipeline tennis --swing 0 --output swing.png &&
    swingpipe plot recordings/tennis-000001.h5 --pipeline tennis --swing 0 --output swing.svg' 2>"$work/messages" ||
    { cat "$work/messages" >&2; fail "the main job failed on $2"; }
  cmp "$1/data/swings.csv" "$work/expected.csv" || fail "$2 finds other swings"
  ls "$1"/data/imported/*.h5 >/dev/null || fail "the archive is not imported on $2"
  [ -s "$1/data/out/report.html" ] || fail "there is no report on $2"
  ! grep -q Fontconfig "$work/messages" || fail "fontconfig complains on $2: $(cat "$work/messages")"
  head -c 4 "$1/data/swing.png" | grep -q PNG || fail "there is no picture on $2"
  # Without the bundle's font cairo would take strokes of its own for letters.
  cmp "$1/data/swing.svg" "$work/expected.svg" || fail "the picture on $2 looks different"
}

for suite in bookworm trixie; do
  system=$(fresh $suite)
  ! chroot "$system" dpkg-query -W -f '${Package}\n' | grep -E -e '-dev$|hdf5|fftw|cairo|fonts' || fail "$suite is not minimal"
  recordings_into "$system"
  cp "$folder"/swingpipe-*-linux-x86_64.tar.gz "$system/data/"
  inside "$system" 'cd /data && tar -xzf swingpipe-*.tar.gz && mkdir bin && ln -s ../$(echo swingpipe-*/bin/swingpipe) bin/'
  check_main_job "$system" "$suite, from the tarball"
  echo "test-dist: the tarball works on a minimal $suite"
done

system=$(fresh bookworm-python3-python3-venv)
recordings_into "$system"
cp -r "$wheels" "$system/wheels"
cp "$folder"/swingpipe-*.whl "$system/wheels/"
cp "$here/test_module.py" "$system/data/"
inside "$system" 'cd /data && python3 -m venv venv && venv/bin/pip install --quiet --no-index --find-links /wheels swingpipe &&
  mkdir bin && ln -s ../venv/bin/swingpipe bin/'
check_main_job "$system" 'bookworm, from the wheel'
inside "$system" 'cd /data && venv/bin/python -B -m unittest --verbose test_module' RECORDINGS=/data/recordings ||
  fail 'the Python module fails'
echo 'test-dist: the wheel works on a minimal bookworm'

"$here/container.sh" "$folder" "$cache" "$work" "$tool"

if [ ! -x "$cache/types/bin/pyright" ]; then
  python3 -m venv "$cache/types"
  "$cache/types/bin/pip" install --disable-pip-version-check --quiet mypy==2.4.1 pandas==3.1.1 \
    pandas-stubs==3.1.0.261029 pyright==1.1.414
fi
(cd "$root/Sources/Python" && "$cache/types/bin/mypy" --cache-dir "$cache/types/mypy")
# It fetches itself from the registry of Node's packages.
if "$cache/types/bin/pyright" --version >/dev/null 2>&1; then
  "$cache/types/bin/pyright" --pythonpath "$cache/types/bin/python3" --project "$root/Sources/Python"
else
  leave_out 'pyright could not be fetched'
fi
