import FoundationEssentials
import SPBasics

/// All faults of a pipeline, found in one pass.
public struct PipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, and the warnings found with them, in the order of their places.
  public let diagnostics: [Diagnostic]

  /// Collects diagnostics and sorts them by place. Diagnostics at the same place keep their order.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sortedByLocation()
  }

  /// One line for each diagnostic.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

extension PipelineError: RetryClassified {
  /// Whether trying again may help for any of the faults.
  public var isWorthRetrying: Bool { diagnostics.contains { $0.severity == .error && $0.isWorthRetrying } }
}

extension Sequence<Diagnostic> {
  /// Whether any diagnostic is an error.
  package var hasErrors: Bool {
    contains { $0.severity == .error }
  }

  /// The diagnostics in the order of their places: files, positions, overrides; equal places stay in order.
  package func sortedByLocation() -> [Diagnostic] {
    enumerated().sorted { first, second in
      if first.element.location.precedes(second.element.location) { return true }
      if second.element.location.precedes(first.element.location) { return false }
      return first.offset < second.offset
    }.map(\.element)
  }
}

extension Error {
  /// The messages for an error, one line each. A `PipelineError` gives its faults, which have their places. Any other
  /// error gives one line, which `place` makes from the error's text.
  public func lines(placed place: (_ text: String) -> String) -> [String] {
    guard let error = self as? PipelineError else { return [place("\(self)")] }
    return error.diagnostics.filter { $0.severity == .error }.map(\.description)
  }

  /// The messages for an error of a file: the file's path and the text, unless the text begins with the path.
  public func lines(at path: String) -> [String] {
    lines { "error: " + ($0.hasPrefix("\(path):") ? $0 : "\(path): \($0)") }
  }

  /// The text to show for an error: its localized text, if there is one, else its own description.
  package var message: String {
    if let localized = self as? any LocalizedError, let text = localized.errorDescription { return text }
    return "\(self)"
  }
}
