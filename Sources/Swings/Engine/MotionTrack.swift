import Motion
import Signals

/// The device motion of the current stretch: its last samples, the rotation along gravity, and the bursts found in it.
struct MotionTrack {
  let ring: StreamRing
  let layout: MotionLayout
  private(set) var bursts: PeakStream
  /// The low-pass that swings are measured with; nil if none are, or the rate is too low for it.
  let smoothing: FIRKernel?
  private let detector: AirSwingDetector?
  private let along: DotStream

  init(_ rules: SwingRules, _ prologue: Prologue, _ layout: MotionLayout, shiftS: Double) throws {
    self.layout = layout
    smoothing = rules.measuresSwings ? try SwingMeter.smoothing(prologue.rateHz) : nil
    detector = rules.airSwings
    ring = StreamRing(units: layout.units, prologue: prologue, shiftS: shiftS)
    along = DotStream(ring, first: 0, second: 3, unit: .radiansPerSecond)
    bursts = Self.bursts(rules.airSwings, prologue)
  }

  private static func bursts(_ detector: AirSwingDetector?, _ prologue: Prologue) -> PeakStream {
    PeakStream((detector ?? AirSwingDetector()).finder, rate: prologue.rateHz)
  }

  /// Computes the rotation along gravity of the new samples; returns the bursts found in them.
  mutating func advance(isEnded: Bool) throws -> [PeakStream.Found] {
    along.advance()
    guard detector != nil else { return [] }
    try bursts.advance(over: along.signal, isEnded: isEnded)
    return bursts.takePeaks()
  }

  /// The number of samples scanned for bursts.
  var scannedCount: Int { detector == nil ? ring.count : bursts.firstOpen }

  /// The samples held, as signals.
  var signals: MotionSignals { signals(ring.signal, alongGravity: along.signal) }

  /// The samples held now, for reading while the stream continues.
  func frozen() -> MotionSignals {
    let timeBase = ring.frozenTimeBase()
    return signals({ ring.signal($0).frozen(timeBase) }, alongGravity: along.signal.frozen(timeBase))
  }

  private func signals(_ channel: (Int) -> RingSignal, alongGravity: RingSignal) -> MotionSignals {
    func triaxial(from first: Int) -> Triaxial {
      Triaxial(x: channel(first), y: channel(first + 1), z: channel(first + 2))
    }
    return MotionSignals(
      rotationRate: triaxial(from: 0), gravity: triaxial(from: 3),
      userAcceleration: layout.hasUserAcceleration ? triaxial(from: 6) : nil,
      attitude: layout.attitudeChannel.map { first in
        Attitude(w: channel(first), x: channel(first + 1), y: channel(first + 2), z: channel(first + 3))
      },
      alongGravity: alongGravity)
  }

  func drop(before number: Int) {
    ring.drop(before: number)
    along.drop(before: number)
  }

  mutating func restart() {
    ring.restart()
    along.restart()
    bursts = Self.bursts(detector, ring.prologue)
  }
}

/// The channels of device motion in blocks of samples.
///
/// The rotation rate (x, y, z, in rad/s) and gravity (x, y, z, in g), then the user acceleration (x, y, z, in g) and
/// the attitude (a unit quaternion w, x, y, z), if recorded.
public struct MotionLayout: Hashable, Sendable {
  /// Whether there is user acceleration.
  public var hasUserAcceleration: Bool
  /// Whether there is an attitude.
  public var hasAttitude: Bool

  /// Makes a layout with or without the optional channels.
  public init(hasUserAcceleration: Bool = true, hasAttitude: Bool = true) {
    self.hasUserAcceleration = hasUserAcceleration
    self.hasAttitude = hasAttitude
  }

  var attitudeChannel: Int? { hasAttitude ? (hasUserAcceleration ? 9 : 6) : nil }

  /// The unit of each channel.
  public var units: [Unit] {
    [Unit](repeating: .radiansPerSecond, count: 3) + [Unit](repeating: .g, count: hasUserAcceleration ? 6 : 3)
      + [Unit](repeating: .dimensionless, count: hasAttitude ? 4 : 0)
  }
}
