import SPHDF5
import SPRecordings
import SPSignals
import Testing

extension File {
  /// Stores values under a path, by default as one column, in one piece and without a unit.
  @discardableResult
  func put<Element: HDF5Element>(
    _ path: String, _ values: [Element], columns: Int? = nil, units: String? = nil,
    layout: DatasetLayout = .contiguous
  ) throws -> Dataset {
    let shape = columns.map { [values.count / $0, $0] } ?? [values.count]
    let dataset = try createDataset(path, of: Element.self, shape: shape, layout: layout)
    try dataset.write(values)
    if let units { try dataset.attributes.set("units", to: units) }
    return dataset
  }

  /// Stores an accelerometer of the native layout at 800 Hz: `count` rows of ``ramp(_:)`` by default.
  func putAccelerometer(count: Int = 3, _ values: [Float]? = nil, units: String? = "g") throws {
    try put("/accelerometer/time", steady(count), units: "s")
    try put("/accelerometer/acceleration", values ?? ramp(count), columns: 3, units: units)
  }
}

/// Timestamps in s, 800 a second, from 100 s on.
func steady(_ count: Int) -> [Double] { (0..<count).map { 100 + Double($0) / 800 } }

/// Rows of three values, all different and all exact as Float: row r is r, r + 0.25, -r.
func ramp(_ count: Int) -> [Float] { (0..<count).flatMap { [Float($0), Float($0) + 0.25, -Float($0)] } }

extension Recording {
  /// All samples of a dataset, one array a component.
  func all(_ dataset: String, of stream: StreamName) throws -> [[Float]] {
    try self.stream(stream).signals(dataset).map { try $0.samples(0..<$0.count) }
  }

  /// All samples of the accelerometer.
  func acceleration() throws -> [[Float]] { try all("acceleration", of: .accelerometer) }
}

/// The text of the error that a body throws; records an issue where it throws none.
func message(_ body: () throws -> Void, at location: SourceLocation = #_sourceLocation) -> String {
  do {
    try body()
    Issue.record("no error was thrown", sourceLocation: location)
    return ""
  } catch {
    return "\(error)"
  }
}

/// Whether two lists agree, a NaN with a NaN.
func same(_ left: [Float], _ right: [Float]) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
}

/// The largest difference between two lists of equal lengths.
func deviation(_ left: [Float], _ right: [Float]) -> Float {
  zip(left, right).map { abs($0 - $1) }.max() ?? 0
}
