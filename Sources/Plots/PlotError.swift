/// An error of drawing.
public enum PlotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A path whose extension names no kind of picture.
  case unknownExtension(path: String)
  /// A size in pixels that is not finite, below 1, or above cairo's limit of 32767.
  case invalidSize(width: Double, height: Double)
  /// A figure that is too narrow for its plots and their labels.
  case tooNarrow(width: Double, least: Double)
  /// A figure that is too low for its plots.
  case tooLow(height: Double, least: Double)
  /// A series with different numbers of times and values.
  case unequalCounts(times: Int, values: Int)
  /// An error of cairo: the operation that failed, and cairo's reason.
  case cairo(operation: String, reason: String)

  /// The error in a sentence.
  public var description: String {
    switch self {
    case .unknownExtension(let path):
      "\(path): the extension sets the format of the picture; expected .svg or .png"
    case .invalidSize(let width, let height):
      "a picture of \(Self.text(width)) x \(Self.text(height)) pixels is not possible; "
        + "expected 1 to \(Int(Canvas.largestSide)) on each side"
    case .tooNarrow(let width, let least):
      "a figure \(Self.text(width)) pixels wide has no room for its plots beside their labels; "
        + "expected at least \(Int(least.rounded(.up)))"
    case .tooLow(let height, let least):
      "a figure \(Self.text(height)) pixels high has no room for its plots above each other; "
        + "expected at least \(Int(least.rounded(.up)))"
    case .unequalCounts(let times, let values):
      "a series needs a time for each value: got \(times) times and \(values) values"
    case .cairo(let operation, let reason):
      "cairo cannot \(operation): \(reason)"
    }
  }

  /// Pixels, which are most often whole.
  private static func text(_ pixels: Double) -> String {
    pixels.rounded() == pixels && abs(pixels) < 1e9 ? "\(Int(pixels))" : "\(pixels)"
  }
}
