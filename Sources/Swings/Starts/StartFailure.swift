/// Why no start was found before a candidate, with the number found: all that an explanation needs.
public enum StartFailure: Hashable, Sendable {
  /// There is no device motion right before; the time since its last sample, if there is one.
  case noMotion(sinceS: Double?)
  /// The clocks lie so far apart that no device motion is held for that time, or none was recorded.
  case outOfReach
  /// The device motion stops before the candidate.
  case motionStops(beforeS: Double)
  /// Samples of the device motion are missing within the swing.
  case missing(beforeS: Double)
  /// The device motion has a gap within the swing.
  case gap(beforeS: Double)
  /// The rotation along gravity stays too slow; the largest rate, signed, in rad/s.
  case tooSlow(rate: Double)
  /// The recording begins within the swing.
  case beginsWithin
  /// The swing goes on for longer than is searched.
  case tooLong(durationS: Double)
  /// The acceleration is saturated, and such candidates are rejected; the height of the impact, in g.
  case saturated(peakG: Double)

  /// The kind of reason.
  public var reason: RejectionReason {
    switch self {
    case .noMotion, .outOfReach: .noDeviceMotion
    case .motionStops, .missing, .gap: .gapInSwing
    case .tooSlow, .beginsWithin: .noStart
    case .tooLong: .durationOutOfBounds
    case .saturated: .saturated
    }
  }

  /// The deciding value, in the unit of ``RejectionReason/valueUnit``; nil if there is none.
  public var value: Double? {
    switch self {
    case .noMotion(let seconds): seconds
    case .motionStops(let seconds), .missing(let seconds), .gap(let seconds), .tooLong(let seconds): seconds
    case .tooSlow(let rate): rate
    case .saturated(let peak): peak
    case .outOfReach, .beginsWithin: nil
    }
  }

  /// A sentence for people: the value found and the value expected.
  func explanation(by finder: SwingStartFinder) -> String {
    switch self {
    case .noMotion(let seconds):
      "there is no device motion in the \(finder.lookBackS.wholeMS) before"
        + (seconds.map { "; the last sample lies \($0.wholeMS) before" } ?? "")
    case .outOfReach: "there is no device motion at that time"
    case .motionStops(let seconds): "the device motion stops \(seconds.wholeMS) before"
    case .missing(let seconds): "samples of the device motion are missing \(seconds.wholeMS) before, within the swing"
    case .gap(let seconds): "the device motion has a gap \(seconds.wholeMS) before, within the swing"
    case .tooSlow:
      "the rotation along gravity stays under \(finder.neededPeakRate) rad/s in the \(finder.lookBackS.wholeMS) before"
    case .beginsWithin: "the recording begins within the swing"
    case .tooLong: "the swing goes on for more than \(finder.maxDurationS) s"
    case .saturated: "the acceleration is saturated during the burst"
    }
  }

  /// The check that failed.
  func check(by finder: SwingStartFinder) -> SwingCheck {
    var check: SwingCheck
    switch self {
    case .tooSlow(let rate):
      check = SwingCheck("peak rate along gravity", abs(rate), unit: "rad/s", lowest: finder.neededPeakRate)
    case .tooLong(let seconds): check = SwingCheck("duration", seconds, unit: "s", highest: finder.maxDurationS)
    default:
      check = .failed(
        reason.rawValue.split(separator: "_").joined(separator: " "), value: value, unit: reason.valueUnit,
        remark: explanation(by: finder))
    }
    // A swing of just the longest duration fails, too, if the quiet before it was not reached.
    check.passed = false
    return check
  }
}

extension Double {
  /// Seconds in whole milliseconds, in words.
  var wholeMS: String { "\((self * 1000).whole) ms" }

  /// The number without its fraction; it is used in the text of every candidate and must be fast.
  var whole: String { Int(exactly: rounded()).map { "\($0)" } ?? "\(self)" }

  /// The value rounded to a number of decimals, for sentences.
  func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }

  /// The rounded value as text, for the sentences of very many candidates: whole numbers are formatted much faster.
  func text(places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (self * Double(scale)).rounded()
    guard scaled > 0, scaled < 1e9 else { return "\(rounded(toPlaces: places))" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    var (part, digits) = (rest, places)
    while digits > 1, part % 10 == 0 { (part, digits) = (part / 10, digits - 1) }
    let text = String(part)
    return String(whole) + "." + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
