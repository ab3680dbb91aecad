// UNTESTED: a template that Nextflow has not run. Debian and PyPI have at most its launcher, which downloads Nextflow from
// the project's own server. The commands are tested, Nextflow's part is not.
// Nextflow: one job for each shard, then the merge. README.md in this folder says how to run it.
//
// Every value can be given on the command line: nextflow run main.nf --pipeline golf.json --input sessions --shards 16

params.pipeline = 'pipeline.json'
params.input = 'recordings'
params.output = 'out'
params.shards = 8
params.swingpipe = 'swingpipe'

// A text as one word of the shell, whatever is in it.
def quoted(text) { "'" + text.toString().replace("'", "'\\''") + "'" }

// Each task runs in its own folder. Without a file of this name, the pipeline is a built-in one.
def absolute(path) { quoted(file(path, glob: false).toAbsolutePath()) }
def pipelineName(name) { file(name, glob: false).exists() ? absolute(name) : quoted(name) }

// The list of recordings, which every run makes again.
process PLAN {
    executor 'local'
    cache false

    output:
    path 'plan.jsonl'

    script:
    """
    ${quoted(params.swingpipe)} run --dry-run ${pipelineName(params.pipeline)} ${absolute(params.input)} --json >plan.jsonl
    """
}

process SHARD {
    cpus 1
    memory '1 GB'
    // The command line or the pipeline is at fault: a retry mends neither.
    errorStrategy { task.exitStatus in [64, 78] ? 'terminate' : 'retry' }
    maxRetries 3

    input:
    path plan
    each index

    output:
    val index

    // 1, 65: some or all recordings failed, which no retry mends. The merge judges.
    script:
    """
    code=0
    ${quoted(params.swingpipe)} run ${pipelineName(params.pipeline)} --plan ${plan} --output ${absolute(params.output)} \\
      --shard ${index}/${params.shards} --jobs ${task.cpus} || code=\$?
    case \$code in 1 | 65) ;; *) exit \$code ;; esac
    """
}

process MERGE {
    executor 'local'
    cache false

    input:
    val shards

    script:
    """
    ${quoted(params.swingpipe)} merge ${absolute(params.output)} --require-complete
    """
}

workflow {
    MERGE(SHARD(PLAN(), 1..params.shards).collect())
}
