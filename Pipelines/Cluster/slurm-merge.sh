#!/bin/bash
# Slurm: joins the tables once the array is through, however its tasks ended; fails if a recording is missing.
#SBATCH --job-name=swingpipe-merge
#SBATCH --requeue
#SBATCH --output=swingpipe-merge-%j.log
#SBATCH --mem=1G
#SBATCH --time=01:00:00

swingpipe=swingpipe
output=out

exec "$swingpipe" merge "$output" --require-complete
