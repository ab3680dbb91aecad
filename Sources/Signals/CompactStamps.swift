/// A block of stamps in an eighth of its size, or a little more: how far each lies above a straight line, in whole
/// ticks of the recorder's clock.
///
/// What comes out is what went in, to the last bit; stamps that cannot be held that way are not. A class, since single
/// stamps are asked for many times for each event.
final class CompactStamps: Sendable {
  /// How far stamps lie above the lines, in the narrowest numbers that hold all of the block.
  private enum Deviations {
    case bytes([UInt8])
    case words([UInt16])
    case longs([UInt32])
  }

  private let lines: StampLines
  private let deviations: Deviations
  let count: Int

  /// Nil for stamps that are neither whole microseconds, as `Double(k) / 1e6`, nor whole nanoseconds, as
  /// `Double(k) / 1e9`, with |k| below 2^51, and where 256 of them stray by 2^32 ticks and more from an even pace.
  init?(_ stamps: Span<Double>) {
    guard stamps.count > 0 else { return nil }
    count = stamps.count
    for perSecond in [1e6, 1e9] {
      guard var lines = StampLines(along: stamps, perSecond: perSecond) else { continue }
      do throws(StampLines.NotWhole) {
        // Of a finer tick stamps are farther from a line.
        guard let deviations = try Self.deviations(of: stamps, from: &lines) else { return nil }
        (self.lines, self.deviations) = (lines, deviations)
        return
      } catch {
        continue
      }
    }
    return nil
  }

  /// The narrowest that hold all; most blocks that are too wide for some are so from their first stamps on.
  private static func deviations(
    of stamps: Span<Double>, from lines: inout StampLines
  ) throws(StampLines.NotWhole) -> Deviations? {
    if let bytes = try lines.fit(stamps, in: UInt8.self) { return .bytes(bytes) }
    if let words = try lines.fit(stamps, in: UInt16.self) { return .words(words) }
    return try lines.fit(stamps, in: UInt32.self).map { .longs($0) }
  }

  var byteCount: Int {
    let width =
      switch deviations {
      case .bytes: 1
      case .words: 2
      case .longs: 4
      }
    return width * count + lines.byteCount
  }

  /// The stamp at a place of the block.
  func stamp(_ place: Int) -> Double {
    switch deviations {
    case .bytes(let deviations): lines.stamp(place, above: Double(deviations[place]))
    case .words(let deviations): lines.stamp(place, above: Double(deviations[place]))
    case .longs(let deviations): lines.stamp(place, above: Double(deviations[place]))
    }
  }

  /// Writes the stamps at places of the block, as many as there is room for, to the front of a buffer.
  func copy(_ places: Range<Int>, to stamps: UnsafeMutableBufferPointer<Double>) {
    guard !places.isEmpty else { return }
    precondition(
      places.lowerBound >= 0 && places.upperBound <= count && places.count <= stamps.count, "stamps beyond a block")
    switch deviations {
    case .bytes(let deviations): lines.copy(places, deviations, to: stamps)
    case .words(let deviations): lines.copy(places, deviations, to: stamps)
    case .longs(let deviations): lines.copy(places, deviations, to: stamps)
    }
  }

  /// The first place in a range whose stamp is not `isBefore`, where those that are come first; the end where all are.
  func partition(_ places: Range<Int>, isBefore: (Double) -> Bool) -> Int {
    switch deviations {
    case .bytes(let deviations): partition(places, deviations, isBefore)
    case .words(let deviations): partition(places, deviations, isBefore)
    case .longs(let deviations): partition(places, deviations, isBefore)
    }
  }

  @inline(__always)
  private func partition(
    _ places: Range<Int>, _ deviations: [some FixedWidthInteger], _ isBefore: (Double) -> Bool
  ) -> Int {
    partitionPoint(places) { isBefore(lines.stamp($0, above: Double(deviations[$0]))) }
  }
}
