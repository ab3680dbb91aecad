import Foundation
import TestSupport
import Testing

@testable import SPImporting

/// Archives that were written while they were sent: sizes stand behind the entries, and in places for 64 bits.
/// Streamed archives.
struct StreamedArchiveTests {
  /// CRC-32, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    let value = bytes.reduce(UInt32.max) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }

  private static func little(_ values: [(value: Int, count: Int)]) -> [UInt8] {
    values.flatMap { value, count in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  /// An archive of stored entries with data descriptors, and sizes that the directory has in its extra fields alone.
  static func archive(_ files: [(name: String, text: String)]) -> Data {
    archive(of: files.map { (name: $0.name, content: Array($0.text.utf8)) })
  }

  /// The same for any contents.
  static func archive(of files: [(name: String, content: [UInt8])]) -> Data {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    let absent = 0xFFFF_FFFF
    for (name, content) in files {
      let label = Array(name.utf8)
      let (start, sum) = (bytes.count, checksum(content))
      bytes += little([(0x0403_4B50, 4), (45, 2), (8, 2), (0, 2), (0, 4), (0, 4), (absent, 4), (absent, 4)])
      bytes += little([(label.count, 2), (20, 2)]) + label + little([(1, 2), (16, 2), (0, 8), (0, 8)]) + content
      bytes += little([(0x0807_4B50, 4), (sum, 4), (content.count, 8), (content.count, 8)])
      directory += little([(0x0201_4B50, 4), (45, 2), (45, 2), (8, 2), (0, 2), (0, 4), (sum, 4), (absent, 4)])
      directory += little([(absent, 4), (label.count, 2), (20, 2), (0, 2), (0, 4), (0, 4), (start, 4)]) + label
      directory += little([(1, 2), (16, 2), (content.count, 8), (content.count, 8)])
    }
    let end = little([
      (0x0605_4B50, 4), (0, 4), (files.count, 2), (files.count, 2), (directory.count, 4), (bytes.count, 4), (0, 2),
    ])
    return Data(bytes + directory + end)
  }

  private static let motion =
    "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,devicelocation\n"
    + (0..<50).map { "\(1_700_000_000_000_000_000 + $0 * 20_000_000),\(Double($0) / 50),0.1,0.2,0.3,left\n" }.joined()

  @Test("The sizes are found, and an empty file beside the others is named and does no harm")
  func streamed() throws {
    let scratch = try ImportScratch()
    let zip = try scratch.write(
      Self.archive([(name: "Headphone.csv", text: Self.motion), (name: "Annotation.csv", text: "")]), to: "share.zip")
    let (recording, record) = try scratch.imported(zip)
    #expect(recording.streams.keys.sorted() == [.headphoneMotion])
    #expect(try recording.rows("rotation_rate", of: .headphoneMotion)[49] == [0.1, 0.2, 0.3])
    #expect(record.unused.contains("Annotation.csv: is empty"))
  }

  @Test("A directory that points elsewhere, or is cut short, is refused")
  func damaged() throws {
    let scratch = try ImportScratch()
    let whole = Self.archive([(name: "Headphone.csv", text: Self.motion)])
    func isRefused(_ bytes: Data) throws -> Bool {
      let path = try scratch.write(bytes, to: "damaged.zip")
      do {
        let archive = try Archive(path)
        for name in archive.names { _ = try archive.unpack(name, into: scratch.path) }
        return false
      } catch {
        #expect(error is ImportError, "\(error)")
        return true
      }
    }
    #expect(try !isRefused(whole))
    let directory = whole.count - 22 - 87..<whole.count
    let refused = try directory.filter { place in
      var bytes = whole
      bytes[place] ^= 0x41
      return try isRefused(bytes)
    }
    // Of some bytes nothing depends: versions, dates, attributes.
    #expect(refused.count > directory.count / 2)
    #expect(try directory.allSatisfy { try isRefused(whole.prefix($0)) })
  }

  @Test("Entries that are encrypted or neither stored nor deflated are refused, and the others are read")
  func packings() throws {
    let scratch = try ImportScratch()
    let whole = Self.archive([(name: "a.csv", text: Self.motion), (name: "b.csv", text: Self.motion)])
    let entry = try #require(whole.firstRange(of: Data([0x50, 0x4B, 1, 2]))).lowerBound
    // The flags, and the numbers of bzip2 and of AES.
    for (place, value) in [(8, 9), (10, 12), (10, 95)] {
      var bytes = whole
      bytes[entry + place] = UInt8(value)
      let archive = try Archive(scratch.write(bytes, to: "packed.zip"))
      let error = #expect(throws: ImportError.self) { try archive.unpack("a.csv", into: scratch.path) }
      #expect(error?.message == "a.csv cannot be unpacked; expected it without encryption, and stored or deflated")
      #expect(try archive.unpack("b.csv", into: scratch.path).size == Self.motion.utf8.count)
    }
  }

  @Test("Several threads read many archives, of which few stay open")
  func threads() async throws {
    let scratch = try ImportScratch()
    let names = (0..<30).map { "\($0).csv" }
    let archives = try (0..<20).map { number in
      let files = names.map { (name: $0, text: "\(number), \($0)") }
      return try Archive(scratch.write(Self.archive(files), to: "\(number).zip"))
    }
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for turn in 0..<8 {
        group.addTask {
          try (0..<200).allSatisfy { step in
            let (number, name) = ((turn + step) % 20, names[(turn + 7 * step) % 30])
            return try archives[number].head(of: name, 100) == Array("\(number), \(name)".utf8)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
    let folder = "/proc/self/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).count { descriptor in
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
      return path?.hasPrefix(scratch.path) == true
    }
    #expect(open <= 8)
    withExtendedLifetime(archives) {}
  }

  @Test(
    "A headphone recording as the phone shares it",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func shared() throws {
    let scratch = try ImportScratch()
    let (recording, record) = try scratch.imported(SharedData.path("headphones/sensor-logger-archive.zip"))
    let stream = try #require(recording.streams[.headphoneMotion])
    #expect(recording.streams.count == 1)
    #expect(
      stream.datasetNames.sorted() == ["attitude", "gravity", "rotation_rate", "sensor_location", "user_acceleration"])
    // Gravity comes in m/s^2, user acceleration in g: the first row of Headphone.csv, worked out by hand.
    let gravity = try recording.rows("gravity", of: .headphoneMotion)[0]
    for (found, expected) in zip(gravity, [0.691738, -0.501271, -0.519835]) {
      #expect(abs(Double(found) - expected) < 1e-5)
    }
    #expect(try recording.rows("user_acceleration", of: .headphoneMotion)[0] == [-1.1123556, 0.2909789, -0.37636578])
    #expect(try recording.rows("sensor_location", of: .headphoneMotion)[0] == [1])
    #expect(record.unused.contains("Annotation.csv: is empty"))
    #expect(recording.attributes.deviceModel == "iPhone 15")
  }
}
