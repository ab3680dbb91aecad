import SPBasics
import SPPipelines

/// Why a recording failed, in parts: for messages, for programs, and for grouping by cause.
public struct RecordingFault: Hashable, Sendable, Encodable {
  /// The whole message, on one line.
  public var message: String
  /// The cause alone, without recording, stage or place.
  public var cause: String
  /// The id of the stage concerned, if there is one.
  public var stage: String?
  /// The stage's type.
  public var stageType: String?
  /// The option concerned, if there is one.
  public var option: String?
  /// The place in the pipeline's file, if there is one.
  public var place: String?
  /// True if the program stalled on the file, without progress for a long time. Nil otherwise.
  public var isStall: Bool?

  /// The cause with the stage concerned, but without recording or place.
  public var placedCause: String { stage.map { "stage \"\($0)\": \(cause)" } ?? cause }

  /// The first fault of each cause. Several stages can fail for the same cause.
  static func distinct(_ faults: [RecordingFault]) -> [RecordingFault] {
    var causes: Set<String> = []
    return faults.filter { causes.insert($0.cause).inserted }
  }

  /// The faults in an error. A `PipelineError` may have several.
  static func faults(of error: any Error, at path: String) -> [RecordingFault] {
    if let error = error as? PipelineError {
      return error.diagnostics.filter { $0.severity == .error }.map { diagnostic in
        let suggestion = diagnostic.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return RecordingFault(
          message: diagnostic.description, cause: diagnostic.cause ?? diagnostic.message + suggestion,
          stage: diagnostic.stageID,
          stageType: diagnostic.stageType, option: diagnostic.option, place: "\(diagnostic.location)")
      }
    }
    let failure = error as? StageFailure
    let cause = (failure?.underlying ?? error).message.withoutPrefix("\(path): ")
      .withoutPrefix("\(Folder.absolute(path)): ")
    let stage = failure.map { "stage \"\($0.stageID)\" (\($0.stageType)): " } ?? ""
    return [
      RecordingFault(
        message: "\(path): \(stage)\(cause)", cause: cause, stage: failure?.stageID,
        stageType: failure?.stageType.rawValue,
        isStall: (error as? CrashHistory.Crashed)?.cause.isStall == true ? true : nil)
    ]
  }

  private enum CodingKeys: String, CodingKey {
    case message, cause, stage
    case stageType = "stage_type"
    case option, place
    case isStall = "stalled"
  }
}

/// An error for an input that changed during its run.
package struct InputChanged: RetryClassified, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var path: String
  /// Whether it no longer exists.
  package var isGone = false

  /// True unless the file is gone: it may be complete at the next try.
  package var isWorthRetrying: Bool { !isGone }

  /// The fault, and how to solve it.
  package var description: String {
    isGone
      ? "\(path): was removed or renamed while it was read"
      : "\(path): changed while it was read; expected a file that nobody writes to: run again when it is whole"
  }
}
