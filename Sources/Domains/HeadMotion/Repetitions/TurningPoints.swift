/// Finds dips in a displacement, sample by sample: a top, a bottom and a top, each further from the previous one than a
/// hysteresis.
struct TurningPoints: Sendable {
  /// A dip, by the numbers of its samples.
  struct Dip: Hashable, Sendable {
    var top: Int
    var bottom: Int
    var end: Int
  }

  /// How far the displacement must turn back for a turning point, in m.
  let hysteresis: Double
  /// The largest distance of a top from its bottom, in samples.
  let longest: Int
  private var isFalling = false
  /// The highest or lowest sample since the last turn.
  private var extreme: (number: Int, value: Double)?
  private var top: Int?
  private var bottom: Int?

  init(hysteresis: Double, longest: Int) {
    self.hysteresis = hysteresis
    self.longest = longest
  }

  /// The oldest sample that a future dip may need.
  var oldest: Int? { top ?? extreme?.number }

  /// Takes the next sample; returns the dip that it completes, if any.
  mutating func take(_ number: Int, _ value: Double) -> Dip? {
    guard let turn = extreme else {
      extreme = (number, value)
      return nil
    }
    if isFalling ? value < turn.value : value > turn.value {
      extreme = (number, value)
      return nil
    }
    let isLate = number - turn.number > longest
    guard abs(value - turn.value) > hysteresis || isLate else { return nil }
    defer { extreme = (number, value) }
    if isFalling {
      // A bottom that lasts this long is not part of a repetition.
      bottom = isLate ? nil : turn.number
      if isLate { top = nil }
      isFalling = false
      return nil
    }
    let dip = dip(endingAt: turn.number)
    bottom = nil
    // Without a fall the wait at the top continues: the latest sample is the nearest to the next descent.
    isFalling = abs(value - turn.value) > hysteresis
    top = isFalling ? turn.number : nil
    return dip
  }

  /// Returns the dip that the end completes, if any.
  mutating func finish() -> Dip? {
    defer { (extreme, top, bottom, isFalling) = (nil, nil, nil, false) }
    return isFalling ? nil : extreme.flatMap { dip(endingAt: $0.number) }
  }

  private func dip(endingAt end: Int) -> Dip? {
    guard let top, let bottom else { return nil }
    return Dip(top: max(top, bottom - longest), bottom: bottom, end: min(end, bottom + longest))
  }
}
