import Foundation
import HDF5
import Recordings

/// Recordings with faults at known places.
enum QualityFixture {
  /// 5 s at 800 Hz with a gap of 0.5 s before row 1000, ten missing values of x from row 2000 on, and z at rest
  /// throughout; device motion of 1 s whose gravity is in m/s^2.
  static func faulty(_ path: String) throws {
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "made"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 8)
    var values = (0..<4000).flatMap { [Float(sin(0.37 * Double($0))), Float(2 * cos(0.11 * Double($0))), -1] }
    for row in 2000..<2010 { values[3 * row] = .nan }
    try writer.append(
      to: .accelerometer, time: (0..<4000).map { 100 + Double($0) / 800 + ($0 < 1000 ? 0 : 0.5) },
      ["acceleration": values])
    try writer.addStream(.deviceMotion, datasets: ["attitude", "gravity"], nominalRateHz: 200)
    // Turned about x, so that gravity is -(0, sin, cos) of the angle.
    let angles = (0..<200).map { 0.01 * Double($0) }
    try writer.append(
      to: .deviceMotion, time: (0..<200).map { 100 + Double($0) / 200 },
      [
        "attitude": angles.flatMap { [Float(cos($0 / 2)), Float(sin($0 / 2)), 1e-9 * Float($0), 2e-9 * Float($0)] },
        "gravity": angles.flatMap { [1e-6 * Float($0), Float(-9.80665 * sin($0)), Float(-9.80665 * cos($0))] },
      ])
    try writer.finish()
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.attributes.set("history", to: "import by hand from a.csv\n\nlabel by hand: added 2 swings\n")
    try file.close()
  }
}
