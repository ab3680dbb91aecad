import Recordings
import Signals
import Walking

/// Hands the samples of a pass over a recording to the meter.
///
/// It is `@unchecked Sendable` because the stages of one run, which share it, run one after another.
final class WalkMeasurement: StreamConsumer, @unchecked Sendable {
  let selections = [StreamSelection(.accelerometer, ["acceleration"])]
  /// What was found; nil until all samples have passed.
  private(set) var findings: WalkFindings?
  private var meter: StepMeter

  init(_ rules: WalkRules) { meter = StepMeter(rules) }

  func consume(_ block: SampleBlock, of place: Int) { meter.consume(block) }

  func finish() { findings = meter.finish() }
}
