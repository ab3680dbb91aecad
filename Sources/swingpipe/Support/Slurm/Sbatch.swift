import Foundation

/// The command that submits jobs to Slurm.
struct Sbatch {
  private let executable: String

  /// Why a job was not taken.
  struct Refusal: Error {
    let status: Int32
  }

  /// Finds `sbatch` on `PATH`; nil where there is none.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/sbatch" }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    executable = found
  }

  /// Submits a job; what sbatch has to say goes to standard error.
  ///
  /// - Parameter arguments: with `--parsable` among them.
  /// - Returns: the job's id.
  /// - Throws: ``Refusal``, or what Foundation throws where sbatch cannot be started.
  func submit(_ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // With several clusters it is "id;cluster".
    let id = String(decoding: output, as: UTF8.self).prefix { $0.isASCII && $0.isNumber }
    guard process.terminationReason == .exit, process.terminationStatus == 0, !id.isEmpty else {
      throw Refusal(status: process.terminationStatus)
    }
    return String(id)
  }
}
