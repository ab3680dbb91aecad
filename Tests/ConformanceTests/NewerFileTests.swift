import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// Recordings as newer HDF5 libraries, other storage strategies and killed writers leave them: read to the last bit, or
/// refused in words that name what is lacking.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class NewerFileTests {
  private let folder = NSTemporaryDirectory() + "newer-files-" + UUID().uuidString
  private static let original =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Data/tennis-000001.h5"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func newerFilesAreReadOrRefusedByName() throws {
    let (status, output) = try VirtualEnvironment.shared.get().run("newer_files.py", Self.original, folder)
    try #require(status == 0, "\(output)")
    let cases = output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(cases.count == 16)
    let expected = try Samples(Self.original)
    for file in cases {
      let (name, outcome) = (file[0], file[1])
      let path = "\(folder)/\(name).h5"
      if outcome == "read" {
        let samples = try Samples(path)
        #expect(samples.times == expected.times, "\(name)")
        // A float16 has 11 bits.
        let tolerance: Float = name == "float16" ? 0x1p-11 : 0
        let isClose = zip(samples.values, expected.values).allSatisfy {
          abs($0 - $1) <= tolerance * abs($1) + tolerance
        }
        #expect(samples.values.count == expected.values.count && isClose, "\(name)")
      } else {
        let error = #expect(throws: HDF5Error.self, "\(name)") { try Samples(path) }
        #expect(error.map { "\($0)".contains(outcome) } == true, "\(name): \(error.map { "\($0)" } ?? "")")
      }
    }
  }

  /// All stamps and samples of a recording's accelerometer.
  private struct Samples {
    var times: [Double]
    var values: [Float]

    init(_ path: String) throws {
      let acceleration = try Recording(opening: path).triaxial("acceleration", of: .accelerometer)
      times = try acceleration.timeBase.times(0..<acceleration.count)
      values = try acceleration.axes.flatMap { try $0.samples(0..<acceleration.count) }
    }
  }
}
