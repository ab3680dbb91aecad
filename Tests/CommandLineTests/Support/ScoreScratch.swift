import Foundation
import SPHDF5
import SPRecordings
import SPSwings

/// Labelled recordings and tables of swings that are written by hand.
extension Scratch {
  /// A labelled swing: when, and whether it met the ball. It started 0.2 s before.
  typealias Label = (time: Double, isHit: Bool)

  /// Recording "a": both found. "b": one hit found, one called a miss, a miss overlooked, a hit where there is none.
  static func scored() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.label("a", [(1, true), (3, false)], ignored: [8])
    try scratch.label("b", [(1, true), (3, true), (5, false)])
    try scratch.table("out/swings/a.csv", [Scratch.hit("a", 1.002), Scratch.miss("a", 3.1), Scratch.hit("a", 8.1)])
    try scratch.table(
      "out/swings/b.csv", [Scratch.hit("b", 1), Scratch.miss("b", 3, probability: 0.4), Scratch.hit("b", 7)])
    return scratch
  }

  /// Writes a recording of half an hour with labels and hardly any samples.
  @discardableResult
  func label(_ id: String, _ labels: [Label], ignored: [Double] = [], in folder: String = "labels") throws -> String {
    try FileManager.default.createDirectory(atPath: self(folder), withIntermediateDirectories: true)
    let path = self("\(folder)/\(id).h5")
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: id))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.append(to: .accelerometer, time: [0, 1800], ["acceleration": [0, 0, -1, 0, 0, -1]])
    try writer.write(
      Annotations(
        swings: labels.map { .init(startTime: $0.time - 0.2, contactTime: $0.time, isHit: $0.isHit) },
        ignored: ignored))
    try writer.finish()
    return path
  }

  /// A row of a table of swings: a hit whose onset lies at a moment, its impact 10 ms later.
  static func hit(_ id: String, _ time: Double, probability: Double = 0.9) -> String {
    "\(id),\(time - 0.2),\(time + 0.01),\(time),\(time + 0.01),hit,\(probability)"
  }

  /// A row of a table of swings: a miss.
  static func miss(_ id: String, _ time: Double, probability: Double = 0.1) -> String {
    "\(id),\(time - 0.2),,,\(time),miss,\(probability)"
  }

  /// Writes a table of swings.
  func table(_ name: String, _ rows: [String]) throws {
    let header = "recording_id,start_time_s,impact_time_s,impact_onset_time_s,anchor_time_s,label,hit_probability"
    try write(([header] + rows).map { $0 + "\n" }.joined(), to: name)
  }
}
