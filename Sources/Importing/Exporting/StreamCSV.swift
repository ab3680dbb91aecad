import FoundationEssentials
import SPBasics
import SPRecordings
import SPSignals

/// A stream as comma-separated values: `time_s` and a column for each component of each dataset, one line per
/// row.
///
/// Columns come in the order of `StreamCatalog`. A value is the shortest text that reads back as the same `Float`, and
/// a timestamp the shortest text that reads back as the same `Double`. A missing value (NaN) is an empty cell. Lines
/// end in LF. The text therefore reads back as the same stream, bit for bit.
package struct StreamCSV: Sendable {
  /// The names of the columns, beginning with the timestamps.
  package let columnNames: [String]
  /// The number of lines after the header.
  package var rowCount: Int { timeBase.count }

  /// The rows of one chunk of an 800 Hz stream, as they are decoded.
  private static let blockRows = 8192

  private let timeBase: TimeBase
  private let signals: [any Signal]

  /// Prepares a stream; scans its timestamps once.
  /// - Throws: `RecordingError` for timestamps that are not finite, or a dataset with another shape or unit than
  ///   the layout requires; `HDF5Error` for data that cannot be read.
  package init(_ stream: RecordingStream) throws {
    let kinds = stream.datasetKinds
    columnNames = [StreamCatalog.timeColumn] + kinds.flatMap(\.columnNames)
    timeBase = try stream.timeBase
    signals = try kinds.flatMap { try stream.signals($0.name) }
  }

  /// Makes the text, one block of lines at a time; spare workers of the current task prepare blocks ahead.
  /// - Parameter write: takes the blocks in order, the header first.
  /// - Throws: the errors of the stream and of `write`, or `CancellationError`.
  package func forEachBlock(_ write: ([UInt8]) throws -> Void) throws {
    try write(Array((columnNames.joined(separator: ",") + "\n").utf8))
    try InOrder.forEach(blocksOf: Self.blockRows, in: 0..<rowCount, read: text) { _, text in try write(text) }
  }

  /// Writes the text to a file, which appears whole or not at all. An older file of the same name is replaced.
  /// - Throws: the errors of `forEachBlock(_:)`, and `FileError`.
  package func write(to path: String) throws {
    let pending = try PendingFile(for: path)
    let file = try OutputFile(pending)
    try forEachBlock { try file.write($0) }
    try file.close()
    try pending.commit()
  }

  /// The lines of a range of rows.
  private func text(_ rows: Range<Int>) throws -> [UInt8] {
    let times = try timeBase.times(rows)
    let columns = try signals.map { try $0.samples(rows) }
    // A comma or the end of the line follows each number.
    let longestRow = ShortestText.longestDouble + 1 + columns.count * (ShortestText.longestFloat + 1)
    return [UInt8](unsafeUninitializedCapacity: rows.count * longestRow) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      for row in times.indices {
        count += ShortestText.put(times[row], at: start + count)
        for column in columns {
          start[count] = UInt8(ascii: ",")
          count += 1 + ShortestText.put(column[row], at: start + count + 1)
        }
        start[count] = UInt8(ascii: "\n")
        count += 1
      }
    }
  }
}

extension OutputTarget.Kind {
  /// A stream as CSV, by the first column of its header.
  package static let streamTable = Self(name: "table of a stream", maxBytes: 16) { start in
    start.starts(with: "\(StreamCatalog.timeColumn),".utf8) || start == Data("\(StreamCatalog.timeColumn)\n".utf8)
  }
}

/// Numbers as the shortest decimal text that reads back as the same number, bit for bit.
///
/// The standard library finds the digits. Its descriptions are the shortest texts that read back: see SwiftDtoa.cpp in
/// the Swift runtime. This type only drops the `.0` of whole numbers and writes nothing for missing values.
enum ShortestText {
  /// The lengths of the longest texts, in bytes: `-1.17549435e-38` and `-2.2250738585072014e-308`.
  static let longestFloat = 15
  static let longestDouble = 24

  /// Writes a number: nothing for NaN, `inf` or `-inf` for infinity.
  /// - Parameter place: memory with room for the longest text.
  /// - Returns: the number of bytes written.
  static func put(_ value: Float, at place: UnsafeMutablePointer<UInt8>) -> Int {
    value.isNaN ? 0 : put(value.description, at: place)
  }

  /// Writes a number in the same way as for a `Float`.
  static func put(_ value: Double, at place: UnsafeMutablePointer<UInt8>) -> Int {
    value.isNaN ? 0 : put(value.description, at: place)
  }

  /// The text of a number, empty for NaN.
  static func text(_ value: Double) -> String {
    String(unsafeUninitializedCapacity: longestDouble) { buffer in
      buffer.baseAddress.map { put(value, at: $0) } ?? 0
    }
  }

  private static func put(_ description: consuming String, at place: UnsafeMutablePointer<UInt8>) -> Int {
    description.withUTF8 { text in
      let isWhole = text.suffix(2).elementsEqual(".0".utf8)
      let count = text.count - (isWhole ? 2 : 0)
      if let first = text.baseAddress { place.update(from: first, count: count) }
      return count
    }
  }
}
