/// The first index that is not `isBefore`, where those that are come first; the end where all are.
@inlinable
public func partitionPoint(_ range: Range<Int>, isBefore: (Int) throws -> Bool) rethrows -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = low + (high - low) / 2
    if try isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
