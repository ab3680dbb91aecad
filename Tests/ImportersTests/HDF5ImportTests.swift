import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import Testing

@testable import SPImporting

/// HDF5 of other makers.
struct HDF5ImportTests {
  private let scratch: ImportScratch

  init() throws { scratch = try ImportScratch() }

  /// An Opal's file, at rest with its face up: +1 g against gravity, as the sensor reads it.
  private func opal(_ sensors: [String]) throws -> String {
    let path = scratch.path + "/opal.h5"
    let file = try File(creating: path)
    for sensor in sensors {
      let group = try file.createGroup("/Sensors/\(sensor)")
      try group.createDataset("Time", of: Int64.self, shape: [3]).write(
        [1_600_000_000_000_000, 7_812, 15_625].enumerated().map {
          Int64($0.offset == 0 ? $0.element : 1_600_000_000_000_000 + $0.element)
        })
      try group.createDataset("Accelerometer", of: Float.self, shape: [3, 3]).write(
        [0, 0, 9.80665, 0, 4.903325, 0, 9.80665, 0, 0])
      let gyroscope = try group.createDataset("Gyroscope", of: Float.self, shape: [3, 3])
      try gyroscope.write([1, 2, 3, 4, 5, 6, 7, 8, 9])
      try gyroscope.attributes.set("Units", to: "rad/s")
    }
    try file.close()
    return path
  }

  @Test("HDF5 is recognised behind a user block, such as MATLAB's of 512 bytes", arguments: [0, 512, 2048])
  func userBlock(byteCount: Int) throws {
    let path = scratch.path + "/block"
    let file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: opal(["1234"]))))
    try Data([UInt8](repeating: 0x20, count: byteCount) + file).write(to: URL(fileURLWithPath: path))
    #expect(try SourceKind(path) == .hdf5)
    try Data([UInt8](repeating: 0x20, count: 300) + file).write(to: URL(fileURLWithPath: path))
    #expect(try SourceKind(path) == .text)
  }

  @Test("Timestamps in another unit than mapped are an error")
  func timestampsInOtherUnit() throws {
    let path = scratch.path + "/ms.h5"
    let file = try File(creating: path)
    try file.createDataset("/t", of: Double.self, shape: [100]).write((0..<100).map { 10 * Double($0) })
    try file.createDataset("/acc", of: Float.self, shape: [100, 3]).write([Float](repeating: 0.5, count: 300))
    try file.close()
    var options = ImportOptions()
    func mapping(_ unit: SPSignals.Unit?) -> ImportOptions.Mapping {
      .hdf5(
        RecordingMapping(streams: [
          .accelerometer: StreamMapping(
            time: .timestamps(TimestampMapping(path: "/t", unit: unit)),
            datasets: ["acceleration": DatasetMapping(path: "/acc")])
        ]))
    }
    options.mapping = mapping(nil)
    #expect(
      try scratch.fault(path, options).contains("has timestamps of accelerometer that give 0.1 Hz; expected 2 to"))
    options.mapping = mapping(.milliseconds)
    let rateHz = try scratch.imported(path, options).recording.stream(.accelerometer).timeBase.rate
    #expect(abs(rateHz - 100) < 1e-6)
  }

  @Test("An Opal's file becomes a recording in the layout's units and signs, on the clock of 1970")
  func opal() throws {
    let (recording, record) = try scratch.imported(opal(["1234"]))
    #expect(record.format == "opal")
    #expect(recording.isNative)
    #expect(try recording.rows("acceleration", of: .accelerometer) == [[0, 0, -1], [0, -0.5, 0], [-1, 0, 0]])
    #expect(try recording.rows("rotation_rate", of: .deviceMotion)[1] == [4, 5, 6])
    #expect(try recording.times(of: .accelerometer) == [1_600_000_000, 1_600_000_000.007812, 1_600_000_000.015625])
    #expect(recording.attributes.timeOrigin == "unix")
  }

  @Test("Of several sensors one has to be chosen")
  func sensors() throws {
    let path = try opal(["1234", "5678"])
    #expect(try scratch.fault(path).contains("has 2 sensors (1234, 5678)"))
    var options = ImportOptions()
    options.sensor = "5678"
    #expect(try scratch.imported(path, options).recording.streams.count == 2)
  }

  @Test("A text mapping is for no HDF5 file")
  func mapping() throws {
    var options = ImportOptions()
    options.mapping = .text(TextMapping(streams: [:]))
    #expect(
      try scratch.fault(opal(["1"]), options)
        == "opal.h5: is HDF5; expected a text table, which the mapping file describes")
  }
}
