import SPPlots

/// A plan as a picture: one bar per step, with its duration as width and its effort as height, and below it the plan as
/// text.
public struct PlanPicture: Sendable {
  /// The plan as drawn.
  public var plan: WorkoutPlan
  /// The units of its text.
  public var units: PlanUnits
  /// The colour theme.
  public var theme: Theme
  /// The width in pixels, 300 to 4000.
  public var width: Double

  /// Makes a picture.
  public init(_ plan: WorkoutPlan, units: PlanUnits = .written, theme: Theme = .light, width: Double = 900) {
    self.plan = plan
    self.units = units
    self.theme = theme
    self.width = min(max(width, 300), 4000)
  }

  /// The bytes of the picture.
  ///
  /// - Parameters:
  ///   - format: SVG or PNG.
  ///   - scale: device pixels for each pixel of a PNG.
  /// - Throws: `PlanError` for an invalid plan, `PlotError`.
  public func bytes(as format: PictureFormat, scale: Double = 2) throws -> [UInt8] {
    let plan = try plan.validated()
    let layout = PlanPictureLayout(outline: PlanOutline(plan, units: units), rows: rows(of: plan), width: width)
    let canvas = try Canvas(
      width: width, height: layout.height, format: format, title: plan.name, description: plan.text(units: units),
      theme: theme, scale: scale)
    let title = TextStyle(size: 16, color: .black, isBold: true)
    let left = PlanPictureLayout.margin
    canvas.draw(
      canvas.shortened(plan.name, toWidth: width - 2 * left, title), at: Point(x: left, y: 27), title)
    let small = PlanPictureLayout.small
    canvas.draw(
      canvas.shortened(plan.summary(units: units).capitalizedFirst, toWidth: width - 2 * left, small),
      at: Point(x: left, y: 46), small)
    layout.draw(on: canvas)
    return try canvas.finish()
  }

  /// The lines below the bars.
  private func rows(of plan: WorkoutPlan) -> [PlanPictureLayout.Row] {
    guard case .custom(let workout) = plan.workout else { return [] }
    var rows: [PlanPictureLayout.Row] = []
    let words = PlanWords(units: units)
    func entry(_ step: PlanStep, _ role: PlanOutline.Bar.Role, _ title: String) -> PlanPictureLayout.Entry {
      let text =
        ([step.name ?? title, words.text(SingleGoal(step.goal))] + (step.alert.map { [words.text($0)] } ?? []))
        .joined(separator: " · ")
      return PlanPictureLayout.Entry(role: role, isOpen: step.goal == .open, text: text)
    }
    if let step = workout.warmup { rows.append(.init(times: "", entries: [entry(step, .warmup, "Warm-up")])) }
    for block in workout.blocks {
      let entries = block.steps.map {
        entry($0.step, $0.purpose == .work ? .work : .recovery, $0.purpose == .work ? "Work" : "Recovery")
      }
      rows.append(.init(times: block.iterations > 1 ? "\(block.iterations) ×" : "", entries: entries))
    }
    if let step = workout.cooldown { rows.append(.init(times: "", entries: [entry(step, .cooldown, "Cooldown")])) }
    return rows
  }
}

/// Lays out and draws the picture of a plan.
private struct PlanPictureLayout {
  /// A line below the bars: the steps of a block.
  struct Row {
    var times: String
    var entries: [Entry]
  }

  /// A step of a line.
  struct Entry {
    var role: PlanOutline.Bar.Role
    var isOpen: Bool
    var text: String
  }

  static let margin = 20.0
  static let small = TextStyle(size: 12, color: Color(hex: 0x444444))
  private static let label = TextStyle(size: 11, color: .black)
  private static let top = 78.0
  private static let lineHeight = 20.0
  private static let mostLines = 30

  let outline: PlanOutline
  let rows: [Row]
  let width: Double

  /// A plan with a single goal needs less height, as it has no efforts to compare.
  private var plotHeight: Double { rows.isEmpty ? 90 : 170 }
  private var bottom: Double { Self.top + plotHeight }
  private var hasRepetitions: Bool { !outline.repetitions.isEmpty }
  /// Below the bars come the axis, then the brackets of repeated blocks, then the lines.
  private var bracketTop: Double { bottom + (outline.hasTimes ? 38 : 8) }
  private var linesTop: Double { bracketTop + (hasRepetitions ? 34 : 12) }

  var height: Double {
    let count = rows.reduce(0) { $0 + $1.entries.count }
    let lines = Double(min(count, Self.mostLines) + (count > Self.mostLines ? 1 : 0))
    return linesTop + lines * Self.lineHeight + (notes.isEmpty ? 0 : 22) + 8
  }

  private var scale: LinearScale {
    LinearScale(domain: 0...max(outline.endS, 1), from: Self.margin, to: width - Self.margin)
  }

  func draw(on canvas: borrowing Canvas) {
    bars(on: canvas)
    canvas.strokeHorizontal(y: bottom, from: Self.margin, to: width - Self.margin, LineStyle(Color(hex: 0x666666)))
    if outline.hasTimes { axis(on: canvas) }
    brackets(on: canvas)
    lines(on: canvas)
    if !notes.isEmpty {
      canvas.draw(
        canvas.shortened(notes, toWidth: width - 2 * Self.margin, Self.small),
        at: Point(x: Self.margin, y: height - 12),
        TextStyle(size: 11, color: Color(hex: 0x666666)))
    }
  }

