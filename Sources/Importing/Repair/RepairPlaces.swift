/// How often something was done to the rows of a stream, and where first.
struct RepairPlaces: Hashable, Sendable {
  /// How often.
  private(set) var count = 0
  /// The first few timestamps, in s.
  private(set) var firstTimes: [Double] = []

  /// The most timestamps that are kept.
  private static let keptTimes = 3

  mutating func add(_ time: Double) {
    count += 1
    if firstTimes.count < Self.keptTimes { firstTimes.append(time) }
  }

  /// The first of them, such as "first after 0.06 s, 0.16 s, 0.26 s".
  /// - Parameter preposition: how each lies to its timestamp, such as "after".
  func text(_ preposition: String) -> String {
    let times = firstTimes.map { "\($0) s" }.joined(separator: ", ")
    return "\(count > Self.keptTimes ? "first " : "")\(preposition) \(times)"
  }
}
