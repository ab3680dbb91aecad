import SPBasics
import SPPipelines
import SPRecordings

/// Why a recording could not be drawn or explained, with the kind of fault.
public struct InspectionError: Error, Hashable, CustomStringConvertible, RetryClassified {
  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    /// The question does not fit the recording or the pipeline; another question may have an answer.
    case request
    /// The recording does not contain the requested data.
    case nothingThere
    /// The recording can be read, but does not suit the pipeline.
    case unsuitable
    /// The recording cannot be read, or contains data that cannot be used.
    case unusableData
  }

  /// The kind of fault.
  public let kind: Kind
  /// The messages, one line each: `error: `, the recording's path and the reason, or the faults of a pipeline with
  /// their places.
  public let lines: [String]
  /// Whether the same work may well succeed later.
  public let isWorthRetrying: Bool

  /// The reasons without `error: `, a line each.
  public var description: String {
    lines.map { $0.hasPrefix("error: ") ? String($0.dropFirst("error: ".count)) : $0 }.joined(separator: "\n")
  }

  init(_ kind: Kind, _ reason: String, at path: String? = nil) {
    self.kind = kind
    lines = ["error: " + (path.map { "\($0): " } ?? "") + reason]
    isWorthRetrying = false
  }

  private init(_ error: any Error, at path: String, otherwise kind: Kind) {
    switch error {
    case is RequestFault, is NoSuchEvent: self.kind = .request
    case is NotRecorded: self.kind = .nothingThere
    default: self.kind = kind
    }
    lines = error.lines(at: path)
    isWorthRetrying = SPBasics.isWorthRetrying(error)
  }

  /// Does work on a recording and turns its errors into an `InspectionError`.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - kind: The kind of fault if the error itself does not determine it.
  ///   - work: The work, which may throw any error. A `CancellationError` is passed on as it is.
  static func explaining<Value>(
    at path: String, otherwise kind: @autoclosure () -> Kind, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch let error as InspectionError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw InspectionError(error, at: path, otherwise: kind())
    }
  }
}

/// An error for a question that does not fit the recording or the pipeline.
struct RequestFault: Error, CustomStringConvertible {
  let description: String
}
