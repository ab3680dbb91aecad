/// A piece of work whose speed matters, on data that it makes itself, with a result that is checked each time.
public struct Kernel: Sendable {
  /// What it is called on the command line and in the stored limits.
  public let name: String
  /// Samples, rows or events that one run goes through.
  public let size: Int
  /// Makes the data and gives the work, so that making them is not measured.
  let prepare: @Sendable (_ size: Int) throws -> () throws -> Void

  /// The work on data of the kernel's own size, or of a part of it.
  /// - Throws: ``KernelFault`` where a run's result is not what it must be, and whatever the library throws.
  public func prepared(part: Int = 1) throws -> () throws -> Void { try prepare(size / part) }

  /// All of them.
  public static let all: [Kernel] = [
    .filter, .readPlain, .readGzip, .readGzipHDF5, .unshuffle, .peaks, .stamps, .features, .impacts,
    .parquet(.none), .parquet(.zstd), .parquet(.gzip),
  ]
}

/// A result that is not what the data must give.
public struct KernelFault: Error, CustomStringConvertible {
  /// What was expected, and what was found.
  public let description: String
}

/// Refuses a result that is further from the expected one than the fraction of it that is allowed.
func check(_ what: String, _ found: Double, expected: Double, within fraction: Double = 0) throws {
  guard abs(found - expected) <= fraction * abs(expected) else {
    throw KernelFault(description: "\(what): expected \(expected), found \(found)")
  }
}

/// Numbers that look random, the same on every machine: from -1 to 1 (Knuth's linear congruential generator, MMIX).
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
  }
}
