import SPBasics

extension DisplayUnit {
  /// An error for a text that is not a list of units, or has two units of one quantity.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was given and what was expected.
    public let description: String
  }

  /// The units of a list such as `deg/s,km/h`.
  /// - Throws: ``Fault`` for one that is not known, and for two of one quantity.
  public static func list(parsing text: String) throws(Fault) -> [DisplayUnit] {
    let known = all.map(\.symbol)
    var units: [DisplayUnit] = []
    for part in text.split(separator: ",") {
      let word = part.trimmed
      guard let unit = all.first(where: { $0.symbol == word }) else {
        let advice = NearestName.advice(word, in: known, otherwise: "expected some of \(known.joined(separator: ", "))")
        throw Fault(description: "unknown unit \"\(word)\"; \(advice)")
      }
      units.append(unit)
    }
    for (index, unit) in units.enumerated() {
      if let earlier = units.prefix(index).first(where: { $0.stored == unit.stored }) {
        throw Fault(
          description: "\(earlier.symbol) and \(unit.symbol) both stand for \(unit.stored); expected one of them")
      }
    }
    return units
  }
}
