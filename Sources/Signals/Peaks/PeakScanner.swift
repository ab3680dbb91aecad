/// Finds the candidates of one segment, from samples that come in pieces of any length.
package struct PeakScanner: Sendable {
  /// Samples are examined in pieces of this length; quiet pieces are skipped whole.
  private static let pieceLength = 64
  /// The height of missing samples and NaN: below every magnitude.
  private static let nothing: Float = -1

  private let level: Float
  private let start: Int
  private var previous = Self.nothing
  /// The first sample of a rise to the level whose other side has not come yet.
  private var pending: (index: Int, value: Float)?

  /// The first sample that may still become a candidate.
  package var pendingIndex: Int? { pending?.index }

  /// Begins a segment at a sample.
  package init(level: Float, start: Int) {
    self.level = level
    self.start = start
  }

  /// Takes the next samples, starting at the given number; reports candidates by number and value.
  package mutating func add(_ samples: Span<Float>, from first: Int, found: (Int, Float) throws -> Void) rethrows {
    var offset = 0
    while offset < samples.count {
      let end = min(offset + Self.pieceLength, samples.count)
      let piece = samples.extracting(offset..<end)
      // A piece with a NaN is never skipped.
      if !reachesMagnitude(level, piece) {
        try confirm(found)
        previous = abs(piece[piece.count - 1])
      } else {
        try walk(piece, from: first + offset, found: found)
      }
      offset = end
    }
  }

  /// Ends the segment.
  package mutating func finish(found: (Int, Float) throws -> Void) rethrows {
    // A plateau over the whole segment is above no neighbour.
    if let pending, pending.index == start { return }
    try confirm(found)
  }

  private mutating func walk(_ samples: Span<Float>, from first: Int, found: (Int, Float) throws -> Void) rethrows {
    for offset in 0..<samples.count {
      let value = samples[offset]
      let height = value.isNaN ? Self.nothing : abs(value)
      // No processor can predict which of two low samples is higher, and the result does not depend on it.
      if height < level, pending == nil {
        previous = height
        continue
      }
      if height > previous {
        pending = height >= level ? (first + offset, value) : nil
      } else if height < previous {
        try confirm(found)
      }
      previous = height
    }
  }

  private mutating func confirm(_ found: (Int, Float) throws -> Void) rethrows {
    guard let peak = pending else { return }
    pending = nil
    try found(peak.index, peak.value)
  }
}
