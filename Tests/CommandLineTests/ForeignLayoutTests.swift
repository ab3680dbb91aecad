import Foundation
import SPHDF5
import Testing

/// HDF5 of other layouts.
struct ForeignLayoutTests {
  /// A bundled recording with other names, without units: rotation rates in deg/s, timestamps in ms.
  private func foreign() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch("lab"), withIntermediateDirectories: false)
    let original = try File(opening: Project.path("Data/tennis-000001.h5"))
    let file = try File(creating: scratch("lab/monday.h5"))
    func copy(_ old: String, _ new: String, _ columns: Int?, _ factor: Double = 1) throws {
      let values = try original.openDataset(old).read(as: Double.self).map { $0 * factor }
      let shape = columns.map { [values.count / $0, $0] } ?? [values.count]
      try file.createDataset(new, of: Double.self, shape: shape).write(values)
    }
    try copy("/accelerometer/time", "/imu/time_acc", nil, 1000)
    try copy("/accelerometer/acceleration", "/imu/acc", 3)
    try copy("/device_motion/time", "/imu/time_gyr", nil, 1000)
    try copy("/device_motion/rotation_rate", "/imu/gyr", 3, 180 / Double.pi)
    try copy("/device_motion/gravity", "/imu/gravity", 3)
    try file.close()
    return scratch
  }

  @Test("A mapping that info proposes, corrected by the data, gives the swings of the original in import and run")
  func proposal() async throws {
    let scratch = try foreign()
    let alone = try await Tool.run(["run", "tennis", "lab", "-o", "none"], in: scratch.path)
    #expect(alone.status == 65)
    #expect(
      alone.errors.contains("swingpipe check --details lab/monday.h5 --mapping-out FILE proposes one for --mapping"))
    let info = try await Tool.run(
      ["check", "--details", "lab/monday.h5", "--mapping-out", "lab.json"], in: scratch.path)
    #expect(info.status == 0, "\(info.errors)")
    #expect(info.output.contains("/imu/acc (32077 x 3, float64): looks like acceleration in g at 801.9"))
    #expect(info.output.contains("/imu/gyr (8019 x 3, float64): looks like rotation rate in deg/s at 200.4"))
    #expect(info.output.contains("\"unit\": \"deg/s\"") && info.output.contains("the mapping has deg/s"))
    let imported = try await Tool.run(
      ["import", "lab", "--mapping", "lab.json", "-o", "recordings", "-q"], in: scratch.path)
    #expect(imported.status == 0, "\(imported.errors)")
    let columns = ["label", "anchor_time_s", "start_time_s"]
    func swings(_ arguments: [String]) async throws -> [[String]] {
      let run = try await Tool.run(["run", "tennis"] + arguments + ["--rows", "swings", "-q"], in: scratch.path)
      #expect(run.status == 0, "\(run.errors)")
      return try run.outputLines.map { line in
        let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return columns.map { name in (row[name] as? Double).map { String(format: "%.4f", $0) } ?? "\(row[name] ?? "")" }
      }
    }
    let expected = try await swings([Project.path("Data/tennis-000001.h5")])
    #expect(expected.count == 8)
    #expect(try await swings(["recordings"]) == expected)
    #expect(try await swings(["lab", "--mapping", "lab.json"]) == expected)
  }

  @Test("A mapping with a pattern makes a recording of each match; a fault in a mapping has its place")
  func patterns() async throws {
    let scratch = try Scratch()
    let file = try File(creating: scratch("two.h5"))
    for sensor in ["left", "right"] {
      try file.createDataset("/imu_\(sensor)/t", of: Double.self, shape: [900]).write(
        (0..<900).map { Double($0) / 800 })
      try file.createDataset("/imu_\(sensor)/acc", of: Float.self, shape: [900, 3]).write(
        (0..<2700).map { $0 % 3 == 2 ? -1 : 0.01 * sin(Float($0)) })
    }
    try file.close()
    func write(_ path: String) throws {
      try scratch.write(
        """
        {"hdf5": {"streams": {"accelerometer": {
          "time": {"path": "/imu_{sensor}/t"}, "datasets": {"acceleration": {\(path): "/imu_{sensor}/acc"}}}}}}
        """, to: "lab.json")
    }
    try write("\"path\"")
    let made = try await Tool.run(["import", "two.h5", "--mapping", "lab.json", "-o", "out", "-q"], in: scratch.path)
    #expect(made.status == 0, "\(made.errors)")
    #expect(scratch.files(below: "out") == ["two-left.h5", "two-right.h5"])
    let run = try await Tool.run(["run", "impacts", "two.h5", "--mapping", "lab.json", "-o", "r"], in: scratch.path)
    #expect(run.status == 65 && run.errors.contains("has 2 recordings by the patterns of the mapping (left, right)"))
    try write("\"pth\"")
    let fault = try await Tool.run(["import", "two.h5", "--mapping", "lab.json", "-o", "out"], in: scratch.path)
    #expect(
      fault.status == 64 && fault.errors.contains("lab.json:2:")
        && fault.errors.contains("did you mean \"hdf5.streams.accelerometer.datasets.acceleration.path\""))
  }
}
