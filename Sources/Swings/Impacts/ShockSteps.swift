import Signals

/// The steps of one axis of the acceleration: what it changes by from each sample on.
struct SampleSteps {
  private let samples: [Float]
  /// Samples that a step takes; ahead of the last sample it is cut short.
  private let length: Int

  /// Takes samples; one that is missing lies on the line between its neighbours.
  init(_ samples: [Float], length: Int) {
    self.samples = Self.bridged(samples)
    self.length = length
  }

  private static func bridged(_ samples: [Float]) -> [Float] {
    guard let first = samples.first(where: \.isFinite) else { return samples.map { _ in 0 } }
    var bridged = samples
    var known = (index: -1, value: first)
    for index in samples.indices where samples[index].isFinite {
      for missing in known.index + 1..<index {
        let part = Float(missing - known.index) / Float(index - known.index)
        bridged[missing] = known.value + part * (samples[index] - known.value)
      }
      known = (index, samples[index])
    }
    for index in known.index + 1..<samples.count { bridged[index] = known.value }
    return bridged
  }

  private var indices: Range<Int> { 0..<max(0, samples.count - 1) }

  private func step(_ index: Int, slope: Float) -> Float {
    let end = min(index + length, samples.count - 1)
    return samples[end] - samples[index] - Float(end - index) * slope
  }

  /// The steps less the median slope of some samples.
  func withoutSlope(_ calm: Range<Int>) -> [Float] {
    let slope = Statistics.median(calm.clamped(to: indices).map { samples[$0 + 1] - samples[$0] })
    return indices.map { step($0, slope: slope.isFinite ? slope : 0) }
  }

  /// The steps less those that continue the straight line through the slopes of the samples before.
  ///
  /// The line is that of least squares: over n slopes at 0, 1, ... it is at (n + length) / 2 from their middle for the middle
  /// of the step, so that slope j weighs 1 / n + (n + length) / 2 * (j - (n - 1) / 2) / (n (n^2 - 1) / 12). As the slopes
  /// are differences, their sums are of the samples: of all, s(n) - s(0), and of each times j, n s(n) less s(1) to s(n).
  /// - Parameter count: n; the first n steps are left as they are.
  func withoutTrend(of count: Int) -> [Float] {
    let n = Double(count)
    let steepness = (n + Double(length)) / 2 / (n * (n * n - 1) / 12)
    var sum = samples.prefix(count).dropFirst().reduce(0) { $0 + Double($1) }
    return indices.map { index in
      guard index >= count else { return step(index, slope: 0) }
      let (first, last) = (Double(samples[index - count]), Double(samples[index]))
      sum += last
      let slope = (last - first) / n + steepness * (n * last - sum - (n - 1) / 2 * (last - first))
      sum -= Double(samples[index - count + 1])
      return step(index, slope: Float(slope))
    }
  }
}

/// The steps of a shock, on all axes together: which of them is the first.
///
/// 1. A step counts on an axis where it is a multiple of the largest one that the motion alone makes there. The shock's
///    largest step is that of the vector over the axes that count.
/// 2. A step is measured by the length of the vector of its axes, each over what it takes there: the multiple, or a share of
///    the shock's largest step if that is more. It belongs to the shock from 1 on.
/// 3. Walking back from the largest, each step is evidence for the shock by the square of its measure, 4 at most, less 0.7,
///    so that small ones are evidence against it. The shock's first step is the one with the largest sum of evidence from it
///    on. So a short quiet amid strong steps is a turning point of the ringing, however slowly it rings, and a long one behind
///    a weak step is the end of the shock. This is the search for a change point by cumulative sums (E. S. Page, "Continuous
///    inspection schemes", Biometrika 41, 1954).
/// 4. A contact can begin with a slow lead: what lies up to 2.5 ms ahead of that step counts too while it reaches a share of
///    the largest step of the 3.75 ms that follow.
struct ShockSteps {
  /// How to walk back.
  struct Walk {
    /// Index that the walk ends at.
    var first: Int
    /// Steps that are none of the shock after which it ends.
    var quiet: Int
    /// Steps that a lead may have.
    var longestLead: Int
    /// Steps after one of the lead that it is compared with.
    var comparedLead: Int
    /// Share of these that it reaches.
    var leadShare: Float
  }

  /// The measure of each step; 1 and more for those of the shock.
  private var measures: [Float]
  /// The sizes of the steps over the axes that count.
  private let sizes: [Float]
  /// Index of the step that is the longest over all axes.
  let longest: Int
  /// Index of the step to walk back from.
  private let largest: Int

  /// The largest evidence of one step, and what each step costs.
  private static let evidence: (most: Float, cost: Float) = (4, 0.7)

  /// Measures steps.
  ///
  /// - Parameters:
  ///   - axes: the steps of each axis.
  ///   - alone: indices of those that the motion makes alone.
  ///   - motionMultiple: how many times these a step of the shock is.
  ///   - share: share of the shock's largest step that the others reach.
  ///   - first: index from which on the shock is looked for.
  /// - Returns: nil where nothing moves.
  init?(_ axes: [[Float]], alone: Range<Int>, motionMultiple: Float, share: Float, from first: Int) {
    let levels = axes.map { steps in
      motionMultiple * (alone.clamped(to: steps.indices).map { abs(steps[$0]) }.max() ?? 0)
    }
    let lengths = Self.lengths(axes) { step, _ in step }
    longest = lengths.indices[first...].max { lengths[$0] < lengths[$1] } ?? first
    sizes = Self.lengths(axes) { step, axis in abs(step) > levels[axis] ? step : 0 }
    var strongest = sizes[first...].max() ?? 0
    // A shock that hardly stands out of the motion still has its largest step.
    if strongest <= 0 { strongest = lengths[longest] }
    guard strongest > 0 else { return nil }
    let needed = levels.map { max(share * strongest, $0) }
    measures = Self.lengths(axes) { step, axis in step / needed[axis] }
    largest = measures.indices[first...].max { [measures] in measures[$0] < measures[$1] } ?? first
    if measures[largest] < 1 { measures = measures.map { [top = measures[largest]] in $0 / top } }
  }

  /// The length of the vector over the axes of something made of each step.
  private static func lengths(_ axes: [[Float]], _ value: (_ step: Float, _ axis: Int) -> Float) -> [Float] {
    var squares = [Float](repeating: 0, count: axes[0].count)
    for (axis, steps) in axes.enumerated() {
      for index in steps.indices {
        let value = value(steps[index], axis)
        squares[index] += value * value
      }
    }
    return squares.map { $0.squareRoot() }
  }

  /// The index of the shock's first step.
  func first(_ walk: Walk) -> Int {
    var onset = largest
    var sum: Float = 0
    var most = -Float.infinity
    for index in stride(from: largest, through: walk.first, by: -1) {
      sum += min(measures[index] * measures[index], Self.evidence.most) - Self.evidence.cost
      if measures[index] >= 1, sum > most {
        (onset, most) = (index, sum)
      } else if onset - index >= walk.quiet {
        break
      }
    }
    return lead(to: onset, walk)
  }

  private func lead(to shock: Int, _ walk: Walk) -> Int {
    var onset = shock
    while onset > walk.first, shock - onset < walk.longestLead {
      let following = sizes[onset..<min(onset + walk.comparedLead, sizes.count)].max() ?? 0
      guard sizes[onset - 1] > 0, sizes[onset - 1] >= walk.leadShare * following else { break }
      onset -= 1
    }
    return onset
  }
}
