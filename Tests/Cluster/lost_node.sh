# shellcheck shell=bash
# An array job that loses a node midway; to be sourced.

# Begins the array, waits for the node's loss, and judges the tables.
test_lost_node() {
  # A name that neither the shell nor Slurm, to which % is a placeholder, may misread.
  local output="$work/it's 100% \$HOME" node=n2 ids array merge task running
  ids=$("$swingpipe" slurm "$pipeline" "$work/recordings" --output "$output" --shards 8 --submit 2>"$work/submit.log") \
    || fail "swingpipe slurm: $(cat "$work/submit.log")"
  array=$(sed -n 's/^array job \([0-9]*\).*/\1/p' <<<"$ids")
  merge=$(sed -n 's/^merge job \([0-9]*\).*/\1/p' <<<"$ids")
  say "array job $array and merge job $merge are submitted"

  wait_until 60 "a task on $node was midway" stop_midway "$node" "$output"
  running=$(processes_on "$node")
  task=$(task_on "$node")
  say "task $task is midway on $node: $stopped_done of its recordings done, at work on the next"
  finished_at_kill "$output" "$task" >"$work/finished"
  kill_node "$node"
  wait_until 10 "the processes on $node were gone" all_gone "$running"
  say "$node is killed, with swingpipe (process $stopped) and all else on it"

  submit_slurm_recipe
  wait_until 90 "Slurm noticed that $node is down" node_is "$node" down
  start_node "$node"
  say "Slurm noticed; $node is started again"
  wait_until 120 'the array and its merge were through' job_is_over "$merge"
  judge_lost_node "$output" "$array" "$task" "$merge"
}

# Holds the tool on a node in the middle of a recording, with some of its shard done, so that the kill cannot come late.
# Sets stopped and stopped_done.
stop_midway() { # node output
  local process
  for process in $(processes_with "SLURMD_NODENAME=$1"); do
    [ "$(process_name "$process")" = swingpipe ] || continue
    kill -STOP "$process" 2>/dev/null || continue
    stopped=$process
    stopped_done=$(finished_at_kill "$2" "$(task_on "$1")" | wc -l)
    if [ "$stopped_done" -gt 0 ] && [ "$stopped_done" -lt "$(shard_of "$2" "$(task_on "$1")" | wc -l)" ]; then return 0; fi
    kill -CONT "$process" 2>/dev/null || true
  done
  return 1
}

task_on() { squeue --noheader --states=RUNNING --nodelist="$1" --format=%a 2>/dev/null; }
