import Signals

/// The steps of the acceleration on all axes: what it changes by from each sample on.
struct SampleSteps {
  private let samples: [SIMD3<Float>]
  /// Samples that a step takes; ahead of the last sample it is cut short.
  private let length: Int

  /// Takes samples; one that is missing lies on the line between its neighbours, on its axis.
  init(_ samples: [SIMD3<Float>], length: Int) {
    var samples = samples
    for axis in 0..<3 { Self.bridge(axis, of: &samples) }
    self.samples = samples
    self.length = length
  }

  private static func bridge(_ axis: Int, of samples: inout [SIMD3<Float>]) {
    guard !samples.allSatisfy({ $0[axis].isFinite }) else { return }
    var known = (index: -1, value: samples.first { $0[axis].isFinite }?[axis] ?? 0)
    for index in samples.indices where samples[index][axis].isFinite {
      for missing in known.index + 1..<index {
        let part = Float(missing - known.index) / Float(index - known.index)
        samples[missing][axis] = known.value + part * (samples[index][axis] - known.value)
      }
      known = (index, samples[index][axis])
    }
    for index in known.index + 1..<samples.count { samples[index][axis] = known.value }
  }

  private var indices: Range<Int> { 0..<max(0, samples.count - 1) }

  @inline(__always)
  private func step(_ index: Int, slope: SIMD3<Float>) -> SIMD3<Float> {
    let end = min(index + length, samples.count - 1)
    return samples[end] - samples[index] - Float(end - index) * slope
  }

  /// The largest change from a sample to the next one, from some samples on; 0 where there is none.
  func largestChange(from places: Range<Int>) -> Float {
    places.clamped(to: indices).reduce(0) { max($0, (samples[$1 + 1] - samples[$1]).squaredLength) }.squareRoot()
  }

  /// The steps less the median slope of some samples.
  func withoutSlope(_ calm: Range<Int>) -> [SIMD3<Float>] {
    let calm = calm.clamped(to: indices)
    var slope = SIMD3<Float>()
    for axis in 0..<3 {
      let median = Statistics.median(calm.map { samples[$0 + 1][axis] - samples[$0][axis] })
      slope[axis] = median.isFinite ? median : 0
    }
    return indices.map { step($0, slope: slope) }
  }

  /// The steps less those that continue the straight line through the slopes of the samples before.
  ///
  /// The line is that of least squares: over n slopes at 0, 1, ... it is at (n + length) / 2 from their middle for the middle
  /// of the step, so that slope j weighs 1 / n + (n + length) / 2 * (j - (n - 1) / 2) / (n (n^2 - 1) / 12). As the slopes
  /// are differences, their sums are of the samples: of all, s(n) - s(0), and of each times j, n s(n) less s(1) to s(n).
  /// - Parameter count: n; the first n steps are left as they are.
  func withoutTrend(of count: Int) -> [SIMD3<Float>] {
    let n = Double(count)
    let steepness = (n + Double(length)) / 2 / (n * (n * n - 1) / 12)
    var sum = samples.prefix(count).dropFirst().reduce(SIMD3<Double>()) { $0 + SIMD3($1) }
    return indices.map { index in
      guard index >= count else { return step(index, slope: SIMD3()) }
      let last = SIMD3<Double>(samples[index])
      let change = last - SIMD3(samples[index - count])
      sum += last
      let slope = change / n + steepness * (n * last - sum - (n - 1) / 2 * change)
      sum -= SIMD3(samples[index - count + 1])
      return step(index, slope: SIMD3(slope))
    }
  }
}

extension SIMD3<Float> {
  /// The squares of its components, added in their order.
  @inline(__always)
  fileprivate var squaredLength: Float {
    let squares = self * self
    return squares.x + squares.y + squares.z
  }

  /// Its components without their signs.
  @inline(__always)
  fileprivate var magnitudes: SIMD3<Float> { replacing(with: -self, where: self .< 0) }
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
  ///   - steps: the steps, by axes.
  ///   - alone: indices of those that the motion makes alone.
  ///   - motionMultiple: how many times these a step of the shock is.
  ///   - share: share of the shock's largest step that the others reach.
  ///   - first: index from which on the shock is looked for.
  /// - Returns: nil where nothing moves.
  init?(_ steps: [SIMD3<Float>], alone: Range<Int>, motionMultiple: Float, share: Float, from first: Int) {
    let levels =
      motionMultiple
      * alone.clamped(to: steps.indices).reduce(SIMD3<Float>()) { pointwiseMax($0, steps[$1].magnitudes) }
    let lengths = steps.map { $0.squaredLength.squareRoot() }
    longest = lengths.indices[first...].max { lengths[$0] < lengths[$1] } ?? first
    sizes = steps.map { step in
      step.replacing(with: 0, where: step.magnitudes .<= levels).squaredLength.squareRoot()
    }
    var strongest = sizes[first...].max() ?? 0
    // A shock that hardly stands out of the motion still has its largest step.
    if strongest <= 0 { strongest = lengths[longest] }
    guard strongest > 0 else { return nil }
    let needed = pointwiseMax(SIMD3(repeating: share * strongest), levels)
    measures = steps.map { ($0 / needed).squaredLength.squareRoot() }
    largest = measures.indices[first...].max { [measures] in measures[$0] < measures[$1] } ?? first
    if measures[largest] < 1 { measures = measures.map { [top = measures[largest]] in $0 / top } }
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
