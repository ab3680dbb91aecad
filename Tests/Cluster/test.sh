#!/bin/bash
# Runs pipelines on a real Slurm cluster, loses a node, and compares the tables with those of a local run.
#
#   Tests/Cluster/test.sh SWINGPIPE
#
# SWINGPIPE is the tool. Needs root and Debian's apt, and says so where they are not there. What is installed stays
# installed; daemons, jobs and files are gone at the end, however it ends.
set -euo pipefail
exec </dev/null
# Lists in the order of bytes, as the tool has it.
export LC_ALL=C
[ $# -eq 1 ] || { echo 'usage: Tests/Cluster/test.sh SWINGPIPE' >&2; exit 64; }
swingpipe=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
test=test-cluster
. "$root/.ci/skips"
. "$here/support.sh"
. "$here/cluster.sh"
. "$here/lost_node.sh"
. "$here/recipes.sh"

# Daemons of another run of this test are no reason, and none that are just ending, whose environment is gone.
foreign_slurm() {
  local process
  [ ! -e /etc/slurm/slurm.conf ] || echo 'it has /etc/slurm/slurm.conf'
  for process in $(pgrep -x slurmctld) $(pgrep -x slurmd); do
    if grep --quiet --no-messages --null-data -e . "/proc/$process/environ" \
      && ! grep --quiet --no-messages --null-data -e '^SLURM_CONF=.*/swingpipe-cluster\.' "/proc/$process/environ"; then
      echo "process $process is $(process_name "$process")"
    fi
  done
}

[ "$(id -u)" -eq 0 ] || skip 'the nodes of a Slurm cluster need root'
command -v apt-get >/dev/null || skip 'there is no apt to install Slurm with'
[ -z "${SLURM_CONF:-}" ] || skip "SLURM_CONF is set: this machine has a Slurm of its own"
foreign=$(foreign_slurm)
[ -z "$foreign" ] || skip "this machine has a Slurm of its own: $(echo "$foreign" | head -n 1)"

work=$(mktemp -d -t swingpipe-cluster.XXXXXX)
# All can reach the socket of munge, which lies below.
chmod 755 "$work"

clean_up() {
  local code=$?
  trap - EXIT
  # Nothing of it may stop the rest of it.
  set +e
  case $code in 0 | 130 | 143) ;; *) show_logs >&2 ;; esac
  (cluster_down) || code=1
  stop_background
  remove_policy
  rm -rf "$work"
  exit "$code"
}

show_logs() {
  local log
  for log in "$work"/cluster/log/slurmctld "$work"/*/_meta/logs/*.log "$work"/recipe-slurm/*.log; do
    [ ! -s "$log" ] || { echo "--- $log" && tail -n 30 "$log"; }
  done
}

# What installs Snakemake; half of it would not do the next time.
stop_background() {
  [ -n "${background:-}" ] || return
  kill -- "-$background" 2>/dev/null && rm -rf "$snakemake"
  wait "$background"
}

trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

begin_snakemake
install slurmctld slurmd slurm-client munge || fail 'Slurm could not be installed'
cluster_up "$work/cluster"
say "cluster of ${#nodes[@]} nodes is up: $(sinfo --version)"

pipeline=$root/Pipelines/golf.json
# Of several lengths, so that the shards have unequal numbers of them.
for minutes in 4 6 8; do
  quietly "$swingpipe" simulate swings --sport golf --seed "$((minutes * 100))" --count 8 --duration-s "$((minutes * 60))" \
    --output "$work/recordings"
done
say "$(ls "$work/recordings" | wc -l) recordings simulated"
quietly "$swingpipe" run "$pipeline" "$work/recordings" --output "$work/local" --jobs 1
each_recording_once "$work/local"
say 'local run, one job: done'

test_lost_node
test_slurm_recipe
cluster_down
say 'cluster is down, none of its processes is left'
test_parallel_recipe
test_snakemake_recipe
test_nextflow_recipe
test_templates
say 'passed'
