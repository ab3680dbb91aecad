/// A format of label files.
public enum LabelFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with a header, separated by commas, semicolons or tabs.
  case csv
  /// A label track exported by Audacity: start, end and text, separated by tabs.
  case audacity
  /// Tab-delimited text exported by ELAN.
  case elan

  /// What the times count from by default.
  public var clock: LabelClock { self == .csv ? .recording : .start }

  /// The format recognised from the first line.
  static func recognised(in text: LabelText) -> LabelFormat {
    let cells = text.lines.first?.cells ?? []
    guard cells.count > 1 else { return .csv }
    let isTime = { (cell: String) in
      ELANTime.Form(heading: cell) != nil || ELANTime.Form(cell: cell)?.hasColons == true
    }
    if cells.contains(where: isTime) { return .elan }
    let numbers = cells.map { LabelNumber.value($0, decimalComma: true) }
    guard let first = numbers[0], let second = numbers[1] else {
      // A name of a tier before times; a header has no numbers.
      return numbers.dropLast().contains { $0 != nil } ? .elan : .csv
    }
    // Begin, end and duration.
    if cells.count > 3, let third = numbers[2], abs(second - first - third) <= ELANTime.roundingS { return .elan }
    return .audacity
  }
}
