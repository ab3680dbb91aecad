import Glibc
import SPSignals

/// Determines the times, earbuds and frames of the samples.
struct HeadStream: Sendable {
  /// Consecutive samples of one earbud in one frame.
  struct Stretch: Sendable {
    /// Row of the first sample.
    var row: Int
    /// Number of the first sample; the number counts missing samples as well.
    var sample: Int
    var count: Int
    var isRight: Bool
    /// The rotation about the vertical from the world's frame to the frame of the attitude.
    var frame: Quaternion
    /// The rotation from the earbud's frame to the frame of the head.
    var mount: Quaternion
  }

  private(set) var stretches: [Stretch] = []
  /// The times without samples, in s from the start.
  private(set) var gaps: [Range<Double>] = []
  /// When another earbud takes over, in s from the start.
  private(set) var handovers: [Double] = []
  /// When the headphones connect and disconnect, in s from the start.
  private(set) var events: [(time: Double, isConnected: Bool)] = [(0, true)]

  var count: Int { stretches.last.map { $0.row + $0.count } ?? 0 }

  /// - Parameter end: the length of the recording, in s.
  init(_ settings: HeadSettings, _ movement: HeadMovement, end: Double) {
    var random = RandomStream(settings, .gaps)
    var cuts: [(time: Double, gap: Double)] = []
    if settings.disturbances.contains(.handovers) {
      var time = random.uniform(5...20)
      while time < end - 2 {
        cuts.append((time, 0))
        time += random.uniform(5...20)
      }
    }
    if settings.disturbances.contains(.dropouts) {
      var time = random.uniform(8...40)
      while time < end - 20 {
        cuts.append((time, random.uniform(1...17)))
        time += random.uniform(40...80)
      }
    }
    cuts.sort { $0.time < $1.time }
    var stretch = Stretch(row: 0, sample: 0, count: 0, isRight: false, frame: .identity, mount: .identity)
    stretch.frame = Self.restarted(movement.attitude(at: 0))
    let total = Int(end * settings.rateHz)
    for cut in cuts {
      // A handover loses up to 0.2 s; a dropout loses the samples of its gap.
      let first = Int((cut.time * settings.rateHz).rounded(.up))
      let lost = Int(((cut.gap > 0 ? cut.gap : random.uniform(0...0.2)) * settings.rateHz).rounded(.up))
      guard first > stretch.sample, first + lost < total - 1 else { continue }
      stretch.count = first - stretch.sample
      stretches.append(stretch)
      stretch.row += stretch.count
      stretch.sample = first + lost
      let (from, to) = (Double(first - 1) / settings.rateHz, Double(first + lost) / settings.rateHz)
      if cut.gap > 0 {
        gaps.append(from..<to)
        if random.chance(0.5) { events += [(from + 0.1, false), (to - 0.1, true)] }
        if random.chance(0.25) { stretch.frame = Self.restarted(movement.attitude(at: to)) }
      } else {
        handovers.append(to)
        stretch.isRight.toggle()
        let turn = random.uniform(-60...60) * .pi / 180
        stretch.frame = Quaternion(angle: turn, about: [0, 0, 1]) * stretch.frame
        let axis = SIMD3(random.bell(), random.bell(), random.bell()) * (1.5 * .pi / 180)
        stretch.mount = stretch.isRight ? Quaternion(rotationVector: axis) : .identity
      }
    }
    stretch.count = total - stretch.sample
    stretches.append(stretch)
    events.append((end, false))
  }

  /// The frame in which an attitude's component z is 0, as for a first sample.
  private static func restarted(_ attitude: Quaternion) -> Quaternion {
    Quaternion(angle: -2 * atan2(attitude.vector.z, attitude.scalar), about: [0, 0, 1])
  }

  /// Position of the stretch that contains a row.
  func stretch(of row: Int) -> Int { partitionPoint(stretches.indices) { stretches[$0].row <= row } - 1 }
}
