import ArgumentParser
import Plots

/// A moment on the command line: on the recording's own clock, or counted from the recording's start.
struct RecordingTime: Equatable {
  /// As it was given.
  let text: String
  /// The number, in s.
  let seconds: Double
  /// Whether it counts from the recording's start.
  let isFromStart: Bool

  /// - Throws: `ValidationError` for anything but a number of seconds, perhaps after a plus.
  init(parsing text: String) throws {
    guard let seconds = Double(text), seconds.isFinite else {
      throw ValidationError(
        "\"\(text)\" is no time; expected s on the recording's clock, such as 59692.5, or after its start, such as +12.5"
      )
    }
    self.text = text
    self.seconds = seconds
    isFromStart = text.hasPrefix("+")
  }

  /// What to say of a moment outside of a stretch of a recording: where that lies, and what was perhaps meant.
  /// - Parameter start: the recording's start, in s on its clock.
  func outside(_ extent: ClosedRange<Double>, start: Double) -> String {
    let isLength = !isFromStart && extent.contains(start + seconds)
    return "\(text) s lies outside of it; \(Self.expected(extent, start: start))"
      + (isLength ? "; did you mean +\(text), counted from its start?" : "")
  }

  /// A stretch on both clocks, as what was expected.
  static func expected(_ extent: ClosedRange<Double>, start: Double) -> String {
    let offsets = [extent.lowerBound, extent.upperBound].map {
      $0 == start ? "0" : DecimalText.text($0 - start, decimals: 3)
    }
    return "expected \(extent.lowerBound) to \(extent.upperBound) s, or +\(offsets[0]) to +\(offsets[1])"
  }

  /// The moment on the clock of a recording that starts at `start`.
  func onClock(of start: Double) -> Double { isFromStart ? start + seconds : seconds }
}

/// The part of a recording that is asked for.
struct PlotStretch {
  var from: RecordingTime?
  var to: RecordingTime?

  /// A stretch that a recording does not have.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The stretch on the recording's clock, as much of it as the recording covers.
  /// - Parameters:
  ///   - start: the recording's start, in s on its clock; nil for that of what can be drawn.
  ///   - leastS: the shortest that shows anything, in s.
  /// - Throws: ``Fault`` for one that ends before it begins, lies outside or is too short.
  func resolved(in whole: ClosedRange<Double>, start: Double?, leastS: Double) throws -> ClosedRange<Double> {
    let start = start ?? whole.lowerBound
    let first = from?.onClock(of: start) ?? whole.lowerBound
    let last = to?.onClock(of: start) ?? whole.upperBound
    let there = RecordingTime.expected(whole, start: start)
    if from != nil, to != nil, first >= last {
      throw Fault(description: "--from is \(first) s and --to \(last) s; expected the earlier moment first")
    }
    if let from, first >= whole.upperBound {
      throw Fault(description: "--from \(from.text) s lies after the end; \(there)")
    }
    for (option, time) in [("--from", from), ("--to", to)] {
      guard let time, !time.isFromStart, time.seconds < whole.lowerBound, whole.contains(start + time.seconds) else {
        continue
      }
      throw Fault(
        description:
          "\(option) \(time.text) s lies before the start; \(there); did you mean +\(time.text), counted from its start?"
      )
    }
    if let to, last <= whole.lowerBound {
      throw Fault(description: "--to \(to.text) s lies before the start; \(there)")
    }
    let stretch = max(first, whole.lowerBound)...min(last, whole.upperBound)
    let length = stretch.upperBound - stretch.lowerBound
    guard length >= leastS else {
      throw Fault(
        description: "\(first) to \(last) s is shorter than two samples of it; expected "
          + "\(DecimalText.text(leastS, significant: 2)) s or more")
    }
    return stretch
  }
}
