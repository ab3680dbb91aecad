# Fresh minimal Debian systems, for test.sh: made once with debootstrap, kept in $cache, and unpacked for each use.

# Makes a system's archive, unless it is there: minimal SUITE [PACKAGE...]; the packages go on top of the suite's own.
minimal() {
  local archive suite=$1 root
  archive=$cache/$(tr ' ' - <<<"$*").tar
  [ ! -f "$archive" ] || return 0
  echo "Making a minimal Debian system: $*" >&2
  root=$(mktemp -d -p "$work")
  if [ $# -gt 1 ]; then
    tar -C "$root" -xf "$cache/$suite.tar"
    shift
    inside "$root" 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends '"$*" \
      >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; return 1; }
  else
    debootstrap --variant=minbase "$suite" "$root" >"$work/debootstrap.log" 2>&1 ||
      { tail -n 5 "$work/debootstrap.log" >&2; return 1; }
  fi
  tar -C "$root" --exclude './var/cache/apt/archives/*.deb' --exclude './var/lib/apt/lists/*' -cf "$archive.new" .
  mv "$archive.new" "$archive"
  rm -rf "$root"
}

# Unpacks one, for a test to spoil: fresh ARCHIVE; prints where.
fresh() {
  local root
  root=$(mktemp -d -p "$work")
  tar -C "$root" -xf "$cache/$1.tar"
  chmod 755 "$root"
  echo "$root"
}

# Runs a shell command inside a system: inside ROOT COMMAND [NAME=VALUE...], with no variable of this one's.
# $user, as 65534:65534, is who runs it, root by default; with $offline there is no network.
inside() {
  local root=$1 command=$2
  shift 2
  unshare --mount --pid --fork ${offline:+--net} bash -ec '
    mount --make-rprivate /
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    exec env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LANG=C.UTF-8 "${@:2}" \
      chroot '"${user:+--userspec=$user}"' "$0" sh -euc "$1"
  ' "$root" "$command" "$@"
}
