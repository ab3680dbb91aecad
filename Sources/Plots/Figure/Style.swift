/// The look of figures: little ink on white, sizes for 900 pixels of width.
enum Style {
  /// The colour of the most important texts.
  static let ink = Color(hex: 0x222222)
  /// The colour of explanatory texts: the subtitle and the labels of ticks.
  static let quiet = Color(hex: 0x555555)

  // One size for all small text: an SVG defines each glyph for each size, and glyphs are most of its bytes.
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
  /// The distance between baselines of small text.
  static let lineHeight = 16.0
  /// Half the height of capital letters of small text: the baseline of centred text is this far below the centre.
  static let halfCapital = 4.0
  /// The least room between texts side by side.
  static let textGap = 8.0
  /// The narrowest plot that is drawn, without margins.
  static let narrowestPlot = 80.0
  /// The lowest height to which plots are shrunk.
  static let lowestPlot = 40.0
  /// The least distance between samples at which each sample has a dot.
  static let leastDotStep = 5.0
}