  /// Notes that the picture cannot show by itself.
  private var notes: String {
    var notes: [String] = []
    if outline.hasTimes {
      if outline.bars.contains(where: { $0.ending == .estimated }) {
        notes.append("Distances are drawn at the speed of their alert, or else an easy one.")
      }
      if outline.bars.contains(where: { $0.ending == .open }) {
        notes.append("Hatched steps are open, and drawn as \(PlanWords.duration(PlanOutline.openS)).")
      }
    }
    if !outline.hasTimes, outline.bars.count > 1 { notes.append("How long each takes is open.") }
    if outline.omittedSteps > 0 {
      notes.append("\(PlanNumber.text(outline.omittedSteps)) further steps are not drawn.")
    }
    return notes.joined(separator: " ")
  }

  // MARK: Bars

  private func bars(on canvas: borrowing Canvas) {
    for bar in outline.bars {
      let left = scale.position(of: bar.startS)
      let right = scale.position(of: bar.startS + bar.durationS)
      // A thin gap between bars, if there is room for it; a transition is wider.
      let gap = bar.role.isLeg ? (bar == outline.bars.last ? 0 : 16) : right - left > 4 ? 1.0 : 0
      func rect(_ from: Double, _ to: Double) -> Rect {
        let (high, low) = (bottom - to * plotHeight, bottom - from * plotHeight)
        return Rect(x: left, y: high, width: max(right - left - gap, 0.5), height: low - high)
      }
      let color = Self.color(bar.role)
      if bar.ending == .open {
        canvas.fill(rect(0, bar.effort.upperBound), color.opacity(0.2))
        canvas.hatch(rect(0, bar.effort.upperBound), color)
      } else {
        canvas.fill(rect(0, bar.effort.lowerBound), color)
        // A range is drawn from its lower end to its upper end.
        if bar.effort.upperBound > bar.effort.lowerBound {
          canvas.fill(rect(bar.effort.lowerBound, bar.effort.upperBound), color.opacity(0.45))
        }
      }
      label(bar, rect(0, bar.effort.upperBound), on: canvas)
    }
  }

  /// Draws the label of a bar above it, if it fits.
  private func label(_ bar: PlanOutline.Bar, _ rect: Rect, on canvas: borrowing Canvas) {
    let lines = [bar.goal, bar.alert].filter { !$0.isEmpty && canvas.width(of: $0, Self.label) < rect.width - 2 }
    guard lines.first == bar.goal else { return }
    for (index, line) in lines.enumerated() {
      let y = rect.y - 6 - 14 * Double(lines.count - 1 - index)
      canvas.draw(line, at: Point(x: rect.midX, y: y), Self.label, alignment: .center)
    }
  }

  private static func color(_ role: PlanOutline.Bar.Role) -> Color {
    switch role {
    case .warmup: .orange
    case .work: .blue
    case .recovery: .green
    case .cooldown: .skyBlue
    case .swimming: .skyBlue
    case .cycling: .blue
    case .running: .vermillion
    }
  }

  // MARK: Below the bars

  private func axis(on canvas: borrowing Canvas) {
    // In hours for three hours or more, so that the numbers stay short.
    let (unit, name) = outline.endS >= 3 * 3600 ? (3600.0, "h") : (60.0, "min")
    let ticks = Ticks(in: 0...outline.endS / unit, atMost: Int(max(width / 70, 3)))
    for (value, text) in zip(ticks.values, ticks.labels) {
      let x = scale.position(of: value * unit)
      canvas.strokeVertical(x: x, from: bottom, to: bottom + 5, LineStyle(Color(hex: 0x666666)))
      let isFirst = value == 0
      canvas.draw(
        isFirst ? "0 \(name)" : text, at: Point(x: x, y: bottom + 18), Self.label,
        alignment: isFirst ? .leading : x > width - 2 * Self.margin ? .trailing : .center)
    }
  }

  private func brackets(on canvas: borrowing Canvas) {
    let style = LineStyle(Color(hex: 0x444444), width: 1.5)
    for repetition in outline.repetitions {
      let left = scale.position(of: repetition.spanS.lowerBound) + 1
      let right = scale.position(of: repetition.spanS.upperBound) - 2
      let y = bracketTop
      canvas.stroke(
        [Point(x: left, y: y - 5), Point(x: left, y: y), Point(x: right, y: y), Point(x: right, y: y - 5)], style)
      let text = "\(repetition.iterations) ×"
      guard canvas.width(of: text, Self.label) < right - left + 12 else { continue }
      canvas.draw(
        text, at: Point(x: (left + right) / 2, y: y + 15), TextStyle(size: 12, color: .black, isBold: true),
        alignment: .center)
    }
  }

  private func lines(on canvas: borrowing Canvas) {
    let bold = TextStyle(size: 12, color: .black, isBold: true)
    let indent = rows.map { canvas.width(of: $0.times, bold) }.max() ?? 0
    var line = 0
    for row in rows {
      for (index, entry) in row.entries.enumerated() {
        guard line < Self.mostLines else {
          let rest = rows.reduce(0) { $0 + $1.entries.count } - line
          canvas.draw(
            "and \(rest) more", at: Point(x: Self.margin, y: y(ofLine: line)), Self.small)
          return
        }
        let y = y(ofLine: line)
        if index == 0 { canvas.draw(row.times, at: Point(x: Self.margin, y: y), bold) }
        let x = Self.margin + (indent > 0 ? indent + 10 : 0)
        let swatch = Rect(x: x, y: y - 10, width: 12, height: 12)
        if entry.isOpen {
          canvas.fill(swatch, Self.color(entry.role).opacity(0.2))
          canvas.hatch(swatch, Self.color(entry.role))
        } else {
          canvas.fill(swatch, Self.color(entry.role))
        }
        canvas.draw(
          canvas.shortened(entry.text, toWidth: width - Self.margin - x - 20, Self.small),
          at: Point(x: x + 20, y: y), Self.small)
        line += 1
      }
    }
  }

  private func y(ofLine line: Int) -> Double { linesTop + Double(line) * Self.lineHeight + 8 }
}
