import ArgumentParser
import Plots

/// A moment on the command line: on the recording's own clock, or counted from the recording's start.
struct PlotTime: Equatable {
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
    self.seconds = seconds
    isFromStart = text.hasPrefix("+")
  }

  /// The moment on the clock of a recording that starts at `start`.
  func onClock(of start: Double) -> Double { isFromStart ? start + seconds : seconds }
}

/// The part of a recording that is asked for.
struct PlotStretch {
  var from: PlotTime?
  var to: PlotTime?

  /// A stretch that a recording does not have.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The stretch on the recording's clock, as much of it as the recording covers.
  /// - Throws: ``Fault`` for one that ends before it begins or lies outside.
  func resolved(in whole: ClosedRange<Double>) throws -> ClosedRange<Double> {
    let first = from?.onClock(of: whole.lowerBound) ?? whole.lowerBound
    let last = to?.onClock(of: whole.lowerBound) ?? whole.upperBound
    let there =
      "expected \(whole.lowerBound) to \(whole.upperBound) s, or +0 to +\(DecimalText.text(whole.upperBound - whole.lowerBound, decimals: 3))"
    if from != nil, to != nil, first >= last {
      throw Fault(description: "--from is \(first) s and --to \(last) s; expected the earlier moment first")
    }
    guard first < whole.upperBound, last > whole.lowerBound else {
      throw Fault(description: "\(first) to \(last) s lies outside of it; \(there)")
    }
    return max(first, whole.lowerBound)...min(last, whole.upperBound)
  }
}
