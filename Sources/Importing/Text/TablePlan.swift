import SPRecordings

/// The plan for reading a text table: which field becomes which component of which stream.
struct TablePlan: Sendable {
  /// How its fields are written.
  var dialect: TextDialect
  /// The names of the fields, as in the header; empty without a header.
  var names: [String] = []
  /// How many fields a line has.
  var fieldCount: Int
  /// The number of the first line of data, from 1.
  var firstLine: Int
  /// The streams of the table.
  var streams: [Stream]

  /// A stream of a recording, from fields of the table.
  struct Stream: Sendable {
    var name: StreamName
    /// The field with the timestamps, and how the timestamps are written; no field for regular times.
    var time: (field: Int?, format: TimeFormat)
    var datasets: [Dataset]
  }

  /// A dataset of a stream.
  struct Dataset: Sendable {
    var name: String
    /// A field for each component, in the layout's order.
    var components: [Component]
    /// The allowed range of a row's magnitude, which detects rows in another unit; nil for any magnitude.
    var norm: ClosedRange<Double>?
  }

  /// One component of a dataset.
  struct Component: Sendable {
    var field: Int
    /// The factor for every value: the conversion of the unit, and the sign.
    var scale = 1.0
    /// The words for codes; empty for numbers.
    var codes: [String: Float] = [:]
    /// How numbers become values before they are scaled; nil for numbers that are the values.
    var encoding: ValueEncoding?
  }

  /// The name of a field in quotes, for messages; its number from 1 if it has no name.
  func name(ofField field: Int) -> String {
    names.indices.contains(field) ? "\"\(names[field])\"" : "\(field + 1)"
  }

  /// The names of the fields that are not read.
  var unusedNames: [String] {
    var used = Set<Int>()
    for stream in streams {
      if let field = stream.time.field { used.insert(field) }
      for dataset in stream.datasets { used.formUnion(dataset.components.map(\.field)) }
    }
    return names.indices.filter { !used.contains($0) && !names[$0].isEmpty }.map { names[$0] }
  }
}

/// How timestamps are written.
enum TimeFormat: Hashable, Sendable {
  /// Numbers in units of a power of ten of seconds: the exponent is 0 for seconds and -9 for nanoseconds.
  case decimal(exponent: Int)
  /// Instants such as `2021-04-12 19:34:05.908 +0100`. Instants without an offset are in UTC.
  case instant
  /// Times of day such as `10:47:53.867`, which start again at midnight.
  case timeOfDay
  /// No timestamps: the first row's time in s, and a rate in Hz.
  case regular(startS: Double, rateHz: Double)

  /// The expected value, for messages.
  var expectation: String {
    switch self {
    case .decimal: "a number"
    case .instant: "a date and time such as 2021-04-12 19:34:05.908 +0100"
    case .timeOfDay: "a time of day such as 10:47:53.867"
    case .regular: "no timestamp"
    }
  }

  /// The times of some rows without timestamps; nil if there are timestamps.
  func times(ofRows rows: Range<Int>) -> [Double]? {
    guard case .regular(let startS, let rateHz) = self else { return nil }
    return rows.map { startS + Double($0) / rateHz }
  }
}
