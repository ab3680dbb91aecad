#!/bin/bash
# Slurm: one task a shard. Copy it, edit what is below, and submit it as README.md beside it says.
#SBATCH --job-name=swingpipe
#SBATCH --array=1-8
#SBATCH --requeue
#SBATCH --output=swingpipe-%A_%a.log
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=04:00:00

swingpipe=swingpipe
pipeline=pipeline.json
plan=plan.jsonl
output=out
# As many as the array has tasks. It is never taken from Slurm: --array=3,7 runs two tasks, of eight shards all the same.
shards=8
retries=3

"$swingpipe" run "$pipeline" --plan "$plan" --output "$output" --shards "$shards" --shard-index-from-env
code=$?
# 75 is worth a retry: no space, or a read or write that failed. Slurm itself puts back only tasks whose node it lost.
if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$retries" ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$code"
