import SPPipelines
import SPRecordings
import SPSignals
import SPSwings

/// The findings of a pipeline in one recording of a wrist, and the signals that contain them, kept in memory to be
/// explained or drawn.
package struct SwingEvidence: EventEvidence {
  /// Identifier of the recording.
  package var recordingID: String
  /// The recording's start on its clock, in s; nil if unknown.
  package var startTime: Double?
  /// The results of the detectors and the classifier.
  package var findings = MomentExplanation.Findings()
  /// Acceleration as recorded, in g; nil for a recording without acceleration.
  package var accelerometer: Triaxial?
  /// Acceleration after the filter, in g; nil for a pipeline without a filter.
  package var filtered: Triaxial?
  /// Rotation along gravity, in rad/s; nil for a recording without device motion.
  package var rotation: (any Signal)?
  /// Rotation rate, in rad/s; nil for a recording without device motion.
  package var rotationRate: Triaxial?
  /// The accelerometer's range, in g, as the file states it.
  package var rangeG: Double?
  /// The axis that impacts are detected on; for a pipeline without impacts it is z, which carries most of a contact.
  package var impactAxis = Axis.z
  /// Threshold of the impacts, in g, if the pipeline looks for impacts.
  package var impactThresholdG: Double?
  /// The peaks of the filtered acceleration around the moment to explain, in g on each axis.
  var peaksOfAcceleration: MomentPeaks?
  /// The peak of the rotation along gravity around the moment to explain, in rad/s.
  var peakOfRotation: MomentPeaks?
  /// Opens a recording in the layout that the options of the pipeline's reader describe; nil without such a reader.
  package var open: (@Sendable (_ path: String) throws -> Recording)?

  /// Evidence without any findings.
  package init(recordingID: String) { self.recordingID = recordingID }

  /// The anchor of a swing by its position in the table of swings.
  /// - Throws: `NoSuchEvent`, with the range of positions.
  package func time(ofEvent index: Int) throws -> Double {
    guard let swings = findings.labelled?.map(\.swing) ?? findings.swings else {
      throw NoSuchEvent(
        description:
          "the pipeline looks for no swings; ask for a moment (explain --at) or a stretch (plot --from, --to)")
    }
    guard swings.indices.contains(index) else {
      let count = swings.count
      let there = count == 0 ? "none were found" : "\(count) were found, expected 0 to \(count - 1)"
      throw NoSuchEvent(description: "no swing \(index); \(there)")
    }
    return swings[index].anchorTime
  }

  /// The time from the first sample to the last of acceleration and device motion, in s on the recording's clock; nil
  /// without samples.
  package var extent: ClosedRange<Double>? {
    let segments = [accelerometer?.timeBase, rotation?.timeBase].compactMap(\.self).flatMap(\.segments)
    guard let first = segments.map(\.startTime).min(), let last = segments.map(\.endTime).max() else { return nil }
    return first...last
  }

  /// The candidates around a time, and the decision about each.
  /// - Throws: `NoSuchEvent` for a time outside of the recording.
  package func moment(at time: Double, reachS: Double) throws -> MomentExplanation {
    if let extent, !extent.contains(time) {
      throw NoSuchEvent(
        description: "\(time) s lies outside of it; expected \(extent.lowerBound) to \(extent.upperBound) s")
    }
    return MomentExplanation(at: time, reachS: reachS, in: findings)
  }

  /// The reason why there is a hit, a miss or no swing at a time, in words and for programs.
  /// - Throws: `NoSuchEvent` for a time outside of the recording; the errors of reading the signals.
  package func explanation(at time: Double, reachS: Double) throws -> StageExplanation {
    let moment = try moment(at: time, reachS: reachS)
    let text = try SwingExplanationText(moment, self)
    return StageExplanation(
      verdict: text.verdict, reasons: text.reasons, notes: text.notes, facts: moment.facts(axis: impactAxis))
  }
}

extension SwingEvidence {
  /// The largest magnitudes are measured within this time of a moment, in s.
  package static let momentReachS = 0.5

  static let slotsOfSwings = [Slot.swings.name, Slot.rejected.name]

  mutating func addSwings(_ results: StageResults) {
    if let swings = results[.swings] { findings.swings = swings }
    if let rejected = results[.rejected] { findings.rejected = rejected }
  }

  /// Adds the results that a reader wrote for a recording.
  mutating func add(_ results: StageResults, of slots: RecordingSlots) throws {
    add(results[slots.recording])
    if let acceleration = results[slots.accelerometer] { accelerometer = acceleration }
    if let motion = results[slots.deviceMotion] {
      peakOfRotation = results.momentNote(slots.deviceMotion.name)
      rotation = try motion.rotationAlongGravity()
      rotationRate = motion.rotationRate
    }
  }

  mutating func add(_ facts: RecordingFacts?) {
    guard let facts else { return }
    startTime = facts.identity.startTime
    rangeG = facts.rangeG
  }
}

/// Measures, as the samples pass, the largest magnitudes around the moment that a run explains.
///
/// It is `@unchecked Sendable` since it is read only after the run.
final class MomentPeaks: @unchecked Sendable {
  private let times: ClosedRange<Double>
  /// The largest magnitude of each component; nil for a component without a sample there.
  private(set) var largest: [Double?]

  init(around times: ClosedRange<Double>, of count: Int) {
    self.times = times
    largest = [Double?](repeating: nil, count: count)
  }

  /// Adds the next samples.
  ///
  /// - Parameter values: the components of a sample, by its position in the block.
  func take(_ block: SampleBlock, _ values: (Int) -> [Float]) {
    guard let first = block.times.first, let last = block.times.last, first <= times.upperBound,
      last >= times.lowerBound
    else { return }
    for (row, time) in zip(0..., block.times) where times.contains(time) {
      for (place, value) in values(row).enumerated() where value.isFinite {
        largest[place] = max(largest[place] ?? 0, Double(abs(value)))
      }
    }
  }
}
