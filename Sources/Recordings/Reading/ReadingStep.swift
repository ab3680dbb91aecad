/// A block of a dataset that was just read and decoded.
public struct ReadingStep: Hashable, Sendable {
  /// The absolute path of the dataset.
  public var dataset: String
  /// The number of rows in the block.
  public var rows: Int
  /// The number of rows in the whole dataset.
  public var rowCount: Int
  /// The size of the decoded values of the block, in bytes.
  public var bytes: Int

  /// Makes a step.
  public init(dataset: String, rows: Int, rowCount: Int, bytes: Int) {
    self.dataset = dataset
    self.rows = rows
    self.rowCount = rowCount
    self.bytes = bytes
  }
}
