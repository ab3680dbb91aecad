import SPBasics

/// Values of options to try in all combinations.
package struct SweepGrid: Hashable, Sendable {
  /// An option and its values.
  package struct Axis: Hashable, Sendable {
    /// The option, such as `hit.threshold_g`.
    package let option: String
    /// The values, as in a pipeline file.
    package let values: [String]
  }

  /// An error for a text that is not an axis of a grid.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    /// The fault, and the expected form.
    package let description: String
  }

  /// The options, in the order given.
  package let axes: [Axis]

  /// The largest number of points in a grid.
  package static let mostPoints = 1000

  /// Reads axes such as `hit.threshold_g=1:3:0.5` (from the first number to the second in steps of the third) and
  /// `air.max_difference=2,2.5,3`.
  ///
  /// - Throws: `Fault` for a text of another form, a repeated option, and a grid with too many points.
  package init(_ texts: [String]) throws(Fault) {
    var axes: [Axis] = []
    for text in texts {
      guard let place = text.firstIndex(of: "="), place != text.startIndex else {
        throw Fault(description: "\"\(text)\": expected id.option=values, as in hit.threshold_g=1:3:0.5")
      }
      let option = String(text[..<place])
      guard !axes.contains(where: { $0.option == option }) else {
        throw Fault(description: "\(option) is given twice; expected all of its values in one")
      }
      axes.append(Axis(option: option, values: try Self.values(String(text[text.index(after: place)...]), of: option)))
    }
    self.axes = axes
    var count = 1
    for axis in axes { count = min(count * axis.values.count, Self.mostPoints + 1) }
    guard count <= Self.mostPoints else {
      throw Fault(description: "the grid has more than \(Self.mostPoints) points; expected fewer values")
    }
  }

  /// Every point, as settings `id.option=value`; the last option changes fastest.
  package var points: [[String]] {
    axes.reduce([[]]) { points, axis in
      points.flatMap { point in axis.values.map { point + ["\(axis.option)=\($0)"] } }
    }
  }

  private static func values(_ text: String, of option: String) throws(Fault) -> [String] {
    func fault(_ reason: String) -> Fault { Fault(description: "\(option)=\(text): \(reason)") }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    if parts.count == 3, let first = parts[0], let last = parts[1], let step = parts[2] {
      guard first.isFinite, last.isFinite, step.isFinite, step > 0, first <= last else {
        throw fault("expected first:last:step with a step above 0, and the first value not above the last")
      }
      let count = ((last - first) / step + 1e-9).rounded(.down) + 1
      guard count <= Double(mostPoints) else { throw fault("has \(Int(min(count, 1e9))) values; expected fewer") }
      // Twelve digits hide the binary rounding of decimal steps.
      return (0..<Int(count)).map { String(printf: "%.12g", first + Double($0) * step) }
    }
    // A list or an object is one value, including its commas.
    if let first = text.first, "[{\"".contains(first) { return [text] }
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmed
    }
    guard values.allSatisfy({ !$0.isEmpty }) else {
      throw fault("has an empty value; expected values between commas, or first:last:step")
    }
    return values
  }
}
