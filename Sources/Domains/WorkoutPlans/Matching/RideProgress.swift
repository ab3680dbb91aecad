import SPSignals

/// The progress of a ride at any time: the time that counted, and the distance covered in it.
///
/// Distance grows linearly over the time that counts, so distance covered in a pause is not included.
struct RideProgress {
  private let timer: TimerClock
  /// When the ride ended, s; nil if no time counts.
  let end: Double?
  /// Distance over the time that counts: both are ascending.
  private var counted: [Double] = []
  private var metres: [Double] = []

  init(_ ride: RecordedRide) {
    timer = TimerClock(ride.running)
    end = ride.running.last?.upperBound
    var last: Double?
    for (time, value) in zip(ride.distanceTimes, ride.distanceMetres) {
      let moment = timerS(at: time)
      defer { last = value }
      guard let last, let previous = counted.last, let total = metres.last else {
        counted.append(moment)
        metres.append(0)
        continue
      }
      // Samples at the same timer time are in a pause.
      guard moment > previous else { continue }
      counted.append(moment)
      metres.append(total + max(0, value - last))
    }
    if metres.count > 1 { reachEnds() }
  }

  /// The usual longest interval between two samples of the distance, s.
  private static let longestWaitS = 2.0

  /// Adds the distance before the first sample and after the last sample, at the adjacent pace, if that time is no
  /// longer than the usual interval between two samples.
  private mutating func reachEnds() {
    let count = counted.count
    let first = (metres[1] - metres[0]) / (counted[1] - counted[0])
    let last = (metres[count - 1] - metres[count - 2]) / (counted[count - 1] - counted[count - 2])
    let (early, late) = (counted[0], timer.wholeS - counted[count - 1])
    if late > 0, late <= Self.longestWaitS {
      counted.append(timer.wholeS)
      metres.append(metres[count - 1] + late * last)
    }
    if early > 0, early <= Self.longestWaitS {
      metres = [0] + metres.map { $0 + early * first }
      counted.insert(0, at: 0)
    }
  }

  /// How much longer the ride would have had to last to reach a time, s.
  func lackS(ofTimerS time: Double) -> Double { time - timer.wholeS }

  /// How much longer the ride would have had to last to cover a distance, at its final pace, s. It is nil if the
  /// distance is not known up to the end, or the ride ended at rest.
  func lackS(ofMetres distance: Double) -> Double? {
    guard hasDistance, let last = metres.last, let end = counted.last, end >= timer.wholeS else { return nil }
    let speed = (last - metres[metres.count - 2]) / (end - counted[counted.count - 2])
    return speed > 0 ? (distance - last) / speed : nil
  }

  /// The time that counted until a moment, s.
  func timerS(at time: Double) -> Double { timer.timerS(at: time) }

  /// The first time at which a given time has counted, s; nil if the ride is shorter.
  func time(ofTimerS time: Double) -> Double? { timer.time(ofTimerS: time) }

  /// Whether any distance is known.
  var hasDistance: Bool { counted.count > 1 }

  /// The distance covered until a moment, m; nil if no distance is known.
  func metres(at time: Double) -> Double? {
    guard hasDistance else { return nil }
    return Self.interpolated(timerS(at: time), counted, metres)
  }

  /// The first time at which a distance is covered, s; nil if it never is.
  func time(ofMetres distance: Double) -> Double? {
    guard let last = metres.last, hasDistance, distance <= last + 1e-6 else { return nil }
    let place = partitionPoint(metres.indices) { metres[$0] < distance }
    guard place > 0, place < metres.count else { return time(ofTimerS: counted[min(place, counted.count - 1)]) }
    let fraction = (distance - metres[place - 1]) / (metres[place] - metres[place - 1])
    return time(ofTimerS: counted[place - 1] + fraction * (counted[place] - counted[place - 1]))
  }

  private static func interpolated(_ x: Double, _ xs: [Double], _ ys: [Double]) -> Double {
    let place = partitionPoint(xs.indices) { xs[$0] <= x }
    if place == 0 { return ys[0] }
    if place == xs.count { return ys[place - 1] }
    return ys[place - 1] + (x - xs[place - 1]) / (xs[place] - xs[place - 1]) * (ys[place] - ys[place - 1])
  }
}
