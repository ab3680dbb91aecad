"""Runs the commands of Pipelines/Cluster/main.nf in the order of its workflow, without Nextflow.

python3 nextflow.py FILE NAME=VALUE...

The values replace those of params. Each process runs in a folder of its own, as under Nextflow, with the plan in it.
"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


def commands(text):
    """The script of each process, by name."""
    processes = re.findall(r"^process (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {name: re.search(r'script:\n    """\n(.*?)    """', body, re.DOTALL)[1] for name, body in processes}


def filled(script, params, **values):
    """A script with Groovy's ${...} replaced: by parameters as words of the shell, and by values of the task."""

    def value(match):
        expression = match[1]
        if call := re.fullmatch(r"(quoted|absolute|pipelineName)\(params\.(\w+)\)", expression):
            return shlex.quote(params[call[2]])
        return params[expression[7:]] if expression.startswith("params.") else str(values[expression.replace(".", "_")])

    return re.sub(r"(?<!\\)\$\{([^}]*)\}", value, script).replace("\\$", "$").replace("\\\\", "\\")


def main(path, *given):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    params = dict(re.findall(r"^params\.(\w+) = '?([^'\n]*)'?$", text, re.MULTILINE))
    params |= dict(assignment.split("=", 1) for assignment in given)
    scripts = commands(text)
    assert list(scripts) == ["PLAN", "SHARD", "MERGE"], list(scripts)
    assert "MERGE(SHARD(PLAN(), 1..params.shards).collect())" in text, "another workflow than this test runs"
    with tempfile.TemporaryDirectory() as folder:

        def run(name, number, **values):
            place = pathlib.Path(folder, f"{name}-{number}")
            place.mkdir()
            if name == "SHARD":
                shutil.copy(pathlib.Path(folder, "PLAN-0", "plan.jsonl"), place)
            # As Nextflow runs them.
            subprocess.run(["bash", "-ue", "-c", filled(scripts[name], params, **values)], cwd=place, check=True)

        run("PLAN", 0)
        for index in range(1, int(params["shards"]) + 1):
            run("SHARD", index, plan="plan.jsonl", index=index, task_cpus=1)
        run("MERGE", 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
