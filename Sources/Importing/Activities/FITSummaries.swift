import SPRecordings
import SPSignals

/// The device's own results, with a table for each kind of message that contains such results.
struct FITSummaries {
  private static let kept: Set = [
    "activity", "session", "lap", "length", "segment_lap", "split", "dive_summary", "dive_settings", "dive_gas",
    "dive_alarm", "tank_summary", "tank_update", "time_in_zone", "zones_target", "workout", "workout_step",
  ]
  private var tables: [String: FITSummaryTable] = [:]
  private var fieldCount = 0
  /// Counts of fields that no dataset can store, by name.
  private(set) var left: [String: Int] = [:]
  private let clock: FITClock

  init(_ clock: FITClock) { self.clock = clock }

  /// The most messages of one kind: a day of swimming has some 2,000 lengths.
  private static let mostMessages = 100_000
  /// The most fields with a value in all messages together.
  private static let mostFields = 1 << 22
  /// The most values in one table, including missing values.
  private static let mostValues = 1 << 24

  /// Why a file that exceeds a limit is rejected.
  struct Excess: Error {
    var message: String
  }

  /// Takes a message; returns false if its kind is not kept. A message without any value makes no row.
  /// - Throws: `Excess`.
  mutating func take(_ message: FITMessage) throws -> Bool {
    guard Self.kept.contains(message.name) else { return false }
    let fields = message.fields.filter { $0.raw != nil }
    guard !fields.isEmpty else { return true }
    fieldCount += fields.count
    let rowCount = tables[message.name, default: FITSummaryTable(clock)].add(fields, left: &left)
    guard rowCount <= Self.mostMessages, fieldCount <= Self.mostFields else {
      throw Excess(
        message:
          "holds too many messages such as \(message.name); expected at most \(Self.mostMessages) of a kind, with "
          + "\(Self.mostFields) values")
    }
    return true
  }

  /// The tables, in the order of their names.
  /// - Throws: `Excess`.
  func summaries() throws -> [DeviceSummary] {
    try tables.sorted { $0.key < $1.key }.map { name, table in
      guard table.valueCount <= Self.mostValues else {
        throw Excess(
          message: "holds a table \(name) of \(table.valueCount) values; expected at most \(Self.mostValues)")
      }
      return DeviceSummary(name, table.columns)
    }
  }
}

/// The messages of one kind as rows, their fields as columns.
private struct FITSummaryTable {
  private var rowCount = 0
  private var columnsSoFar: [Column] = []
  private var places: [Key: Int] = [:]
  private var names: Set<String> = []
  private var nextSuffix: [String: Int] = [:]
  private let clock: FITClock

  init(_ clock: FITClock) { self.clock = clock }

  /// The properties that identify a column. A name alone does not identify it: a developer field may have the name of
  /// another field, and its definition may change within a file.
  private struct Key: Hashable {
    var developerIndex: UInt8?
    var number: UInt8
    var name: String
    var type: String
    var units: String?
    var isText: Bool
  }

  private struct Column {
    var name: String
    var kind: FITFieldKind
    var isText: Bool
    var width = 1
    var cells: [(row: Int, field: FITField)] = []
  }

  /// The number of values in all columns, including missing values.
  var valueCount: Int { rowCount * columnsSoFar.reduce(0) { $0 + $1.width } }

  /// Adds a row.
  /// - Parameter left: counts the fields that have no numbers or text, or no known meaning.
  /// - Returns: how many rows there are now.
  mutating func add(_ fields: [FITField], left: inout [String: Int]) -> Int {
    for field in fields {
      guard !field.name.hasPrefix("unknown_"), field.text != nil || field.values.contains(where: { $0 != nil }) else {
        left[field.name, default: 0] += 1
        continue
      }
      let place = place(of: field)
      // A message may contain a field twice, directly and as a component of another field. The first counts.
      guard columnsSoFar[place].cells.last?.row != rowCount else { continue }
      columnsSoFar[place].cells.append((rowCount, field))
      if case .array(let values) = field.raw {
        columnsSoFar[place].width = max(columnsSoFar[place].width, values.count)
      }
    }
    rowCount += 1
    return rowCount
  }

  private mutating func place(of field: FITField) -> Int {
    let key = Key(
      developerIndex: field.developerIndex, number: field.kind.number, name: field.name, type: field.kind.type,
      units: field.kind.units, isText: field.text != nil)
    if let place = places[key] { return place }
    places[key] = columnsSoFar.count
    columnsSoFar.append(Column(name: uniqueName(field.name), kind: field.kind, isText: key.isText))
    return columnsSoFar.count - 1
  }

  /// A field's name in characters that dataset names allow, with a number if another column has that name.
  private mutating func uniqueName(_ name: String) -> String {
    let plain = String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
    var unique = plain
    while !names.insert(unique).inserted {
      nextSuffix[plain, default: 1] += 1
      unique = "\(plain)_\(nextSuffix[plain, default: 2])"
    }
    return unique
  }

  var columns: [DeviceSummary.Column] { columnsSoFar.map { column($0) } }

  private func column(_ column: Column) -> DeviceSummary.Column {
    if column.isText {
      var texts = Array(repeating: "", count: rowCount)
      for (row, field) in column.cells { texts[row] = field.text ?? "" }
      return .init(column.name, .texts(texts))
    }
    let kind = column.kind
    if let codes = kind.codes, column.width == 1, kind.baseType == .enum || kind.type == "manufacturer" {
      var values = [Int32?](repeating: nil, count: rowCount)
      for (row, field) in column.cells { values[row] = field.raw?.integer.flatMap { Int32(exactly: $0) } }
      let known = Set(values.compactMap(\.self))
      let meanings = known.compactMap { code in codes[Int64(code)].map { (code, $0) } }
      return .init(column.name, .codes(values, meanings: Dictionary(uniqueKeysWithValues: meanings)))
    }
    let (units, convert) = conversion(kind)
    var numbers = Array(repeating: Double.nan, count: rowCount * column.width)
    for (row, field) in column.cells {
      for (index, value) in field.values.enumerated() {
        if let value { numbers[row * column.width + index] = convert(value) }
      }
    }
    return .init(column.name, units: units, .numbers(numbers, width: column.width))
  }

  /// The unit in a recording, and the conversion of FIT's values to it.
  private func conversion(_ kind: FITFieldKind) -> (units: String?, (Double) -> Double) {
    switch (kind.type, kind.units) {
    // A file may store any number where an instant is expected.
    case ("date_time", _): ("s", { Int64(exactly: $0.rounded()).flatMap { clock.seconds($0) } ?? .nan })
    case ("local_date_time", _): ("s", { Int64(exactly: $0.rounded()).flatMap { FITTime.unixS($0) } ?? .nan })
    case (_, "semicircles"): ("deg", { $0 * FITActivity.degreesPerSemicircle })
    case (_, "C"): ("degC", { $0 })
    // FIT's names of units become symbols: watts become W.
    case (_, let units): (units.map { Unit(symbol: $0)?.symbol ?? $0 }, { $0 })
    }
  }
}
