import FoundationEssentials
import Glibc
import SPBasics
import SPTables

/// The command that submits jobs to Slurm.
public struct Sbatch: Sendable {
  private let executable: String

  /// Why not all jobs were accepted.
  public struct Rejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// What sbatch reported, and which jobs were submitted.
    public let description: String
  }

  private struct Status: Error {
    /// nil if a signal ended it.
    let code: Int32?
  }

  /// Finds `sbatch` on `PATH`; nil if it is missing.
  public init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/sbatch" }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    executable = found
  }

  /// Submits the array and the job that joins its tables; messages of sbatch go to standard error.
  /// - Parameters:
  ///   - job: the jobs, whose scripts have been written.
  ///   - submitted: takes a line for each job, as soon as it is accepted.
  /// - Throws: ``Rejection``.
  public func submit(_ job: SlurmJob, submitted: (String) -> Void) throws(Rejection) {
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
