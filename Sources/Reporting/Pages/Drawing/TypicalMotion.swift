import SPPlots
import SPTables

/// The rotation in the typical motion of each group: the median over the group's rows, and the middle half of the rows.
///
/// The sign of a rate is chosen so that its largest magnitude is positive, since the sign differs between sensors.
struct TypicalMotion {
  /// The rows of a group.
  struct Group {
    var name: String
    var style: String
    var count: Int
    /// Time in s, and the lower quartile, median and upper quartile of the rate.
    var points: [(time: Double, low: Double, middle: Double, high: Double)]
    /// Median time from the start to the moment at which rows are aligned, in s.
    var start: Double?
  }

  let groups: [Group]
  private let contact: ContactFigure
  /// The unit of the rate.
  private let unit: String
  private let plural: (one: String, many: String)

  private static let stepS = 0.01

  /// A size of the drawing. A phone would scale a wide drawing down, and its text with it, so the page also has a
  /// narrow drawing.
  struct Shape {
    let name: String
    let width: Double
    let height: Double
    let plot: (left: Double, right: Double, top: Double, bottom: Double)
    /// The largest number of ticks on the time axis.
    let ticks: Int
    /// Whether the label of the time axis takes two lines.
    let hasTwoLines: Bool

    static let wide = Shape(
      name: "wide", width: 700, height: 268, plot: (40, 690, 26, 214), ticks: 9,
      hasTwoLines: false)
    static let narrow = Shape(
      name: "narrow", width: 300, height: 250, plot: (26, 292, 24, 186), ticks: 5,
      hasTwoLines: true)
  }

