import Foundation

/// A form in which labels are written to files.
public enum LabelFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with a header, between commas, semicolons or tabs.
  case csv
  /// A label track that Audacity exported: start, end and text between tabs.
  case audacity
  /// What ELAN exports as tab-delimited text.
  case elan

  /// What the times count from where nothing else is said.
  public var clock: LabelClock { self == .csv ? .recording : .start }

  /// Whether labels are stretches of time, of which a point is the special case.
  var hasRegions: Bool { self != .csv }

  /// The form that a text has by its first line.
  static func recognised(in text: LabelText) -> LabelFormat {
    let cells = text.lines.first?.text.components(separatedBy: "\t") ?? []
    guard cells.count > 1 else { return .csv }
    let isTime = { (cell: String) in
      ELANTime.Form(heading: cell) != nil || ELANTime.Form(cell: cell)?.hasColons == true
    }
    if cells.contains(where: isTime) { return .elan }
    let numbers = cells.map { LabelNumber.value($0, decimalComma: true) }
    guard let first = numbers[0], let second = numbers[1] else {
      // A name of a tier ahead of times; a header has no numbers.
      return numbers.dropLast().contains { $0 != nil } ? .elan : .csv
    }
    // Begin, end and duration.
    if cells.count > 3, let third = numbers[2], abs(second - first - third) <= ELANTime.roundingS { return .elan }
    return .audacity
  }
}
