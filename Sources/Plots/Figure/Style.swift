/// The look of figures: little ink on white, sizes for 900 pixels of width.
enum Style {
  /// The most important texts.
  static let ink = Color(hex: 0x222222)
  /// Explanatory texts: axis labels, notes.
  static let quiet = Color(hex: 0x555555)

  // One size for all small text, as each glyph of each size is defined once in an SVG, and glyphs are most of its
  // bytes.
  private static let smallSize = 11.5
  static let title = TextStyle(size: 15, color: ink, isBold: true)
  static let subtitle = TextStyle(size: smallSize, color: quiet)
  static let note = TextStyle(size: smallSize, color: ink)
  static let label = TextStyle(size: smallSize, color: ink)
  static let tick = TextStyle(size: smallSize, color: quiet)

  static let grid = LineStyle(Color(hex: 0xEBEBEB))
  static let zero = LineStyle(Color(hex: 0xC4C4C4))
  static let axis = LineStyle(Color(hex: 0x8A8A8A))

  static func threshold(_ color: Color) -> LineStyle { LineStyle(color, width: 1, dashes: [1.5, 2.5]) }

  /// Free space around the picture.
  static let margin = 16.0
  /// Free space between panels.
  static let panelGap = 16.0
  /// From baseline to baseline of lines of small text.
  static let lineHeight = 16.0
  /// How far letters of small text reach above the baseline, for centring them.
  static let halfCapital = 4.0
  /// The least room between texts side by side.
  static let textGap = 8.0
  /// The narrowest plot that is drawn, without margins.
  static let narrowestPlot = 80.0
  /// The lowest that a plot is shrunk to.
  static let lowestPlot = 40.0
  /// The least distance of samples that have a dot each.
  static let leastDotStep = 5.0
}
