import Files
import Tables

extension Pipeline {
  /// The stages that a stage's result depends on, itself included, in order.
  public func stages(leadingTo id: String) -> [PipelineStage] {
    var needed: Set<String> = [id]
    for stage in stages.reversed() where needed.contains(stage.id) {
      needed.formUnion(stage.reads.values.map(\.stageID))
    }
    return stages.filter { needed.contains($0.id) }
  }

  /// The pipeline with those of its stages alone that lead to some of its tables.
  public func stages(for tables: Set<String>) -> Pipeline {
    let writers = stages.filter { !tables.isDisjoint(with: $0.stage.tableNames) }
    let needed = Set(writers.flatMap { stages(leadingTo: $0.id) }.map(\.id))
    return keeping { needed.contains($0.id) }
  }

  /// For each table that it writes, a hash of everything in the pipeline that can change its content.
  ///
  /// FFTW's wisdom is no part of it, as the processor is none: it can change what is filtered by some 1e-5 g, so that
  /// nothing but a peak right at a threshold is found or not, and tuning a machine is no reason to run a data set again.
  /// The records of recordings name the wisdom.
  var tableKeys: [String: String] {
    let all = settings
    let keys = stages.flatMap { stage in
      let ids = Set(stages(leadingTo: stage.id).map(\.id))
      return stage.stage.tableNames.map { ($0, Self.key(of: all.filter { ids.contains($0.id) })) }
    }
    return Dictionary(uniqueKeysWithValues: keys)
  }

  /// A hash of everything in the pipeline that can change a result.
  var key: String { Self.key(of: settings) }

  /// The hash leaves nothing out that ``StageSettings`` holds.
  private static func key(of settings: [StageSettings]) -> String {
    let text = settings.map { stage in
      let values = stage.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
      return "\(stage.id) \(stage.type)\n" + values.joined()
    }
    return ContentHash(text.joined(separator: "\n").utf8).text
  }

  /// What the columns of each table that it writes hold, where the stage that makes the table can tell beforehand.
  public var dictionaries: [DataDictionary] {
    stages.flatMap { writer in
      let source = writer.reads["table"].flatMap { stage($0.stageID) }
      return writer.stage.tableNames.compactMap { name in
        source.flatMap { DataDictionary(table: name, of: $0.stage) }
      }
    }
  }
}

extension DataDictionary {
  /// What the table that a stage makes holds, under the name that it is written by; nil of a stage that cannot tell.
  public init?(table: String, of stage: any Stage) {
    guard let columns = stage.tableSchema else { return nil }
    self.init(table: table, description: stage.tableDescription, columns: columns, row: stage.tableRow)
  }
}
