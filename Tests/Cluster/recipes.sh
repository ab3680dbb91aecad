# shellcheck shell=bash
# The recipes of Pipelines/Cluster, each copied and edited as a user would; to be sourced.

recipes=$root/Pipelines/Cluster

# edited RECIPE NAME=value...: the recipe with these variables, at the place of those that it sets.
edited() {
  local recipe=$1 text assignment name
  shift
  text=$(cat "$recipes/$recipe")
  for assignment; do
    name=${assignment%%=*}
    grep --quiet "^\(export \)\?$name=" <<<"$text" || fail "$recipe sets no $name"
    text=$(sed "s|^\(export \)\?$name=.*|\1$name='${assignment#*=}'|" <<<"$text")
  done
  printf '%s\n' "$text"
}

# A tool that fails once as a full disk would let it, in one shard.
make_flaky_tool() {
  cat >"$work/flaky" <<END
#!/bin/sh
if [ "\$1" = run ] && [ "\${SLURM_ARRAY_TASK_ID:-}" = 3 ] && mkdir '$work/failed-once' 2>/dev/null; then
  echo 'no space is left' >&2
  exit 75
fi
exec '$swingpipe' "\$@"
END
  chmod 755 "$work/flaky"
}

# Submitted early, as the task that is put back has to wait.
submit_slurm_recipe() {
  make_flaky_tool
  local folder=$work/recipe-slurm
  mkdir "$folder"
  cd "$folder"
  "$swingpipe" run --dry-run "$pipeline" "$work/recordings" --json >plan.jsonl
  edited slurm-array.sh swingpipe="$work/flaky" pipeline="$pipeline" >array.sh
  edited slurm-merge.sh swingpipe="$swingpipe" >merge.sh
  recipe_array=$(sbatch --parsable array.sh)
  recipe_merge=$(sbatch --parsable --dependency=afterany:"$recipe_array" merge.sh)
  cd "$root"
}

test_slurm_recipe() {
  wait_until 120 "the recipe's array and its merge were over" job_is_over "$recipe_merge"
  local restarts
  restarts=$(job_field "${recipe_array}_3" Restarts)
  [ -d "$work/failed-once" ] && [ "$restarts" -eq 1 ] \
    || fail "task 3 of the recipe, which ended with 75, has Restarts=$restarts; expected 1"
  [ "$(job_field "$recipe_merge" JobState)" = COMPLETED ] || fail "the recipe's merge is $(job_field "$recipe_merge" JobState)"
  same_tables "$work/recipe-slurm/out" 'slurm-array.sh'
  say 'slurm-array.sh, slurm-merge.sh: the task that ended with 75 was run again; the same tables'
}

test_parallel_recipe() {
  if ! command -v parallel >/dev/null && ! install parallel; then
    leave_out 'GNU parallel could not be installed for parallel.sh'
    return
  fi
  mkdir "$work/recipe-parallel"
  cd "$work/recipe-parallel"
  "$swingpipe" run --dry-run "$pipeline" "$work/recordings" --json >plan.jsonl
  edited parallel.sh swingpipe="$swingpipe" pipeline="$pipeline" >parallel.sh
  quietly bash parallel.sh
  cd "$root"
  same_tables "$work/recipe-parallel/out" parallel.sh
  say 'parallel.sh: the same tables'
}

# Begins to install Snakemake in an environment of its own, which stays for the next time, while Slurm is tested.
begin_snakemake() {
  snakemake=$root/.build/test-cluster/snakemake
  if "$snakemake/bin/snakemake" --version >/dev/null 2>&1; then return; fi
  if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then install python3-venv || return 0; fi
  # In a process group of its own, which can be ended as a whole.
  set -m
  install_snakemake >"$work/snakemake.log" 2>&1 &
  background=$!
  set +m
}

install_snakemake() {
  rm -rf "$snakemake"
  python3 -m venv "$snakemake"
  "$snakemake/bin/pip" install --quiet --disable-pip-version-check 'snakemake>=9,<10'
}

test_snakemake_recipe() {
  if [ -n "${background:-}" ]; then
    wait "$background" || true
    background=
  fi
  if ! "$snakemake/bin/snakemake" --version >/dev/null 2>&1; then
    leave_out "Snakemake could not be installed for the Snakefile: $(tail -n 1 "$work/snakemake.log" 2>/dev/null)"
    return
  fi
  local folder=$work/recipe-snakemake
  mkdir "$folder"
  cp "$recipes/Snakefile" "$folder"
  cd "$folder"
  quietly "$snakemake/bin/snakemake" --cores 2 --config "swingpipe=$swingpipe" "pipeline=$pipeline" \
    "input=$work/recordings" 'output=a folder' shards=8
  cd "$root"
  same_tables "$folder/a folder" Snakefile
  say "Snakefile (Snakemake $("$snakemake/bin/snakemake" --version)): the same tables"
}

# The commands of Nextflow's recipe, without Nextflow.
test_nextflow_recipe() {
  local folder="$work/recipe-nextflow"
  head -n 1 "$recipes/main.nf" | grep --quiet '^// UNTESTED: ' || fail 'main.nf does not say that it is untested'
  quietly python3 "$here/nextflow.py" "$recipes/main.nf" "swingpipe=$swingpipe" "pipeline=$pipeline" \
    "input=$work/recordings" "output=$folder" shards=8
  same_tables "$folder" 'the commands of main.nf'
  say 'main.nf: its commands give the same tables; Nextflow itself is not tested'
}

# What the templates ask their containers to run, with no container and no cluster around it; and their syntax.
test_templates() {
  bash -n "$recipes/aws-batch-submit.sh"
  # Snakemake brings a reader of YAML with it; else the system may have one.
  local python=$snakemake/bin/python
  "$python" -c 'import yaml' 2>/dev/null || python=python3
  if ! "$python" -c 'import yaml' 2>/dev/null && ! install python3-yaml; then
    leave_out 'there is no reader of YAML for Python, for the templates'
    return
  fi
  test_template "$python" kubernetes JOB_COMPLETION_INDEX kubernetes-shards.yaml kubernetes-merge.yaml
  test_template "$python" aws-batch AWS_BATCH_JOB_ARRAY_INDEX aws-batch-definition.yaml
}

# test_template PYTHON NAME VARIABLE SHARDS [MERGE]: runs the command of each shard, and of the merge.
test_template() {
  local folder=$work/recipe-$2 index shards code
  mkdir -p "$folder/bin"
  ln -s "$swingpipe" "$folder/bin/swingpipe"
  cp "$pipeline" "$folder/pipeline.json"
  "$swingpipe" run --dry-run "$pipeline" "$work/recordings" --json >"$folder/plan.jsonl"
  head -n 1 "$recipes/$4" | grep --quiet '^# UNTESTED: ' || fail "$4 does not say that it is untested"
  shards=$("$1" "$here/template.py" "$recipes/$4" shards)
  for ((index = 0; index < shards; index++)); do
    code=0
    quietly env PATH="$folder/bin:$PATH" "$3=$index" "$1" "$here/template.py" "$recipes/$4" run "/data=$folder" || code=$?
    [ "$code" -eq 0 ] || fail "the command of $4 ended with $code for index $index"
  done
  if [ -n "${5:-}" ]; then
    quietly env PATH="$folder/bin:$PATH" "$1" "$here/template.py" "$recipes/$5" run "/data=$folder"
  else
    quietly "$swingpipe" merge "$folder/out" --require-complete
  fi
  same_tables "$folder/out" "the commands of $4"
  say "${*:4}: well-formed, and their commands give the same tables; the service itself is not tested"
}
