import FoundationEssentials
import Glibc
import SPBasics
import SPTables

/// The command that submits jobs to Slurm.
package struct Sbatch: Sendable {
  private let executable: String

  /// Why not all jobs were accepted.
  package struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// What sbatch reported, and which jobs were submitted.
    package let description: String
  }

  private struct Status: Error {
    /// nil if a signal ended it.
    let code: Int32?
  }

  /// Finds `sbatch` on `PATH`; nil if it is missing.
  package init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/sbatch" }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    executable = found
  }

  /// Submits the array and the job that joins its tables; messages of sbatch go to standard error.
  /// - Parameters:
  ///   - job: the jobs, whose scripts have been written.
  ///   - submitted: takes a line for each job, as soon as it is accepted.
  /// - Throws: `Rejection`.
  package func submit(_ job: SlurmJob, submitted: (String) -> Void) throws(Rejection) {
    var array: String?
    do {
      let id = try submit(job.arrayArguments)
      array = id
      submitted("array job \(id): \(counted(job.shards, "task"))")
      let merge = try submit(job.mergeArguments(after: id))
      submitted("merge job \(merge): after job \(id)")
    } catch {
      let reason =
        (error as? Status).map { $0.code.map { "ended with \($0)" } ?? "was ended by a signal" }
        ?? "cannot be started: \(error)"
      let rest = array.map { "array job \($0) is submitted, the merge is not" } ?? "nothing is submitted"
      throw Rejection(description: "sbatch \(reason); \(rest)")
    }
  }

  /// Submits a job with arguments that include `--parsable`, and returns its id.
  private func submit(_ arguments: [String]) throws -> String {
    let output = try CommandOutput(of: executable, arguments)
    // With several clusters it is "id;cluster".
    let id = String(decoding: output.bytes, as: UTF8.self).prefix { $0.isASCII && $0.isNumber }
    guard output.exitCode == 0, !id.isEmpty else { throw Status(code: output.exitCode) }
    return String(id)
  }
}

/// What a program wrote to its standard output, and how it ended.
private struct CommandOutput {
  let bytes: [UInt8]
  /// Its exit code; nil if a signal ended it.
  let exitCode: Int32?

  /// Runs a program to its end, with nothing to read; its messages go to standard error.
  /// - Parameters:
  ///   - executable: the path of the program.
  ///   - arguments: its arguments, without its own name.
  /// - Throws: `FileError` if it cannot be started, or its output cannot be read.
  init(of executable: String, _ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(path: executable, operation: "start") }
    // The child keeps a copy of the second alone.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try Self.start(executable, arguments, output: ends[1])
    }
    let output = WholeTransfer.read(from: ends[0])
    let failure = errno
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw FileError(path: executable, operation: "wait for") }
    }
    guard let output else { throw FileError(path: executable, operation: "read the output of", code: failure) }
    bytes = output
    // As the macros WIFEXITED and WEXITSTATUS, which Swift does not import.
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  private static func start(_ executable: String, _ arguments: [String], output: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let words = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, nil, words, environ)
    guard code == 0 else { throw FileError(path: executable, operation: "start", code: code) }
    return child
  }
}
