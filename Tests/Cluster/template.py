"""Reads a template of Pipelines/Cluster: how many shards it starts, or runs the command of its container.

python3 template.py FILE shards
python3 template.py FILE run /data=FOLDER
"""

import subprocess
import sys

import yaml


def container(template):
    """The command of the one container, and the number of shards where the template says it beside the command."""
    if template.get("kind") == "Job":
        pod = template["spec"]["template"]["spec"]
        (only,) = pod["containers"]
        assert pod["restartPolicy"] == "Never", "podFailurePolicy asks for restartPolicy Never"
        if "podFailurePolicy" in template["spec"]:
            assert template["spec"]["completionMode"] == "Indexed", "backoffLimitPerIndex asks for indices"
            for rule in template["spec"]["podFailurePolicy"]["rules"]:
                name = rule.get("onExitCodes", {}).get("containerName", only["name"])
                assert name == only["name"], f"the policy is about a container {name} that is not there"
        mounted = {mount["name"] for mount in only["volumeMounts"]}
        assert mounted <= {volume["name"] for volume in pod["volumes"]}, "a mount without a volume"
        return only["command"] + only.get("args", []), template["spec"].get("completions")
    properties = template["containerProperties"]
    mounted = {mount["sourceVolume"] for mount in properties["mountPoints"]}
    assert mounted <= {volume["name"] for volume in properties["volumes"]}, "a mount without a volume"
    assert 1 <= template["retryStrategy"]["attempts"] <= 10, "AWS Batch takes 1 to 10 attempts"
    assert len(template["retryStrategy"]["evaluateOnExit"]) <= 5, "AWS Batch takes up to 5 conditions"
    return properties["command"], None


def main(path, action, *replacements):
    with open(path, encoding="utf-8") as file:
        command, indices = container(yaml.safe_load(file))
    words = " ".join(command).split()
    if action == "shards":
        shards = int(words[words.index("--shards") + 1])
        assert indices in (None, shards), f"{indices} indices for {shards} shards"
        print(shards)
        return 0
    for replacement in replacements:
        old, new = replacement.split("=", 1)
        command = [word.replace(old, new) for word in command]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
