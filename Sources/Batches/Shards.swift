/// Dividing a batch among several machines.
public enum Shards {
  /// Assigns recordings to shards of about the same size.
  ///
  /// The largest goes first, each to the shard with the fewest bytes so far, the lowest if several; recordings of one
  /// size go in the order of their identifiers' bytes. Every machine with the same recordings therefore finds the same
  /// shards, whatever the order of its list. An empty recording counts as one byte, so that many of them are spread
  /// too.
  /// - Parameters:
  ///   - sizes: each recording's identifier and size.
  ///   - count: the number of shards, 1 or more.
  /// - Returns: the shard of each, counted from 1, in the order of `sizes`.
  public static func assign(sizes: [(id: String, bytes: Int)], count: Int) -> [Int] {
    let order = sizes.indices.sorted { first, second in
      let (a, b) = (sizes[first], sizes[second])
      return a.bytes == b.bytes ? a.id.utf8.lexicographicallyPrecedes(b.id.utf8) : a.bytes > b.bytes
    }
    var loads = [Double](repeating: 0, count: max(1, count))
    var shards = [Int](repeating: 1, count: sizes.count)
    for index in order {
      var least = 0
      for shard in loads.indices where loads[shard] < loads[least] { least = shard }
      // Exact up to 9e15 bytes, and no overflow beyond.
      loads[least] += Double(max(1, sizes[index].bytes))
      shards[index] = least + 1
    }
    return shards
  }
}
