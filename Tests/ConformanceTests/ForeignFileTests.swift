import Foundation
import HDF5
import Recordings
import Signals
import Stages
import Testing

/// Files that MATLAB's format, pandas, PyTables, xarray and NWB have from their own libraries: recognised by the built-in
/// mappings, and read with the values that were written.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class ForeignFileTests {
  private let folder = NSTemporaryDirectory() + "foreign-files-" + UUID().uuidString
  private static let original =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Data/tennis-000001.h5"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func filesOfOtherLibrariesAreRecognisedAndReadRight() throws {
    let (status, output) = try VirtualEnvironment.shared.get().run("foreign_files.py", Self.original, folder)
    try #require(status == 0, "\(output)")
    let cases = output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }.filter {
      $0.count == 2
    }
    #expect(cases.count == 10, "\(output)")
    let recording = try Recording(opening: Self.original)
    let times = try recording.stream(.deviceMotion).timeBase.times(0..<2000)
    let gravity = try values("gravity", .deviceMotion, recording)
    let acceleration = zip(gravity, try values("user_acceleration", .deviceMotion, recording)).map(+)
    let rotation = try values("rotation_rate", .deviceMotion, recording)
    for file in cases {
      let (mapping, name) = (file[0], file[1])
      let read = try Recording(opening: "\(folder)/\(name)", known: { KnownMappings.all })
      #expect(read.mappingName == mapping, "\(name)")
      let stream = try read.stream(.accelerometer)
      #expect(stream.count == 2000, "\(name)")
      // 2024-05-01, which xarray states.
      let epochS = mapping == "xarray" ? 1_714_521_600.0 : 0
      #expect((read.attributes.timeOrigin == "unix") == (mapping == "xarray"), "\(name)")
      // A rate instead of timestamps leaves out their jitter.
      let tolerance = mapping == "nwb_rate" ? 0.005 : 1e-6
      #expect(
        zip(try stream.timeBase.times(0..<2000), times).allSatisfy { abs($0 - epochS - $1) < tolerance }, "\(name)")
      #expect(isClose(try values("acceleration", .accelerometer, read), acceleration), "\(name)")
      #expect(isClose(try values("rotation_rate", .deviceMotion, read), rotation), "\(name)")
    }
  }

  private func values(_ dataset: String, _ stream: StreamName, _ recording: Recording) throws -> [Float] {
    try recording.triaxial(dataset, of: stream).axes.flatMap { try $0.samples(0..<2000) }
  }

  /// Packed values have steps of 0.001.
  private func isClose(_ values: [Float], _ expected: [Float]) -> Bool {
    values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) < 0.002 }
  }
}
