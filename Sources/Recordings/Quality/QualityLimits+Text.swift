import JSON

extension StreamName {
  /// An error for a text that names no stream of the layout.
  public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text, and the name that was probably meant.
    public let description: String
  }

  /// The stream of the layout with a name.
  /// - Throws: ``Unknown`` for any other text.
  public init(known text: String) throws(Unknown) {
    let known = StreamCatalog.streams.map(\.name.rawValue)
    guard known.contains(text) else {
      throw Unknown(description: "unknown stream \"\(text)\"; \(NearestName.advice(text, in: known))")
    }
    self.init(text)
  }
}

extension QualityLimits.Setting {
  /// An error for a text that sets no limit.
  public enum Fault: Error, Hashable, Sendable {
    /// It names a stream that the layout does not have.
    case stream(StreamName.Unknown)
    /// Its value is neither a number of at least 0 nor `none`; `expected` describes what it should be.
    case number(expected: String)
  }

  /// Reads a limit: a number in the limit's unit, `none`, or either for one stream, as in `accelerometer=700`.
  /// - Throws: ``Fault`` with what was expected.
  public init(parsing text: String, of limit: QualityLimit) throws(Fault) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var stream: StreamName?
    if parts.count == 2 {
      do { stream = try StreamName(known: parts[0]) } catch { throw .stream(error) }
    }
    let number = parts.last ?? ""
    if number == "none" {
      self.init(nil, for: stream)
      return
    }
    guard let value = Double(number), value.isFinite, value >= 0 else {
      let unit = limit.unit.isEmpty ? "" : " in \(limit.unit)"
      throw .number(
        expected: "a number\(unit), 0 or more, or none, perhaps for one stream, as in accelerometer="
          + (limit.standard.map { "\($0)" } ?? "700"))
    }
    self.init(value, for: stream)
  }
}
