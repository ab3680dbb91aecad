import Tables

/// What was found in all recordings: a row a swing, or an impact where the pipeline looks for no swings.
public struct EventTable: Sendable {
  /// What the rows are.
  public enum Kind: String, Hashable, Sendable {
    /// Swings, labelled hit or miss.
    case swing
    /// Impacts.
    case impact

    /// The word for some of them.
    func counted(_ count: Int) -> String { "\(Wording.count(count)) \(rawValue)\(count == 1 ? "" : "s")" }
  }

  /// What the rows are.
  public var kind: Kind
  /// What the columns hold.
  public var columns: [ColumnDescription]
  /// Position of each row's recording in the report.
  public var recordings: [Int]
  /// Columns of numbers and truth values (0 and 1), by name.
  public var numbers: [String: [Double?]]
  /// Columns of text, by name.
  public var texts: [String: [String?]]

  /// Number of rows.
  public var count: Int { recordings.count }

  /// Gathers a table, whose columns are as long as `recordings`.
  public init(
    kind: Kind, columns: [ColumnDescription], recordings: [Int], numbers: [String: [Double?]],
    texts: [String: [String?]]
  ) {
    self.kind = kind
    self.columns = columns
    self.recordings = recordings
    self.numbers = numbers
    self.texts = texts
  }

  /// A number of a row; nil where it is missing.
  public func number(_ column: String, _ row: Int) -> Double? { numbers[column]?[row] }

  /// A text of a row; nil where it is missing.
  public func text(_ column: String, _ row: Int) -> String? { texts[column]?[row] }

  /// The moment that a row's picture is aligned at, in s on the recording's clock: the impact, or of a miss the anchor.
  public func anchor(_ row: Int) -> Double? { number(kind == .swing ? "anchor_time_s" : "impact_time_s", row) }

  /// Whether a row is of a contact: a hit, or an impact where nothing tells hits from misses.
  public func isContact(_ row: Int) -> Bool {
    kind == .swing && texts["label"] != nil ? text("label", row) == "hit" : number("impact_time_s", row) != nil
  }

  /// The rows of each label, hits first; all in one group without labels.
  var groups: [(name: String, rows: [Int])] {
    guard kind == .swing, texts["label"] != nil else { return [("All", Array(0..<count))] }
    return [("hit", "Hits"), ("miss", "Misses")].map { label, name in
      (name, (0..<count).filter { text("label", $0) == label })
    }
  }

  /// What a column holds.
  func description(_ name: String) -> ColumnDescription? { columns.first { $0.name == name } }
}
