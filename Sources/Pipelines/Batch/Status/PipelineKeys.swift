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

  /// A pipeline of only the stages that lead to some of its tables.
  public func stages(for tables: Set<String>) -> Pipeline {
    let writers = stages.filter { !tables.isDisjoint(with: $0.stage.tableNames) }
    let needed = Set(writers.flatMap { stages(leadingTo: $0.id) }.map(\.id))
    return keeping { needed.contains($0.id) }
  }

  /// For each table that it writes, a hash of everything in the pipeline that can change its content.
  ///
  /// The processor is not included. Another one can change filtered values by some 1e-5 g, which matters only for a peak
  /// right at a threshold, and a move to another machine is not a reason to run a data set again.
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

  /// The hash includes everything in ``StageSettings``.
  private static func key(of settings: [StageSettings]) -> String {
    let text = settings.map { stage in
      let values = stage.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
      return "\(stage.id) \(stage.type)\n" + values.joined()
    }
    return ContentHash(text.joined(separator: "\n").utf8).text
  }

  /// The columns of each table that it writes, if the stage that makes the table can state them in advance.
  public var dictionaries: [DataDictionary] {
    stages.flatMap { writer in
      let source = writer.reads["table"].flatMap { stage($0.stageID) }
      return writer.stage.tableNames.compactMap { name in
        source.flatMap { dictionary(of: $0, as: name) }
      }
    }
  }

  /// The columns of the table that a stage makes, or makes of another one by adding columns.
  private func dictionary(of stage: PipelineStage, as table: String) -> DataDictionary? {
    let added = stage.stage.addedColumns
    guard !added.isEmpty else { return DataDictionary(table: table, of: stage.stage) }
    guard let source = stage.reads["table"].flatMap({ self.stage($0.stageID) }),
      var dictionary = dictionary(of: source, as: table)
    else { return nil }
    dictionary.columns += added
    return dictionary
  }
}

extension DataDictionary {
  /// The columns of the table that a stage makes, under the name used for writing it; nil if the stage cannot state
  /// them.
  public init?(table: String, of stage: any Stage) {
    guard let columns = stage.tableSchema else { return nil }
    self.init(table: table, description: stage.tableDescription, columns: columns, row: stage.tableRow)
  }
}
