/// The evenly spaced series in which repetitions are found: means over bins of 50 ms, with straight lines between the
/// samples.
///
/// Bins are numbered from the first bin of the stretch; bins before `first` are dropped.
struct EvenBins: Sendable {
  /// Width of a bin, in s.
  static let stepS = 0.05

  /// Number of the first bin that is held.
  private(set) var first = 0
  /// Upward acceleration, in m/s^2.
  private(set) var rise: [Double] = []
  /// Cosine of the angle between the direction of the face and straight down.
  private(set) var facing: [Double] = []
  /// The earbud at the end of the bin.
  private(set) var location: [BudLocation] = []
  /// Timestamp of the start of bin 0, in s.
  let startTime: Double

  private var lastPlace = 0.0
  private var last: (rise: Double, facing: Double)
  private var sum = (rise: 0.0, facing: 0.0)

  init(startTime: Double, rise: Double, facing: Double) {
    self.startTime = startTime
    last = (rise, facing)
  }

  /// Number after the last bin.
  var end: Int { first + rise.count }

  /// The timestamp of a position, in bins from the start.
  func time(_ place: Double) -> Double { startTime + place * Self.stepS }

  mutating func append(time: Double, rise: Double, facing: Double, _ location: BudLocation) {
    let place = (time - startTime) / Self.stepS
    let length = place - lastPlace
    guard length > 0 else { return }
    let (from, slope) = (last, (rise: (rise - last.rise) / length, facing: (facing - last.facing) / length))
    var at = lastPlace
    while at < place {
      let border = Double(end + 1)
      let to = min(border, place)
      // The line's value in the middle of the piece is its mean.
      let middle = (at + to) / 2 - lastPlace
      sum.rise += (from.rise + slope.rise * middle) * (to - at)
      sum.facing += (from.facing + slope.facing * middle) * (to - at)
      at = to
      guard at == border else { break }
      self.rise.append(sum.rise)
      self.facing.append(sum.facing)
      self.location.append(location)
      sum = (0, 0)
    }
    lastPlace = place
    last = (rise, facing)
  }

  /// Drops the bins before a number.
  mutating func drop(before number: Int) {
    let count = min(max(0, number - first), rise.count)
    guard count > 0 else { return }
    rise.removeFirst(count)
    facing.removeFirst(count)
    location.removeFirst(count)
    first += count
  }
}
