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
  /// Index of the step that is the longest over all axes, from the first one on.
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
