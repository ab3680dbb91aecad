#!/bin/bash
# GNU parallel: one job a shard, on this machine or on several that see the same folders, then the merge.
# Copy it and edit what is below.
set -u

export swingpipe=swingpipe
export pipeline=pipeline.json
export plan=plan.jsonl
export output=out
export shards=8
export retries=3
# Where shards run: ":" is this machine, "2/host" two at a time on another (by ssh; its paths are the same as here).
hosts=2/:

shard() {
  local code try
  for try in $(seq 0 "$retries"); do
    # Not all at once: what was full or busy needs its time.
    [ "$try" -eq 0 ] || sleep $((try * 10))
    "$swingpipe" run "$pipeline" --plan "$plan" --output "$output" --shard "$1/$shards" --jobs 1
    code=$?
    # 75 is worth a retry: no space, or a read or write that failed.
    [ "$code" -eq 75 ] || return "$code"
  done
  return "$code"
}
export -f shard

variables=(swingpipe pipeline plan output shards retries shard)
seq "$shards" | parallel --sshlogin "$hosts" "${variables[@]/#/--env=}" --workdir "$PWD" --line-buffer --tagstring 'shard {}' \
  shard
# However the shards ended: the merge looks for itself whether a recording is missing.
exec "$swingpipe" merge "$output" --require-complete
