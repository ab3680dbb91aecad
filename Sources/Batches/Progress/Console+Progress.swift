/// Progress is written between the messages.
extension Console: ProgressOutput {
  /// Whether messages are JSON.
  public var isForPrograms: Bool { format == .json }

  /// Draws the figures as a live area.
  public func drawLive(_ figures: ProgressFigures) {
    let size = terminal.size
    // A line that fills the last column makes some terminals begin another.
    draw(ProgressText.live(figures, columns: size.columns - 1, rows: size.rows - 1))
  }
}
