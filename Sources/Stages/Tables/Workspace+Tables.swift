import Pipelines
import Tables

extension Workspace {
  /// Writes a table that is in memory to a slot of tables.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func set(_ slot: Slot<TableRows>, _ table: FeatureTable) throws {
    try set(slot, TableRows(table))
  }
}

extension RunResult {
  /// The table that a stage wrote to a slot, in memory; nil if the run has not kept it.
  ///
  /// - Throws: the errors of making its rows.
  public func value(_ slot: Slot<TableRows>, from stageID: String) throws -> FeatureTable? {
    try value(slot, at: SlotReference(stageID: stageID, slot: slot.name))
  }

  /// The table of a slot, in memory; nil if the run has not kept it.
  ///
  /// - Throws: the errors of making its rows.
  public func value(_ slot: Slot<TableRows>, at reference: SlotReference) throws -> FeatureTable? {
    let rows: TableRows? = value(slot, at: reference)
    return try rows?.table()
  }
}

extension StageBench.Outputs {
  /// The table that the stage wrote to a slot, in memory; nil if it wrote none.
  public subscript(_ slot: Slot<TableRows>) -> FeatureTable? {
    get throws {
      let rows: TableRows? = self[slot]
      return try rows?.table()
    }
  }
}
