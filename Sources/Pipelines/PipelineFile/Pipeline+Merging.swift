import SPBasics

extension Pipeline {
  /// Combines variants of a pipeline, so that common stages run once.
  ///
  /// Two stages are the same if type, options and everything that they read are the same. Only stages that lead to the
  /// slot are kept: nothing is written to files.
  /// - Parameters:
  ///   - variants: the pipelines, each with a stage that writes the slot.
  ///   - slot: the slot needed from each.
  /// - Returns: the pipeline, and the place of each variant's slot in it; nil for a variant that does not write it.
  public static func merging(_ variants: [Pipeline], upTo slot: String) -> (whole: Pipeline, places: [SlotReference])? {
    guard let first = variants.first else { return nil }
    var stages: [PipelineStage] = []
    var places: [SlotReference] = []
    var known: [String: String] = [:]
    for variant in variants {
      guard let wanted = variant.lastWriter(of: slot) else { return nil }
      var names: [String: String] = [:]
      func renamed(_ reference: SlotReference) -> SlotReference {
        SlotReference(stageID: names[reference.stageID] ?? reference.stageID, slot: reference.slot)
      }
      for stage in variant.stages(leadingTo: wanted.stageID) {
        let reads = stage.reads.mapValues(renamed)
        let sources = reads.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let content = "\(stage.type.rawValue) \(stage.options.canonical) \(sources)"
        if let id = known[content] {
          names[stage.id] = id
          continue
        }
        let taken = Set(stages.map(\.id) + variants.flatMap { $0.stages.map(\.id) }.filter { $0 != stage.id })
        var (id, number) = (stage.id, 1)
        while taken.contains(id) {
          number += 1
          id = "\(stage.id)_\(number)"
        }
        known[content] = id
        names[stage.id] = id
        stages.append(
          PipelineStage(
            id: id, type: stage.type, stage: stage.stage, options: stage.options, ports: stage.ports, reads: reads,
            location: stage.location, node: stage.node))
      }
      places.append(renamed(wanted))
    }
    let whole = Pipeline(
      name: first.name, description: first.description, file: first.file, stages: stages, sports: first.sports,
      warnings: first.warnings)
    return (whole, places)
  }
}
