import SPRecordings
import SPSignals
import SPSimulation
import TestSupport

@testable import SPSwings

/// The samples of both streams of a watch, with the moments at which they come, which their timestamps need not say.
struct SensedStreams: Sendable {
  struct Stream: Sendable {
    var times: [Double]
    var moments: [Double]
    var channels: [[Float]]

    init(_ times: [Double], _ channels: [[Float]]) {
      (self.times, moments, self.channels) = (times, times, channels)
    }

    func block(_ rows: Range<Int>) -> SampleBlock {
      SampleBlock(times: times[rows], channels: channels.map { SampleBlock.Channel($0, first: rows.lowerBound) })
    }

    /// Keeps the samples whose moments fulfil a condition.
    mutating func keep(_ isKept: (Double) -> Bool) {
      let rows = moments.indices.filter { isKept(moments[$0]) }
      times = rows.map { times[$0] }
      channels = channels.map { channel in rows.map { channel[$0] } }
      moments = rows.map { moments[$0] }
    }
  }

  var streams: [SwingStream: Stream]
  private(set) var layout = MotionLayout()

  subscript(stream: SwingStream) -> Stream {
    get { streams[stream] ?? Stream([], []) }
    set { streams[stream] = newValue }
  }

  init(_ session: SimulatedSession) {
    let acceleration = session.acceleration(0..<session.accelerationCount)
    let motion = session.motion(0..<session.motionCount)
    func columns(_ rows: [Float], _ width: Int) -> [[Float]] {
      (0..<width).map { column in stride(from: column, to: rows.count, by: width).map { rows[$0] } }
    }
    streams = [
      .acceleration: Stream(acceleration.time, columns(acceleration.acceleration, 3)),
      .motion: Stream(
        motion.time,
        columns(motion.rotationRate, 3) + columns(motion.gravity, 3) + columns(motion.userAcceleration, 3)
          + columns(motion.attitude, 4)),
    ]
  }

  /// The streams of a recording in layout version 1 that has all of the device motion.
  init(_ recording: Recording) throws {
    func stream(_ signals: [any Signal]) throws -> Stream {
      let rows = 0..<signals[0].count
      return Stream(try signals[0].timeBase.times(rows), try signals.map { try $0.samples(rows) })
    }
    let motion = try recording.stream(.deviceMotion)
    streams = [
      .acceleration: try stream(recording.triaxial("acceleration", of: .accelerometer).axes),
      .motion: try stream(
        ["rotation_rate", "gravity", "user_acceleration", "attitude"].flatMap { try motion.signals($0) }),
    ]
  }

  func prologue(of stream: SwingStream) throws -> Prologue {
    try Prologue(of: MemoryTimestamps(self[stream].times))
  }

  /// What is known of both streams where all of their timestamps are.
  var prologue: LivePrologue {
    get throws { .known(acceleration: try prologue(of: .acceleration), motion: try prologue(of: .motion)) }
  }

  mutating func leaveOut(userAcceleration: Bool = false, attitude: Bool = false) {
    layout = MotionLayout(hasUserAcceleration: !userAcceleration, hasAttitude: !attitude)
    if attitude { self[.motion].channels.removeLast(4) }
    if userAcceleration { self[.motion].channels.removeSubrange(6..<9) }
  }
}

extension SensedStreams {
  /// What may be wrong with what comes.
  enum Fault: CaseIterable, Sendable {
    case none, gaps, jitter, duplicates, missingValues, clockStep, noUserAcceleration, noAttitude, earlyEnd
  }

  /// The same samples with a fault; contacts are where gaps and missing values hurt the most.
  func with(_ fault: Fault, contacts: [Double] = []) -> SensedStreams {
    var faulty = self
    var generator = SeededGenerator(seed: 17)
    for stream in SwingStream.allCases {
      let count = self[stream].times.count
      switch fault {
      case .none, .noUserAcceleration, .noAttitude: break
      case .gaps:
        // One within a burst, one right before one, one of a stream alone, and a long one.
        let cuts = contacts.enumerated().compactMap { number, contact -> Range<Double>? in
          switch number % 5 {
          case 0: contact + 0.02..<contact + 0.4
          case 1: contact - 0.3..<contact - 0.02
          case 2: stream == .motion ? contact - 0.1..<contact - 0.05 : nil
          case 3: contact + 0.8..<contact + 2.5
          default: nil
          }
        }
        faulty[stream].keep { moment in !cuts.contains { $0.contains(moment) } }
      case .jitter:
        for row in 0..<count { faulty[stream].times[row] += Double.random(in: -3e-4...3e-4, using: &generator) }
      case .duplicates:
        for row in stride(from: 300, to: count, by: 301) { faulty[stream].times[row] = faulty[stream].times[row - 1] }
      case .missingValues:
        for row in 0..<count {
          let isNear = contacts.contains { abs($0 - self[stream].moments[row]) < 0.004 }
          guard row % 997 == 500 || isNear else { continue }
          for channel in faulty[stream].channels.indices where !isNear || channel == 0 {
            faulty[stream].channels[channel][row] = .nan
          }
        }
      case .clockStep:
        let middle = self[.motion].moments[self[.motion].moments.count / 2]
        for row in 0..<count where self[stream].moments[row] >= middle { faulty[stream].times[row] -= 25 }
      case .earlyEnd:
        let end = self[.motion].moments[self[.motion].moments.count * 2 / 3]
        if stream == .motion { faulty[stream].keep { $0 < end } }
      }
    }
    if fault == .noUserAcceleration { faulty.leaveOut(userAcceleration: true) }
    if fault == .noAttitude { faulty.leaveOut(attitude: true) }
    return faulty
  }
}
