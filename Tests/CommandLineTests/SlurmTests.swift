import Foundation
import Testing

/// What `slurm` writes; a real cluster runs it in Tests/Cluster.
/// Jobs for Slurm.
struct SlurmTests {
  /// A folder name that the shell and sbatch might misread.
  static let awkward = "it's 100% $HOME"

  private func scratch() async throws -> Scratch {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "in/b.h5")
    return scratch
  }

  /// Puts programs before all others on the path of a line of the shell.
  private func shell(_ line: String, in scratch: Scratch, programs: [String: String]) async throws -> Tool.Outcome {
    for (name, text) in programs {
      let path = try scratch.write("#!/bin/sh\n" + text, to: "bin/\(name)")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return try await Tool.shell("PATH=\"$PWD/bin:$PATH\"\n" + line, in: scratch.path)
  }

  @Test("Scripts, work list and pipeline are written, and the commands are printed")
  func files() async throws {
    let scratch = try await scratch()
    let outcome = try await Tool.run(
      [
        "slurm", Project.pipeline("baseball"), "in", "--output", "out", "--shards", "2", "--set", "hit.threshold_g=2.5",
        "--time", "1-12:00:00", "--memory", "2G", "--cpus-per-task", "4", "--partition", "long,short", "--account",
        "bats", "--concurrent", "20", "--job-name", "night", "--max-retries", "5",
      ], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let out = scratch("out")
    #expect(
      outcome.output == """
        array=$(sbatch --parsable --output=\(out)/_meta/logs/slurm-%A_%a.log \(out)/_meta/slurm/array.sh)
        sbatch --parsable --dependency=afterany:"${array%%;*}" --output=\(out)/_meta/logs/slurm-%j-merge.log \
        \(out)/_meta/slurm/merge.sh

        """)
    #expect(outcome.errors == "\(out)/_meta/slurm: 2 shards of 2 recordings\n")
    let array = try scratch.text("out/_meta/slurm/array.sh")
    let directives = array.split(separator: "\n").filter { $0.hasPrefix("#SBATCH ") }.map { $0.dropFirst(8) }
    #expect(
      directives == [
        "--job-name=night", "--array=1-2%20", "--cpus-per-task=4", "--requeue", "--open-mode=append",
        "--time=1-12:00:00", "--mem=2G", "--partition=long,short", "--account=bats",
      ])
    #expect(array.contains("  --shards 2 --shard-index-from-env --stall-timeout-s 30\n"))
    #expect(array.contains(#"[ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]"#))
    #expect(try scratch.text("out/_meta/slurm/merge.sh").contains("#SBATCH --job-name=night-merge\n"))
    #expect(try scratch.text("out/_meta/plan.jsonl").split(separator: "\n").count == 2)
    let pipeline = try await Tool.run(["pipelines", "validate", "out/_meta/slurm/pipeline.json"], in: scratch.path)
    #expect(pipeline.status == 0, "\(pipeline.errors)")
    #expect(try scratch.text("out/_meta/slurm/pipeline.json").contains(#""threshold_g" : 2.5"#))
    #expect(FileManager.default.fileExists(atPath: out + "/_meta/logs"))
  }

  @Test("The scripts give what a run gives, whatever the folder is called")
  func sameTables() async throws {
    let scratch = try await scratch()
    let outcome = try await shell(
      """
      "$SWINGPIPE" run '\(Project.pipeline("baseball"))' in --output local --quiet || exit 90
      "$SWINGPIPE" slurm '\(Project.pipeline("baseball"))' in --output "$OUTPUT" --shards 2 >commands || exit 91
      mkdir elsewhere && cd elsewhere
      for task in 1 2; do SLURM_ARRAY_TASK_ID=$task sh "../$OUTPUT/_meta/slurm/array.sh" || exit 92; done
      sh "../$OUTPUT/_meta/slurm/merge.sh" || exit 93
      cd .. && diff -r -x _meta local "$OUTPUT"
      """.withOutput, in: scratch, programs: [:])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(!scratch.files(below: Self.awkward + "/swings").isEmpty)
  }

  /// An sbatch that notes its arguments, one per line, and takes the job.
  private static let sbatch = """
    for word; do printf '%s\\n' "$word" >>sbatch.log; done
    echo "12;cluster"
    """

  @Test("--submit submits the array, then the merge for when it is through; the printed commands do the same")
  func submit() async throws {
    let scratch = try await scratch()
    let arguments = #""$SWINGPIPE" slurm '\#(Project.pipeline("baseball"))' in --output "$OUTPUT" --shards 2"#
      .withOutput
    let submitted = try await shell(arguments + " --submit", in: scratch, programs: ["sbatch": Self.sbatch])
    #expect(submitted.status == 0, "\(submitted.errors)")
    #expect(submitted.output == "array job 12: 2 tasks\nmerge job 12: after job 12\n")
    let meta = scratch(Self.awkward) + "/_meta"
    let logs = meta.replacing("%", with: "%%") + "/logs"
    let expected = """
      --parsable
      --output=\(logs)/slurm-%A_%a.log
      \(meta)/slurm/array.sh
      --parsable
      --dependency=afterany:12
      --output=\(logs)/slurm-%j-merge.log
      \(meta)/slurm/merge.sh

      """
    #expect(try scratch.text("sbatch.log") == expected)
    try FileManager.default.removeItem(atPath: scratch("sbatch.log"))
    let printed = try await shell(
      arguments + " >commands && sh commands", in: scratch, programs: ["sbatch": Self.sbatch])
    #expect(printed.status == 0, "\(printed.errors)")
    #expect(try scratch.text("sbatch.log") == expected)
  }

  @Test("Without sbatch the scripts are written and the commands said")
  func noSbatch() async throws {
    let scratch = try await scratch()
    let outcome = try await Tool.shell(
      "PATH=/nowhere\n\"$SWINGPIPE\" slurm '\(Project.pipeline("baseball"))' in -o out --shards 2 --submit",
      in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errorLines
    #expect(lines.contains("error: --submit: there is no sbatch on PATH; on a machine of the cluster, run:"))
    #expect(lines.contains { $0.hasPrefix("array=$(sbatch --parsable ") })
    #expect(scratch.files(below: "out/_meta/slurm") == ["array.sh", "merge.sh", "pipeline.json"])
  }

  @Test("What sbatch does not take is said with what was submitted", arguments: [1, 2])
  func refused(call: Int) async throws {
    let scratch = try await scratch()
    let outcome = try await shell(
      "\"$SWINGPIPE\" slurm '\(Project.pipeline("baseball"))' in -o out --shards 2 --submit", in: scratch,
      programs: [
        "sbatch": "echo x >>calls; [ $(wc -l <calls) -lt \(call) ] || { echo no account >&2; exit 9; }; echo 7"
      ])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no account\n"))
    let submitted = call == 1 ? "nothing is submitted" : "array job 7 is submitted, the merge is not"
    #expect(outcome.errors.hasSuffix("error: --submit: sbatch ended with 9; \(submitted)\n"))
  }

  @Test("An sbatch that a signal ends is told apart from one that refuses")
  func killed() async throws {
    let scratch = try await scratch()
    let outcome = try await shell(
      "\"$SWINGPIPE\" slurm '\(Project.pipeline("baseball"))' in -o out --shards 2 --submit", in: scratch,
      programs: ["sbatch": "kill -9 $$"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasSuffix("error: --submit: sbatch was ended by a signal; nothing is submitted\n"))
  }

  @Test(
    "A task that ends with 75 is put back as often as was asked for, and with no other code",
    arguments: [(75, "", true), (75, "2", true), (75, "3", false), (1, "", false), (0, "", false), (65, "", false)])
  func requeue(code: Int, restarts: String, isRequeued: Bool) async throws {
    let scratch = try await scratch()
    let outcome = try await shell(
      """
      "$SWINGPIPE" slurm '\(Project.pipeline("baseball"))' in -o out --shards 2 >/dev/null || exit 90
      sed 's|^.*swingpipe.* run |tool run |' out/_meta/slurm/array.sh >array.sh
      export SLURM_ARRAY_JOB_ID=40 SLURM_ARRAY_TASK_ID=2 SLURM_RESTART_COUNT=\(restarts)
      sh array.sh
      """, in: scratch, programs: ["tool": "exit \(code)", "scontrol": "echo \"$@\""])
    #expect(outcome.status == code)
    #expect(outcome.output == (isRequeued ? "requeue 40_2\n" : ""))
  }

  @Test("A task may get all memory of its node, which sbatch calls 0")
  func memoryOfNode() async throws {
    let scratch = try await scratch()
    let outcome = try await Tool.run(
      ["slurm", Project.pipeline("baseball"), "in", "-o", "out", "--shards", "2", "--memory", "0"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try scratch.text("out/_meta/slurm/array.sh").contains("#SBATCH --mem=0\n"))
  }

  @Test("More shards than recordings are as many as recordings")
  func fewRecordings() async throws {
    let scratch = try await scratch()
    let outcome = try await Tool.run(
      ["slurm", Project.pipeline("baseball"), "in", "-o", "out", "--shards", "5"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines.first
        == "warning: --shards is 5, but there are 2 recordings; 2 shards are used")
    #expect(
      try scratch.text("out/_meta/slurm/array.sh").contains("--shards 2 --shard-index-from-env --stall-timeout-s 30\n"))
  }
}

extension String {
  /// The line of the shell after one that sets OUTPUT to a name that is easily misread.
  fileprivate var withOutput: String {
    "OUTPUT='\(SlurmTests.awkward.replacing("'", with: "'\\''"))'\n" + self
  }
}
