#!/bin/bash
# Builds the image of the cluster templates without a container engine, and has it do the shards of an Indexed Job.
#
#   Tests/Dist/container.sh FOLDER CACHE WORK SWINGPIPE        as test.sh calls it
#
# Of a Containerfile it knows what ours has: FROM debian, ADD of an archive, RUN, WORKDIR and CMD.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(realpath "$here/../..")
folder=$1 cache=$2 work=$3 tool=$4
offline=yes user=''
. "$here/systems.sh"

fail() {
  echo "test-dist: $*" >&2
  exit 1
}

image=
while read -r instruction rest; do
  case $instruction in
    '' | '#'*) ;;
    FROM)
      suite=${rest#debian:}
      image=$(fresh "${suite%-slim}")
      ;;
    ADD)
      read -r archive place <<<"$rest"
      # Unquoted, as the engine too takes it for a pattern.
      tar -xzf "$folder"/$archive -C "$image$place"
      ;;
    RUN) inside "$image" "$rest" ;;
    WORKDIR) mkdir -p "$image$rest" ;;
    CMD) command=$(tr -d '[]",' <<<"$rest") ;;
    *) fail "the Containerfile has an instruction that this test does not know: $instruction" ;;
  esac
done <"$root/Pipelines/Cluster/Containerfile"

inside "$image" "$command" >"$work/help.txt"
grep -q '^USAGE: swingpipe' "$work/help.txt" || fail 'the image does not run the tool'

# The template's own command, for each of its shards.
mkdir -p "$image/data/recordings"
cp "$root"/Data/tennis-*.h5 "$root"/Data/golf-*.h5 "$image/data/recordings/"
"$tool" pipelines show tennis >"$image/data/pipeline.json"
inside "$image" 'cd /data && swingpipe run --dry-run pipeline.json /data/recordings --json >plan.jsonl'
script() { # template: the text of the last argument of its container
  sed -n '/^ *- |$/,/^ *resources:/p' "$root/Pipelines/Cluster/$1" | sed -e '1d' -e '/^ *resources:/d'
}
[ -n "$(script kubernetes-shards.yaml)" ] || fail 'the template has no command'
for index in 0 1 2 3 4 5 6 7; do
  inside "$image" "$(script kubernetes-shards.yaml)" JOB_COMPLETION_INDEX=$index 2>>"$work/shards" ||
    { cat "$work/shards" >&2; fail "shard $index failed in the image"; }
done
inside "$image" 'swingpipe merge /data/out --require-complete' 2>>"$work/shards" || fail 'the shards are not complete'
inside "$image" 'swingpipe head /data/out --all --csv' >"$work/image.csv"
"$tool" run tennis "$image/data/recordings" --output "$work/local" --quiet
"$tool" head "$work/local" --all --csv | cmp - "$work/image.csv" || fail 'the image finds other swings'
echo "test-dist: the image's file system does the shards of the Kubernetes template"
