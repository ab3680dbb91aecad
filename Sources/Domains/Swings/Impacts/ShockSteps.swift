/// Finds the first step of a shock, on all axes together.
///
/// 1. A step counts on an axis if it is a multiple of the largest step that the motion alone makes there. The shock's
///    largest step is the largest vector over the axes that count.
/// 2. The measure of a step is the magnitude of its vector, each axis divided by its threshold: the multiple, or a
///   fraction of the shock's largest step if that is more. A step belongs to the shock if its measure is at least 1.
/// 3. Going back from the largest step, each step adds the square of its measure, at most 4, minus 0.7, as evidence for
///    the shock, so that small steps are evidence against it. The shock's first step is the one with the largest sum of
///    evidence from it on. So a short quiet time between strong steps is a turning point of the ringing, however slow,
///    and a long quiet time after a weak step is outside the shock. This is the search for a change point by cumulative
///    sums (E. S. Page, "Continuous inspection schemes", Biometrika 41, 1954).
/// 4. A contact can begin with a slow lead. Steps up to 2.5 ms before the shock's first step count too, while they
///    reach a fraction of the largest step in the following 3.75 ms.
struct ShockSteps {
  /// The limits of the search.
  struct Walk {
    /// Index at which the search ends.
    var first: Int
    /// The number of steps outside the shock after which the search ends.
    var quiet: Int
    /// The largest number of steps in a lead.
    var longestLead: Int
    /// The number of steps after a step of the lead to compare it with.
    var comparedLead: Int
    /// The fraction of the largest of these steps that a step of the lead must reach.
    var leadFraction: Float
  }

  /// The measure of each step; at least 1 for a step of the shock.
  private var measures: [Float]
  /// The magnitudes of the steps over the axes that count.
  private let sizes: [Float]
  /// Index of the step with the largest magnitude over all axes, from the first step on.
  let longest: Int
  /// Index of the step where the search starts.
  private let largest: Int

  /// The largest evidence of one step, and the cost of each step.
  private static let evidence: (most: Float, cost: Float) = (4, 0.7)

  /// Measures steps.
  ///
  /// - Parameters:
  ///   - steps: The steps, by axes.
  ///   - alone: Indices of the steps of the motion alone.
  ///   - motionMultiple: How many times larger than these a step of the shock must be.
  ///   - fraction: Fraction of the shock's largest step that its other steps reach.
  ///   - first: Index from which the shock is searched.
  /// - Returns: nil if nothing moves.
  init?(_ steps: AxisValues, alone: Range<Int>, motionMultiple: Float, fraction: Float, from first: Int) {
    var levels = SIMD3<Float>()
    for axis in 0..<3 {
      let largest = steps.look(axis) { steps in
        alone.clamped(to: steps.indices).reduce(0) { max($0, abs(steps[$1])) }
      }
      levels[axis] = motionMultiple * largest
    }
    let lengths = Self.lengths(of: steps) { step, _ in step }
    longest = Self.largest(lengths, from: first)
    sizes = Self.lengths(of: steps) { [levels] step, axis in abs(step) <= levels[axis] ? 0 : step }
    var strongest = sizes[first...].max() ?? 0
    // A shock that hardly exceeds the motion still has its largest step.
    if strongest <= 0 { strongest = lengths[longest] }
    guard strongest > 0 else { return nil }
    let needed = pointwiseMax(SIMD3(repeating: fraction * strongest), levels)
    measures = Self.lengths(of: steps) { step, axis in step / needed[axis] }
    largest = Self.largest(measures, from: first)
    if measures[largest] < 1 { measures = measures.map { [top = measures[largest]] in $0 / top } }
  }

  /// The magnitudes of the steps, after a function has been applied to each component.
  @inline(__always)
  private static func lengths(of steps: AxisValues, _ component: (Float, _ axis: Int) -> Float) -> [Float] {
    var lengths = [Float](repeating: 0, count: steps.count)
    steps.look { x, y, z in
      lengths.withUnsafeMutableBufferPointer { lengths in
        for index in lengths.indices {
          let (x, y, z) = (component(x[index], 0), component(y[index], 1), component(z[index], 2))
          lengths[index] = (x * x + y * y + z * z).squareRoot()
        }
      }
    }
    return lengths
  }

  /// The index of the largest value from an index on; the first of equal values.
  private static func largest(_ values: [Float], from first: Int) -> Int {
    var largest = first
    for index in first..<values.count where values[largest] < values[index] { largest = index }
    return largest
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
      guard sizes[onset - 1] > 0, sizes[onset - 1] >= walk.leadFraction * following else { break }
      onset -= 1
    }
    return onset
  }
}
