import ArgumentParser
import Files
import Foundation
import WorkoutPlans

/// Files of plans, as commands read and write them.
enum WorkoutPlanFile {
  /// Extensions of the files that plans are read from.
  static let extensions = ["json", "plan", "fit", "zwo"]

  /// The JSON Schema of plans.
  static var schema: String { WorkoutPlan.schema.pretty + "\n" }

  /// The content of a file.
  /// - Throws: `ExitCode.usage`, or `ExitCode.temporary`, after the reason was said.
  static func bytes(_ path: String) throws -> [UInt8] {
    do {
      var bytes: [UInt8] = []
      // One that is too large is no plan, whatever follows.
      try WholeFile.read(path) { block in
        bytes += block
        return bytes.count <= WorkoutPlan.largestFile
      }
      return bytes
    } catch {
      StandardStreams.error("error: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }

  /// The plan in a file.
  /// - Throws: `ExitCode.pipelineFault` too, after every fault was said.
  static func read(_ path: String) throws -> WorkoutPlan {
    let bytes = try bytes(path)
    do {
      let read = try WorkoutPlan.read(bytes, file: path)
      for loss in read.losses { StandardStreams.error("warning: \(path): \(loss)") }
      return read.plan
    } catch {
      error.faults.forEach { StandardStreams.error("\($0)") }
      throw ExitCode.pipelineFault
    }
  }

  /// Writes a file, or standard output for `-`; a file appears whole or not at all.
  /// - Throws: as ``bytes(_:)``.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return StandardStreams.output(Data(bytes)) }
    do {
      try WholeFile.write(bytes, to: OutputTarget.resolved(path, for: .workoutPlan))
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }
}

extension OutputTarget.Kind {
  /// A plan of any form that is written, by what such files begin with.
  static let workoutPlan = Self(name: "workout plan", maxBytes: WorkoutPlan.largestFile) { start in
    if start.starts(with: "SWPL".utf8) || start.starts(with: "[COURSE HEADER]".utf8) { return true }
    if start.dropFirst(8).starts(with: ".FIT".utf8) { return true }
    let text = String(decoding: start, as: UTF8.self)
    let kinds = Workout.Kind.allCases.map(\.rawValue)
    // Comments may stand before a plan, and a declaration before XML.
    if text.prefixMatch(of: /\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<workout_file[\s>\/]/.dotMatchesNewlines()) != nil {
      return true
    }
    guard text.prefixMatch(of: /(\s|\/\/[^\n]*\n|\/\*.*?\*\/)*\{/.dotMatchesNewlines()) != nil else { return false }
    return text.contains("\"version\"")
      && text.matches(of: /"kind"\s*:\s*"(\w+)"/).contains { kinds.contains(String($0.1)) }
  }
}
