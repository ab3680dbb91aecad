/// A number of each recording, which is a column of a report's table of recordings.
public struct RecordingFigure: Hashable, Sendable, Codable {
  /// The heading of the column, with the unit.
  public var title: String
  /// The meaning of the number.
  public var meaning: String
  /// The place of the column, from left to right. Columns of one place are in the order of their titles.
  public var place: Int
  /// Digits after the point.
  public var decimals: Int
  /// Whether the best value is 0.
  public var isBestZero: Bool
  /// How the number is computed from columns of a table; nil for a number that is counted.
  public var columns: Source?
  /// How the number is computed from the notes of stages if a pipeline does not write that table; nil if notes do not
  /// have it.
  public var notes: Source?

  /// Describes a number.
  public init(
    _ title: String, _ meaning: String, place: Int, decimals: Int = 0, isBestZero: Bool = false,
    columns: Source? = nil, notes: Source? = nil
  ) {
    self.title = title
    self.meaning = meaning
    self.place = place
    self.decimals = decimals
    self.isBestZero = isBestZero
    self.columns = columns
    self.notes = notes
  }

  /// How a number is computed from other numbers.
  public struct Source: Hashable, Sendable, Codable {
    /// The names of these numbers.
    public var names: [String]
    /// The rule that combines the numbers.
    public var rule: Rule
    /// The factor that converts the result to the unit of the heading.
    public var factor: Double

    /// Describes a source.
    public init(_ rule: Rule, of names: [String], factor: Double = 1) {
      self.names = names
      self.rule = rule
      self.factor = factor
    }
  }

  /// A rule that combines numbers.
  public enum Rule: String, Hashable, Sendable, Codable {
    /// The mean over rows of the first number that is known.
    case mean
    /// The sum of the known numbers.
    case sum
    /// The first number minus the second; an unknown second number counts as 0.
    case difference
    /// The first number minus 1, divided by the second: samples per second from a number of samples and the time that
    /// they take.
    case rate
  }

  private enum CodingKeys: String, CodingKey {
    case title, meaning, place, decimals, columns, notes
    case isBestZero = "is_best_zero"
  }
}

extension RecordingFigure.Source {
  /// Computes the number.
  /// - Parameter known: the known values of a name, one for each row with a value.
  /// - Returns: nil if too little is known.
  public func value(_ known: (_ name: String) -> [Double]) -> Double? {
    let totals = names.map { name -> (sum: Double, count: Int)? in
      let values = known(name)
      return values.isEmpty ? nil : (values.reduce(0, +), values.count)
    }
    let found = totals.compactMap(\.self)
    switch rule {
    case .mean: return found.first.map { factor * $0.sum / Double($0.count) }
    case .sum: return found.isEmpty ? nil : factor * found.reduce(0) { $0 + $1.sum }
    case .difference:
      guard let first = totals.first ?? nil else { return nil }
      return factor * (first.sum - (totals.dropFirst().first.flatMap(\.self)?.sum ?? 0))
    case .rate:
      guard totals.count == 2, let count = totals[0]?.sum, let seconds = totals[1]?.sum, seconds > 0 else { return nil }
      return factor * (count - 1) / seconds
    }
  }
}
