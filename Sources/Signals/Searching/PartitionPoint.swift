/// The first index for which `isBefore` is false; the end if there is none. The indices for which it is true
/// must come first.
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
