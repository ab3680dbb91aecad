import Files
import Foundation

/// Files of workout plans.
public enum PlanFile {
  /// Extensions of the files that plans are read from.
  public static let extensions = ["json", "plan", "fit", "zwo"]

  /// The plan in a file of any form; what form it is, its content tells.
  /// - Parameters:
  ///   - path: the file.
  ///   - ftpW: the functional threshold power in W, for forms that hold fractions of it; without it these become zones.
  /// - Throws: `FileError`, or ``PlanError`` with every fault.
  public static func read(_ path: String, ftpW: Double? = nil) throws -> PlanImport {
    try WorkoutPlan.read(bytes(path), file: path, ftpW: ftpW)
  }

  /// Writes a plan as a file of some form, which appears whole or not at all.
  /// - Throws: `OutputTarget.Fault` where something else than a plan is there; `FileError`.
  public static func write(_ export: PlanExport, to path: String) throws {
    try WholeFile.write(export.bytes, to: OutputTarget.resolved(path, for: .workoutPlan))
  }

  /// The content of a file; of one that is too large for a plan, only its beginning.
  static func bytes(_ path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try WholeFile.read(path) { block in
      bytes += block
      return bytes.count <= WorkoutPlan.largestFile
    }
    return bytes
  }
}

extension OutputTarget.Kind {
  /// A plan of any form that is written, by what such files begin with.
  public static let workoutPlan = Self(name: "workout plan", maxBytes: WorkoutPlan.largestFile) { start in
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
