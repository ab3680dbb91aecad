import Signals

/// Has the acceleration hold what decisions and features look at, while a pass over all of it has it decoded: many events
/// lie in each chunk of a file, and to come back for each would decode most chunks again.
struct EventWindows {
  private let filtered: Triaxial
  private let axis: Axis
  /// In order.
  private let moments: [Double]
  private var next = 0
  private let isCostly: Bool

  /// - Parameters:
  ///   - filtered: the high-passed acceleration.
  ///   - axis: the axis that impacts are detected on.
  ///   - moments: when the wrist swings, in s.
  init(filtered: Triaxial, axis: Axis, moments: [Double]) {
    self.filtered = filtered.forWindows
    self.axis = axis
    isCostly = self.filtered.z.isCostly
    self.moments = moments.sorted()
  }

  /// Holds what features of an impact look at.
  func hold(around impact: Impact) throws {
    guard isCostly else { return }
    let window = BurstWindow(around: impact, in: filtered.timeBase)
    for axis in Axis.allCases {
      let ms = axis == impact.axis ? BurstWindow.filteredMS : BurstWindow.coreMS
      // What the filter reaches beyond it holds the raw window too.
      try filtered[axis].hold(
        window.range(fromMS: min(ms.lowerBound, BurstWindow.rawMS.lowerBound), toMS: ms.upperBound))
    }
  }

  /// Holds what tells of a contact around the moments that lie before a sample.
  mutating func hold(upTo end: Int) throws {
    guard isCostly, next < moments.count else { return }
    let timeBase = filtered.timeBase
    let reached = try end < timeBase.count ? timeBase.time(at: end) : .infinity
    while next < moments.count, moments[next] + ContactEvidence.afterS < reached {
      let around = moments[next] - ContactEvidence.reachBeforeS...moments[next] + ContactEvidence.afterS
      try filtered[axis].hold(timeBase.indices(in: around))
      next += 1
    }
  }
}
