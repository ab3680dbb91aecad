/// Searches of samples that are read as far as the search goes, in pieces that grow: what is looked for mostly lies near.
public enum Searching {
  @usableFromInline static let firstPiece = 32
  @usableFromInline static let growth = 4

  /// The first index of a range whose value satisfies `predicate`; nil where none does.
  ///
  /// - Parameters:
  ///   - range: what is searched.
  ///   - values: reads a part of it.
  ///   - predicate: what is looked for.
  /// - Throws: what `values` throws.
  @inlinable
  public static func firstIndex<Value>(
    in range: Range<Int>, of values: (Range<Int>) throws -> [Value], where predicate: (Value) -> Bool
  ) rethrows -> Int? {
    var start = range.lowerBound
    var length = firstPiece
    while start < range.upperBound {
      let end = min(range.upperBound, start + length)
      if let place = try values(start..<end).firstIndex(where: predicate) { return start + place }
      start = end
      length *= growth
    }
    return nil
  }

  /// The last index of a range whose value satisfies `predicate`; nil where none does.
  ///
  /// - Parameters:
  ///   - range: what is searched, from its end.
  ///   - values: reads a part of it.
  ///   - predicate: what is looked for.
  /// - Throws: what `values` throws.
  @inlinable
  public static func lastIndex<Value>(
    in range: Range<Int>, of values: (Range<Int>) throws -> [Value], where predicate: (Value) -> Bool
  ) rethrows -> Int? {
    var end = range.upperBound
    var length = firstPiece
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - length)
      if let place = try values(start..<end).lastIndex(where: predicate) { return start + place }
      end = start
      length *= growth
    }
    return nil
  }

  /// The first index of a range whose sample satisfies `predicate`; nil where none does.
  ///
  /// - Throws: what reading the signal throws.
  public static func firstIndex(
    in range: Range<Int>, of signal: any Signal, where predicate: (Float) -> Bool
  ) throws -> Int? {
    var start = range.lowerBound
    var length = firstPiece
    while start < range.upperBound {
      let end = min(range.upperBound, start + length)
      let place = try signal.withSamples(start..<end) { samples in samples.indices.first { predicate(samples[$0]) } }
      if let place { return start + place }
      start = end
      length *= growth
    }
    return nil
  }

  /// The last index of a range whose sample satisfies `predicate`; nil where none does.
  ///
  /// - Throws: what reading the signal throws.
  public static func lastIndex(
    in range: Range<Int>, of signal: any Signal, where predicate: (Float) -> Bool
  ) throws -> Int? {
    var end = range.upperBound
    var length = firstPiece
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - length)
      let place = try signal.withSamples(start..<end) { samples in samples.indices.last { predicate(samples[$0]) } }
      if let place { return start + place }
      end = start
      length *= growth
    }
    return nil
  }
}
