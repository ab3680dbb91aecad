import Pipelines

/// Progress goes to standard error.
extension Console: ProgressOutput {
  var isForPrograms: Bool { format == .json }

  func drawLive(_ figures: ProgressFigures) {
    let size = terminal.size
    // A line that fills the last column makes some terminals begin another.
    draw(ProgressText.live(figures, columns: size.columns - 1, rows: size.rows - 1))
  }
}
