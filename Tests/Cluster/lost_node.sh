# shellcheck shell=bash
# An array job that loses a node midway; to be sourced.

test_lost_node() {
  # A name that neither the shell nor Slurm, to which % has a meaning, may misread.
  local output="$work/it's 100% \$HOME" node=n2 ids array merge running
  # First what would be submitted, for the shards' recordings, which the array then does not wait for.
  quietly submission "$output"
  list_shards "$output"
  ids=$(submission "$output" --submit 2>"$work/slurm.err") || fail "swingpipe slurm: $(cat "$work/slurm.err")"
  array=$(sed -n 's/^array job \([0-9]*\): 8 tasks$/\1/p' <<<"$ids")
  merge=$(sed -n "s/^merge job \([0-9]*\): after job $array\$/\1/p" <<<"$ids")
  [ -n "$array" ] && [ -n "$merge" ] || fail "swingpipe slurm --submit printed: $ids"
  say "swingpipe slurm: array job $array and merge job $merge are submitted"

  wait_until 60 "a task on $node was midway" stop_midway "$node" "$output"
  # The files of what was done: names, inodes and times.
  files_of "$finished" "$output" >"$work/before"
  running=$(processes_on "$node")
  kill_node "$node"
  wait_until 10 "the processes on $node were gone" all_ended "$running"
  say "$node is killed, with task $task, whose swingpipe (processes ${stopped// /, }) was at work; done: ${finished//$'\n'/, }"

  submit_slurm_recipe
  wait_until 90 "Slurm noticed that $node is down" node_is "$node" down
  start_node "$node"
  say "Slurm noticed; $node is started again"
  wait_until 120 'the array and its merge were over' job_is_over "$merge"
  judge "$output" "$array" "$merge"
}

submission() { # output [--submit]
  "$swingpipe" slurm "$pipeline" "$work/recordings" --output "$1" --shards 8 --memory 500M --time 10 --job-name golf \
    "${@:2}"
}

judge() { # output array merge
  local restarts completed
  restarts=$(job_field "$task" Restarts)
  [ "$restarts" -ge 1 ] || fail "task $task, which was killed, has Restarts=$restarts; expected 1"
  completed=$(scontrol --oneliner show job "$2" | grep -c ' JobState=COMPLETED ')
  [ "$completed" -eq 8 ] || fail "$completed of 8 tasks are completed"
  [ "$(job_field "$3" JobState)" = COMPLETED ] || fail "the merge job is $(job_field "$3" JobState)"
  files_of "$finished" "$1" | diff "$work/before" - || fail 'what was done before the kill was done again'
  same_tables "$1" 'the array that lost a node'
  say "task $task was run again ($(job_field "$task" NodeList)) and went on; 8 tasks and the merge completed"
  say 'every recording exactly once, and all tables byte for byte those of the local run'
}

# Holds the tool on a node while some recordings of its shard are done and some are not, so that the kill cannot come too
# late. Sets what was stopped, the task and the recordings that it has done.
stop_midway() { # node output
  local process all
  stopped=
  # A run is a process that works and one that watches over it.
  for process in $(processes_with "SLURMD_NODENAME=$1"); do
    [ "$(process_name "$process")" = swingpipe ] || continue
    kill -STOP "$process" 2>/dev/null || continue
    stopped+="${stopped:+ }$process"
  done
  [ -n "$stopped" ] || return 1
  task=$(squeue --noheader --array --states=RUNNING --nodelist="$1" --format=%i)
  all=$(cat "$work/shard-${task#*_}" 2>/dev/null)
  finished=$(done_of "$all" "$2")
  if [ -n "$finished" ] && [ "$finished" != "$all" ]; then return; fi
  # shellcheck disable=SC2086
  kill -CONT $stopped
  return 1
}

# Those recordings that have a record, which is written last.
done_of() { # recordings output
  local recording
  for recording in $1; do [ ! -e "$2/_meta/status/$recording.json" ] || echo "$recording"; done
}

# Notes which recordings each shard has, and that each recording is in one.
list_shards() { # output
  local shard
  for shard in {1..8}; do
    "$swingpipe" run --dry-run "$1/_meta/slurm/pipeline.json" --plan "$1/_meta/plan.jsonl" --shard "$shard/8" --json \
      | sed 's/.*"recording_id":"\([^"]*\)".*/\1/' >"$work/shard-$shard"
  done
  diff <(cd "$work/recordings" && ls | sed 's/\.h5$//') <(sort "$work"/shard-*) || fail 'the shards are no partition'
}

files_of() { # names output
  local name
  for name in $1; do stat --format='%n %i %y' "$2"/{swings,rejected,recordings}/"$name.parquet"; done
}

all_ended() { # process ids
  local process
  for process in $1; do [ -z "$(process_name "$process")" ] || return; done
}
