import Glibc
import SPSignals

/// The wrist's orientation over a whole session as an analytic function of time.
///
/// The orientation is the sum of a slow wobble, a tremor and a sequence of gestures. Each gesture starts from the final
/// angles of the previous one, so a time needs the pulses of only one gesture.
struct MotionTrack: Sendable {
  private struct Segment: Sendable {
    var startS: Double
    var base: SIMD3<Double>
    var pulses: Range<Int>
    /// Index into the walks, -1 for none.
    var walk: Int
  }

  /// A sine and cosine of all three angles at one frequency.
  struct Wobble: Sendable {
    var angularHz: Double
    var phase: Double
    var sine: SIMD3<Double>
    var cosine: SIMD3<Double>

    func add(to state: inout WristState, at timeS: Double) {
      let (s, c) = (sin(angularHz * timeS + phase), cos(angularHz * timeS + phase))
      let value = sine * s + cosine * c
      state.angle += value
      state.rate += angularHz * (sine * c - cosine * s)
      state.acceleration -= angularHz * angularHz * value
    }
  }

  private var segments: [Segment]
  private var pulses: [RatePulse] = []
  private var walks: [Walk] = []
  private var end: SIMD3<Double>
  private let wobbles: [Wobble]

  init(base: SIMD3<Double>, wobbles: [Wobble]) {
    end = base
    segments = [Segment(startS: -1, base: base, pulses: 0..<0, walk: -1)]
    self.wobbles = wobbles
  }

  /// Appends a gesture that starts no earlier than the previous gesture ended.
  mutating func append(_ gesture: Gesture, at startS: Double) {
    let first = pulses.count
    for var pulse in gesture.pulses {
      pulse.startS += startS
      pulses.append(pulse)
    }
    if var walk = gesture.walk {
      walk.startS += startS
      walks.append(walk)
    }
    segments.append(
      Segment(
        startS: startS, base: end, pulses: first..<pulses.count, walk: gesture.walk == nil ? -1 : walks.count - 1))
    for pulse in gesture.pulses {
      switch pulse.channel {
      case .yaw: end.x += pulse.area
      case .pitch: end.y += pulse.area
      case .roll: end.z += pulse.area
      case .fall: break
      }
    }
    // A rest from here on, so that samples after the gesture do not use its pulses.
    segments.append(
      Segment(startS: startS + gesture.lengthS, base: end, pulses: pulses.count..<pulses.count, walk: -1))
  }

  /// The segment that contains a time.
  func segment(at timeS: Double) -> Int {
    max(0, partitionPoint(segments.indices) { segments[$0].startS <= timeS } - 1)
  }

  /// The state at a time; the cursor, from `segment(at:)`, moves on with the time.
  func state(at timeS: Double, cursor: inout Int) -> WristState {
    while cursor + 1 < segments.count, segments[cursor + 1].startS <= timeS { cursor += 1 }
    let segment = segments[cursor]
    var state = WristState(angle: segment.base)
    state.add(pulses, segment.pulses, at: timeS)
    if segment.walk >= 0 { walks[segment.walk].add(to: &state, at: timeS) }
    for wobble in wobbles { wobble.add(to: &state, at: timeS) }
    return state
  }

  /// The state at any time, without a cursor.
  func state(at timeS: Double) -> WristState {
    var cursor = segment(at: timeS)
    return state(at: timeS, cursor: &cursor)
  }
}

extension Walk {
  /// Adds `sway w(t) sin(phase)` with its derivatives, where w fades in and out as sin^2, and the steps' jolts.
  func add(to state: inout WristState, at timeS: Double) {
    let time = timeS - startS
    guard time > 0, time < lengthS else { return }
    let angularHz = 2 * Double.pi * stepHz
    let (s, c) = (sin(angularHz * time), cos(angularHz * time))
    let (w0, w1, w2) = fade(time)
    let angle = w0 * s
    let rate = w1 * s + w0 * angularHz * c
    let acceleration = w2 * s + angularHz * (2 * w1 * c - w0 * angularHz * s)
    state.angle += sway * angle
    state.rate += sway * rate
    state.acceleration += sway * acceleration
    // The second harmonic makes heel strikes steeper than the rise between them.
    state.lift += stepG * w0 * (s + 0.6 * s * c)
  }

  /// The fade with its first and second derivatives.
  private func fade(_ time: Double) -> (Double, Double, Double) {
    let edge = min(time, lengthS - time)
    guard edge < Self.fadeS else { return (1, 0, 0) }
    let k = Double.pi / Self.fadeS
    let (s, c) = (sin(k * edge), cos(k * edge))
    let slope = time < lengthS / 2 ? k / 2 * s : -k / 2 * s
    return ((1 - c) / 2, slope, k * k / 2 * c)
  }
}
