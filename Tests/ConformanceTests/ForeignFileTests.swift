import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import SPStages
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

  /// The motion that the files have.
  private struct Original {
    var times: [Double]
    var acceleration: [Float]
    var rotationRate: [Float]
  }

  private func original() throws -> Original {
    let recording = try Recording(opening: Self.original)
    let gravity = try values("gravity", .deviceMotion, recording)
    return Original(
      times: try recording.stream(.deviceMotion).timeBase.times(0..<2000),
      acceleration: zip(gravity, try values("user_acceleration", .deviceMotion, recording)).map(+),
      rotationRate: try values("rotation_rate", .deviceMotion, recording))
  }

  private func lines(of program: String) throws -> [String] {
    let (status, output) = try VirtualEnvironment.shared.get().run(program, Self.original, folder)
    try #require(status == 0, "\(output)")
    return output.split(separator: "\n").map(String.init)
  }

  @Test func filesOfOtherLibrariesAreRecognisedAndReadRight() throws {
    let cases = try lines(of: "foreign_files.py").map { $0.split(separator: "\t").map(String.init) }.filter {
      $0.count == 2
    }
    #expect(cases.count == 12)
    let original = try original()
    for file in cases {
      let (mapping, name) = (file[0], file[1])
      let read = try Recording(opening: "\(folder)/\(name)", known: { KnownMappings.all })
      #expect(read.mappingName == mapping, "\(name)")
      let stream = try read.stream(.accelerometer)
      #expect(stream.count == 2000, "\(name)")
      // 2024-05-01, which some state.
      let isDated = ["xarray", "apdm_v3", "actionnet"].contains(mapping)
      let epochS = isDated ? 1_714_521_600.0 : 0
      #expect((read.attributes.timeOrigin == "unix") == isDated, "\(name)")
      // A rate instead of timestamps leaves out their jitter.
      let tolerance = mapping == "nwb_rate" ? 0.005 : 1e-6
      #expect(
        zip(try stream.timeBase.times(0..<2000), original.times).allSatisfy { abs($0 - epochS - $1) < tolerance },
        "\(name)")
      #expect(isClose(try values("acceleration", .accelerometer, read), original.acceleration), "\(name)")
      #expect(isClose(try values("rotation_rate", .deviceMotion, read), original.rotationRate), "\(name)")
    }
  }

  @Test func proposedMappingsReadFilesOfOtherLayoutsRight() throws {
    let names = try lines(of: "laboratory_files.py")
    #expect(names.count == 22)
    let original = try original()
    for name in names {
      let guess = try MappingGuess("\(folder)/\(name)")
      let read = try Recording(opening: "\(folder)/\(name)", layout: .mapped(guess.mapping))
      #expect(
        guess.doubts.allSatisfy { $0.contains("states no unit") || $0.contains("shows the sign of") },
        "\(name): \(guess.doubts)")
      for stream in [StreamName.accelerometer, .deviceMotion] {
        let times = try read.stream(stream).timeBase.times(0..<2000)
        // A rate without a start leaves out the first timestamp and the jitter.
        let startS = name == "h5py_rate.h5" ? original.times[0] : 0
        let toleranceS = name.hasSuffix("rate.h5") || name.hasPrefix("nwb_processing") ? 0.005 : 1e-6
        #expect(zip(times, original.times).allSatisfy { abs($0 + startS - $1) < toleranceS }, "\(name)")
      }
      #expect(isClose(try values("acceleration", .accelerometer, read), original.acceleration), "\(name)")
      #expect(isClose(try values("rotation_rate", .deviceMotion, read), original.rotationRate), "\(name)")
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
