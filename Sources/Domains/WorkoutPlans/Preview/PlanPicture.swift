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
  /// - Throws: `PlanError` for a plan that makes no sense, `PlotError`.
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
