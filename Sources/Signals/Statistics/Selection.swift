/// Puts the element of rank `rank` at its sorted place, with nothing larger before it and nothing smaller after it.
///
/// This is Hoare's quickselect with the median of three as the pivot: O(n) on average. Few values are partitioned
/// without branches. The values must be ordered (no NaN).
func select<Value: Comparable>(_ rank: Int, in values: UnsafeMutableBufferPointer<Value>) {
  var low = 0
  var high = values.count - 1
  while low < high {
    guard high - low >= 64 else { return selectFew(rank, in: values, low, high) }
    let pivot = medianOfThree(values[low], values[(low + high) / 2], values[high])
    var left = low
    var right = high
    while left <= right {
      while values[left] < pivot { left += 1 }
      while pivot < values[right] { right -= 1 }
      if left <= right {
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if rank <= right {
      high = right
    } else if rank >= left {
      low = left
    } else {
      return
    }
  }
}

/// Selects between two positions, by Lomuto's partition. It compares more, but does not jump depending on a comparison.
/// A processor would predict half of such jumps wrong.
private func selectFew<Value: Comparable>(
  _ rank: Int, in values: UnsafeMutableBufferPointer<Value>, _ low: Int, _ high: Int
) {
  var (low, high) = (low, high)
  while low < high {
    values.swapAt((low + high) / 2, high)
    let pivot = values[high]
    var border = low
    for index in low..<high {
      let value = values[index]
      values[index] = values[border]
      values[border] = value
      border &+= value < pivot ? 1 : 0
    }
    values.swapAt(border, high)
    if rank == border { return }
    if rank < border {
      high = border - 1
    } else if border > low {
      low = border + 1
    } else {
      // No value is smaller. All equal values are removed together; otherwise each of them would take a round.
      var equal = low + 1
      for index in low + 1..<high + 1 {
        let value = values[index]
        values[index] = values[equal]
        values[equal] = value
        equal &+= pivot < value ? 0 : 1
      }
      if rank < equal { return }
      low = equal
    }
  }
}

private func medianOfThree<Value: Comparable>(_ first: Value, _ second: Value, _ third: Value) -> Value {
  max(min(first, second), min(max(first, second), third))
}

/// The median of ordered values, for an even count the mean of the middle two; nil without values. Reorders the values.
func medianInPlace<Value: BinaryFloatingPoint>(_ values: UnsafeMutableBufferPointer<Value>) -> Value? {
  guard !values.isEmpty else { return nil }
  let middle = values.count / 2
  select(middle, in: values)
  guard values.count.isMultiple(of: 2) else { return values[middle] }
  // After selection the lower middle value is the largest of the values before the middle.
  var lower = values[0]
  for index in 1..<max(middle, 1) { lower = max(lower, values[index]) }
  return lower + (values[middle] - lower) / 2
}
