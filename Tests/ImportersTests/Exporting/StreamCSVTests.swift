import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import TestSupport
import Testing

@testable import SPImporting

/// Streams as CSV.
struct StreamCSVTests {
  private let folder: ImportScratch

  init() throws { folder = try ImportScratch() }

  /// A recording of the native layout.
  private func recording(_ fill: (File) throws -> Void) throws -> Recording {
    let path = folder.path + "/walk.h5"
    let file = try File(creating: path)
    try file.attributes.set("format", to: NativeLayout.format)
    try file.attributes.set("format_version", to: NativeLayout.version)
    try fill(file)
    try file.close()
    return try Recording(opening: path)
  }

  private func text(_ stream: RecordingStream) throws -> String {
    var bytes: [UInt8] = []
    try StreamCSV(stream).forEachBlock { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Lines are a row each; what is missing is an empty cell, and codes are whole numbers")
  func lines() throws {
    let recording = try recording { file in
      try file.put("/cycling/time", [100, 101.5, 102.25])
      // The file's order is not the catalogue's.
      try file.put("/cycling/speed", [Float.nan, 0.1, -0.0] as [Float], units: "m/s")
      try file.put("/cycling/power", [250, .leastNonzeroMagnitude, 3.4028235e38] as [Float], units: "W")
      try file.put("/headphone_motion/time", [0.5, 0.75])
      try file.put("/headphone_motion/sensor_location", [0, 2] as [UInt8])
      try file.put("/workout_state/time", [Double]())
      try file.put("/workout_state/state", [UInt8]())
    }
    #expect(
      try text(recording.stream("cycling")) == """
        time_s,power_w,speed_m_s
        100,250,
        101.5,1e-45,0.1
        102.25,3.4028235e+38,-0

        """)
    #expect(try text(recording.stream(.headphoneMotion)) == "time_s,sensor_location\n0.5,0\n0.75,2\n")
    #expect(try text(recording.stream("workout_state")) == "time_s,state\n")
  }

  @Test("Stamps and values are those of the file to the last bit, in any number of blocks and with helpers")
  func bits() throws {
    var generator = SeededGenerator(seed: 1)
    let count = 20_000
    // Any bits that are a number; C's own reader is the judge.
    let values = (0..<3 * count).map { _ in Float(bitPattern: .random(in: 0...(.max), using: &generator)) }
    var timestamps = (0..<count).map { 59_692.1 + Double($0) / 801.92 }
    // Duplicates, steps back, a gap, and numbers of many digits.
    (timestamps[7], timestamps[9000], timestamps[9001]) = (timestamps[6], timestamps[8990], 1 / 3)
    for index in 12_000..<count { timestamps[index] += 1e6 / 7 }
    timestamps[count - 1] = 1e300
    let recording = try recording { file in
      try file.put("/accelerometer/time", timestamps, units: "s", layout: .compressed(chunkShape: [1000]))
      try file.put(
        "/accelerometer/acceleration", values, columns: 3, units: "g", layout: .compressed(chunkShape: [1000, 3]))
    }
    let stream = try recording.stream(.accelerometer)
    let text = try text(stream)
    #expect(try SpareWorkers.$current.withValue(SpareWorkers(count: 2)) { try self.text(stream) } == text)
    let rows = text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == count)
    let read = rows.map { strtod(String($0[0]), nil) }
    #expect(read.map(\.bitPattern) == timestamps.map(\.bitPattern))
    let cells = rows.flatMap { $0.dropFirst().map(String.init) }
    try #require(cells.count == values.count)
    let wrong = values.indices.filter { index in
      if values[index].isNaN { return !cells[index].isEmpty }
      return strtof(cells[index], nil).bitPattern != values[index].bitPattern
    }
    #expect(wrong.isEmpty)
  }

  @Test("No number could be said in fewer digits")
  func shortest() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let value = Float(bitPattern: .random(in: 0...(.max), using: &generator))
      // Beside a power of two the nearest number of so many digits need not be the one that reads back.
      guard value.isFinite, value.significandBitPattern != 0 else { continue }
      var place = [UInt8](repeating: 0, count: ShortestText.longestFloat)
      let count = ShortestText.put(value, at: &place)
      let text = String(decoding: place[..<count], as: UTF8.self)
      let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
      let digits = mantissa.drop { $0 == "0" }.count
      guard digits > 1, !text.hasSuffix("0") else { continue }
      #expect(strtof(String(format: "%.\(digits - 2)e", Double(value)), nil) != value, "\(text)")
    }
  }

  @Test("Stamps that are no numbers are refused before any line")
  func faults() throws {
    let recording = try recording { file in
      try file.put("/accelerometer/time", [1, .nan, 3])
      try file.put("/accelerometer/acceleration", [0, 0.25, 0, 1, 1.25, -1, 2, 2.25, -2] as [Float], columns: 3)
    }
    #expect(message { _ = try text(recording.stream(.accelerometer)) }.contains("/accelerometer/time"))
  }
}

extension File {
  /// Stores values under a path, by default as one column, in one piece and without a unit.
  fileprivate func put<Element: HDF5Element>(
    _ path: String, _ values: [Element], columns: Int? = nil, units: String? = nil,
    layout: DatasetLayout = .contiguous
  ) throws {
    let shape = columns.map { [values.count / $0, $0] } ?? [values.count]
    let dataset = try createDataset(path, of: Element.self, shape: shape, layout: layout)
    try dataset.write(values)
    if let units { try dataset.attributes.set("units", to: units) }
  }
}
