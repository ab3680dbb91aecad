import SPTables

extension Pipeline {
  /// The columns of each table that the pipeline writes, if the stage that makes the table can state them before a run.
  public var dictionaries: [DataDictionary] {
    stages.flatMap { writer in
      let source = writer.reads["table"].flatMap { stage($0.stageID) }
      return writer.stage.tableNames.compactMap { name in
        source.flatMap { dictionary(of: $0, as: name) }
      }
    }
  }

  /// The columns of the table that a stage makes. Some stages make their table by adding columns to another table.
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
