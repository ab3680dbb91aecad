import Files
import Foundation
import Signals

/// Keeps the samples of all workouts apart in bounded memory, in whatever order they come.
///
/// Samples that do not fit into memory are written to an unnamed file, sorted by workout, and read back a
/// workout at a time.
final class SampleSpool {
  /// A value from one moment to another, in s since 1970.
  struct Sample {
    var workout: Int32
    /// Which source, as ``SampleSpool/sourceIndex(_:)`` tells.
    var source: UInt16
    var quantity: HealthQuantity
    /// Its type of record, by its place.
    var type = UInt8.max
    var start, end, value: Double
  }

  /// A stretch of samples of one workout in the file.
  private struct Run { var offset, count: Int }

  private let path: String
  private let capacity: Int
  private var descriptor: Int32 = -1
  private var fileCount = 0
  private var runs: [Int32: [Run]] = [:]
  private var held: [Sample] = []
  /// The names of the sources.
  private(set) var sources: [String] = []
  private var sourceIndexes: [String: UInt16] = [:]

  /// Samples of one workout at most: two days of six values a second, 40 MB.
  private static let mostOfWorkout = 1_000_000
  /// Names of sources at most.
  private static let mostSources = 10_000

  /// - Parameters:
  ///   - folder: a folder with enough space for the file.
  ///   - capacity: samples in memory at most.
  init(in folder: String, capacity: Int = 1 << 18) {
    path = folder + "/.health-samples"
    self.capacity = capacity
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A number for a source's name; one for all names beyond a limit.
  func sourceIndex(_ name: String) -> UInt16 {
    let name = HealthQuantity.kept(name)
    if let known = sourceIndexes[name] { return known }
    guard sources.count < Self.mostSources else { return UInt16(Self.mostSources - 1) }
    let index = UInt16(sources.count)
    sources.append(name)
    sourceIndexes[name] = index
    return index
  }

  /// Adds a sample.
  /// - Throws: `FileError` where it cannot be written.
  func add(_ sample: Sample) throws {
    held.append(sample)
    if held.count >= capacity { try write() }
  }

  /// The samples of a workout, in the order in which they came, and how many more there are than are kept.
  /// - Throws: `FileError`.
  func samples(of workout: Int) throws -> (samples: [Sample], left: Int) {
    if !held.isEmpty, descriptor >= 0 { try write() }
    guard descriptor >= 0 else {
      // All of them are in memory; they are sorted once.
      if !isSorted {
        held = held.enumerated().sorted { ($0.element.workout, $0.offset) < ($1.element.workout, $1.offset) }
          .map(\.element)
        isSorted = true
      }
      let first = place(of: Int32(workout))
      let found = held[first..<place(of: Int32(workout) + 1)]
      return (Array(found.prefix(Self.mostOfWorkout)), max(0, found.count - Self.mostOfWorkout))
    }
    var samples: [Sample] = []
    var left = 0
    for run in runs[Int32(workout)] ?? [] {
      let count = min(run.count, Self.mostOfWorkout - samples.count)
      left += run.count - count
      if count > 0 { samples += try read(Run(offset: run.offset, count: count)) }
    }
    return (samples, left)
  }

  private var isSorted = false

  /// Where the samples of a workout begin among those in memory.
  private func place(of workout: Int32) -> Int { partitionPoint(held.indices) { held[$0].workout < workout } }

  private func write() throws {
    if descriptor < 0 { try open() }
    let sorted = held.enumerated().sorted { ($0.element.workout, $0.offset) < ($1.element.workout, $1.offset) }
      .map(\.element)
    held.removeAll(keepingCapacity: true)
    try sorted.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let start = fileCount * MemoryLayout<Sample>.stride + done
        let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw FileError(path: Folder.split(path).folder, operation: "keep samples in") }
        done += count
      }
    }
    var first = 0
    while first < sorted.count {
      let workout = sorted[first].workout
      let end = sorted[first...].firstIndex { $0.workout != workout } ?? sorted.count
      runs[workout, default: []].append(Run(offset: fileCount + first, count: end - first))
      first = end
    }
    fileCount += sorted.count
  }

  private func open() throws {
    let pending = try PendingFile(for: path)
    descriptor = Foundation.open(pending.temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: Folder.split(path).folder, operation: "keep samples in") }
    // Its name goes with the pending file: nothing is left of it when this program ends, however it does.
  }

  private func read(_ run: Run) throws -> [Sample] {
    let stride = MemoryLayout<Sample>.stride
    return try [Sample](unsafeUninitializedCapacity: run.count) { samples, count in
      let bytes = UnsafeMutableRawBufferPointer(samples)
      var done = 0
      while done < run.count * stride {
        let got = pread(
          descriptor, bytes.baseAddress.map { $0 + done }, run.count * stride - done,
          off_t(run.offset * stride + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw FileError(path: Folder.split(path).folder, operation: "read samples kept in") }
        done += got
      }
      count = run.count
    }
  }
}
