import Glibc
import SPBasics
import SPSignals

/// Collects samples in any order and returns them by workout, in bounded memory.
///
/// Samples that do not fit into memory are written to an unnamed file in blocks. Each block is sorted by workout. The
/// samples are read back one workout at a time.
final class SampleSpool {
  /// A value in the layout's unit, with its start and end in s since 1970.
  struct Sample {
    var workout: Int32
    /// The index of its source, from `SampleSpool.sourceIndex(_:)`.
    var source: UInt16
    var quantity: HealthQuantity
    /// The index of its type of record; the default for coordinates of a route, which have no type.
    var type = UInt8.max
    var start, end, value: Double
  }

  /// Consecutive samples of one workout in the file, counted in samples.
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

  /// The most samples that are returned of one workout: two days of six values a second, 32 MB.
  private static let mostOfWorkout = 1_000_000
  /// The most names of sources that are distinguished.
  private static let mostSources = 10_000

  /// - Parameters:
  ///   - folder: a folder with enough space for the file.
  ///   - capacity: the most samples in memory.
  init(in folder: String, capacity: Int = 1 << 18) {
    path = folder + "/.health-samples"
    self.capacity = capacity
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The index of a source's name in ``sources``; the last index for all names beyond the limit.
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
  /// - Throws: `FileError` if it cannot be written.
  func add(_ sample: Sample) throws {
    held.append(sample)
    if held.count >= capacity { try write() }
  }

  /// The samples of a workout, in the order in which they were added, and how many samples beyond the limit are left
  /// out.
  /// - Throws: `FileError`.
  func samples(of workout: Int) throws -> (samples: [Sample], left: Int) {
    if !held.isEmpty, descriptor >= 0 { try write() }
    guard descriptor >= 0 else {
      // All samples are in memory. They are sorted once.
      if !isSorted {
        held = heldByWorkout
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

  /// The samples in memory, sorted by workout. Samples of one workout keep the order in which they were added.
  private var heldByWorkout: [Sample] {
    held.enumerated().sorted { ($0.element.workout, $0.offset) < ($1.element.workout, $1.offset) }.map(\.element)
  }

  /// The index of a workout's first sample in memory, once they are sorted.
  private func place(of workout: Int32) -> Int { partitionPoint(held.indices) { held[$0].workout < workout } }

  private func write() throws {
    if descriptor < 0 { try open() }
    let sorted = heldByWorkout
    held.removeAll(keepingCapacity: true)
    try sorted.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let start = fileCount * MemoryLayout<Sample>.stride + done
        let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw FileError(path: Folder.split(path).folder, operation: "write samples to") }
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
    descriptor = Glibc.open(pending.temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: Folder.split(path).folder, operation: "write samples to") }
    // The pending file removes its name on return, so no file is left when this program ends, however it ends.
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
        guard got > 0 else { throw FileError(path: Folder.split(path).folder, operation: "read samples from") }
        done += got
      }
      count = run.count
    }
  }
}
