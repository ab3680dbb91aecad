/// The figure in words, for those who cannot see it.
extension FigureLayout {
  /// The most marks of a row, or events, that are told one by one.
  private static let mostTold = 40

  /// What the axes cover, and every event and mark with its time, in sentences.
  var description: String {
    let decimals = Self.decimals(for: time.domain)
    func number(_ value: Double) -> String { DecimalText.text(value, decimals: decimals) }
    func moment(_ value: Double) -> String { number(value) + " " + figure.timeUnit }
    var sentences = figure.notes
    sentences.append(
      "\(figure.timeLabel), from \(number(time.domain.lowerBound)) to \(moment(time.domain.upperBound))")
    for layout in panels {
      let unit = layout.panel.unit.isEmpty ? "" : " \(layout.panel.unit)"
      guard let range = layout.drawnRange else {
        sentences.append("\(layout.panel.label): no samples")
        continue
      }
      let (low, high) = (
        DecimalText.text(range.lowerBound, significant: 3), DecimalText.text(range.upperBound, significant: 3)
      )
      let names = layout.panel.lines.compactMap(\.name)
      let lines = names.isEmpty ? "" : " (\(names.joined(separator: "; ")))"
      sentences.append("\(layout.panel.label)\(lines): \(low) to \(high)\(unit)")
    }
    func told(_ items: [String], after label: String) {
      guard !items.isEmpty else { return }
      let more = items.count > Self.mostTold ? ", and \(items.count - Self.mostTold) more" : ""
      sentences.append("\(label): " + items.prefix(Self.mostTold).joined(separator: ", ") + more)
    }
    for layout in tracks {
      told(
        layout.places.map { place in
          let mark = place.mark
          // What the row is of, and what a mark means, is said once.
          let name = mark.name == layout.track.label || mark.name == mark.label ? nil : mark.name
          let words = [name, mark.label].compactMap(\.self).filter { !$0.isEmpty }
          return (words + ["at \(moment(mark.time))"]).joined(separator: " ")
        }, after: layout.track.label)
    }
    // Those without a label are told by the rows.
    told(flags.map { "\($0.event.label) at \(moment($0.event.time))" }, after: "marked")
    return sentences.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// Enough to tell a thousandth of the axis.
  private static func decimals(for domain: ClosedRange<Double>) -> Int {
    var decimals = 0
    var width = domain.upperBound - domain.lowerBound
    while width < 1000, decimals < 6 {
      width *= 10
      decimals += 1
    }
    return decimals
  }
}
