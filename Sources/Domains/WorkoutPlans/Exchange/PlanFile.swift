import SPBasics

/// Files of workout plans.
package enum PlanFile {
  /// Extensions of the files from which plans are read.
  package static let extensions = PlanFormat.allCases.map(\.fileExtension)

  /// Reads the plan in a file of any form, which is recognised by its content.
  /// - Parameters:
  ///   - path: The file.
  ///   - ftpW: The functional threshold power in W. Without it, fractions of the threshold power become zones.
  ///   - paces: The runner's paces. Without them, fractions of a pace are lost.
  /// - Throws: `FileError`, or ``PlanError`` with every fault.
  package static func read(
    _ path: String, ftpW: Double? = nil, paces: [RunnerPace: Measure<SpeedUnit>] = [:]
  ) throws -> PlanImport {
    try WorkoutPlan.read(bytes(path), file: path, ftpW: ftpW, paces: paces)
  }

  /// Writes a plan to a file, which appears complete or not at all.
  /// - Throws: `OutputTarget.Fault` if something other than a plan is there; `FileError`.
  package static func write(_ export: PlanExport, to path: String) throws {
    try WholeFile.write(export.bytes, to: OutputTarget.resolved(path, for: .workoutPlan))
  }

  /// The content of a file. Of a file that is too large for a plan, only the beginning is read.
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
  /// A plan of any form that can be written, recognised by the beginning of the file.
  package static let workoutPlan = Self(name: "workout plan", maxBytes: WorkoutPlan.largestFile) { start in
    if start.starts(with: "SWPL".utf8) || start.starts(with: "[COURSE HEADER]".utf8) { return true }
    if start.dropFirst(8).starts(with: ".FIT".utf8) { return true }
    let text = String(decoding: start, as: UTF8.self)
    let kinds = Workout.Kind.allCases.map(\.rawValue)
    // Comments may precede a plan, and a declaration may precede XML.
    if text.prefixMatch(of: /\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<workout_file[\s>\/]/.dotMatchesNewlines()) != nil {
      return true
    }
    guard text.prefixMatch(of: /(\s|\/\/[^\n]*\n|\/\*.*?\*\/)*\{/.dotMatchesNewlines()) != nil else { return false }
    return text.contains("\"version\"")
      && text.matches(of: /"kind"\s*:\s*"(\w+)"/).contains { kinds.contains(String($0.1)) }
  }
}