  /// Nil if all groups have fewer than three rows with signals, or if the rows of the table are not drawn around a
  /// contact.
  init?(_ table: EventTable, _ pictures: [EventPicture], window: ClosedRange<Double>, unit: String) {
    self.unit = Wording.unit(unit)
    let byRow = Dictionary(pictures.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
    guard let contact = table.row.figure?.contact else { return nil }
    self.contact = contact
    plural = (table.row.singular, table.row.plural)
    groups = table.groups.compactMap { group in
      let rows = group.rows
      let traces = rows.compactMap { byRow[$0]?.rotation }
      guard traces.count >= 3 else { return nil }
      let starts = rows.compactMap { row -> Double? in
        guard let start = contact.startColumn.flatMap({ table.number($0, row) }), let anchor = table.anchor(row) else {
          return nil
        }
        return start - anchor
      }
      return Group(
        name: group.name, style: group.style, count: traces.count, points: Self.points(traces, window),
        start: Spread(starts)?.median)
    }
    guard groups.contains(where: { !$0.points.isEmpty }) else { return nil }
  }

  private static func points(
    _ traces: [Trace], _ window: ClosedRange<Double>
  ) -> [(time: Double, low: Double, middle: Double, high: Double)] {
    let first = Int((window.lowerBound / stepS).rounded(.up))
    let last = Int((window.upperBound / stepS).rounded(.down))
    guard first < last else { return [] }
    var columns = [[Double]](repeating: [], count: last - first + 1)
    for trace in traces {
      let samples = trace.samples.filter(\.value.isFinite)
      guard let peak = samples.filter({ abs($0.time) < 0.3 }).max(by: { abs($0.value) < abs($1.value) }) else {
        continue
      }
      let sign = peak.value < 0 ? -1.0 : 1.0
      var index = 0
      for column in columns.indices {
        let time = Double(first + column) * stepS
        while index + 1 < samples.count, abs(samples[index + 1].time - time) <= abs(samples[index].time - time) {
          index += 1
        }
        if abs(samples[index].time - time) < stepS { columns[column].append(sign * samples[index].value) }
      }
    }
    return columns.enumerated().compactMap { column, values in
      guard values.count * 2 >= traces.count, let spread = Spread(values) else { return nil }
      return (Double(first + column) * stepS, spread.lowerQuartile, spread.median, spread.upperQuartile)
    }
  }

  /// The numbers in a few sentences.
  var words: String {
    groups.map { group in
      let peak = group.points.max { $0.middle < $1.middle }
      let fastest = peak.map {
        " The typical one turns at up to \(Wording.number($0.middle)) \(unit)\(group.style == "otherwise" ? "" : relation($0.time))."
      }
      let start = group.start.map { " Half of them start more than \(Int((-1000 * $0).rounded())) ms before." }
      return "\(group.name): \(Wording.count(group.count)) \(group.count == 1 ? plural.one : plural.many)."
        + (fastest ?? "") + (start ?? "")
    }.joined(separator: " ")
  }

  private func relation(_ time: Double) -> String {
    let milliseconds = Int((abs(time) * 1000).rounded())
    return milliseconds == 0
      ? ", at the \(contact.moment)" : ", \(milliseconds) ms \(time < 0 ? "before" : "after") the \(contact.moment)"
  }

  /// The drawing.
  func svg(_ shape: Shape) -> HTML {
    let all = groups.flatMap(\.points)
    let plot = shape.plot
    let times = LinearScale(
      domain: (all.map(\.time).min() ?? 0)...(all.map(\.time).max() ?? 1), from: plot.left, to: plot.right)
    let rates = LinearScale(
      domain: min(0, all.map(\.low).min() ?? 0)...max(1, all.map(\.high).max() ?? 1), from: plot.bottom, to: plot.top)
    let bands = groups.map { group -> HTML in
      let upper = group.points.map { Self.point(times, rates, $0.time, $0.high) }
      let lower = group.points.reversed().map { Self.point(times, rates, $0.time, $0.low) }
      return "<path class=\"band \(group.style)\" d=\"M\((upper + lower).joined(separator: "L"))Z\"/>"
    }
    let lines = groups.map { group -> HTML in
      let points = group.points.map { Self.point(times, rates, $0.time, $0.middle) }
      return "<path class=\"line \(group.style)\" d=\"M\(points.joined(separator: "L"))\"/>"
    }
    let zero = times.position(of: 0)
    return """
      <svg class="chart \(shape.name)" viewBox="0 0 \(at: shape.width) \(at: shape.height)" role="img" \
      aria-label="\(words)">\(grid(times, rates, shape))\
      <path class="moment" d="M\(at: zero) \(at: plot.top)V\(at: plot.bottom)"/>\
      <text class="row" x="\(at: zero)" y="\(at: plot.top - 10)" text-anchor="middle">\(contact.moment)</text>\(bands)\(lines)\
      <text class="unit" x="0" y="\(at: plot.top - 10)">\(unit)</text></svg>

      """
  }

  private static func point(_ times: LinearScale, _ rates: LinearScale, _ time: Double, _ rate: Double) -> String {
    "\(Coordinate.text(times.position(of: time))) \(Coordinate.text(rates.position(of: rate)))"
  }

  /// The labels of the time axis, as lines.
  private func axis(_ shape: Shape) -> [String] {
    let lines =
      ["time from the \(contact.moment), ms"]
      + (contact.otherwise.map { ["(of a \($0.group): from \($0.moment))"] } ?? [])
    return shape.hasTwoLines ? lines : [lines.joined(separator: " ")]
  }

  private func grid(_ times: LinearScale, _ rates: LinearScale, _ shape: Shape) -> HTML {
    let plot = shape.plot
    let columns = Ticks(
      in: (times.domain.lowerBound * 1000)...(times.domain.upperBound * 1000), atMost: shape.ticks)
    let rows = Ticks(in: rates.domain, atMost: 6)
    let vertical = zip(columns.values, columns.labels).map { value, label -> HTML in
      let x = times.position(of: value / 1000)
      return """
        <path d="M\(at: x) \(at: plot.bottom)v4"/><text x="\(at: x)" y="\(at: plot.bottom + 20)">\(label)</text>
        """
    }
    let horizontal = zip(rows.values, rows.labels).map { value, label -> HTML in
      let y = rates.position(of: value)
      return """
        <path class="grid" d="M\(at: plot.left) \(at: y)H\(at: plot.right)"/>\
        <text class="left" x="\(at: plot.left - 6)" y="\(at: y + 4)">\(label)</text>
        """
    }
    let middle = (plot.left + plot.right) / 2
    let names = axis(shape).enumerated().map { line, text -> HTML in
      "<text x=\"\(at: middle)\" y=\"\(at: plot.bottom + 42 + 16 * Double(line))\">\(text)</text>"
    }
    return "<g class=\"axis\">\(horizontal)\(vertical)\(names)</g>"
  }
}
