import Synchronization

/// Ranges of samples that are held because they will be read again: those around events.
///
/// A pass that finds events has everything around them decoded; what measures the events later finds it here.
public final class HeldRanges: Sendable {
  private struct Piece: Sendable {
    let range: Range<Int>
    let samples: [Float]
  }

  private let budget: CacheBudget?
  /// In order, and none over another; ranges that touch are not joined, which would copy what is long again and again.
  private let pieces = Mutex<[Piece]>([])

  /// None yet, and as many as the budget has room for; none at all without one.
  public init(budget: CacheBudget?) {
    self.budget = budget
  }

  /// Holds a range, as far as there is room and it is not held yet.
  ///
  /// - Parameters:
  ///   - range: what will be read again.
  ///   - samples: gives the samples of a range, asked for those that are not held.
  /// - Throws: what `samples` throws.
  public func hold(_ range: Range<Int>, samples: (Range<Int>) throws -> [Float]) rethrows {
    guard let budget, !range.isEmpty else { return }
    for gap in gaps(in: range) {
      let byteCount = gap.count * MemoryLayout<Float>.stride
      guard budget.take(byteCount) else { return }
      var isHeld = false
      defer { if !isHeld { budget.giveBack(byteCount) } }
      let piece = Piece(range: gap, samples: try samples(gap))
      isHeld = pieces.withLock { pieces in
        // Events come in order, or nearly so.
        let place = Self.firstPiece(of: pieces, endingAfter: gap.lowerBound)
        // Somebody else may have held it meanwhile.
        guard place == pieces.count || pieces[place].range.lowerBound >= gap.upperBound else { return false }
        pieces.insert(piece, at: place)
        return true
      }
    }
  }

  /// Copies a range of which all is held.
  ///
  /// - Returns: whether it was; if not, what the buffer holds is of no use.
  public func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) -> Bool {
    guard budget != nil, !range.isEmpty else { return false }
    let held = cover(range)
    guard let last = held.last, last.range.upperBound >= range.upperBound else { return false }
    for piece in held {
      let part = range.clamped(to: piece.range)
      let first = part.lowerBound - piece.range.lowerBound
      piece.samples.span.copy(first..<first + part.count, into: &samples, at: part.lowerBound - range.lowerBound)
    }
    return true
  }

  /// The parts of a range that no piece covers.
  private func gaps(in range: Range<Int>) -> [Range<Int>] {
    pieces.withLock { pieces in
      var gaps: [Range<Int>] = []
      var start = range.lowerBound
      var place = Self.firstPiece(of: pieces, endingAfter: start)
      while start < range.upperBound {
        let next = place < pieces.count ? pieces[place].range : range.upperBound..<range.upperBound
        if start < next.lowerBound { gaps.append(start..<min(next.lowerBound, range.upperBound)) }
        start = max(next.upperBound, start)
        place += 1
      }
      return gaps
    }
  }

  /// The pieces from the one that holds a range's first sample on, as far as they follow without a gap.
  private func cover(_ range: Range<Int>) -> [Piece] {
    pieces.withLock { pieces in
      let first = Self.firstPiece(of: pieces, endingAfter: range.lowerBound)
      var end = first
      var reached = range.lowerBound
      while end < pieces.count, pieces[end].range.lowerBound <= reached, reached < range.upperBound {
        reached = pieces[end].range.upperBound
        end += 1
      }
      return Array(pieces[first..<end])
    }
  }

  private static func firstPiece(of pieces: [Piece], endingAfter index: Int) -> Int {
    partitionPoint(0..<pieces.count) { pieces[$0].range.upperBound <= index }
  }
}
