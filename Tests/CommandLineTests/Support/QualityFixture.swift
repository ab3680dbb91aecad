import Foundation
import SPHDF5
import SPRecordings

/// Recordings with faults at known places.
enum QualityFixture {
  /// 5 s at 800 Hz with a gap of 0.5 s before row 1000, ten missing values of x from row 2000 on, and z at rest
  /// throughout; device motion of 2 s whose gravity is in m/s^2.
  static func faulty(_ path: String) throws {
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "made"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: 8)
    var (values, time): ([Float], [Double]) = ([], [])
    for row in 0..<4000 {
      let phase = Double(row)
      let x: Float = row / 10 == 200 ? .nan : Float(sin(0.37 * phase))
      let y: Float = 2 * Float(cos(0.11 * phase))
      values += [x, y, -1]
      time.append(100 + phase / 800 + (row < 1000 ? 0.0 : 0.5))
    }
    try writer.append(to: .accelerometer, time: time, ["acceleration": values])
    try writer.addStream(.deviceMotion, datasets: ["attitude", "gravity"], nominalRateHz: 200)
    var (attitude, gravity): ([Float], [Float]) = ([], [])
    for row in 0..<400 {
      // Turned about x, so that gravity is -(0, sin, cos) of the angle; no component is constant.
      let angle = 0.01 * Double(row)
      let trace = 1e-8 * Float(row)
      let (sine, cosine) = (Float(sin(angle)), Float(cos(angle)))
      attitude += [Float(cos(angle / 2)), Float(sin(angle / 2)), trace, 2 * trace]
      gravity += [trace, -9.80665 * sine, -9.80665 * cosine]
    }
    let motionTime = (0..<400).map { 100 + Double($0) / 200 }
    try writer.append(to: .deviceMotion, time: motionTime, ["attitude": attitude, "gravity": gravity])
    try writer.finish()
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.attributes.set("history", to: "import by hand from a.csv\n\nlabel by hand: added 2 swings\n")
    try file.close()
  }
}
