"""Tests of runs on a Dask cluster, against plain folders, a server of S3 on this machine, and one of HTTP."""

import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import boto3
import fsspec
import pandas as pd
import pytest
import swingpipe
from conftest import DATA, quiet_run, tables
from moto.server import ThreadedMotoServer

BROKEN = 1


@pytest.fixture(scope="module")
def s3():
    """The storage options of a server with the bucket "bucket"."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    options = {"key": "key", "secret": "secret", "endpoint_url": f"http://{host}:{port}"}
    boto3.client(
        "s3",
        endpoint_url=options["endpoint_url"],
        aws_access_key_id="key",
        aws_secret_access_key="secret",
        region_name="us-east-1",
    ).create_bucket(Bucket="bucket")
    yield options
    server.stop()


def totals(states):
    return states[-1].done, states[-1].failed, states[-1].total


def no_path_of_scratch(folder: pathlib.Path, client) -> bool:
    (scratch,) = {os.path.dirname(worker["local_directory"]) for worker in client.scheduler_info()["workers"].values()}
    return not any(scratch in file.read_text() for file in (folder / "_meta").rglob("*") if file.is_file())


def test_a_lost_worker_in_a_folder(client, tool, recordings, local, tmp_path):
    output, states = tmp_path / "out", []
    tool.will("kill-worker")
    tool.runs()
    with pytest.raises(swingpipe.RecordingsError) as caught:
        swingpipe.run("tennis", recordings, output, client=client, progress=states.append)
    assert tool.has_done("kill-worker")
    assert totals(states) == (12, BROKEN, 13)
    assert tool.runs() > 13
    error = caught.value
    assert (error.exit_code, error.file, error.stage) == (1, str(recordings / "broken.h5"), "in")
    pd.testing.assert_frame_equal(error.table, swingpipe.read(local))
    assert tables(output) == tables(local)
    for name in ("plan.jsonl", "pipeline.json", "schema.json", "merged.json"):
        assert (output / "_meta" / name).read_bytes() == (local / "_meta" / name).read_bytes(), name
    assert no_path_of_scratch(output, client)
    assert not list(output.rglob(".*"))

    # Only the recording that failed is tried again.
    quiet_run("tennis", recordings, output, client=client, progress=states.append)
    assert (totals(states), tool.runs()) == ((0, BROKEN, BROKEN), 1)
    assert tables(output) == tables(local)

    # The tool continues the folder.
    run = subprocess.run(
        [swingpipe.TOOL, "run", "tennis", recordings, "--output", output], capture_output=True, encoding="utf-8"
    )
    assert "12 up to date" in run.stderr
    status = subprocess.run([swingpipe.TOOL, "status", output], capture_output=True, encoding="utf-8")
    assert "13 recordings: 12 done, 1 failed, 0 stale, 0 missing" in status.stdout
    for command in (["head", output], ["report", output], ["merge", output]):
        assert subprocess.run([swingpipe.TOOL, *command], capture_output=True).returncode in (0, 1), command
    quiet_run("tennis", recordings, output, client=client)
    assert tool.runs() == 1


def test_a_folder_of_the_tool_is_continued(client, tool, recordings, local, tmp_path):
    output = tmp_path / "out"
    shutil.copytree(local, output)
    (output / "swings" / "tennis-000001.parquet").unlink()
    tool.runs()
    quiet_run("tennis", recordings, output, client=client)
    assert tool.runs() == 1 + BROKEN
    assert tables(output) == tables(local)
    # With another option all tables but two are made anew.
    found = quiet_run("tennis", recordings, output, client=client, overrides={"hit.threshold_g": 2})
    assert tool.runs() == 13
    pd.testing.assert_frame_equal(found, quiet_run("tennis", recordings, overrides={"hit.threshold_g": 2}))
    quiet_run("tennis", recordings, output, client=client, overrides={"hit.threshold_g": 2}, overwrite=True)
    assert tool.runs() == 13


def test_a_lost_worker_on_s3(client, tool, recordings, local, s3, tmp_path):
    store = fsspec.filesystem("s3", **s3)
    store.put(f"{recordings}/", "bucket/recordings/", recursive=True)
    states = []
    run = functools.partial(
        quiet_run,
        "tennis",
        "s3://bucket/recordings",
        "s3://bucket/out",
        client=client,
        storage_options=s3,
        progress=states.append,
    )
    tool.will("kill-worker")
    found = run()
    assert tool.has_done("kill-worker")
    pd.testing.assert_frame_equal(found, swingpipe.read(local))
    assert totals(states) == (12, BROKEN, 13)
    store.get("bucket/out/", f"{tmp_path}/out/", recursive=True)
    assert tables(tmp_path / "out") == tables(local)
    assert no_path_of_scratch(tmp_path / "out", client)
    plan = [json.loads(line) for line in (tmp_path / "out/_meta/plan.jsonl").read_text().splitlines()]
    assert {item["path"].rsplit("/", 1)[0] for item in plan} == {
        "s3://bucket/recordings",
        "s3://bucket/recordings/more",
    }

    tool.runs()
    pd.testing.assert_frame_equal(run(), found)
    assert (totals(states), tool.runs()) == ((0, BROKEN, BROKEN), 1)
    # An object that was written anew, a table that is gone, and records that are.
    store.put_file(str(recordings / "tennis-000100.h5"), "bucket/recordings/tennis-000100.h5")
    store.put_file(str(DATA / "tennis-000002.h5"), "bucket/recordings/tennis-000101.h5")
    store.rm("bucket/out/swings/tennis-000102.parquet")
    store.rm("bucket/out/_meta/status/tennis-000103.json")
    with pytest.raises(swingpipe.RecordingsError) as caught:
        swingpipe.run(
            "tennis",
            "s3://bucket/recordings",
            "s3://bucket/out",
            client=client,
            storage_options=s3,
            progress=states.append,
        )
    assert 3 + BROKEN <= tool.runs() <= 4 + BROKEN
    assert totals(states)[1] == BROKEN
    # The object that was written anew has the identifier of another one.
    shared = {"s3://bucket/recordings/tennis-000101.h5", "s3://bucket/recordings/more/tuesday.H5"}
    faults = {error.file: error.message for error in caught.value.errors if "is used by" in error.message}
    assert set(faults) == shared
    for file, message in faults.items():
        (other,) = shared - {file}
        expected = f'{file}: its recording id "tennis-000002" is used by {other}, too; expected one file per id'
        assert message == expected
    assert not store.exists("bucket/out/swings/tennis-000002.parquet")
    plan = [json.loads(line) for line in store.cat("bucket/out/_meta/plan.jsonl").splitlines()]
    assert shared == {item["path"] for item in plan if "is used by" in item.get("fault", "")}

    listed = ["s3://bucket/recordings/tennis-000102.h5", str(recordings / "tennis-000100.h5")]
    found = swingpipe.run("tennis", listed, "s3://bucket/two", client=client, storage_options=(s3, s3))
    assert set(found["recording_id"]) == {"tennis-000100", "tennis-000102"}
    found = swingpipe.run(
        "tennis",
        "s3://bucket/recordings/tennis-00010[23].h5",
        tmp_path / "three",
        client=client,
        storage_options=(s3, None),
        table="recordings",
        columns=["recording_id"],
    )
    assert list(found["recording_id"]) == ["tennis-000102", "tennis-000103"]


@pytest.mark.parametrize("tasks", ["one", "many"])
def test_recordings_that_share_an_identifier_fail(client, recordings, tmp_path, request, tasks):
    if tasks == "one":
        request.getfixturevalue("one_task")
    folder = tmp_path / "recordings"
    (folder / "a").mkdir(parents=True)
    (folder / "b").mkdir()
    shutil.copy(recordings / "tennis-000100.h5", folder / "a" / "one.h5")
    shutil.copy(recordings / "tennis-000100.h5", folder / "b" / "two.h5")
    shutil.copy(recordings / "tennis-000102.h5", folder)
    for name in "ab":
        shutil.copy(recordings / "broken.h5", folder / name)
    local, output = tmp_path / "local", tmp_path / "out"
    faults = []
    for target, options in ((local, {}), (output, {"client": client}), (output, {"client": client})):
        with pytest.raises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", folder, target, **options)
        faults.append(sorted((each.file, each.message) for each in caught.value.errors))
        assert list(caught.value.table["recording_id"].unique()) == ["tennis-000102"]
    assert faults[0] == faults[1] == faults[2]
    assert len(faults[0]) == 4
    assert tables(output) == tables(local)
    assert len(list((output / "_meta/status").iterdir())) == 5


def test_a_recording_that_comes_later_with_the_same_identifier(client, tool, recordings, tmp_path):
    folder, output = tmp_path / "recordings", tmp_path / "out"
    folder.mkdir()
    for name in ("tennis-000102.h5", "tennis-000104.h5"):
        shutil.copy(recordings / name, folder)
    swingpipe.run("tennis", folder, output, client=client)
    shutil.copy(recordings / "tennis-000102.h5", folder / "copy.h5")
    tool.runs()
    with pytest.raises(swingpipe.RecordingsError, match="is used by") as caught:
        swingpipe.run("tennis", folder, output, client=client)
    assert (tool.runs(), len(caught.value.errors)) == (1, 2)
    assert set(caught.value.table["recording_id"]) == {"tennis-000104"}
    assert not any("000102" in name for name in tables(output))
    (folder / "copy.h5").unlink()
    found = swingpipe.run("tennis", folder, output, client=client)
    assert set(found["recording_id"]) == {"tennis-000102", "tennis-000104"}
    # Nothing is left of the fault.
    assert len(list((output / "_meta" / "status").iterdir())) <= 3


def test_recordings_of_a_web_server(client, tool, recordings, local, tmp_path):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(recordings))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        files = [f"{base}/tennis-000100.h5", f"{base}/more/tuesday.H5"]
        tool.runs()
        for runs in (2, 0):
            found = swingpipe.run("tennis", files, tmp_path / "out", client=client)
            assert tool.runs() == runs
        assert set(found["recording_id"]) == {"tennis-000100", "tennis-000002"}
        with pytest.raises(swingpipe.RecordingsError, match="missing.h5: cannot be read") as caught:
            swingpipe.run("tennis", [*files, f"{base}/missing.h5"], tmp_path / "out", client=client)
        assert len(caught.value.table) == len(found)
        server.shutdown()
    made = tables(tmp_path / "out")
    assert all(
        made[name] == content for name, content in tables(local).items() if name in made and "merged" not in name
    )


def test_a_pipeline_file_and_the_files_that_it_names(client, recordings, tmp_path, monkeypatch):
    text = subprocess.run([swingpipe.TOOL, "pipelines", "show", "tennis"], capture_output=True, encoding="utf-8").stdout
    folder = tmp_path / "pipelines"
    (folder / "models").mkdir(parents=True)
    model = DATA.parent / "Sources/Domains/Swings/Decisions/Model/hit-miss-model.json"
    shutil.copy(model, folder / "models")
    named = text.replace('"classifiers.hit_miss"', '"classifiers.hit_miss", "model": "models/hit-miss-model.json"')
    assert named != text
    (folder / "mine.json").write_text(named)
    monkeypatch.chdir(tmp_path)
    inputs = [recordings / "tennis-000100.h5", recordings / "broken.h5"]
    local = quiet_run("pipelines/mine.json", inputs, "local")
    found = quiet_run("pipelines/mine.json", inputs, "out", client=client, scratch=tmp_path / "scratch")
    pd.testing.assert_frame_equal(found, local)
    assert tables(tmp_path / "out") == tables(tmp_path / "local")
    assert list((tmp_path / "scratch").iterdir()) == []
    statuses = [json.loads((tmp_path / name / "_meta/status/broken.json").read_text()) for name in ("local", "out")]
    assert statuses[0]["errors"] == statuses[1]["errors"]
    assert statuses[0]["pipeline"] == statuses[1]["pipeline"]
    shutil.copy(model, tmp_path)
    quiet_run("tennis", inputs, "set", client=client, overrides={"label.model": "hit-miss-model.json"})
    with pytest.raises(swingpipe.PipelineError) as caught:
        swingpipe.run("pipelines/mine.json", inputs, "x", client=client, overrides={"hit.no_such": 1})
    assert "no_such" in caught.value.message
    assert caught.value.file == "pipelines/mine.json"
    assert not (tmp_path / "x").exists()


def test_a_temporary_fault_is_tried_again(client, tool, recordings, tmp_path):
    tool.will("fail-once")
    tool.runs()
    swingpipe.run("tennis", recordings / "more", tmp_path / "out", client=client)
    assert (tool.has_done("fail-once"), tool.runs()) == (True, 3)


def test_many_recordings_of_a_task_share_a_process(client, tool, recordings, local, tmp_path, one_task):
    tool.will("fail-once", "kill-worker")
    tool.runs()
    quiet_run("tennis", recordings, tmp_path / "out", client=client)
    assert (tool.has_done("fail-once"), tool.has_done("kill-worker")) == (True, True)
    # Of the task that the lost worker had, of the group that failed at first, and of the broken one alone.
    assert tool.runs() < 2 * 13
    assert tables(tmp_path / "out") == tables(local)
    assert no_path_of_scratch(tmp_path / "out", client)


def test_a_recording_that_kills_each_worker_fails_alone(client, tool, recordings, tmp_path, one_task):
    # Dask gives up a task at the first lost worker: by default at the fourth.
    allowed = client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.allowed_failures)
    client.run_on_scheduler(_allow_failures, 0)
    tool.will("kill-worker-for-103")
    inputs = [recordings / f"tennis-00010{number}.h5" for number in (2, 3, 4)]
    run = functools.partial(swingpipe.run, "tennis", inputs, tmp_path / "out", client=client, table="recordings")
    try:
        with pytest.raises(swingpipe.RecordingsError) as caught:
            run()
    finally:
        client.run_on_scheduler(_allow_failures, allowed)
        (tool.folder / "kill-worker-for-103").rmdir()
    error = caught.value
    assert (error.exit_code, len(error.errors), error.file) == (75, 1, str(inputs[1]))
    assert "the worker was lost" in error.message
    assert set(error.table["recording_id"]) == {"tennis-000102", "tennis-000104"}
    assert len(run()) == 3


def _allow_failures(count, dask_scheduler):
    dask_scheduler.allowed_failures = count


def test_an_interrupted_run_is_continued(client, tool, recordings, local, tmp_path):
    def stop(state):
        if state.done:
            raise KeyboardInterrupt

    tool.will("wait")
    with pytest.raises(KeyboardInterrupt):
        swingpipe.run("tennis", recordings, tmp_path / "out", client=client, progress=stop)
    (tool.folder / "wait").rmdir()
    states = []
    quiet_run("tennis", recordings, tmp_path / "out", client=client, progress=states.append)
    assert states[-1].total < 13
    assert tables(tmp_path / "out") == tables(local)


def test_a_worker_with_another_version_is_refused(client, tool, recordings, tmp_path):
    tool.will("other-version")
    try:
        with pytest.raises(swingpipe.UsageError, match="worker tcp://.*: swingpipe --version gives '9.9.9'; expected "):
            swingpipe.run("tennis", recordings, tmp_path / "out", client=client)
    finally:
        (tool.folder / "other-version").rmdir()
    assert not (tmp_path / "out").exists()


def test_a_worker_without_the_tool_is_refused(client, tool, recordings, tmp_path):
    tool.path.rename(tool.folder / "gone")
    try:
        with pytest.raises(swingpipe.UsageError, match="worker tcp://.*: swingpipe --version gives FileNotFoundError"):
            swingpipe.run("tennis", recordings, tmp_path / "out", client=client)
    finally:
        (tool.folder / "gone").rename(tool.path)


def test_arguments_that_do_not_fit(client, recordings, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    out = tmp_path / "out"
    cases = [
        ((None, recordings, out), {}, "client is given without pipeline"),
        (("tennis", recordings), {}, "client is given without output"),
        (("tennis", recordings, out), {"jobs": 2}, "jobs and client"),
        (("tennis", recordings, out), {"shard": (1, 2)}, "shard and client"),
        (("tennis", empty, out), {}, "holds no recording"),
        (("tennis", [], out), {}, "empty list"),
        (("tennis", tmp_path / "*.h5", out), {}, "matches none"),
        (("tennis", recordings, out), {"table": "swngs"}, "writes no table"),
        (("tennis", recordings, out), {"columns": ["labl"]}, 'did you mean "label"'),
        (("tennis", recordings, "nosuch://bucket"), {}, "nosuch://bucket: "),
        (("workout", recordings, out), {}, "reads sessions"),
        (("nosuch", recordings, out), {}, "no built-in pipeline has this name"),
    ]
    kinds = (swingpipe.UsageError, swingpipe.PipelineError)
    for arguments, options, message in cases:
        with pytest.raises(kinds, match=message.replace("*", r"\*")):
            swingpipe.run(*arguments, client=client, **options)
    with pytest.raises(swingpipe.UsageError, match="expected a dask.distributed.Client"):
        swingpipe.run("tennis", recordings, out, client="tcp://127.0.0.1:8786")
    with pytest.raises(swingpipe.UsageError, match="storage_options is given without client"):
        swingpipe.run("tennis", recordings, out, storage_options={})
    assert not out.exists()


@pytest.mark.parametrize("package", ["distributed", "fsspec"])
def test_a_missing_package_is_named(package):
    script = f"""
import sys
sys.modules["{package}"] = None
import swingpipe
try:
    swingpipe.run("tennis", "x", "y", client=object())
except swingpipe.UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8")
    assert f"client needs the package {package}" in done.stdout and "swingpipe[dask]" in done.stdout, done.stderr
