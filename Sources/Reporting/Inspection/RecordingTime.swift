import SPBasics

/// A moment as a user gives it: on the recording's own clock (`59692.5`), or counted from the recording's start
/// (`+12.5`).
public struct RecordingTime: Hashable, Sendable {
  /// The text of the user.
  public let text: String
  /// The number, in s.
  public let seconds: Double
  /// Whether it counts from the recording's start.
  public let isFromStart: Bool

  /// An error for a text that is not a time.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The given text and the expected form.
    public let description: String
  }

  /// Reads a moment.
  /// - Throws: `Fault` for anything but a finite number of seconds, with an optional plus sign.
  public init(parsing text: String) throws {
    guard let seconds = Double(text), seconds.isFinite else {
      throw Fault(
        description:
          "\"\(text)\" is not a time; expected seconds on the recording's clock, such as 59692.5, or after its start, such "
          + "as +12.5"
      )
    }
    self.text = text
    self.seconds = seconds
    isFromStart = text.hasPrefix("+")
  }

  /// The message for a time outside of a stretch of a recording: the stretch, and the time that the user probably
  /// meant.
  /// - Parameter start: the recording's start, in s on its clock.
  func outside(_ extent: ClosedRange<Double>, start: Double) -> String {
    let isLength = !isFromStart && extent.contains(start + seconds)
    return "\(text) s lies outside of it; \(Self.expected(extent, start: start))"
      + (isLength ? "; did you mean +\(text), counted from its start?" : "")
  }

  /// The text that states an expected stretch on both clocks.
  static func expected(_ extent: ClosedRange<Double>, start: Double) -> String {
    let offsets = [extent.lowerBound, extent.upperBound].map {
      $0 == start ? "+0" : String(printf: "%+.3f", $0 - start)
    }
    return "expected \(extent.lowerBound) to \(extent.upperBound) s, or \(offsets[0]) to \(offsets[1])"
  }

  /// A moment on the recording's clock, and its time after the recording's start, as text.
  ///
  /// - Parameters:
  ///   - time: the moment, in s on the recording's clock.
  ///   - start: the recording's start, in s on its clock; nil if unknown.
  static func words(_ time: Double, from start: Double?) -> String {
    String(printf: "%.4f s", time) + (start.map { String(printf: " (+%.3f s)", time - $0) } ?? "")
  }

  /// The moment on the clock of a recording that starts at `start`, in s.
  package func onClock(of start: Double) -> Double { isFromStart ? start + seconds : seconds }
}
