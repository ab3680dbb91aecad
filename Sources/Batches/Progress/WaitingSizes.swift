/// The sizes of the recordings that have not begun, in bytes.
struct WaitingSizes: Sendable {
  private var sorted: [Int]
  private(set) var sum: Int

  init(_ sizes: [Int]) {
    sorted = sizes.sorted()
    sum = sizes.reduce(0, +)
  }

  var count: Int { sorted.count }
  var largest: Int { sorted.last ?? 0 }

  /// Removes a recording's size; if it is missing, for example because the file has grown, the nearest one is removed.
  mutating func remove(_ size: Int) {
    guard !sorted.isEmpty else { return }
    sum -= sorted.remove(at: sorted.firstIndex { $0 >= size } ?? sorted.count - 1)
  }
}
