import SPBasics
import SPTables

/// A unit for readers, different from the unit of the tables.
public struct DisplayUnit: Hashable, Sendable {
  /// Its symbol, such as `km/h`.
  public let symbol: String
  /// The unit in the tables that this unit replaces.
  public let stored: String
  /// The number by which a value in the tables' unit is multiplied.
  let factor: Double
  /// The number that is added after the multiplication.
  let offset: Double

  private init(_ symbol: String, for stored: String, _ factor: Double, offset: Double = 0) {
    (self.symbol, self.stored, self.factor, self.offset) = (symbol, stored, factor, offset)
  }

  /// All units that a user can choose, including the units of the tables. Source for feet, miles and standard gravity (9.80665
  /// m/s^2): NIST SP 811 (2008), appendix B.
  public static let all =
    [
      DisplayUnit("deg/s", for: "rad/s", 180 / Double.pi), DisplayUnit("rpm", for: "rad/s", 30 / Double.pi),
      DisplayUnit("deg", for: "rad", 180 / Double.pi), DisplayUnit("deg/s^2", for: "rad/s^2", 180 / Double.pi),
      DisplayUnit("km/h", for: "m/s", 3.6), DisplayUnit("mph", for: "m/s", 3600 / 1609.344),
      DisplayUnit("m/s^2", for: "g", 9.80665), DisplayUnit("cm", for: "m", 100),
      DisplayUnit("ft", for: "m", 1 / 0.3048),
      DisplayUnit("km", for: "m", 0.001), DisplayUnit("degF", for: "degC", 1.8, offset: 32),
    ] + ["rad/s", "rad", "rad/s^2", "m/s", "s"].map { DisplayUnit($0, for: $0, 1) }
}

extension DisplayUnit {
  /// Units of pace, which are shown as on a clock.
  private static let paces = [
    DisplayUnit("min/km", for: "s/km", 1.0 / 60), DisplayUnit("min/100 m", for: "s/100 m", 1.0 / 60),
  ]
  /// The unit of short times.
  private static let milliseconds = DisplayUnit("ms", for: "s", 1000)

  /// Whether numbers of a unit are minutes that are shown as on a clock, such as 5:30.
  static func isPace(_ symbol: String?) -> Bool { paces.contains { $0.symbol == symbol } }

  /// The unit with a symbol that replaces a unit of the tables; nil for an unknown symbol.
  fileprivate static func named(_ symbol: String, for stored: String) -> DisplayUnit? {
    (all + paces + [milliseconds]).first { $0.symbol == symbol && $0.stored == stored }
  }

  /// This unit and the factor for values of a panel's axis that has another unit. Nil if the units measure different
  /// quantities, or have different zeros.
  func replacing(_ symbol: String) -> (symbol: String, factor: Double)? {
    guard offset == 0, symbol != self.symbol else { return nil }
    if symbol == stored { return (self.symbol, factor) }
    return Self.named(symbol, for: stored).flatMap { $0.offset == 0 ? (self.symbol, factor / $0.factor) : nil }
  }
}

extension DisplayUnit {
  /// An error for a text that is not a list of units, or has two units of one quantity.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The given text and the expected units.
    package let description: String
  }

  /// The units of a list such as `deg/s,km/h`.
  /// - Throws: `Fault` for an unknown unit, and for two units of one quantity.
  package static func list(parsing text: String) throws(Fault) -> [DisplayUnit] {
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

extension TimelineFigure {
  /// The same figure with axes in other units.
  func shown(in units: [DisplayUnit]) -> TimelineFigure {
    var figure = self
    for (index, panel) in panels.enumerated() {
      guard let unit = units.lazy.compactMap({ $0.replacing(panel.unit) }).first else { continue }
      figure.panels[index].unit = unit.symbol
      for line in panel.lines.indices { figure.panels[index].lines[line].factor *= unit.factor }
      for level in panel.levels.indices { figure.panels[index].levels[level].value *= unit.factor }
      for band in (panel.bands ?? []).indices { figure.panels[index].bands?[band].factor *= unit.factor }
    }
    return figure
  }
}

extension Report {
  /// The same report with numbers in other units. Quantities without a given unit have their usual units.
  package func shown(in units: [DisplayUnit]) -> Report {
    let units = Dictionary(units.map { ($0.stored, $0) }) { _, last in last }
    var report = self
    report.events = events?.shown(in: units)
    report.others = others.map { $0.shown(in: units) }
    if let unit = units[rotationUnit] ?? events?.usualUnit(for: rotationUnit) {
      report.rotationUnit = unit.symbol
      for index in report.pictures.indices {
        report.pictures[index].rotation = pictures[index].rotation?.scaled(by: unit.factor)
      }
    }
    if let unit = units[accelerationUnit] ?? events?.usualUnit(for: accelerationUnit) {
      report.accelerationUnit = unit.symbol
      for index in report.pictures.indices {
        report.pictures[index].raw = pictures[index].raw?.scaled(by: unit.factor)
        report.pictures[index].filtered = pictures[index].filtered?.scaled(by: unit.factor)
        if let coarse = pictures[index].coarse {
          report.pictures[index].coarse?.trace = coarse.trace.scaled(by: unit.factor)
        }
      }
    }
    return report
  }
}

extension EventTable {
  fileprivate func shown(in units: [String: DisplayUnit]) -> EventTable {
    var table = self
    for (index, column) in columns.enumerated() {
      guard let unit = unit(of: column, units), let values = numbers[column.name] else { continue }
      // The title leaves out the unit that the name ends with.
      table.row.titles[column.name] = title(column)
      table.columns[index].unit = unit.symbol
      table.numbers[column.name] = values.mapped { $0 * unit.factor + unit.offset }
    }
    // Values are converted once; an explanation of the tables' unit no longer applies.
    table.row.units = nil
    // Explanations of a unit that the report does not show are removed.
    let shown = Set(table.columns.map { Wording.unit($0.unit) })
    let known = Set(DisplayUnit.all.flatMap { [$0.symbol, $0.stored] }.map { Wording.unit($0) })
    table.row.glossary.removeAll { known.contains($0.title) && !shown.contains($0.title) }
    return table
  }

  /// The unit in which people read numbers of a unit of the tables; nil for the same unit.
  fileprivate func usualUnit(for stored: String) -> DisplayUnit? {
    row.units?[stored].flatMap { DisplayUnit.named($0, for: stored) }
  }

  /// The unit in which a column is shown; nil for the unit of the tables.
  private func unit(of column: ColumnDescription, _ units: [String: DisplayUnit]) -> DisplayUnit? {
    guard let stored = column.unit else { return nil }
    let usual = row.units?[column.name] ?? row.units?[stored]
    return units[stored] ?? usual.flatMap { DisplayUnit.named($0, for: stored) }
  }
}
