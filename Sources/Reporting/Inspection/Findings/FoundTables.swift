import SPPipelines
import SPRecordings
import SPStages
import SPTables

/// The tables that a pipeline writes for one recording or session, kept in memory for a plot.
package struct FoundTables: Sendable {
  /// The tables, by their names in the ready pipelines.
  package let tables: [String: FeatureTable]

  /// Runs a pipeline on a recording, or on the recordings of a session, without writing anything.
  /// - Throws: the errors of planning and running the pipeline.
  package init(in paths: [String], by pipeline: Pipeline) throws {
    let pipeline = pipeline.withoutWriters
    var named: [String: SlotReference] = [:]
    for stage in pipeline.stages where stage.ports.writes.contains(where: { $0.name == Slot.table.name }) {
      guard let name = StandardTables.name(ofTableBy: stage.stage) else { continue }
      named[name] = SlotReference(stageID: stage.id, slot: Slot.table.name)
    }
    let result = try pipeline.run(pipeline.plan(paths), keeping: Set(named.values))
    tables = try named.compactMapValues { try result.value(.table, at: $0) }
  }

  /// A pipeline for the recording's streams of dives or head motion, made of the stages of the built-in pipelines with
  /// their defaults. Nil for a recording without these streams.
  /// - Throws: `PipelineError` if the built-in text is invalid.
  package static func pipeline(for recording: Recording) throws -> Pipeline? {
    guard let kind = kinds.first(where: { kind in kind.streams.contains { recording.streams[$0] != nil } }) else {
      return nil
    }
    let stages = ["readers.hdf5"] + kind.stages
    let text = stages.map { type in
      "{ \"id\": \"\(type.replacing(".", with: "_"))\", \"type\": \"\(type)\" }"
    }.joined(separator: ", ")
    return try Pipeline.load(
      text: "{ \"version\": 1, \"name\": \"\(kind.name)\", \"stages\": [\(text)] }", file: "built-in \(kind.name)",
      registry: StandardStages.registry())
  }

  private static let kinds: [(name: String, streams: [StreamName], stages: [String])] = [
    (
      "submersion", [.submersionMeasurement, .submersionEvent],
      ["detectors.dive", "features.dive", "features.depth_state", "features.surface_interval"]
    ),
    (
      "head_motion", [.headphoneMotion],
      [
        "detectors.head_motion", "features.pose", "features.head_connection", "features.posture", "features.repetition",
        "features.repetition_set",
      ]
    ),
  ]
}
