extension ColumnRange {
  /// Whether a number is within the bounds; a list of texts does not limit numbers.
  public func contains(_ number: Double) -> Bool {
    number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }

  /// Whether a text is in the list; bounds of numbers do not limit texts.
  public func contains(_ text: String) -> Bool { values?.contains(text) ?? true }

  /// The range as text: `0 to 1`, `at least 0`, `hit or miss`; empty if there is no bound.
  public var text: String {
    if let values { return Self.choice(values) }
    return switch (minimum, maximum) {
    case (let low?, let high?): "\(Self.number(low)) to \(Self.number(high))"
    case (let low?, nil): "at least \(Self.number(low))"
    case (nil, let high?): "at most \(Self.number(high))"
    case (nil, nil): ""
    }
  }

  private static func choice(_ values: [String]) -> String {
    guard let last = values.last, values.count > 1 else { return values.first ?? "" }
    return values.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func number(_ number: Double) -> String {
    Int64(exactly: number).map(\.description) ?? number.description
  }
}
