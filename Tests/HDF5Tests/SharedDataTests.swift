import TestSupport
import Testing

@testable import SPHDF5

/// Files written by h5py.
struct SharedDataTests {
  private static let golf = "golf-mocap/capture-1-hit.h5"
  private static let session = "sessions/dev-01.h5"

  @Test(
    "Contiguous float64 of another layout reads as h5py reads it",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func contiguous() throws {
    let file = try File(opening: SharedData.path(Self.golf))
    #expect(try file.children().map(\.name) == ["accelerometer", "deviceMotion"])
    #expect(try file.attributes.string("truth").hasPrefix("{\"source\": \"1_Capture.gpcap\", "))
    let group = try file.openGroup("accelerometer")
    #expect(try group.attributes.number("rate_hz") == 801.92)
    #expect(try group.attributes.string("unit") == "g")
    let acceleration = try group.openDataset("xyz")
    #expect(try acceleration.shape == [1_181, 3])
    #expect(acceleration.elementType == .float64)
    #expect(acceleration.chunkShape == nil)
    // Printed by h5py 3 with 8 digits.
    let last = try acceleration.read(rows: 1_180..<1_181, as: Double.self)
    for (value, expected) in zip(last, [-0.77006531, 0.26872253, 1.14663696]) { #expect(abs(value - expected) < 1e-8) }
    let ends = try group.openDataset("t").read(Hyperslab(offset: [0], count: [2], stride: [1_180]), as: Double.self)
    for (value, expected) in zip(ends, [0.02, 1.49146]) { #expect(abs(value - expected) < 1e-8) }
  }

  @Test(
    "Shuffled and compressed float32 chunks read as h5py reads them",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func chunked() throws {
    let file = try File(opening: SharedData.path(Self.session))
    #expect(try file.attributes.string("format") == "swingpipe-recording")
    #expect(try file.attributes.number("format_version", as: Int.self) == 1)
    #expect(
      try file.attributes.names() == [
        "format", "format_version", "recording_id", "sport", "start_time", "subject_id", "synthetic",
      ])
    let dataset = try file.openDataset("accelerometer/acceleration")
    #expect(try dataset.shape == [103_796, 3])
    #expect(dataset.chunkShape == [8_192, 3])
    #expect(dataset.filters.map(\.name) == ["shuffle", "gzip"])
    #expect(try dataset.attributes.string("units") == "g")
    // Rows on both sides of a chunk's border, as h5py prints them.
    let border = try dataset.read(rows: 8_191..<8_193, as: Float.self)
    #expect(
      border == [
        -0.03497314453125, 0.09686279296875, -0.99359130859375, -0.043212890625, 0.092803955078125, -0.9988250732421875,
      ])
    // NumPy: float64(acceleration).sum(axis 0) and the largest magnitude.
    let values = try dataset.read(as: Double.self)
    let sums = (0..<3).map { axis in stride(from: axis, to: values.count, by: 3).reduce(0) { $0 + values[$1] } }
    for (sum, expected) in zip(sums, [-264188.94525146484, -114380.3561706543, -74068.62481689453]) {
      #expect(abs(sum - expected) < 1e-6)
    }
    #expect(values.map(abs).max() == 47.047698974609375)
    let label = try file.openDataset("annotations/swings/label")
    #expect(label.elementType == .uint8)
    #expect(try label.read(as: Int.self).reduce(0, +) == 54)
    #expect(try label.attributes.numbers("flag_values", as: Int.self) == [0, 1])
  }
}
