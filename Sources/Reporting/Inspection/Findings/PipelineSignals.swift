import SPPipelines
import SPRecordings
import SPSignals
import SPStages
import SPSwings

/// The signals of one recording that pictures show, as a pipeline reads and filters them, and the recording's labels.
///
/// The pipeline detects nothing, since tables contain the moments. Samples are read when they are used.
package struct PipelineSignals: Sendable {
  /// Acceleration as recorded, in g; nil for a recording without acceleration.
  let acceleration: Triaxial?
  /// The axis that impacts are detected on.
  let axis: Axis
  /// Acceleration as recorded on that axis, in g; nil for a recording without acceleration.
  package var raw: (any Signal)?
  /// Acceleration on that axis after the filter, in g; nil for a pipeline without a filter.
  package var filtered: (any Signal)?
  /// Rotation along gravity, in rad/s; nil for a recording without device motion.
  package var rotation: (any Signal)?
  /// The labels in the recording; nil if there are none, or they cannot be read.
  package var annotations: Annotations?

  /// Opens a recording, through the stages of a pipeline up to its filter.
  /// - Throws: the errors of planning and running those stages.
  package init(of recordingPath: String, by pipeline: Pipeline) throws {
    let sources = Self.names.compactMap { pipeline.lastWriter(of: $0)?.stageID }
    let last = pipeline.stages.lastIndex { sources.contains($0.id) }
    let leading = last.map { pipeline.stages(through: $0) } ?? pipeline
    let found = try leading.evidence(SwingEvidence.self, in: recordingPath)
    axis = Self.impactAxis(of: pipeline)
    acceleration = found.accelerometer
    raw = acceleration?[axis]
    filtered = found.filtered?[axis]
    rotation = found.rotation
    annotations = try? found.open?(recordingPath).annotations()
  }

  /// The axis that a pipeline detects impacts on. For a pipeline without impacts it is z, which carries most of a
  /// contact.
  package static func impactAxis(of pipeline: Pipeline) -> Axis {
    pipeline.evidence(SwingEvidence.self).impactAxis
  }

  private static let names = [Slot.accelerometer.name, Slot.acceleration.name, Slot.deviceMotion.name]
}
