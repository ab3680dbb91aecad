import SPPlots

/// A feature's values on one axis, with a row for each label. A row has stacked dots, or bars if there would be too
/// many dots.
///
/// Below each row, a line covers the middle half of the values. A mark shows the median, or both medians if the values
/// fall into two groups.
struct Distribution {
  /// The values of a label.
  struct Group {
    var name: String
    var spread: Spread
    /// The class by which the style sheet colours the group.
    var style: String
  }

  let title: String
  let unit: String?
  let groups: [Group]
  /// How a number is written.
  private let text: (Double) -> String

  private static let width = 340.0
  private static let left = 8.0
  private static let right = 332.0
  private static let rowHeight = 62.0
  private static let dotRows = 8
  private static let bins = 26

  /// Nil if all groups lack values.
  init?(
    title: String, unit: String?, groups: [(name: String, style: String, values: [Double])],
    text: @escaping (Double) -> String = Wording.number
  ) {
    self.title = title
    self.unit = unit
    self.text = text
    self.groups = groups.compactMap { name, style, values in
      Spread(values).map {
        Group(name: name, spread: $0, style: style)
      }
    }
    guard !self.groups.isEmpty else { return nil }
  }

  /// All numbers of the drawing in a few sentences.
  var words: String {
    let sentences = groups.map { "\($0.name): \(Wording.count($0.spread.count)), \($0.spread.words(unit, text))." }
    return sentences.joined(separator: " ")
  }

  /// The drawing.
  var svg: HTML {
    let height = Double(groups.count) * Self.rowHeight + 26
    let lowest = groups.map(\.spread.minimum).min() ?? 0
    let highest = groups.map(\.spread.maximum).max() ?? 1
    let scale = LinearScale(domain: lowest...highest, from: Self.left + 8, to: Self.right - 8)
    let binning = Binning(scale.domain, count: Self.bins)
    let tallest = groups.map { binning.counts($0.spread.sorted).max() ?? 0 }.max() ?? 0
    let rows = groups.enumerated().map { index, group in
      row(group, bottom: Double(index + 1) * Self.rowHeight - 12, scale, binning, asDots: tallest <= Self.dotRows)
    }
    return """
      <svg class="chart" viewBox="0 0 \(at: Self.width) \(at: height)" role="img" aria-label="\(title). \(words)">\
      \(rows)\(axis(scale, y: height - 22))</svg>
      """
  }

  private func row(
    _ group: Group, bottom: Double, _ scale: LinearScale, _ binning: Binning, asDots: Bool
  ) -> HTML {
    let counts = binning.counts(group.spread.sorted)
    let slot = (Self.right - Self.left - 16) / Double(binning.count)
    let room = Self.rowHeight - 30
    let tallest = Double(max(counts.max() ?? 1, 1))
    var marks: [HTML] = []
    for (bin, count) in counts.enumerated() where count > 0 {
      let x = Self.left + 8 + Double(bin) * slot
      if asDots {
        let pitch = min(slot, room / Double(Self.dotRows) * 1.6, room / tallest)
        for level in 0..<count {
          marks.append(
            "<circle cx=\"\(at: x + slot / 2)\" cy=\"\(at: bottom - (Double(level) + 0.5) * pitch)\" r=\"\(at: min(3.4, pitch / 2))\"/>"
          )
        }
      } else {
        let size = max(1.5, Double(count) / tallest * room)
        marks.append(
          "<rect x=\"\(at: x + 0.5)\" y=\"\(at: bottom - size)\" width=\"\(at: slot - 1)\" height=\"\(at: size)\"/>")
      }
    }
    let spread = group.spread
    let (low, high) = (scale.position(of: spread.lowerQuartile), scale.position(of: spread.upperQuartile))
    let groups = spread.twoGroups
    let told = groups.map { "two groups: \(text($0.lower)) and \(text($0.upper))" } ?? "median \(text(spread.median))"
    let centers = spread.centers.map { value -> HTML in
      "<path class=\"mark\" d=\"M\(at: scale.position(of: value)) \(at: bottom + 1)V\(at: bottom + 9)\"/>"
    }
    return """
      <g class="\(group.style)"><text class="row" x="\(at: Self.left)" y="\(at: bottom - room - 6)">\(group.name) \
      (\(Wording.count(spread.count)))</text><text class="median" x="\(at: Self.right)" y="\(at: bottom - room - 6)">\(told)\(Wording.unit(unit).isEmpty ? "" : " \(Wording.unit(unit))")</text>\(marks)\
      <path class="middle" d="M\(at: low) \(at: bottom + 5)H\(at: high)"/>\
      \(centers)</g>
      """
  }

  private func axis(_ scale: LinearScale, y: Double) -> HTML {
    let ticks = Ticks(in: scale.domain, atMost: 6)
    let marks = zip(ticks.values, ticks.labels).map { value, label -> HTML in
      let x = scale.position(of: value)
      return "<path d=\"M\(at: x) \(at: y)v4\"/><text x=\"\(at: x)\" y=\"\(at: y + 16)\">\(label)</text>"
    }
    return "<g class=\"axis\"><path d=\"M\(at: Self.left) \(at: y)H\(at: Self.right)\"/>\(marks)</g>"
  }
}

/// Bins of equal width over a range.
struct Binning {
  let range: ClosedRange<Double>
  let count: Int

  init(_ range: ClosedRange<Double>, count: Int) {
    self.range = range
    self.count = count
  }

  /// The number of values in each bin. The last bin includes the upper bound.
  func counts(_ values: [Double]) -> [Int] {
    var counts = [Int](repeating: 0, count: count)
    let width = range.upperBound - range.lowerBound
    for value in values {
      let place = (value - range.lowerBound) / width * Double(count)
      counts[min(max(Int(place), 0), count - 1)] += 1
    }
    return counts
  }
}
