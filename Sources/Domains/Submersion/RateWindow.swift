/// The largest rates of descent and ascent over a fixed time, from depths in the order of time.
///
/// The depth is a straight line from each measurement to the next. The window with the largest rate of such a line
/// begins or ends at a measurement, so only these windows are checked.
struct RateWindow: Sendable {
  private let lengthS: Double
  private var recent: [(time: Double, depth: Double)] = []
  /// The largest rate downward, in m/s; nil without a complete window that went down.
  private(set) var descentMS: Double?
  /// The largest rate upward, in m/s, as a positive number; nil without a complete window that went up.
  private(set) var ascentMS: Double?

  init(lengthS: Double) { self.lengthS = lengthS }

  /// Takes the next depth, in m.
  mutating func add(time: Double, depthM: Double) {
    if let last = recent.last {
      let next = (time: time, depth: depthM)
      for start in recent where start.time + lengthS > last.time && start.time + lengthS <= time {
        note(start.depth, Self.depth(at: start.time + lengthS, last, next))
      }
      recent.append(next)
      // At least two depths are kept for the line between them, however short the window is.
      while recent.count > 2, recent[1].time <= time - lengthS { recent.removeFirst() }
      if recent[0].time <= time - lengthS {
        note(Self.depth(at: time - lengthS, recent[0], recent[1]), depthM)
      }
    } else {
      recent.append((time, depthM))
    }
  }

  /// Drops the depths so far, as the depth before the next measurement is unknown.
  mutating func interrupt() { recent.removeAll(keepingCapacity: true) }

  private mutating func note(_ from: Double, _ to: Double) {
    let rate = (to - from) / lengthS
    if rate > descentMS ?? 0 { descentMS = rate }
    if -rate > ascentMS ?? 0 { ascentMS = -rate }
  }

  private static func depth(
    at time: Double, _ one: (time: Double, depth: Double), _ other: (time: Double, depth: Double)
  ) -> Double {
    one.depth + (other.depth - one.depth) * (time - one.time) / (other.time - one.time)
  }
}
