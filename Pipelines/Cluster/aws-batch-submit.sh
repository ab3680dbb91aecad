#!/bin/bash
# UNTESTED: a template that AWS Batch has not run. Its syntax is tested, the service's part is not.
# Submits the array of aws-batch-definition.yaml, and the merge for when all of its shards are through.
set -euo pipefail

queue=swingpipe
# As many as --shards in the definition, 2 to 10000.
shards=8

definition=$(aws batch register-job-definition --cli-input-yaml "file://$(dirname "$0")/aws-batch-definition.yaml" \
  --query jobDefinitionArn --output text)
array=$(aws batch submit-job --job-name swingpipe-shards --job-queue "$queue" --job-definition "$definition" \
  --array-properties "size=$shards" --query jobId --output text)
merge=$(aws batch submit-job --job-name swingpipe-merge --job-queue "$queue" --job-definition "$definition" \
  --depends-on "jobId=$array" --query jobId --output text \
  --container-overrides '{"command": ["swingpipe", "merge", "/data/out", "--require-complete"]}')
echo "array $array"
echo "merge $merge"
