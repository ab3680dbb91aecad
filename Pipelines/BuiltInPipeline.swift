/// A pipeline of this folder, compiled in, so that an installed tool carries it.
package struct BuiltInPipeline: Hashable, Sendable {
  /// What it is called: the file's name without `.json`.
  package let name: String
  private let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Its text with the comments: without what belongs to this folder alone, which is the paths of the schema and of an
  /// example plan, and the tests on bundled recordings.
  package var text: String {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The files are formatted alike, and their tests come last.
    let end = lines.firstIndex(of: "  ],").map { $0 + 1 } ?? lines.count
    let kept = lines[..<end].filter { !$0.hasPrefix("  \"$schema\":") }.map(Self.withoutPlan)
    return (kept + ["}\n"]).joined(separator: "\n")
  }

  /// By hand: to compile a regular expression would take longer than to read the pipeline.
  private static func withoutPlan(_ line: Substring) -> Substring {
    guard let option = line.firstRange(of: ", \"plan\": \"Plans/") else { return line }
    let rest = line[option.upperBound...]
    return line[..<option.lowerBound] + (rest.firstIndex(of: "\"").map { rest[$0...].dropFirst() } ?? rest)
  }

  /// Every pipeline, sports first.
  package static let all = [
    BuiltInPipeline("badminton", PackageResources.badminton_json),
    BuiltInPipeline("baseball", PackageResources.baseball_json),
    BuiltInPipeline("cricket", PackageResources.cricket_json),
    BuiltInPipeline("golf", PackageResources.golf_json),
    BuiltInPipeline("golf_mocap", PackageResources.golf_mocap_json),
    BuiltInPipeline("softball", PackageResources.softball_json),
    BuiltInPipeline("table_tennis", PackageResources.table_tennis_json),
    BuiltInPipeline("tennis", PackageResources.tennis_json),
    BuiltInPipeline("impacts", PackageResources.impacts_json),
    BuiltInPipeline("head_pose", PackageResources.head_pose_json),
    BuiltInPipeline("posture", PackageResources.posture_json),
    BuiltInPipeline("push_ups", PackageResources.push_ups_json),
    BuiltInPipeline("submersion", PackageResources.submersion_json),
    BuiltInPipeline("cycling", PackageResources.cycling_json),
    BuiltInPipeline("workout", PackageResources.workout_json),
    BuiltInPipeline("planned_workout", PackageResources.planned_workout_json),
  ]

  /// The one of a name.
  package static func named(_ name: String) -> BuiltInPipeline? { all.first { $0.name == name } }
}
