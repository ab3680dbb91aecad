# shellcheck shell=bash
# A Slurm cluster of four nodes on this machine's loopback, all of it in one folder; to be sourced after support.sh.
#
# It needs root, as slurmd runs jobs, and nothing outside of its folder: munge has a socket of its own, and daemons,
# commands and jobs find the configuration through SLURM_CONF.

nodes=(n1 n2 n3 n4)

# cluster_up FOLDER: starts the controller and the nodes, and waits until they are idle. Exports SLURM_CONF.
cluster_up() {
  cluster=$1
  mkdir -p "$cluster"/{log,run,munge,state,spool}
  # munged asks that all can reach its socket and nobody else can write where it lies.
  chmod 755 "$cluster" "$cluster/run" "$cluster/munge"
  (umask 077 && head -c 128 /dev/urandom >"$cluster/munge/key")
  export SLURM_CONF=$cluster/slurm.conf
  write_configuration >"$SLURM_CONF"
  munged --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" --pid-file="$cluster/run/munged.pid" \
    --log-file="$cluster/log/munged" --seed-file="$cluster/munge/seed" --num-threads=2
  slurmctld -c
  local node
  for node in "${nodes[@]}"; do start_node "$node"; done
  wait_until 30 'all nodes were idle' nodes_are_idle
}

write_configuration() {
  local node port
  port=$(free_ports)
  cat <<END
ClusterName=swingpipe
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
# Loopback only.
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthType=auth/munge
# A task that is put back waits for as long as the credential of its first start is good.
AuthInfo=socket=$cluster/munge/socket,cred_expire=8
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
SlurmctldPidFile=$cluster/run/slurmctld.pid
SlurmdPidFile=$cluster/run/%n.pid
SlurmctldLogFile=$cluster/log/slurmctld
SlurmdLogFile=$cluster/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
# The nodes are what is written below, not what the machine has.
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobRequeue=1
ReturnToService=2
SlurmdTimeout=6
KillWait=2
SchedulerParameters=bf_interval=2,sched_interval=2
END
  for node in "${nodes[@]}"; do
    port=$((port + 1))
    echo "NodeName=$node NodeAddr=127.0.0.1 Port=$port CPUs=1 RealMemory=4000 State=UNKNOWN"
  done
  echo 'PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
}

# The first of as many ports as there are daemons, which nobody listens at: none of Slurm's own, and below those that
# connections get by chance.
free_ports() {
  local first port try
  for try in {1..100}; do
    first=$((20000 + RANDOM % 1000 * 10))
    for ((port = first; port <= first + ${#nodes[@]}; port++)); do
      if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue 2; fi
    done
    echo "$first"
    return
  done
  fail "no free ports after $try tries"
}

start_node() { # node
  mkdir -p "$cluster/spool/$1"
  slurmd -N "$1"
}

nodes_are_idle() {
  [ "$(sinfo --noheader --Node --format=%t | grep -cx idle)" -eq ${#nodes[@]} ]
}

node_is() { # node state
  [ "$(sinfo --noheader --Node --nodes="$1" --format=%t | tr -d '*')" = "$2" ]
}

# What runs of a node's jobs: their supervisors, scripts and programs, as process ids.
processes_on() { # node
  local process
  for process in $(processes_with "SLURMD_NODENAME=$1"); do
    echo "$process"
    # The supervisor of a script, which is not told the node.
    if [ "$(process_name "$(parent_of "$process")")" = slurmstepd ]; then parent_of "$process"; fi
  done | sort -nu
}

# Those of this cluster's processes in whose environment a variable has this value.
processes_with() { # NAME=value
  local file
  # A process may end while its environment is read.
  for file in $(grep --files-with-matches --null-data --line-regexp --fixed-strings --no-messages \
    -e "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ); do
    if grep --quiet --null-data --line-regexp --fixed-strings --no-messages -e "$1" "$file"; then
      file=${file#/proc/}
      echo "${file%/environ}"
    fi
  done
}

parent_of() { sed -n 's/^PPid:\t//p' "/proc/$1/status" 2>/dev/null; }

# The name of a process that has not ended; one that nobody has asked about yet is a zombie.
process_name() { sed -n '/^State:\tZ/q; s/^Name:\t//p' "/proc/$1/status" 2>/dev/null; }

# As a power cut would: the node's daemon first, so that it tells the controller nothing, then all that runs on it.
kill_node() { # node
  local daemon running
  daemon=$(cat "$cluster/run/$1.pid")
  running=$(processes_on "$1")
  # shellcheck disable=SC2086
  kill -KILL "$daemon" $running
}

# job_field JOB FIELD: as `scontrol show job` has it, of the job or the task (12_3).
job_field() {
  scontrol --oneliner show job "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | sed -n 1p
}

job_is_over() { # job
  case $(job_field "$1" JobState) in COMPLETED | FAILED | CANCELLED | TIMEOUT | NODE_FAIL | OUT_OF_MEMORY) ;; *) false ;; esac
}

# Ends all that the cluster started, and waits for it.
cluster_down() {
  [ -n "${cluster:-}" ] || return 0
  scancel --user=root 2>/dev/null || true
  local pid_file process try
  for pid_file in "$cluster"/run/*.pid; do
    [ ! -e "$pid_file" ] || kill "$(cat "$pid_file")" 2>/dev/null || true
  done
  for try in {1..100}; do
    [ -n "$(cluster_processes)" ] || break
    # Five seconds for the orderly way.
    if [ "$try" -gt 50 ]; then
      for process in $(cluster_processes); do kill -KILL "$process" 2>/dev/null || true; done
    fi
    sleep 0.1
  done
  [ -z "$(cluster_processes)" ] || fail "processes of the cluster are left: $(cluster_processes | tr '\n' ' ')"
  cluster=
}

# Daemons and jobs by their environment. This script, its own subshells and what it runs have the same.
cluster_processes() {
  local process
  for process in $(processes_with "SLURM_CONF=$SLURM_CONF"); do
    case $(process_name "$process") in munged | slurm*) echo "$process" ;; *)
      # Jobs, whatever they run.
      if grep --quiet --null-data --no-messages -e '^SLURM_JOB_ID=' "/proc/$process/environ"; then echo "$process"; fi
      ;;
    esac
  done
}
