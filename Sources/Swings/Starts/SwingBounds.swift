/// The bounds of a swing's duration and rotation.
///
/// Times to contact seen in the field: baseball about 0.15 s, golf's downswing 0.23-0.30 s, tennis 0.15-0.30 s, table
/// tennis 0.06-0.2 s.
public struct SwingBounds: Hashable, Sendable {
  /// Allowed time from the start to the anchor, in s.
  public var duration: ClosedRange<Double>
  /// Allowed magnitude of the accumulated rotation along gravity, in rad.
  public var rotation: ClosedRange<Double>

  /// Makes bounds.
  public init(duration: ClosedRange<Double> = 0.04...1.2, rotation: ClosedRange<Double> = 0.15...7) {
    self.duration = duration
    self.rotation = rotation
  }

  /// Checks a swing's duration and rotation, from its start to the time that `end` names, against the bounds.
  public func checks(duration seconds: Double, rotation radians: Double, upTo end: String) -> [SwingCheck] {
    [
      SwingCheck(
        "duration", seconds, unit: "s", lowest: duration.lowerBound, highest: duration.upperBound,
        remark: "from the start to the \(end)"),
      SwingCheck(
        "accumulated rotation", abs(radians), unit: "rad", lowest: rotation.lowerBound, highest: rotation.upperBound,
        remark: "from the start to the \(end)"),
    ]
  }

  /// Why a swing with this duration and rotation is rejected, and the value that decides; nil if it is not.
  public func fault(duration seconds: Double, rotation radians: Double) -> (reason: RejectionReason, value: Double)? {
    if !duration.contains(seconds) { return (.durationOutOfBounds, seconds) }
    if !rotation.contains(abs(radians)) { return (.rotationOutOfBounds, radians) }
    return nil
  }

  /// The same in a sentence; empty if it is not rejected.
  func explanation(duration seconds: Double, rotation radians: Double) -> String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return switch fault(duration: seconds, rotation: radians)?.reason {
    case nil: ""
    case .durationOutOfBounds?:
      "the swing takes \(rounded(seconds)) s; expected \(duration.lowerBound) to \(duration.upperBound) s"
    default:
      "the wrist turns \(rounded(abs(radians))) rad; expected \(rotation.lowerBound) to \(rotation.upperBound) rad"
    }
  }
}
