/// A block of a dataset that was read and decoded just now.
public struct ReadingStep: Hashable, Sendable {
  /// The absolute path of the dataset.
  public var dataset: String
  /// How many rows the block has.
  public var rows: Int
  /// How many rows the whole dataset has.
  public var rowCount: Int
  /// How many bytes the decoded values of the block take.
  public var bytes: Int

  /// Makes a step.
  public init(dataset: String, rows: Int, rowCount: Int, bytes: Int) {
    self.dataset = dataset
    self.rows = rows
    self.rowCount = rowCount
    self.bytes = bytes
  }
}
