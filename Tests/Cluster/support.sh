# shellcheck shell=bash
# What the tests of this folder say and check; to be sourced.

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }

# Ends the test, which has not passed.
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# wait_until SECONDS WHAT COMMAND...: until the command succeeds.
wait_until() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || fail "waited in vain until $what"
    sleep 0.05
  done
}

# quietly COMMAND...: without its output, unless it fails.
quietly() {
  local log
  log=$(mktemp "$work/quiet.XXXXXX")
  if "$@" </dev/null >"$log" 2>&1; then
    rm "$log"
  else
    local code=$?
    cat "$log" >&2
    rm "$log"
    return "$code"
  fi
}

# Says to Debian's packages that their daemons are not to be started, where the machine says nothing of its own.
policy=/usr/sbin/policy-rc.d
policy_mark='# For as long as swingpipe installs what its tests need.'

# install PACKAGE...: those of Debian's packages that are missing. No service is started.
install() {
  local package missing=()
  for package; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\n%s\nexit 101\n' "$policy_mark" >"$policy"
    chmod 755 "$policy"
  fi
  # A failed update need not matter: the package lists that are there may do.
  quietly apt_get update || true
  local code=0
  quietly apt_get install --yes --no-install-recommends "${missing[@]}" || code=$?
  remove_policy
  return "$code"
}

# Another apt may be at work: wait for that one.
apt_get() { env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }

# Ours alone.
remove_policy() {
  if grep -qsxF "$policy_mark" "$policy"; then rm -f "$policy"; fi
}

# same_tables FOLDER WHAT: its tables are those of the local run, byte for byte, and none is missing or added.
same_tables() {
  diff --recursive --brief --exclude=_meta "$work/local" "$1" || fail "the tables of $2 are not those of a local run"
  each_recording_once "$1"
}

# each_recording_once FOLDER: one row each in the joined table, and one file each.
each_recording_once() {
  local expected
  expected=$(cd "$work/recordings" && ls | sed 's/\.h5$//')
  [ "$("$swingpipe" head "$1/merged/recordings.parquet" --all --csv --columns recording_id | sed 1d)" = "$expected" ] \
    || fail "$1/merged/recordings.parquet does not hold every recording exactly once"
  [ "$(cd "$1/recordings" && ls | sed 's/\.parquet$//')" = "$expected" ] \
    || fail "$1/recordings does not hold every recording exactly once"
}
