import SPSignals

/// The device motion as it passes, and its recent past in a graph, with the rotation along gravity.
public final class MotionWindow: Dataflow.Node {
  package let stream: FlowStream
  /// The channels of its blocks.
  public let layout: MotionLayout
  let along: DotStream
  /// The length of the rotation rate.
  let total: DotStream
  /// How far around a candidate its swing is measured.
  private(set) var reach = SwingReach()

  /// A window of a stream with the channels of a layout.
  package init(_ stream: FlowStream, _ layout: MotionLayout) {
    (self.stream, self.layout) = (stream, layout)
    along = DotStream(
      stream.ring, first: MotionLayout.rotationRateChannel, second: MotionLayout.gravityChannel, unit: .radiansPerSecond
    )
    total = DotStream(stream.ring, lengthFrom: MotionLayout.rotationRateChannel, unit: .radiansPerSecond)
    stream.flow.add(self)
  }

  /// Passes every block to a reader, in the order of time, with the channels of ``layout``.
  public func read(_ reader: @escaping (SampleBlock) throws -> Void) { stream.read(reader) }

  /// Keeps the samples that measuring needs.
  func keep(_ reach: SwingReach) {
    self.reach.cover(reach)
    stream.keep(self.reach.motion)
  }

  /// The samples held, as signals.
  var signals: MotionSignals { signals(stream.ring.signal, alongGravity: along.signal, total: total.signal) }

  /// The samples held now, for reading while the stream continues.
  package var frozen: MotionSignals {
    stream.flow.view(of: self) {
      let timeBase = stream.ring.frozenTimeBase()
      return signals(
        { stream.ring.signal($0).frozen(timeBase) }, alongGravity: along.signal.frozen(timeBase),
        total: total.signal.frozen(timeBase))
    }
  }

  private func signals(
    _ channel: (Int) -> RingSignal, alongGravity: RingSignal, total: RingSignal
  ) -> MotionSignals {
    func triaxial(from first: Int) -> Triaxial {
      Triaxial(x: channel(first), y: channel(first + 1), z: channel(first + 2))
    }
    return MotionSignals(
      rotationRate: triaxial(from: MotionLayout.rotationRateChannel),
      gravity: triaxial(from: MotionLayout.gravityChannel),
      userAcceleration: layout.hasUserAcceleration ? triaxial(from: 6) : nil,
      attitude: layout.attitudeChannel.map { first in
        Attitude(w: channel(first), x: channel(first + 1), y: channel(first + 2), z: channel(first + 3))
      },
      alongGravity: alongGravity, total: total)
  }

  // MARK: Node

  package func advance() { for numbers in [along, total] { numbers.advance() } }
  package func drop() { for numbers in [along, total] { numbers.drop(before: stream.firstKept) } }
  package func restart(_ streams: [FlowStream]) {
    guard streams.contains(where: { $0 === stream }) else { return }
    for numbers in [along, total] { numbers.restart() }
  }
}

/// How far around a candidate its swing is measured, in s.
struct SwingReach: Hashable, Sendable {
  /// The longest time from a start to its candidate, and how far before the candidate the largest rate is searched.
  var longestS, lookBackS: Double
  /// How far before and after its peak a burst may have its impact.
  var clearBeforeS, clearAfterS: Double
  /// The time around a burst in which lower peaks belong to it.
  var refractoryS: Double

  init(_ judge: SwingJudge? = nil, _ air: AirSwingDetector? = nil) {
    let judge = judge ?? air?.judge
    (longestS, lookBackS) = (judge?.finder.maxDurationS ?? 0, judge?.finder.lookBackS ?? 0)
    (clearBeforeS, clearAfterS) = (air?.clearanceBeforeS ?? 0, air?.clearanceAfterS ?? 0)
    refractoryS = air?.refractoryS ?? 0
  }

  /// Extends the reach to cover another reach, too.
  mutating func cover(_ other: SwingReach) {
    longestS = max(longestS, other.longestS)
    lookBackS = max(lookBackS, other.lookBackS)
    clearBeforeS = max(clearBeforeS, other.clearBeforeS)
    clearAfterS = max(clearAfterS, other.clearAfterS)
    refractoryS = max(refractoryS, other.refractoryS)
  }

  /// The device motion that is read around a candidate.
  var motion: History {
    // Counted in samples there, so lost samples make the time longer.
    let lobe = 1.1 * refractoryS
    return History(
      beforeS: max(
        longestS + lookBackS + TimingFeatures.stillnessLimitS + clearBeforeS, RotationLobe.reachS, lobe) + 0.5,
      afterS: max(
        clearAfterS + TimingFeatures.followThroughLimitS, clearAfterS + RotationLobe.reachS + ContactEvidence.afterS,
        lobe) + 0.25)
  }

  /// The acceleration that is read around a candidate.
  func acceleration(_ onset: OnsetFinder) -> History {
    History(
      beforeS: max(onset.lookBackS, -BurstWindow.contextMS.lowerBound / 1000) + clearBeforeS + 0.1,
      afterS: BurstWindow.tailMS.upperBound / 1000 + 0.1)
  }
}

/// The channels of device motion in blocks of samples.
///
/// The order is: rotation rate (x, y, z, in rad/s) and gravity (x, y, z, in g). User acceleration (x, y, z, in g) and
/// attitude (a unit quaternion w, x, y, z) follow, if recorded.
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

  /// The first channels of the rotation rate and of gravity.
  static let (rotationRateChannel, gravityChannel) = (0, 3)
  var attitudeChannel: Int? { hasAttitude ? (hasUserAcceleration ? 9 : 6) : nil }

  /// The unit of each channel.
  public var units: [Unit] {
    [Unit](repeating: .radiansPerSecond, count: 3) + [Unit](repeating: .g, count: hasUserAcceleration ? 6 : 3)
      + [Unit](repeating: .dimensionless, count: hasAttitude ? 4 : 0)
  }

  /// The rotation along gravity of a sample, in rad/s, as `DotSignal.rotationAlongGravity` defines it.
  package static func rotationAlongGravity(at row: Int, of block: SampleBlock) -> Float {
    let values = block.sample(at: row)
    return (0..<3).reduce(0) { $0 + values[rotationRateChannel + $1] * values[gravityChannel + $1] }
  }
}
