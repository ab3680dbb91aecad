import SPHDF5
import SPRecordings
import SPSignals
import Testing

struct AttitudeGravityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func gravity(attitude: [Float], recorded: [Float]? = nil) throws -> [[Float]] {
    let path = try folder.native { file in
      try file.put("/device_motion/time", (0..<attitude.count / 4).map(Double.init))
      try file.put("/device_motion/attitude", attitude, columns: 4, units: "1")
      if let recorded { try file.put("/device_motion/gravity", recorded, columns: 3, units: "g") }
    }
    let gravity = try Recording(opening: path).gravity()
    #expect(gravity.unit == .g)
    return try gravity.axes.map { try $0.samples(0..<$0.count) }
  }

  // scipy.spatial.transform.Rotation.from_quat([x, y, z, w]).inv().apply([0, 0, -1]).
  @Test("The attitude's inverse turns the world's down into the device's frame")
  func reference() throws {
    let found = try gravity(attitude: [
      1, 0, 0, 0,  // Flat: gravity along -z.
      0.70710678, 0.70710678, 0, 0,  // A quarter turn about x.
      0.70710678, 0, 0.70710678, 0,  // A quarter turn about y.
      0.70710678, 0, 0, 0.70710678,  // A quarter turn about z.
      0, 1, 0, 0,  // Upside down.
      0.18257419, 0.36514837, 0.54772256, 0.73029674,
    ])
    let expected: [[Float]] = [
      [0, 0, 1, 0, 0, -1 / 3],
      [0, -1, 0, 0, 0, -14 / 15],
      [-1, 0, 0, -1, 1, -2 / 15],
    ]
    for (axis, values) in zip(found, expected) { #expect(deviation(axis, values) < 1e-6, "\(axis)") }
  }

  @Test("Recorded gravity goes before that of the attitude")
  func recorded() throws {
    #expect(try gravity(attitude: [1, 0, 0, 0], recorded: [0.6, 0, 0.8]) == [[0.6], [0], [0.8]])
  }
}
