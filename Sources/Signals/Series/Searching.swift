/// Searches a range from one end, in growing pieces, and reads no more than needed.
package enum Searching {
  private static let firstPiece = 32
  private static let growth = 4

  /// The first match in a range; nil without a match.
  ///
  /// - Parameters:
  ///   - range: The range to search.
  ///   - find: Returns the first match in a part of the range, counted from the part's start.
  /// - Throws: the errors of `find`.
  package static func first(in range: Range<Int>, _ find: (Range<Int>) throws -> Int?) rethrows -> Int? {
    var start = range.lowerBound
    var length = firstPiece
    while start < range.upperBound {
      let end = min(range.upperBound, start + length)
      if let place = try find(start..<end) { return start + place }
      start = end
      length *= growth
    }
    return nil
  }

  /// The last match in a range; nil without a match.
  ///
  /// - Parameters:
  ///   - range: The range to search, from its end.
  ///   - find: Returns the last match in a part of the range, counted from the part's start.
  /// - Throws: the errors of `find`.
  package static func last(in range: Range<Int>, _ find: (Range<Int>) throws -> Int?) rethrows -> Int? {
    var end = range.upperBound
    var length = firstPiece
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - length)
      if let place = try find(start..<end) { return start + place }
      end = start
      length *= growth
    }
    return nil
  }
}

/// The first index for which `isBefore` is false, or the end of the range. All indices for which `isBefore` is true
/// must come first.
@inlinable
package func partitionPoint(_ range: Range<Int>, isBefore: (Int) throws -> Bool) rethrows -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = low + (high - low) / 2
    if try isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
