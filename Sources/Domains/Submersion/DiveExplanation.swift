/// The result at a time of a recording: the dive at that time, or the nearest one, with the reasons.
///
/// Times are on the recording's own clock, in seconds.
package struct DiveExplanation: Hashable, Sendable {
  /// The time in question, in s.
  package var time: Double
  /// Position of that dive in the recording, from 0; nil for a recording without dives.
  package var index: Int?
  /// The dive, with the events that opened and closed it, bridged surfacings, and the source of its
  /// temperature.
  package var dive: Dive?
  /// Whether the time is within the dive.
  package var isInside: Bool
  /// The state at the time; nil if no measurement is valid there.
  package var state: DepthStateInterval?
  /// The time at the surface before the dive; nil for the first.
  package var surfaceBefore: SurfaceInterval?
  /// The time at the surface after the dive; nil for the last.
  package var surfaceAfter: SurfaceInterval?
  /// Times in the dive in which the recording's own state is not the one by depth.
  package var disagreements: [DepthStateInterval]

  /// Explains a time, in s.
  package init(at time: Double, in findings: SubmersionFindings) {
    self.time = time
    func distance(_ dive: Dive) -> Double { max(dive.startTime - time, time - dive.endTime, 0) }
    let dives = findings.dives
    let nearest = dives.indices.min { distance(dives[$0]) < distance(dives[$1]) }
    index = nearest
    let dive = nearest.map { dives[$0] }
    self.dive = dive
    isInside = dive.map { distance($0) == 0 } ?? false
    state = findings.states.first { $0.startTime <= time && time < $0.endTime }
    let intervals = findings.surfaceIntervals
    surfaceBefore = nearest.flatMap { nearest in intervals.first { $0.diveBefore == nearest - 1 } }
    surfaceAfter = nearest.flatMap { nearest in intervals.first { $0.diveBefore == nearest } }
    disagreements = findings.states.filter { state in
      guard let dive, state.agrees == false else { return false }
      return state.startTime < dive.endTime && state.endTime > dive.startTime
    }
  }
}
